#!/bin/sh
# Measures the shipped models again and compares with the figures of their cards (figures.tsv):
#
#     sh models/measure.sh DATA [MODEL …]
#
# DATA is the folder of corpora and gold alignments. Fails when a figure is off by more than 0.2.
# With --write before DATA the figures that were measured replace those of the table.
exec python3 "$(dirname "$0")/measure.py" "$@"
