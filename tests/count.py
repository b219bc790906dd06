#!/usr/bin/env python3
"""Adds up what `meson test` recorded and prints "N passed, N failed" (", N skipped").

    count.py BUILD/meson-logs/testlog …      without .json and .junit.xml

A program that reports its cases (TAP) counts case by case; one that fails without a failed case, by
crashing or running out of time, counts as one failure. Exits with 1 unless all passed.
"""
import json
import os
import sys
import xml.etree.ElementTree as ElementTree


def cases_of(path):
    """{program: [passed, failed, skipped]} and the names of what was skipped."""
    counts, skipped = {}, []
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            # A TAP program is a suite of its own; others share one and are its cases.
            count = counts.setdefault(suite.get("name"), [0, 0, 0])
            if case.find("failure") is not None or case.find("error") is not None:
                count[1] += 1
            elif case.find("skipped") is not None:
                count[2] += 1
                skipped.append(f"{suite.get('name')}: {case.get('name')}")
            else:
                count[0] += 1
    return counts, skipped


def bad_programs(path):
    with open(path, encoding="utf-8") as log:
        results = [json.loads(line) for line in log]
    return [r["name"] for r in results if r["result"] not in ("OK", "SKIP", "EXPECTEDFAIL")]


def main():
    passed = failed = skipped = 0
    for log in sys.argv[1:]:
        if not os.path.exists(log + ".json"):
            print(f"{log}: no test was run")
            failed += 1
            continue
        counts, names = cases_of(log + ".junit.xml")
        bad = bad_programs(log + ".json")
        passed += sum(c[0] for c in counts.values())
        reported = sum(c[1] for c in counts.values())
        failed += max(reported, len(bad))
        skipped += sum(c[2] for c in counts.values())
        for name in bad:
            print(f"{log}: failed: {name}")
        for name in names:
            print(f"{log}: skipped: {name}")
    if not sys.argv[1:]:
        failed = 1
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(failed > 0)


main()
