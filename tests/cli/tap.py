"""Runs the functions of a test script and prints TAP, one line a function."""
import os
import shutil
import traceback


def run_functions(names, folder, prepare=None):
    """Empties the folder, prepares, and runs every function of `names` that is called test_…"""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    if prepare:
        prepare()
    tests = [(name, f) for name, f in names.items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for k, (name, function) in enumerate(tests, 1):
        try:
            function()
            print(f"ok {k} - {name[5:]}", flush=True)
        except Exception:  # every test is run, whatever the others do
            print(f"not ok {k} - {name[5:]}")
            print("\n".join("# " + line for line in traceback.format_exc().splitlines()), flush=True)
