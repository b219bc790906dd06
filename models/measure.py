"""The figures of the shipped models, measured again; see measure.sh.

A row of figures.tsv is a model, what is run for it, which number of that run, and the figure. What
is run, with the model given to each:

    eval …        alphascope eval --json …: a key of its object, or lengths.N.KEY of a bucket;
                  shares are written in percent
    reversed …    the same on files whose first two columns change places
    dates …       alphascope train --task dates --evaluate …: exact answers, in percent
    copying …     copying.py …: names and numbers that come through, in percent

Files in the second column lie below DATA. Rows with the same run share it.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "figures.tsv")
SHARES = {"aer", "precision", "recall", "exact_share"}
TOLERANCE = 0.2


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"measure: {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def in_data(word, data):
    return os.path.join(data, word) if re.search(r"\.tsv$", word) else word


def reversed_copy(path, folder):
    """The file with its first two columns exchanged, others left out."""
    copy = os.path.join(folder, os.path.basename(path))
    with open(path, encoding="utf-8") as lines, open(copy, "w", encoding="utf-8") as out:
        for line in lines:
            source, target = line.rstrip("\n").split("\t")[:2]
            out.write(f"{target}\t{source}\n")
    return copy


def run(program, data, model, what):
    """The numbers of a run, by name."""
    kind, *words = what.split()
    path = os.path.join(HERE, model + ".safetensors")
    words = [in_data(word, data) for word in words]
    if kind == "eval":
        return json.loads(output_of([program, "eval", "--json", "-m", path, *words]))
    if kind == "reversed":
        with tempfile.TemporaryDirectory() as folder:
            words = [reversed_copy(word, folder) if word.endswith(".tsv") else word
                     for word in words]
            return json.loads(output_of([program, "eval", "--json", "-m", path, *words]))
    if kind == "dates":
        text = output_of([program, "train", "--task", "dates", "--evaluate", "-o", path, *words])
        right, total = re.match(r"(\d+) of (\d+) exact", text).groups()
        return {"exact_share": int(right) / int(total)}
    if kind == "copying":
        text = output_of([sys.executable, os.path.join(HERE, "copying.py"), "-p", program,
                          "-m", path, *words])
        return {name: float(re.search(name + r" \d+ of \d+ \(([\d.]+)%\)", text).group(1))
                for name in ("names", "numbers")}
    sys.exit(f"measure: {TABLE}: run '{kind}', expected eval, reversed, dates or copying")


def number_of(result, name):
    for part in name.split("."):
        result = result[int(part)] if part.isdigit() else result[part]
    return 100 * result if name.split(".")[-1] in SHARES else result


def read_table():
    with open(TABLE, encoding="utf-8") as table:
        rows = [line.rstrip("\n").split("\t") for line in table]
    for number, row in enumerate(rows, 1):
        if len(row) != 4:
            sys.exit(f"measure: {TABLE}:{number}: {len(row)} columns, expected 4")
    return rows


def main():
    parser = argparse.ArgumentParser(prog="measure.sh", description="the models' figures, again")
    parser.add_argument("-p", "--program",
                        default=os.path.join(HERE, "..", "build", "src", "cli", "alphascope"))
    parser.add_argument("--write", action="store_true", help="write the figures that were measured")
    parser.add_argument("data", metavar="DATA")
    parser.add_argument("models", metavar="MODEL", nargs="*")
    options = parser.parse_args()
    rows, results, n_off = read_table(), {}, 0
    unknown = set(options.models) - {row[0] for row in rows}
    if unknown:
        sys.exit(f"measure: no figures of {', '.join(sorted(unknown))} in {TABLE}")
    for row in rows:
        model, what, name, figure = row
        if options.models and model not in options.models:
            continue
        if (model, what) not in results:
            results[model, what] = run(options.program, options.data, model, what)
        measured = number_of(results[model, what], name)
        off = figure == "?" or not abs(measured - float(figure)) <= TOLERANCE  # also a figure "nan"
        n_off += off
        print(f"{'OFF ' if off else 'ok  '} {model:26} {what:44} {name:16} "
              f"{measured:8.2f}  card {figure}", flush=True)
        row[3] = f"{measured:.2f}"
    if options.write:
        with open(TABLE, "w", encoding="utf-8") as table:
            table.writelines("\t".join(row) + "\n" for row in rows)
        return 0
    print(f"{n_off} figures are off by more than {TOLERANCE}" if n_off else "all as the cards say")
    return int(n_off > 0)


if __name__ == "__main__":
    sys.exit(main())
