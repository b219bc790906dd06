#!/usr/bin/env python3
"""Every score and query through the program, and what a model without attention shows.

    test_scores.py ALPHASCOPE MAKE_MODEL FOLDER        FOLDER is emptied and written into
"""
import json
import os
import subprocess

from program import FOLDER, MAKE_MODEL, one_line, run, run_tests, same


def other_model(score, query="previous"):
    path = os.path.join(FOLDER, f"{score}-{query}.safetensors")
    subprocess.run([MAKE_MODEL, path, "7", score, query], check=True)
    return path


def test_every_score_and_query_decodes_and_says_so():
    for score in ("additive", "general", "dot", "scaled_dot"):
        for query in ("previous", "current"):
            model = other_model(score, query)
            out, _ = run("info", "-j", model, status=0)
            config = json.loads(out)["config"]
            same((config["score"], config["query"]), (score, query))
            out, _ = run("translate", "-m", model, "-f", "json", "abc", status=0)
            found = json.loads(out)
            assert all(abs(sum(row) - 1) < 1e-5 for row in found["alpha"]), found
            out, _ = run("align", "-m", model, "-f", "json", "abc", found["text"], status=0)
            again = json.loads(out)
            same(again["target"], found["target"])
            assert abs(sum(again["logprob"]) - sum(found["logprob"])) < 1e-4, (again, found)


def test_a_model_without_attention_shows_none():
    model = other_model("none")
    found = json.loads(run("translate", "-m", model, "-f", "json", "abc", status=0)[0])
    same((found["alpha"], found["energy"]), (None, None))
    assert found["text"] and len(found["logprob"]) == len(found["target"])
    same(run("translate", "-m", model, "-f", "pharaoh", "abc", status=0)[0], b"\n")
    same(run("translate", "-m", model, "-f", "soft", "abc", status=0)[0],
         found["text"].encode() + b" |||\n")
    for ending in (".tsv", ".npy"):
        path = os.path.join(FOLDER, "none" + ending)
        one_line(run("render", "-m", model, "-o", path, "abc", status=1)[1],
                 "the model has no attention: there is no matrix to write")
        assert not os.path.exists(path)
    assert b"attention 0" not in run("info", model, status=0)[0]


run_tests(globals())
