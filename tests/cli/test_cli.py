#!/usr/bin/env python3
"""The program as people and scripts run it: every command, its output, its exit status.

    test_cli.py ALPHASCOPE MAKE_MODEL FOLDER        FOLDER is emptied and written into
"""
import errno
import json
import math
import os
import pty
import signal
import struct
import subprocess
import threading
import time

from program import (FOLDER, MODEL, PROGRAM, corpus, environment, one_line, run, run_tests,
                     same, tiny)

JSON_KEYS = ["source", "target", "source_ids", "target_ids", "alpha", "energy", "logprob",
             "candidates", "score", "stopped", "text"]


# ---- usage ----

def test_help_and_version():
    out, err = run("--help", status=0)
    same(err, b"")
    for command in ("translate", "align", "render", "train", "eval", "info", "links", "words",
                    "bench"):
        if f"\n  {command} ".encode() not in out:
            raise AssertionError(f"--help does not list {command}")
        text, err = run(command, "--help", status=0)
        same(err, b"")
        assert text.startswith(b"Usage: alphascope " + command.encode()), text
    same(run("--version", status=0)[0].split()[0], b"alphascope")
    same(run("-V", status=0), run("--version", status=0))


def test_wrong_usage_is_status_2_and_one_line():
    for args in (["--nonsense"], ["translate", "--nonsense"], ["translate", "-b"],
                 ["translate", "-b", "0"], ["translate", "-b", "65"], ["translate", "-b", "5x"],
                 ["translate", "-b", ""], ["translate", "--beam=1e3"], ["translate", "-n", "6"],
                 ["translate", "--format", "xml"], ["translate", "--show=yes"],
                 ["translate", "--length-penalty", "nan"], ["translate", "--temperature", "0"],
                 ["align", "--temperature", "1000", "a", "b"], ["align", "one"], ["align", "a", "b", "c"],
                 ["render", "text"], ["render", "-o", "a.bmp", "text"], ["render", "-o", "png", "t"],
                 ["render", "-o", "a.png"], ["render", "-o", "a.png", "two", "texts"],
                 ["render", "--scale", "0", "-o", "a.png", "t"], ["eval"], ["eval", "a", "b"],
                 ["info", "a", "b"], ["no-such-command"], ["bench", "--sizes", "emb=0"],
                 ["bench", "--sizes", "nonsense"], ["bench", "--sizes", "emb=8,enc"],
                 ["bench", "--threads", "2"]):
        _, err = run(*args, status=2)
        one_line(err, "alphascope", "--help)")


def test_known_extensions_and_formats_are_named():
    for part in (".png", ".tsv", ".json", ".npy"):
        one_line(run("render", "-o", "x.gif", "text", status=2)[1], part)
    for part in ("text", "json", "pharaoh", "soft"):
        one_line(run("translate", "--format", "x", status=2)[1], part)


def test_hostile_arguments():
    long = "x" * 100000
    tiny("translate", "-b", "1", long[:2000], status=0)
    run("translate", "-m", long, "a", status=1)
    run(long, status=2)
    run("translate", "--" + long, status=2)
    run("render", "-o", long + ".png", "-m", MODEL, "a", status=1)
    run("--data", "/nonexistent", "info", status=1)
    run("info", "", status=1)
    same(tiny("translate", "--", "-n", "--beam", status=0)[0].count(b"\n"), 1)


def test_an_option_is_not_taken_for_a_forgotten_name():
    for args, option, what, found in (
            (["eval", "--gold", "-m", MODEL], "--gold", "a file", "-m"),
            (["eval", "-g", "--model=" + MODEL], "-g", "a file", "--model="),
            (["eval", "-o", "--join", "x"], "-o", "a file", "--join"),
            (["eval", "--gold", "--", "x"], "--gold", "a file", "--"),
            (["translate", "-m", "-b5", "ab"], "-m", "a model", "-b5"),
            (["render", "--compare", "--help"], "--compare", "a model", "--help"),
            (["links", "-o", "-n", "3", "x"], "-o", "a file", "-n"),
            (["train", "--train", "--valid", "x"], "--train", "a file", "--valid"),
            (["import", "--vocabs", "a", "-o", "b"], "--vocabs", "two files", "-o"),
            (["--data", "-V"], "--data", "a folder", "-V")):
        one_line(run(*args, status=2)[1], f"{option} needs {what}, ", f"the option {found}")
    # What is no option may be a name, what is attached or has a folder before it as well.
    for args, name in ((["--gold", "-nosuch"], "-nosuch"), (["--gold=-m"], "-m"),
                       (["-g-m"], "-m"), (["--gold", "./-m"], "./-m")):
        one_line(tiny("eval", *args, status=1)[1], f"cannot open {name}: ")
    # Text may be anything.
    same(tiny("align", "--", "-b", "ab", status=0)[1], b"")
    picture = os.path.join(FOLDER, "dash.tsv")
    tiny("render", "-o", picture, "-t", "-o", "ab", status=0)


# ---- models ----

def test_bad_models_are_one_sentence():
    bad = os.path.join(FOLDER, "bad.safetensors")
    with open(MODEL, "rb") as file:
        good = file.read()
    for content in (b"", b"x" * 100, good[:-1], good[:1000], struct.pack("<Q", 1 << 60) + good[8:]):
        with open(bad, "wb") as file:
            file.write(content)
        for command in (["translate", "a"], ["info"], ["align", "a", "b"]):
            out, err = run(command[0], "-m", bad, *command[1:], status=1)
            same(out, b"")
            one_line(err, "bad.safetensors")
    one_line(run("info", "-m", "./missing.safetensors", status=1)[1], "missing.safetensors")
    one_line(run("info", "-m", FOLDER, status=1)[1])


def test_models_by_name():
    env = environment(ALPHASCOPE_DATA=os.path.join(FOLDER, "data"))
    by_path, _ = tiny("translate", "abc", status=0)
    same(run("translate", "-m", "tiny", "abc", env=env, status=0)[0], by_path)
    data = os.path.join(FOLDER, "data")
    same(run("--data", data, "translate", "-m", "tiny", "abc", status=0)[0], by_path)
    one_line(run("--data", data, "translate", "-m", "nope", "abc", status=1)[1], "nope", "tiny")


def test_info():
    out, err = run("info", MODEL, status=0)
    same(err, b"")
    assert b"\x1b" not in out, "a control character of the file reached the terminal"
    for part in (b"tiny", b"aaa-bbb", b"none needed", b"attention.W_a", b"[7, 10]", b"34 pieces"):
        assert part in out, part
    # Its training has steps, but nobody wrote down what they began from.
    assert b"last run    steps: 0\n" in out and b"before it   not recorded" in out, out
    card = json.loads(run("info", "--json", MODEL, status=0)[0])
    same(card["config"], {"score": "additive", "query": "previous", "readout": "linear",
                          "start": "backward", "feed": "context", "reads": "word", "norm": "none",
                          "E": 8, "H": 6, "D": 10, "A": 7, "R": 0})
    same(card["parameters"], sum(t["parameters"] for t in card["tensors"]))
    shapes = {t["name"]: t["shape"] for t in card["tensors"]}
    same(shapes["decoder.cell.W_ih"], [30, 20])
    same(shapes["output.W_o"], [34, 30])
    same(card["bytes"], os.path.getsize(MODEL))
    same(card["source"], {"vocabulary": 34, "unit": "char"})
    same(card["training"]["steps"], 0)


# ---- translate ----

def test_a_line_in_a_line_out():
    text = "abc\n\n   \nl'été.\n\t\nlast line".encode()
    out, err = tiny("translate", stdin=text, status=0)
    same(err, b"")
    lines = out.split(b"\n")
    same(len(lines), 7)
    same([k for k in range(6) if not lines[k]], [1, 2, 4])
    same(tiny("translate", "l'été.", status=0)[0], lines[3] + b"\n")
    same(tiny("translate", stdin=b"", status=0)[0], b"")
    same(tiny("translate", stdin=b"\n", status=0)[0], b"\n")
    same(tiny("translate", "", status=0)[0], b"\n")
    same(tiny("translate", stdin=b"abc\r\n", status=0)[0], lines[0] + b"\n")
    same(tiny("translate", "abc", "def", status=0), tiny("translate", "abc def", status=0))


def test_batches_keep_order_and_values():
    lines = [("abcdefghij" * 3)[: 1 + 7 * k % 23] for k in range(70)]
    lines[10] = lines[40] = ""
    stdin = "\n".join(lines).encode()
    one, _ = tiny("translate", "--batch", "1", stdin=stdin, status=0)
    same(one.count(b"\n"), 70)
    for batch in ("2", "7", "16", "256"):
        same(tiny("translate", "--batch", batch, stdin=stdin, status=0)[0], one)
    same(tiny("translate", stdin=stdin, status=0)[0], one)


def test_n_best_line_counts():
    for n in (1, 2, 5):
        out, _ = tiny("translate", "-n", str(n), stdin=b"abc\n\nde\n", status=0)
        same(out.count(b"\n"), 3 * n)
        same(out.split(b"\n")[n: 2 * n], [b""] * n)
    objects = [json.loads(line) for line in
               tiny("translate", "-n", "5", "-f", "json", "abc", status=0)[0].splitlines()]
    scores = [o["score"] for o in objects if o]
    same(scores, sorted(scores, reverse=True))
    texts = [tuple(o["target_ids"]) for o in objects if o]
    same(len(set(texts)), len(texts))


def test_json_has_the_shape_promised():
    line, _ = tiny("translate", "-b", "1", "-f", "json", "abc q#", status=0)
    t = json.loads(line)
    same(list(t), JSON_KEYS)
    S, T = len(t["source"]), len(t["target"])
    same(S, 7)  # a b c ▁ q # </s>
    same(t["source"], ["a", "b", "c", "▁", "q", "#", "</s>"])
    same(t["source_ids"][5:], [3, 2])
    same((len(t["alpha"]), len(t["energy"]), len(t["logprob"]), len(t["candidates"])), (T,) * 4)
    same(len(t["target_ids"]), T)
    for alpha, energy in zip(t["alpha"], t["energy"]):
        same((len(alpha), len(energy)), (S, S))
        assert abs(sum(alpha) - 1) < 1e-5, sum(alpha)
    for candidates in t["candidates"]:
        same(sorted(candidates[0]), ["p", "token"])
        p = [c["p"] for c in candidates]
        same(p, sorted(p, reverse=True))
    assert t["stopped"] in ("eos", "limit"), t["stopped"]
    same(t["text"] + "\n", tiny("translate", "-b", "1", "abc q#", status=0)[0].decode())
    blank = json.loads(tiny("translate", "-f", "json", stdin=b"\n", status=0)[0])
    same(list(blank), JSON_KEYS)
    same((blank["source"], blank["target"], blank["text"]), ([], [], ""))


def check_tree(got, beam):
    """The tree of one line's JSON: its nodes, its numbers, and the translation in it."""
    nodes = got["tree"]["nodes"]
    same(got["tree"]["beam"], beam)
    depth, kept, path = [], {}, []
    for k, node in enumerate(nodes):
        assert -1 <= node["parent"] < k, node
        parent = nodes[node["parent"]] if node["parent"] >= 0 else {"total": 0, "chosen": True}
        depth.append(depth[node["parent"]] + 1 if node["parent"] >= 0 else 1)
        assert math.isclose(node["total"], parent["total"] + node["logp"], abs_tol=1e-6), node
        assert math.isclose(node["score"], node["total"] / ((5 + depth[k]) / 6), rel_tol=1e-6), node
        assert node["fate"] in ("kept", "ended", "discarded"), node
        assert parent["chosen"] or not node["chosen"], node
        if node["chosen"]:
            path.append(k)
        if node["fate"] == "kept":
            kept[depth[k]] = kept.get(depth[k], 0) + 1
    same([nodes[k]["id"] for k in path], got["target_ids"])
    same([nodes[k]["token"] for k in path], got["target"])
    assert math.isclose(nodes[path[-1]]["score"], got["score"], rel_tol=1e-5), got["score"]
    assert max(kept.values()) <= beam and any(n["fate"] == "discarded" for n in nodes), kept


def test_json_has_the_tree_of_the_search():
    lines = tiny("translate", "-b", "3", "-f", "json", "--tree", stdin=b"abc\n\n\xff\nba\n",
                 status=1)[0].splitlines()
    plain = tiny("translate", "-b", "3", "-f", "json", stdin=b"abc\n\n\xff\nba\n",
                 status=1)[0].splitlines()
    same(len(lines), 4)
    for with_tree, without in zip(map(json.loads, lines), map(json.loads, plain)):
        if with_tree.get("source"):
            check_tree(with_tree, 3)
            same(list(with_tree), JSON_KEYS + ["tree"])
            with_tree.pop("tree")
        same(with_tree.get("target"), without.get("target"))
    check_tree(json.loads(tiny("translate", "-b", "1", "--tree", "-f", "json", "ab", status=0)[0]), 1)
    for wrong in ([], ["-f", "pharaoh"], ["-f", "json", "-n", "2"]):
        one_line(tiny("translate", "--tree", *wrong, "ab", status=2)[1], "--tree", "-f json")


def test_pharaoh_words_and_soft():
    t = json.loads(tiny("translate", "-f", "json", "abc", status=0)[0])
    want = []
    for row, (token, alpha) in enumerate(zip(t["target"], t["alpha"])):
        column = alpha.index(max(alpha))
        if token != "</s>" and column != len(alpha) - 1:
            want.append(f"{column}-{row}")
    same(tiny("translate", "-f", "pharaoh", "abc", status=0)[0].decode(), " ".join(want) + "\n")
    soft = tiny("translate", "-f", "soft", "abc", status=0)[0].decode().rstrip("\n")
    rows = soft.split(" ||| ")[-1].split(" ")
    same((len(rows), len(rows[0].split(","))), (len(t["target"]), len(t["source"])))
    assert abs(float(rows[0].split(",")[0]) - t["alpha"][0][0]) < 1e-5
    for format in ("pharaoh", "words", "soft"):
        same(tiny("translate", "-f", format, stdin=b"\n", status=0)[0], b"\n")
        same(tiny("translate", "-f", format, stdin=b"ab cd\n", status=0)[0].count(b"\n"), 1)


def test_hard_and_nematus():
    t = json.loads(tiny("translate", "-f", "json", "abc", status=0)[0])
    best = sorted((a.index(max(a)), row) for row, a in enumerate(t["alpha"]))
    want = t["text"] + " ||| " + " ".join(f"{i}-{row}" for i, row in best)
    same(tiny("translate", "-f", "hard", "abc", status=0)[0].decode(), want + "\n")
    out = tiny("translate", "-f", "nematus", stdin=b"abc\n\nabc\n", status=0)[0].decode()
    first, second, third, rest = out.split("\n\n")
    same((rest, second), ("", "1 |||  ||| 0 |||  ||| 0 0"))
    head, *rows = first.split("\n")
    fields = head.split(" ||| ")
    same((fields[0], fields[4]), ("0", f"{len(t['source'])} {len(t['target'])}"))
    same(len(fields[1].split(" ")), len(t["target"]) - 1)
    assert abs(float(fields[2]) + t["score"]) < 1e-9
    same([[float(x) for x in row.split(" ")] for row in rows], t["alpha"])
    same(third, "2" + first[1:])


def test_invalid_lines_are_named_and_the_others_done():
    good, _ = tiny("translate", "abc", status=0)
    out, err = tiny("translate", stdin=b"abc\n\xff\xfe\nabc\n", status=1)
    same(out, good + b"\n" + good)
    one_line(err, "line 2", "UTF-8")
    out, _ = tiny("translate", "-f", "json", "-n", "2", stdin=b"a\xc3\n", status=1)
    same(out.count(b"\n"), 2)
    assert "error" in json.loads(out.splitlines()[0])
    same(tiny("translate", stdin=b"a\0b\n", status=0)[0].count(b"\n"), 1)


def test_a_line_too_long_fails_alone():
    out, err = tiny("translate", "-b", "1", stdin=b"x" * ((1 << 20) + 10) + b"\nabc\n", status=1)
    same(out.count(b"\n"), 2)
    one_line(err, "line 1")


def test_decoding_options():
    t = json.loads(tiny("translate", "-f", "json", "--max-length", "3", "abc", status=0)[0])
    assert len(t["target"]) <= 3, t["target"]
    one_line(tiny("translate", "--max-length", "10001", "abc", status=2)[1], "--max-length", "10000")
    greedy, _ = tiny("translate", "-b1", "-fjson", "abc", status=0)
    same(tiny("translate", "--beam=1", "--format=json", "--length-penalty", "0", "abc",
              status=0)[0] != b"", True)
    same(json.loads(greedy)["text"] != "", True)


def test_temperature():
    """alpha is softmax(e / tau), and the JSON says tau when it is not the model's own."""
    trained = json.loads(tiny("translate", "-fjson", "abc", status=0)[0])
    same("temperature" in trained, False)
    same(json.loads(tiny("translate", "-fjson", "--temperature", "1", "abc", status=0)[0]), trained)
    for command in (["translate", "abc"], ["align", "abc", "cba"]):
        sharp = json.loads(tiny(command[0], "-fjson", "--temperature=0.5", *command[1:],
                                status=0)[0])
        same(sharp["temperature"], 0.5)
        for alpha, energy in zip(sharp["alpha"], sharp["energy"]):
            weights = [math.exp(e / 0.5) for e in energy]
            for a, w in zip(alpha, weights):
                assert abs(a - w / sum(weights)) < 1e-5, (a, w)


def test_prefix():
    """Translations begin with --prefix; the JSON says with how many tokens, and the rows are forced."""
    free = json.loads(tiny("translate", "-fjson", "abc", status=0)[0])
    same("forced" in free, False)
    for beam in ("1", "4"):
        begun = json.loads(tiny("translate", "-fjson", "-b", beam, "--prefix", "dd a", "abc",
                                status=0)[0])
        same(begun["text"][:4], "dd a")
        same(begun["forced"], 4)
        along = json.loads(tiny("align", "-fjson", "abc", begun["text"], status=0)[0])
        n = len(begun["target_ids"])  # a translation that was cut has no </s>
        for key in ("target_ids", "alpha", "logprob"):
            same(along[key][:n], begun[key])
    odd = "😀 $ \u05e9ab"  # characters that the model does not know keep their looks
    got, along = (json.loads(tiny(*args, status=0)[0]) for args in
                  (("translate", "-fjson", "-b", "4", "--prefix", odd, "abc"),
                   ("align", "-fjson", "abc", odd)))
    n = got["forced"]
    same(got["target"][:n], along["target"][:n])
    same(got["text"][:len(odd)], odd)
    both = tiny("translate", "--prefix", "b", stdin=b"abc\n\ncc\n", status=0)[0].split(b"\n")
    same([line[:1] for line in both], [b"b", b"", b"b", b""])
    one_line(tiny("translate", "--max-length", "2", "--prefix", "abc", "abc", status=1)[1], "prefix")


def test_answers_come_while_the_input_is_open():
    with subprocess.Popen([PROGRAM, "translate", "-m", MODEL], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env=environment(), cwd=FOLDER) as program:
        timer = threading.Timer(60, program.kill)
        timer.start()
        for line in (b"abc\n", b"\n", b"de\n"):
            program.stdin.write(line)
            program.stdin.flush()
            answer = program.stdout.readline()
            assert answer.endswith(b"\n"), answer
        program.stdin.close()
        same(program.wait(60), 0)
        timer.cancel()


def test_a_closed_pipe_ends_quietly():
    with subprocess.Popen([PROGRAM, "translate", "-m", MODEL], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                          cwd=FOLDER) as program:
        program.stdout.close()
        try:
            program.stdin.write(b"abc\n" * 2000)
            program.stdin.close()
        except BrokenPipeError:
            pass
        same(program.stderr.read(), b"")
        same(program.wait(60), -signal.SIGPIPE)
        program.stdin = None


def test_a_full_disk_is_noticed():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "translate", "-m", MODEL, "abc"], stdout=full, check=False,
                              stderr=subprocess.PIPE, env=environment(), timeout=60)
        same(done.returncode, 1)
        one_line(done.stderr, "standard output")
        for arguments in (["info", MODEL], ["--version"], ["--help"], ["translate", "--help"]):
            done = subprocess.run([PROGRAM, *arguments], stdout=full, check=False,
                                  stderr=subprocess.PIPE, env=environment(), timeout=60)
            same(done.returncode, 1)
            one_line(done.stderr, "standard output")


def heed_interrupts():
    """A shell's background jobs ignore them, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_ends_it_like_the_signal():
    for number in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen([PROGRAM, "translate", "-m", MODEL], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                              cwd=FOLDER, preexec_fn=heed_interrupts) as program:
            program.stdin.write(b"abc\n")
            program.stdin.flush()
            program.stdout.readline()
            time.sleep(0.2)
            program.send_signal(number)
            same(program.wait(60), -number)
            same(program.stderr.read(), b"")


def on_terminal(*args, env):
    """What the program writes to a terminal of 60 columns."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.clear()
        os.environ.update(env)
        os.execv(PROGRAM, [PROGRAM, *args])
    import fcntl
    import termios
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    out = b""
    while True:
        try:
            piece = os.read(fd, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    same(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
    os.close(fd)
    return out.decode()


def test_a_terminal_shows_the_alignment():
    args = ["translate", "-m", MODEL, "-b", "1", "abc"]
    rows = len(json.loads(tiny("translate", "-b", "1", "-f", "json", "abc", status=0)[0])["target"])
    colour = on_terminal(*args, env=environment(TERM="xterm-256color", COLORTERM="truecolor"))
    same(colour.count("\033[48;2;"), 4 * rows)
    same("\033[48;5;" in on_terminal(*args, env=environment(TERM="xterm-256color")), True)
    for env in (environment(TERM="xterm-256color", NO_COLOR="1"), environment(TERM="dumb")):
        plain = on_terminal(*args, env=env)
        assert "\033" not in plain, plain
        same(plain.count("\r\n"), 1 + 4 + rows)  # the text, four source tokens, the rows
    shown, _ = tiny("translate", "--show", "-b", "1", "abc", status=0)
    same(shown.count(b"\n"), 1 + 4 + rows)
    assert b"\033" not in shown
    wide = on_terminal("translate", "-m", MODEL, "-b", "1", "a" * 200, env=environment())
    assert "do not fit" in wide, wide


# ---- align ----

def test_align():
    t = json.loads(tiny("align", "-f", "json", "abc", "de f", status=0)[0])
    same(list(t), JSON_KEYS)
    same(t["target"], ["d", "e", "▁", "f", "</s>"])
    same(t["text"], "de f")
    pairs = b"abc\tde f\n\nno tab\na\tb\tmore\n"
    out, err = tiny("align", stdin=pairs, status=1)
    same(out.count(b"\n"), 4)
    one_line(err, "line 3", "tab")
    lines = out.split(b"\n")
    same(lines[0] + b"\n", tiny("align", "abc", "de f", status=0)[0])
    same(lines[3] + b"\n", tiny("align", "a", "b", status=0)[0])
    same((lines[1], lines[2]), (b"", b""))
    one_line(tiny("align", "a", "b\udcff", status=1)[1], "UTF-8")


def test_a_beam_score_is_the_forced_score():
    t = json.loads(tiny("translate", "-f", "json", "abcd", status=0)[0])
    if t["stopped"] == "eos":
        forced = json.loads(tiny("align", "-f", "json", "abcd", t["text"], status=0)[0])
        same(forced["target_ids"], t["target_ids"])
        assert abs(sum(forced["logprob"]) - sum(t["logprob"])) < 1e-4


# ---- render ----

def test_render_numbers():
    t = json.loads(tiny("translate", "-f", "json", "abc", status=0)[0])
    path = os.path.join(FOLDER, "out.json")
    same(tiny("render", "-o", path, "abc", status=0), (b"", b""))
    with open(path, encoding="utf-8") as file:
        same(json.load(file), t)
    one_line(tiny("render", "-o", path, "abcd", status=1)[1], "out.json")
    with open(path, encoding="utf-8") as file:
        same(json.load(file), t)
    tiny("render", "--force", "-t", "xy", "-o", path, "abc", status=0)
    with open(path, encoding="utf-8") as file:
        same(json.load(file)["text"], "xy")
    one_line(tiny("render", "--force", "-o", path, " \t ", status=1)[1], "no sentence")
    tsv = os.path.join(FOLDER, "out.tsv")
    tiny("render", "-o", tsv, "abc", status=0)
    with open(tsv, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    same(rows[0], ["", "a", "b", "c", "</s>"])
    same(len(rows), 1 + len(t["target"]))
    assert abs(float(rows[1][1]) - t["alpha"][0][0]) < 1e-6
    npy = os.path.join(FOLDER, "out.npy")
    tiny("render", "-o", npy, "abc", status=0)
    with open(npy, "rb") as file:
        content = file.read()
    same(content[:8], b"\x93NUMPY\x01\x00")
    values = struct.unpack(f"<{4 * len(t['target'])}f", content[-16 * len(t["target"]):])
    assert max(abs(x - y) for x, y in zip(values, sum(t["alpha"], []))) < 1e-7


def test_render_a_picture():
    path = os.path.join(FOLDER, "out.png")
    out, err = tiny("render", "-o", path, "abc")
    if b"built without" in err:
        return
    with open(path, "rb") as file:
        png = file.read()
    same(png[:8], b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", png[16:24])
    tiny("render", "-f", "--scale", "1", "-o", path, "abc", status=0)
    with open(path, "rb") as file:
        half = struct.unpack(">II", file.read(24)[16:24])
    assert all(abs(a - 2 * b) <= 2 for a, b in zip(size, half)), (size, half)
    for theme in ("light", "dark", "paper"):
        tiny("render", "-f", "--theme", theme, "-o", path, "abc", status=0)
    one_line(tiny("render", "-o", path, "abc", status=1)[1], "out.png")
    one_line(tiny("render", "-o", os.path.join(FOLDER, "no", "x.png"), "abc", status=1)[1], "x.png")
    same([name for name in os.listdir(FOLDER) if "tmp" in name or name.startswith(".")], [])


# ---- words and links ----

def test_words():
    text = "The B2B agreement,\tL'accord  (1992).\n\n我爱 you\r\n \nlast".encode()
    out, err = run("words", stdin=text, status=0)
    same(out.decode(), "The B2B agreement ,\tL' accord ( 1992 ) .\n\n我 爱 you\n\nlast\n")
    same(err, b"")
    same(run("words", stdin=b"", status=0)[0], b"")
    one_line(run("words", stdin=b"fine\nnot \xff\n", status=1)[1], "line 2", "UTF-8")
    one_line(run("words", "file.txt", status=2)[1], "not expected")



def test_links():
    pairs = corpus("pairs.tsv", b"a b\tB A\nb c\tC B\nc d\tC D\na d\tA D\nb d\tD B\na c\tC A\n")
    more = corpus("more.tsv", b"d\tD\na b\tB A\n")
    first, second = os.path.join(FOLDER, "first.links"), os.path.join(FOLDER, "second.links")
    run("links", "-o", first, "-o", second, pairs, more, status=0)
    same(open(first).read().splitlines(),
         ["0-1 1-0", "0-1 1-0", "0-0 1-1", "0-0 1-1", "0-1 1-0", "0-1 1-0"])
    same(open(second).read().splitlines(), ["0-0", "0-1 1-0"])
    one_line(run("links", "-o", first, pairs, status=1)[1], "first.links")
    run("links", "--force", "-o", first, pairs, status=0)
    one_line(run("links", "-o", first, pairs, more, status=2)[1], "2 TSVs", "1 output")
    for outputs in ((pairs, second), (first, first)):
        words = [word for name in outputs for word in ("-o", name)]
        one_line(run("links", "--force", *words, pairs, more, status=1)[1], "would be written over")
    bad = corpus("bad.tsv", b"a\tb\nno tab\n")
    one_line(run("links", "--force", "-o", first, bad, status=1)[1], "bad.tsv:2")
    one_line(run("links", "--force", "-o", first, os.devnull, status=1)[1], "/dev/null: no pair in it")
    same(len(open(first).read().splitlines()), 6)
    tokenized = corpus("tokenized.tsv", b"a-a b!\tB! A\na-a c\tC A\nb! c\tC B!\n")
    run("links", "--spaces", "--force", "-o", first, tokenized, status=0)
    same(open(first).read().splitlines(), ["0-1 1-0"] * 3)


# ---- bench ----

def test_bench():
    sizes = "emb=8,enc=8,dec=8,att=8,readout=8,vocab=50"
    out, _ = run("bench", "--sizes", sizes, "--dtype", "bf16", "--source", "5", "--target", "5",
                 "--threads", "1", "--json", status=0)
    result = json.loads(out)
    for key in ("greedy_ms_med", "greedy_ms_best", "beam5_ms_med", "beam5_ms_best",
                "step_weight_bytes", "read_bandwidth_gb_s"):
        assert result[key] > 0, (key, result)
    assert result["greedy_ms_best"] <= result["greedy_ms_med"]
    out, _ = run("bench", "--train", "--sizes", sizes, "--batch", "3", "--source", "5",
                 "--target", "5", "--threads", "2", "--json", status=0)
    result = json.loads(out)
    for key in ("step_ms_med", "step_ms_best", "step_cpu_ms_best", "train_tok_s_best",
                "step_gflop", "gflop_s_best", "products_ms_best", "products_gflop_s_best"):
        assert result[key] > 0, (key, result)
    assert result["products_by"] in ("openblas", "avx512", "avx512-floats", "amx")
    less = json.loads(run("bench", "--sizes", sizes + ",dec=16", "--dtype", "bf16", "--score", "dot",
                          "--query", "current", "--source", "5", "--target", "5", "--json",
                          status=0)[0])
    assert less["greedy_ms_best"] > 0, less
    one_line(run("bench", "--sizes", sizes, "--score", "dot", status=1)[1],
             "score dot multiplies s with h_i: decoder D is 8, expected 2 H = 16")
    one_line(run("bench", "--score", "none", "--query", "current", status=1)[1],
             "score none asks nothing: query is current, expected previous")


# ---- window ----

def test_no_display_is_said():
    _, err = run("--data", os.path.join(FOLDER, "data"), "tiny", status=1)
    text = err.decode()
    assert "display" in text or "built without" in text, text
    assert "translate" in text and "render" in text, text


def test_a_path_that_the_system_refuses():
    """Its reason is passed on, as a failure and not as wrong usage."""
    loop = os.path.join(FOLDER, "loop.safetensors")
    os.symlink("loop.safetensors", loop)
    for args in (("translate", "-m", loop, "ab"), ("window", loop)):
        _, err = run(*args, status=1)
        assert os.strerror(errno.ELOOP).encode() in err, err


run_tests(globals())
