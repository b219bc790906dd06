#!/usr/bin/env python3
"""Training through the program: runs that are killed and continued, and what is refused.

    test_train.py ALPHASCOPE FOLDER        FOLDER is emptied and written into
"""
import errno
import fcntl
import json
import os
import pty
import random
import resource
import signal
import struct
import subprocess
import sys
import termios
import time

from runs import metadata, same_run, same_tensors, tensors
from tap import run_functions

PROGRAM, FOLDER = map(os.path.abspath, sys.argv[1:3])
SIZES = ["E=6", "H=7", "D=9", "A=5", "batch_tokens=100", "lr=0.01", "warmup=5", "average=0.9"]
STEPS = 600


def path(name):
    return os.path.join(FOLDER, name)


def command(model, *more, settings=()):
    sets = [word for s in [*SIZES, f"max_steps={STEPS}", "checkpoint_every=5",
                           "validate_every=100", *settings] for word in ("--set", s)]
    return [PROGRAM, "train", "--task", "copy", "--examples", "500", "-o", path(model), *sets,
            *more]


def run(*args, status=0):
    done = subprocess.run(args, capture_output=True, check=False, timeout=120)
    if done.returncode != status:
        raise AssertionError(f"{args}: exit status {done.returncode}, want {status}\n"
                             f"{done.stderr.decode(errors='replace')}")
    return done.stdout.decode(), done.stderr.decode()


def left_over(name):
    """Files of a run that are neither its model, its checkpoint nor its log, and files that are
    being written."""
    kept = (name, name + ".checkpoint", name + ".jsonl")
    return [f for f in os.listdir(FOLDER)
            if f.startswith((name, ".alphascope")) or f.endswith(".tmp") if f not in kept]


def changed(file):
    """What tells one version of a file from the next."""
    try:
        status = os.stat(path(file))
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns


def kill(process, name, how, moment):
    """Kills a run some moments after its start, after a checkpoint of its own, or when after that a
    file is being written. Returns whether it was still running."""
    before = changed(name + ".checkpoint")
    while how != "early" and process.poll() is None:
        if changed(name + ".checkpoint") != before:
            break
    end = time.monotonic() + moment
    while process.poll() is None and time.monotonic() < end:
        time.sleep(0.001)
    while how == "writing" and process.poll() is None and not left_over(name):
        pass
    process.kill()
    return process.wait() == -signal.SIGKILL


def test_killed_and_continued():
    """SIGKILL at random moments, often while a file is being written: the checkpoint is whole each
    time, and in the end everything is as if nothing had happened, the log too."""
    seed = time.time_ns()
    random_moment = random.Random(seed)
    sizes = ["E=64", "H=64", "D=64", "A=64", "average_last=3", "average=0", "max_steps=60",
             "checkpoint_every=1", "validate_every=10"]  # most of the time goes into writing
    run(*command("whole.safetensors", settings=sizes), "--log", path("whole.jsonl"))
    name, half_written = "killed.safetensors", 0
    for life in range(12):
        more = ["--resume"] if os.path.exists(path(name + ".checkpoint")) else ["--force"]
        process = subprocess.Popen(
            [*command(name, *more, settings=sizes), "--log", path("killed.jsonl")],
            stderr=subprocess.DEVNULL)
        how = ("early", "running", "writing", "writing")[life % 4]
        if not kill(process, name, how, random_moment.uniform(0, 0.05)):
            assert process.returncode == 0, (seed, life, process.returncode)
            break
        if os.path.exists(path(name + ".checkpoint")):
            tensors(name + ".checkpoint")
        half_written += len(left_over(name))
        for file in left_over(name):
            os.remove(path(file))
    assert half_written >= 1, (seed, life)
    run(*command(name, "--resume", settings=sizes), "--log", path("killed.jsonl"))
    same_run("whole.safetensors", name)
    logs = []
    for log in ("whole.jsonl", "killed.jsonl"):
        with open(path(log), encoding="utf-8") as file:
            logs.append([json.loads(line) for line in file])
        for line in logs[-1]:
            del line["seconds"], line["tokens_per_second"]
    assert logs[0] == logs[1], (seed, logs)


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heed_signals():
    """Whoever runs the tests may ignore some (nohup does), and children inherit that."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def test_interrupted():
    """Ctrl+C, a kill and a terminal that is closed all leave a checkpoint."""
    for number in SIGNALS:
        name = f"interrupted-{number}.safetensors"
        process = subprocess.Popen(
            command(name, settings=["max_steps=1000000", "checkpoint_every=1000000"]),
            stderr=subprocess.PIPE, preexec_fn=heed_signals)
        while not process.stderr.readline().startswith(b"model:"):
            assert process.poll() is None
        time.sleep(0.2)  # into the steps
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, (number, err)
        assert b"stopped by the user" in err
        assert os.path.exists(path(name + ".checkpoint"))


def unread(pipe):
    """How many bytes wait in a pipe."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


def test_interrupted_while_nobody_reads():
    """What a run says stands in a pipe that is full: the run waits, and a signal still leaves a
    checkpoint, whether it waits already or not yet."""
    name = "unread.safetensors"
    settings = ["max_steps=1000000", "checkpoint_every=1000000", "validate_every=1"]
    for full in (True, False):
        reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 16384)
        process = subprocess.Popen(command(name, "--force", settings=settings), stderr=writer,
                                   preexec_fn=heed_signals)
        os.close(writer)
        while unread(reader) < 1000 and process.poll() is None:
            time.sleep(0.001)
        seen = -1
        while full and seen < unread(reader):
            seen = unread(reader)
            time.sleep(1)
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
        os.close(reader)
        tensors(name + ".checkpoint")
        os.remove(path(name + ".checkpoint"))


def test_interrupted_while_reading():
    """The text is read with a progress line on a terminal, and Ctrl+C ends that."""
    run(*command("reader.safetensors", settings=["max_steps=1"]))
    with open(path("long.tsv"), "w", encoding="utf-8") as file:
        for k in range(400000):
            file.write(f"{k:b} abcdefgh abcdefgh\tabcdefgh {k:b}\n")
    terminal, stderr = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "train", "--train", path("long.tsv"), "--vocab", path("reader.safetensors"),
         "-o", path("x.safetensors"), "--set", "unit=char"], stderr=stderr,
        preexec_fn=heed_signals)
    os.close(stderr)
    shown = b""
    while b"pairs read" not in shown and process.poll() is None:
        shown += os.read(terminal, 4096)
    assert b" of 400000 pairs read" in shown, shown
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == -signal.SIGINT
    os.close(terminal)
    assert not os.path.exists(path("x.safetensors"))
    os.remove(path("long.tsv"))


def limit_file_size(size):
    """For a child: no file of it may become larger, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_disk_that_fills():
    """A checkpoint or model that cannot be written ends the run with a sentence; the last
    checkpoint stays, and the run goes on from it as if nothing had happened."""
    name = "full.safetensors"
    settings = ["max_steps=40", "checkpoint_every=10", "validate_every=20", "schedule=constant"]
    run(*command("whole2.safetensors", settings=settings))
    run(*command(name, settings=[*settings, "max_steps=10"]))
    with open(path(name + ".checkpoint"), "rb") as file:
        kept = file.read()
    for size, what in ((100, name), (os.path.getsize(path(name)) + 100, name + ".checkpoint")):
        done = subprocess.run(command(name, "--resume", settings=settings), check=False,
                              stderr=subprocess.PIPE, timeout=120,
                              preexec_fn=lambda size=size: limit_file_size(size))
        last = done.stderr.decode().splitlines()[-1]
        assert done.returncode == 1 and path(what) + ": " + os.strerror(errno.EFBIG) in last, done
        with open(path(name + ".checkpoint"), "rb") as file:
            assert file.read() == kept
        assert not left_over(name)
    run(*command(name, "--resume", settings=settings))
    same_run("whole2.safetensors", name)


def test_small_disk():
    """The same on a file system with no room left, where one can be made."""
    folder = path("disk")
    os.makedirs(folder)
    if os.geteuid() != 0 or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", folder], check=False,
            stderr=subprocess.DEVNULL).returncode != 0:
        return
    try:
        settings = ["max_steps=10"]
        run(*command("disk/a.safetensors", settings=settings))
        try:
            with open(path("disk/filler"), "wb", buffering=0) as file:
                while file.write(b"0" * 4096):
                    pass
        except OSError:
            pass
        with open(path("disk/a.safetensors.checkpoint"), "rb") as file:
            kept = file.read()
        done = subprocess.run(command("disk/a.safetensors", "--resume", settings=["max_steps=20"]),
                              check=False, stderr=subprocess.PIPE, timeout=120)
        last = done.stderr.decode().splitlines()[-1]
        assert done.returncode == 1 and os.strerror(errno.ENOSPC) in last, done
        with open(path("disk/a.safetensors.checkpoint"), "rb") as file:
            assert file.read() == kept
    finally:
        subprocess.run(["umount", folder], check=True)


def test_log_that_cannot_be_written():
    with_log = [*command("unlogged.safetensors", settings=["max_steps=3"]), "--log", "/dev/full"]
    done = subprocess.run(with_log, check=False, stderr=subprocess.PIPE, timeout=120)
    last = done.stderr.decode().splitlines()[-1]
    assert done.returncode == 1 and "/dev/full: cannot be written" in last, done
    assert os.path.exists(path("unlogged.safetensors.checkpoint"))


def test_folder_that_is_read_only():
    """Told before the training, not after it."""
    os.makedirs(path("locked"))
    os.chmod(path("locked"), 0o555)
    as_nobody = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
    try:
        done = subprocess.run(command("locked/a.safetensors"), check=False, timeout=120,
                              stderr=subprocess.PIPE, **as_nobody)
    except PermissionError:
        return  # the program itself is out of nobody's reach
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 1 and len(lines) == 1, done
    assert "locked/a.safetensors: " + os.strerror(errno.EACCES) in lines[0], done


def refused(status, part, *args):
    _, err = run(*args, status=status)
    assert err.count("\n") == 1 and part in err, err


def test_refusals():
    run(*command("done.safetensors", settings=["max_steps=2"]))
    refused(1, "exists", *command("done.safetensors"))
    refused(1, "cannot change", *command("done.safetensors", "--resume", settings=["D=10"]))
    refused(1, "differ", *command("done.safetensors", "--resume", "--examples", "400"))
    refused(2, "expected a whole number from 1", *command("x.safetensors", settings=["D=0"]))
    refused(2, "no setting \"DD\"", *command("x.safetensors", settings=["DD=1"]))
    refused(2, "key=value", *command("x.safetensors", settings=["D"]))
    refused(2, "-o MODEL", PROGRAM, "train", "--task", "copy")
    refused(2, "either", PROGRAM, "train", "-o", path("x.safetensors"))
    refused(2, "either", PROGRAM, "train", "--task", "copy", "--train", "x", "-o",
            path("x.safetensors"))
    refused(2, "none of", PROGRAM, "train", "--task", "sort", "-o", path("x.safetensors"))
    refused(1, "no-such-folder", *command("no-such-folder/x.safetensors"))
    with open(path("bad.tsv"), "w", encoding="utf-8") as file:
        file.write("one\tun\ntwo deux\n")
    refused(1, "bad.tsv:2: no tab", PROGRAM, "train", "--train", path("bad.tsv"), "-o",
            path("x.safetensors"))
    with open(path("done.safetensors.checkpoint"), "r+b") as file:
        file.truncate(1000)
    refused(1, "done.safetensors.checkpoint", *command("done.safetensors", "--resume"))
    run(*command("done.safetensors", "--force", settings=["max_steps=2"]))
    with open(path("done.safetensors.checkpoint"), "r+b") as file:
        file.seek(-5, os.SEEK_END)
        file.write(b"?")
    refused(1, "done.safetensors.checkpoint: the numbers are damaged",
            *command("done.safetensors", "--resume"))
    assert not os.path.exists(path("x.safetensors"))


def test_card_that_a_file_cannot_hold():
    """Told before the first step, not with the first measurement."""
    endless = ["max_steps=1000000", "validate_every=1000000"]
    for option, text, why in (("--name", b"a\xff", "name is not valid UTF-8"),
                              ("--licence", b"a\x1b[2J", "licence has the control character"),
                              ("--data", b"x" * 100000, "data has 100000 bytes")):
        _, err = run(*command("card.safetensors", option, text, settings=endless), status=1)
        assert why in err.splitlines()[-1], err
    assert not os.path.exists(path("card.safetensors"))
    refused(1, "the name of the file to write is empty",
            *command("card.safetensors", "--checkpoint", ""))


def test_what_is_read_is_not_written_over():
    """Not even with --force, and under no other name of the file."""
    text = "a b\tb a\nc d\td c\n"
    for name in ("only.tsv", "valid.tsv"):
        with open(path(name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(path("only.links"), "w", encoding="utf-8") as file:
        file.write("0-0\n0-1\n")
    if not os.path.exists(path("other-name.tsv")):
        os.link(path("only.tsv"), path("other-name.tsv"))
    base = [PROGRAM, "train", "--train", path("only.tsv"), "--align", path("only.links"), "--valid",
            path("valid.tsv"), "--force"]
    new = path("new.safetensors")
    for more in (["-o", path("only.tsv")], ["-o", path("other-name.tsv")],
                 ["-o", path("valid.tsv")], ["-o", new, "--log", path("only.tsv")],
                 ["-o", new, "--checkpoint", path("only.links")], ["-o", new, "--log", new],
                 ["-o", new, "--checkpoint", new]):
        refused(2, "would be written over", *base, *more)
    for name in ("only.tsv", "valid.tsv"):
        with open(path(name), encoding="utf-8") as file:
            assert file.read() == text
    assert not os.path.exists(new)


def test_what_is_begun_from_is_not_written_over():
    run(*command("begin.safetensors", settings=["max_steps=2"]))
    with open(path("begin.safetensors"), "rb") as file:
        begin = file.read()
    for option in ("--init", "--vocab"):
        for output in ("--log", "--checkpoint"):
            refused(2, "would be written over", PROGRAM, "train", "--train", path("only.tsv"), "-o",
                    path("new.safetensors"), option, path("begin.safetensors"), output,
                    path("begin.safetensors"), "--force")
    with open(path("begin.safetensors"), "rb") as file:
        assert file.read() == begin
    refused(2, "--align-weight goes with --align", PROGRAM, "train", "--train", path("only.tsv"),
            "-o", path("new.safetensors"), "--align-weight", "2")


def test_log_that_exists():
    """Nothing is wiped out unasked, be it a log or something else."""
    notes = path("notes.jsonl")
    with open(notes, "w", encoding="utf-8") as file:
        file.write("dear diary\n")
    more = ["--log", notes]
    refused(1, "notes.jsonl exists", *command("noted.safetensors", *more, settings=["max_steps=2"]))
    with open(notes, encoding="utf-8") as file:
        assert file.read() == "dear diary\n"
    assert not os.path.exists(path("noted.safetensors"))
    run(*command("noted.safetensors", *more, "--force", settings=["max_steps=2"]))
    with open(notes, encoding="utf-8") as file:
        assert json.loads(file.read())["step"] == 2
    open(path("empty.jsonl"), "w", encoding="utf-8").close()
    run(*command("noted2.safetensors", "--log", path("empty.jsonl"), settings=["max_steps=2"]))


def test_another_valid_text():
    """What was measured on one text tells nothing about measurements on the next."""
    with open(path("pairs.tsv"), "w", encoding="utf-8") as file:
        file.write("".join(f"a b {k}\tb a {k}\n" for k in range(9)))
    with open(path("hard.tsv"), "w", encoding="utf-8") as file:
        file.write("9 8 7 b\t8 7 9 a 9 8\n")
    sizes = [word for s in [*SIZES, "average=0", "checkpoint_every=50", "validate_every=50"]
             for word in ("--set", s)]
    train = [PROGRAM, "train", "--train", path("pairs.tsv"), "-o", path("valid.safetensors"), *sizes]
    _, err = run(*train, "--valid", path("pairs.tsv"), "--set", "max_steps=100")
    assert "best" in err.splitlines()[-2], err
    before = changed("valid.safetensors")
    _, err = run(*train, "--valid", path("pairs.tsv"), "--resume", "--set", "max_steps=150")
    assert "another valid text" not in err, err
    _, err = run(*train, "--valid", path("hard.tsv"), "--resume", "--set", "max_steps=200")
    assert "another valid text" in err and "best" in err.splitlines()[-2], err
    assert changed("valid.safetensors") != before


def test_bad_lines():
    """Each is one sentence with the file and the line; a run's checkpoint stays as it was."""
    good = b"a b\tc d\n" * 20
    many = b"a " * 10000
    bad = {b"no tab": "no tab, expected source, tab, target",
           b"a\tb\tc": "3 columns, expected 2: source, tab, target",
           b"a\tb\xff": "invalid UTF-8 at byte 3 of the line (0xFF)",
           b"": "empty line, expected source, tab, target",
           b"\tb": "empty source",
           b"a\t ": "empty target",
           " \u200b\u3000\tb".encode(): "empty source",
           "a\t\u00a0\u2003\r".encode(): "empty target",
           b"x " * 600000 + b"\tb": "source of 1200000 bytes, expected at most 1048576"}
    pairs, valid = path("lines.tsv"), path("lines-valid.tsv")

    def write(where, *lines):
        with open(where, "wb") as file:
            file.write(b"".join(lines))

    write(pairs, good)
    write(valid, good)
    train = [PROGRAM, "train", "--train", pairs, "--valid", valid, "-o", path("lines.safetensors"),
             *[word for s in [*SIZES, "max_steps=3"] for word in ("--set", s)]]
    run(*train)
    with open(path("lines.safetensors.checkpoint"), "rb") as file:
        checkpoint = file.read()
    for line, why in bad.items():
        # In the valid text further columns are further references.
        for where in (pairs,) if line.count(b"\t") > 1 else (pairs, valid):
            write(where, good, line, b"\n", good)
            refused(1, f"{where}:21: {why}", *train, "--resume")
            write(where, good)
    # 10,000 words are no error, but told.
    write(pairs, good, many, b"\tc\n", good)
    _, err = run(*train, "--force")
    assert f"{pairs}:21: " in err and "expected at most 100 (max_tokens); left out, 1 in all" in err
    write(pairs, many, b"\tc\n")
    refused(1, f"{pairs}:1: 10001 tokens, expected at most 100 (max_tokens); no pair is shorter",
            *train, "--force")
    write(pairs, good)
    write(valid)
    refused(1, f"{valid}: no pair", *train, "--force")
    with open(path("lines.safetensors.checkpoint"), "rb") as file:
        assert len(file.read()) == len(checkpoint)


def test_longer_schedule():
    run(*command("longer.safetensors", settings=["max_steps=10"]))
    run(*command("longer.safetensors", "--resume", settings=["max_steps=15", "lr=0.001"]))
    out, _ = run(PROGRAM, "info", path("longer.safetensors"))
    assert "steps: 15" in out, out


def test_log_and_evaluation():
    run(*command("logged.safetensors", "--log", path("log.jsonl"), settings=["max_steps=100"]))
    with open(path("log.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    assert lines[-1]["step"] == 100 and lines[-1]["valid_perplexity"] > 1
    evaluation = [PROGRAM, "train", "--task", "copy", "--evaluate", "--examples", "30", "-o",
                  path("logged.safetensors")]
    out, _ = run(*evaluation)
    assert " of 30 exact (" in out, out
    with open("/dev/full", "wb") as full:
        done = subprocess.run(evaluation, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and os.strerror(errno.ENOSPC).encode() in done.stderr, done


def test_other_models_vocabulary():
    with open(path("pairs.tsv"), "w", encoding="utf-8") as file:
        file.write("the cat\tle chat\nthe dog\tle chien\n" * 20)
    small = [word for s in [*SIZES, "max_steps=5"] for word in ("--set", s)]
    train = [PROGRAM, "train", "--train", path("pairs.tsv") + ":2", "--valid", path("pairs.tsv")]
    run(*train, "-o", path("first.safetensors"), *small, "--languages", "eng-fra")
    run(*train, "-o", path("second.safetensors"), *small, "--vocab", path("first.safetensors"))
    same_tensors("first.safetensors", "second.safetensors")
    joint = [*train, "-o", path("joint.safetensors"), *small, "--set", "vocab=joint"]
    run(*joint)
    assert tensors("joint.safetensors") != tensors("first.safetensors")
    run(*joint, "--resume", "--set", "max_steps=7")
    refused(1, "vocab=own, but the run was begun with joint", *joint, "--resume", "--set",
            "vocab=own")


def bleu_corpus():
    """Sentences written backwards in capitals, and a valid text whose third column is another good
    target: the same in small letters."""
    letters = "abcdefgh"
    with open(path("bleu.tsv"), "w", encoding="utf-8") as text, \
            open(path("bleu.valid.tsv"), "w", encoding="utf-8") as valid:
        for k in range(300):
            words = [letters[(k * 7 + j * (k % 5 + 1)) % 8] for j in range(3 + k % 3)]
            turned = " ".join(reversed(words))
            text.write(" ".join(words) + "\t" + turned.upper() + "\n")
            if k % 5 == 0:
                valid.write(" ".join(words) + "\t" + turned.upper() + "\t\t" + turned + "\n")
    sets = [*SIZES, "lr=0.03", "dropout=0", "dropout_readout=0", "label_smoothing=0", "dtype=f32",
            "schedule=constant", "validate_every=20", "checkpoint_every=20", "best=bleu"]
    return [PROGRAM, "train", "--train", path("bleu.tsv"), "--valid", path("bleu.valid.tsv"),
            *[word for s in sets for word in ("--set", s)]]


def test_best_by_bleu():
    """The model with the highest BLEU is kept, patience counts from it, and `eval` finds the BLEU
    that the log tells."""
    train = bleu_corpus()
    _, err = run(*train, "--set", "max_steps=400", "--log", path("bleu.jsonl"), "-o",
                 path("bleu.safetensors"))
    assert "  BLEU " in err, err
    with open(path("bleu.jsonl"), encoding="utf-8") as file:
        measured = [line for line in map(json.loads, file) if "valid_nll" in line]
    best = (-1, 0)
    for line in measured:
        score = (line["valid_bleu"], -line["valid_nll"])
        assert line["best"] == (score > best), line
        best = max(best, score)
    assert best[0] > 20, best
    out, _ = run(PROGRAM, "eval", "-m", path("bleu.safetensors"), "-b", "1", "--json",
                 path("bleu.valid.tsv"))
    assert abs(json.loads(out)["bleu"] - best[0]) < 1e-3, (out, best)
    out, _ = run(PROGRAM, "info", path("bleu.safetensors"))
    assert "valid_bleu" in out, out

    run(*train, "--set", "max_steps=60", "-o", path("bleu2.safetensors"))
    run(*train, "--set", "max_steps=400", "--resume", "-o", path("bleu2.safetensors"))
    same_run("bleu.safetensors", "bleu2.safetensors")

    # Nothing is learned: the second measurement is no better than the first.
    _, err = run(*train, "--set", "lr=0", "--set", "lr_min=0", "--set", "average=0", "--set",
                 "max_steps=200", "--set", "patience=1", "-o", path("bleu3.safetensors"))
    assert "step 40 " in err and "step 60 " not in err and "no better" in err, err
    without = [word for word in train if word not in ("--valid", path("bleu.valid.tsv"))]
    refused(1, "best=bleu needs --valid", *without, "-o", path("x.safetensors"))


def test_guided():
    """Links of words pull the attention: a corpus that is written backwards, and files that do not
    fit are refused with place, found and expected."""
    letters = "abcdefgh"
    with open(path("turned.tsv"), "w", encoding="utf-8") as text, \
            open(path("turned.links"), "w", encoding="utf-8") as links:
        for k in range(200):
            words = [letters[(k * 7 + j * (k % 5 + 1)) % 8] for j in range(2 + k % 4)]
            text.write(" ".join(words) + "\t" + " ".join(reversed(words)).upper() + "\n")
            links.write(" ".join(f"{len(words) - 1 - t}-{t}" for t in range(len(words))) + "\n")
    sets = [word for s in [*SIZES, "max_steps=300", "validate_every=100", "join=0.1",
                                "lr=0.03", "dropout=0", "dropout_readout=0"]
            for word in ("--set", s)]
    train = [PROGRAM, "train", "--train", path("turned.tsv"), *sets]
    align = ["--align", path("turned.links")]
    last = {}
    for weight in ("0", "5"):
        name = f"guided{weight}"
        _, err = run(*train, *align, "--align-weight", weight, "--log", path(name + ".jsonl"), "-o",
                     path(name + ".safetensors"))
        assert "  align " in err, err
        with open(path(name + ".jsonl"), encoding="utf-8") as file:
            last[weight] = json.loads(file.readlines()[-1])["align_loss"]
    assert last["5"] < 0.5 * last["0"], last
    run(*train[:4], *align, "-s", "align_weight=5", *sets, "-o", path("same.safetensors"))
    same_tensors("same.safetensors", "guided5.safetensors")
    run(*train, "-o", path("unguided.safetensors"))
    same_tensors("unguided.safetensors", "guided0.safetensors")

    new = ["-o", path("x.safetensors")]
    with open(path("short.links"), "w", encoding="utf-8") as links:
        links.write("0-0\n" * 199)
    refused(1, "short.links: 199 lines, expected 200, as many as ", *train, "--align",
            path("short.links"), *new)
    with open(path("far.links"), "w", encoding="utf-8") as links:
        links.write("0-0\n0-0 3-1\n" + "\n" * 198)
    refused(1, "far.links:2: link 2: 3-1, expected at most 2-2 for 3 and 3 words", *train,
            "--align", path("far.links"), *new)
    refused(1, "no-such.links", *train, "--align", path("no-such.links"), *new)
    refused(1, "score=none", *train, *align, "--set", "score=none", *new)
    refused(2, "--train file", PROGRAM, "train", *align, "--train", path("turned.tsv"), *new)
    refused(2, "second", *train, *align, *align, *new)
    refused(2, "align_weight is -1", *train, *align, "--align-weight", "-1", *new)
    # A run goes on with the links it began with.
    refused(1, "links differ", *train, "--resume", "-o", path("guided5.safetensors"))


def names_corpus():
    """A file of pairs in which names and numbers stand on both sides."""
    with open(path("names.tsv"), "w", encoding="utf-8") as file:
        for k in range(30):
            file.write(f"we saw Tom\tnous vimes Tom\nTom ran\tTom courut\nit is Tom.\tc'est Tom.\n"
                       f"The dog has {k + 20} bones.\tLe chien a {k + 20} os.\n"
                       "so the dog ran\talors le chien courut\n")
    sets = [*SIZES, "checkpoint_every=5", "swap=0.5", "fragment=0.4", "join=0.3",
            "schedule=constant"]
    return [PROGRAM, "train", "--train", path("names.tsv"), "--valid", path("names.tsv"),
            *[word for s in sets for word in ("--set", s)]]


def test_changed_pairs_killed_and_continued():
    train = names_corpus()
    _, err = run(*train, "-o", path("swap.safetensors"), "--set", "max_steps=90")
    assert "90 pairs with names and 30 with numbers to swap" in err, err
    run(*train, "-o", path("swap2.safetensors"), "--set", "max_steps=43")
    run(*train, "-o", path("swap2.safetensors"), "--set", "max_steps=90", "--resume")
    same_tensors("swap.safetensors.checkpoint", "swap2.safetensors.checkpoint")
    plain = [*train, "-o", path("plain.safetensors"), "--set", "max_steps=90"]
    run(*plain, "--set", "swap=0", "--set", "fragment=0")
    assert tensors("swap.safetensors") != tensors("plain.safetensors")
    # Other shares do not keep a run from going on, wherever it stands in its pool.
    for step, shares in ((95, ("0", "0")), (113, ("1", "1")), (150, ("0.1", "0"))):
        run(*train, "-o", path("swap.safetensors"), "--resume", "--set", f"max_steps={step}",
            "--set", f"swap={shares[0]}", "--set", f"fragment={shares[1]}")


def same_lineage(name, total, before):
    training = metadata(f"{name}.safetensors")["training"]
    want = [{"name": "", "steps": steps} for steps in before]
    assert training["began_from"] == want and training["total_steps"] == total, training


def test_begun_from_a_model():
    train = names_corpus()
    run(*train, "-o", path("begun.safetensors"), "--set", "max_steps=60", "--set", "dtype=f32")
    still = ["--set", "max_steps=1", "--set", "lr=0", "--set", "lr_min=0", "--set", "seed=5"]
    again = [*train, "-o", path("again.safetensors"), *still]
    run(*again, "--init", path("begun.safetensors"), "--log", path("again.jsonl"))
    cards = [run(PROGRAM, "info", path(name))[0] for name in ("begun.safetensors",
                                                              "again.safetensors")]
    perplexities = [next(line for line in card.splitlines() if "valid_perplexity" in line)
                    for card in cards]
    assert perplexities[0] == perplexities[1], perplexities
    # The same command goes on with --resume; the checkpoint then counts, not the model.
    run(*again, "--init", path("begun.safetensors"), "--resume", "--set", "max_steps=3")
    # Each tells of its own run and of those before it.
    run(*train, "-o", path("third.safetensors"), *still, "--init", path("again.safetensors"),
        "--name", "third")
    same_lineage("begun", 60, [])
    same_lineage("again", 61, [60])
    same_lineage("third", 62, [60, 1])
    assert (metadata("again.safetensors.checkpoint")["run"]["began_from"] ==
            metadata("again.safetensors")["training"]["began_from"])
    assert "training    steps: 60\n" in cards[0] and "before it" not in cards[0], cards[0]
    card, _ = run(PROGRAM, "info", path("third.safetensors"))
    assert "last run    steps: 1\n" in card and "            total_steps: 62\n" in card, card
    assert ("before it   a model without a name, 60 steps\n"
            "            a model without a name, 1 step\n") in card, card
    refused(1, "D is 9, not 12", *again, "--force", "--init", path("begun.safetensors"), "--set",
            "D=12")
    refused(1, "its tokens are subwords, but unit=char", *again, "--force", "--init",
            path("begun.safetensors"), "--set", "unit=char")
    refused(1, "no-such", *again, "--force", "--init", path("no-such.safetensors"))
    refused(2, "--new-vocab goes with --init", *again, "--force", "--new-vocab")


def pieces_of(name):
    """Both sides' pieces of a model, in the order of their numbers."""
    texts = metadata(name)
    return [texts[f"{side}.vocab"].rstrip("\n").split("\n") for side in ("source", "target")]


def test_begun_with_other_vocabularies():
    """Pieces that both vocabularies have keep their rows, whatever their numbers."""
    train = names_corpus()
    still = ["--set", "max_steps=1", "--set", "lr=0", "--set", "lr_min=0", "--set", "seed=5",
             "--set", "dtype=f32"]
    run(*train, "-o", path("few.safetensors"), "--set", "max_steps=60", "--set", "dtype=f32")
    run(*train, "-o", path("more.safetensors"), "--init", path("few.safetensors"), "--new-vocab",
        *still, "--set", "vocab=joint", "--set", "source_vocab=90")
    run(*train, "-o", path("taken.safetensors"), "--init", path("few.safetensors"), "--vocab",
        path("more.safetensors"), *still)
    same_tensors("more.safetensors", "taken.safetensors")
    few, more = (pieces_of(name) for name in ("few.safetensors", "more.safetensors"))
    assert few != more
    before, after = tensors("few.safetensors"), tensors("more.safetensors")
    rows = {"source.embedding": 0, "target.embedding": 1, "output.W_o": 1, "output.b_o": 1}
    assert rows.keys() <= before.keys(), before.keys()
    for name, data in before.items():
        if name not in rows:
            assert after[name] == data, name
            continue
        size = len(data) // len(few[rows[name]])
        both = set(few[rows[name]]) & set(more[rows[name]])
        assert len(both) > 10
        for piece in both:
            old = few[rows[name]].index(piece) * size
            new = more[rows[name]].index(piece) * size
            assert data[old:old + size] == after[name][new:new + size], (name, piece)


run_functions(globals(), FOLDER, lambda: os.chdir(FOLDER))
