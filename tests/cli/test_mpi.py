#!/usr/bin/env python3
"""Training on two processes through mpirun: the numbers of one process, one rank that fails or is
killed, interrupts, and runs that go on.

    test_mpi.py ALPHASCOPE MAKE_MODEL FOLDER ALPHASCOPE_MPI MPIRUN
"""
import json
import os
import signal
import subprocess
import sys
import time

from program import FOLDER, PROGRAM, environment, run_tests, same
from runs import same_run

MPI_PROGRAM, MPIRUN = map(os.path.abspath, sys.argv[4:6])
SIZES = ["E=6", "H=7", "D=9", "A=5", "unit=char", "batch_tokens=60", "lr=0.01", "warmup=5",
         "average=0.9", "join=0.3", "max_steps=8", "validate_every=4", "checkpoint_every=1000"]


def mpi_environment(**more):
    """For a machine with fewer processors than ranks, that may be a container, without a network.
    Leaks are not counted: MPI's plug-ins leave memory behind and are no longer loaded at the end,
    so that a suppression could not name them."""
    asan = os.environ.get("ASAN_OPTIONS", "")
    return environment(
        ASAN_OPTIONS=asan + ":detect_leaks=0",
        OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
        OMPI_MCA_plm="isolated", OMPI_MCA_btl="self,vader",
        OMPI_MCA_btl_vader_single_copy_mechanism="none", OMPI_MCA_rmaps_base_oversubscribe="1",
        OMPI_MCA_mpi_yield_when_idle="1", TMPDIR="/tmp", **more)


def path(name):
    return os.path.join(FOLDER, name)


def write_pairs(name, n):
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "w", encoding="utf-8") as file:
        for k in range(n):
            word = "".join("abcdefg"[k * k * j % 7] for j in range(1, 3 + k % 6))
            file.write(f"{word}\t{word[::-1]}\n")


def arguments(model, *more, settings=()):
    sets = [word for s in [*SIZES, *settings] for word in ("--set", s)]
    return ["train", "--train", "pairs.tsv", "--valid", "valid.tsv", "-o", path(model), *sets,
            *more]


def ranks(*commands, folders=("here", "here")):
    """mpirun, with the arguments of each rank; one for all when only one is given."""
    if len(commands) == 1:
        commands *= len(folders)
    words = [MPIRUN]
    for command, folder in zip(commands, folders):
        words += [":"] * (len(words) > 1) + ["-np", "1", "-wdir", path(folder), MPI_PROGRAM,
                                             *command]
    return words


def finish(words, status, folder="here"):
    """Runs a command line; returns what it wrote."""
    done = subprocess.run(words, cwd=path(folder), env=mpi_environment(), check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    text = done.stderr.decode(errors="replace")
    if done.returncode != status:
        raise AssertionError(f"exit status {done.returncode}, want {status}\n{text}")
    return done.stdout.decode(), text


def refused(words, *parts, status=1):
    """Ends with one sentence of ours, whatever mpirun adds."""
    _, err = finish(words, status)
    said = [line for line in err.split("\n") if line.startswith("alphascope-mpi")]
    same(len(said), 1)
    for part in parts:
        assert part in said[0], err


def log_lines(name):
    with open(path(name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def alone(model, *more, settings=()):
    finish([PROGRAM, *arguments(model, *more, settings=settings)], 0)


# ---- the numbers of one process ----

def compare_losses(threads, in_all):
    every_step = ["validate_every=1", f"threads={threads}"]
    name = f"two-{threads}.safetensors"
    _, err = finish(ranks(arguments(name, "--log", path(name + ".log"), settings=every_step)), 0)
    same(err.count("all steps are done"), 1)
    same(err.count("vocabularies"), 1)
    one = f"one-{in_all}.safetensors"
    alone(one, "--log", path(one + ".log"), settings=[*every_step, f"threads={in_all}"])
    got, want = log_lines(name + ".log"), log_lines(one + ".log")
    same((len(got), len(want)), (8, 8))
    for a, b in zip(got, want):
        same((a["step"], a["target_tokens"]), (b["step"], b["target_tokens"]))
        for key in ("train_loss", "valid_nll", "norm"):  # written with six digits
            assert abs(a[key] - b[key]) <= 1e-5 * abs(b[key]), (key, a, b)


def test_losses_of_one_process():
    """Dropout, joined pairs, smoothing, clipping and averaging are all on."""
    compare_losses(threads=1, in_all=2)
    compare_losses(threads=2, in_all=4)


def test_model_is_one_that_others_read():
    finish(ranks(arguments("read.safetensors")), 0)
    out, _ = finish([PROGRAM, "info", path("read.safetensors")], 0)
    assert "steps: 8" in out, out
    finish([PROGRAM, "translate", "-m", path("read.safetensors"), "abc"], 0)


# ---- one speaks for all ----

def test_help_and_wrong_usage_are_said_once():
    out, _ = finish(ranks(["train", "--help"]), 0)
    same(out.count("Usage: alphascope-mpi train"), 1)
    out, _ = finish(ranks(["--version"]), 0)
    same(out.count("alphascope-mpi "), 1)
    refused(ranks(["train", "-o", "x", "--set", "D=0"]), "expected a whole number", status=2)
    refused(ranks(["translate"]), "expected the command train", status=2)


def test_alone_without_mpirun():
    finish([MPI_PROGRAM, *arguments("single.safetensors", settings=["threads=2"])], 0)
    alone("single-too.safetensors", settings=["threads=2"])
    same_run(path("single.safetensors"), path("single-too.safetensors"))


# ---- ranks that differ or fail ----

def test_differences_between_ranks():
    x = arguments("x.safetensors")
    refused(ranks(x, arguments("x.safetensors", "--force")), "rank 1 on", "number of arguments")
    refused(ranks(x, [w.replace("lr=0.01", "lr=0.02") for w in x]),
            "rank 1 on", '"lr=0.02": not the same as on rank 0')
    refused(ranks(x, folders=("here", "other")), "rank 1 on", "the training text")
    refused(ranks(arguments("x.safetensors", settings=["ranks=3"])), "ranks=3")
    assert not os.path.exists(path("x.safetensors"))


def test_failing_rank():
    """Only the second rank has no corpus, or only the first cannot write."""
    refused(ranks(arguments("x.safetensors"), folders=("here", "empty")),
            "rank 1 on", "pairs.tsv: " + os.strerror(2))
    refused(ranks(arguments("none/x.safetensors")), "rank 0 on", "none/x.safetensors")
    refused(ranks(arguments("logged.safetensors", "--log", "/dev/full")), "rank 0 on", "/dev/full")
    assert not os.path.exists(path("x.safetensors"))


def rank_process(mpirun, rank):
    """The process id of a rank; None while there is none."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                parent = int(file.read().rsplit(b")", 1)[1].split()[1])
            with open(f"/proc/{pid}/environ", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:  # it has ended
            continue
        if parent == mpirun and f"OMPI_COMM_WORLD_RANK={rank}".encode() in words:
            return int(pid)
    return None


def start_and_wait(model, settings, patience=1):
    """A run that has made steps. mpirun ends its ranks with a signal that can be
    caught after `patience` seconds, and with one that cannot after as many more."""
    log = path(model + ".log")
    process = subprocess.Popen(
        ranks(arguments(model, "--log", log, settings=settings)), cwd=path("here"),
        env=mpi_environment(OMPI_MCA_odls_base_sigkill_timeout=str(patience)),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    end = time.monotonic() + 100
    while time.monotonic() < end and process.poll() is None:
        if os.path.exists(log) and os.path.getsize(log) > 0:
            return process
        time.sleep(0.01)
    process.kill()
    raise AssertionError(process.communicate()[1].decode())


LONG = ["max_steps=1000000", "schedule=constant"]


def reached(model):
    with open(path(model) + ".checkpoint", "rb") as file:
        data = file.read()
    at = data.index(b'\\"step\\":') + len(b'\\"step\\":')
    return int(data[at:data.index(b",", at)])


def goes_on(model, settings):
    """The run, continued, is the one that was never interrupted."""
    settings = [*settings, f"max_steps={reached(model) + 3}"]
    finish(ranks(arguments(model, "--resume", settings=settings)), 0)
    finish(ranks(arguments("whole-" + model, settings=settings)), 0)
    same_run(path(model), path("whole-" + model))


def test_killed_rank():
    settings = [*LONG, "checkpoint_every=3"]
    process = start_and_wait("killed.safetensors", settings)
    while not os.path.exists(path("killed.safetensors.checkpoint")) and process.poll() is None:
        time.sleep(0.01)
    os.kill(rank_process(process.pid, 1), signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode != 0 and b"Killed" in err, (process.returncode, err)
    goes_on("killed.safetensors", settings)


def test_interrupted():
    """Ctrl+C and what batch queues send leave a checkpoint, from which the run goes on. Few lines
    are said: mpirun reads nothing more after Ctrl+C, and a line that does not fit is lost."""
    settings = [*LONG, "validate_every=1000"]
    for number, name in ((signal.SIGINT, "int.safetensors"), (signal.SIGUSR1, "usr1.safetensors")):
        process = start_and_wait(name, settings, patience=10)
        process.send_signal(number)
        _, err = process.communicate(timeout=100)
        same(err.count(b"stopped by the user"), 1)
        goes_on(name, settings)


def test_number_of_ranks_cannot_change():
    model = "grown.safetensors"
    finish(ranks(arguments(model)), 0)
    more = arguments(model, "--resume", settings=["max_steps=10"])
    refused(ranks(more, folders=["here"] * 3), "ranks=3", "begun with 2")
    _, err = finish([PROGRAM, *more], 1)
    assert "ranks=1" in err and "begun with 2" in err, err
    finish(ranks(more), 0)


def prepare():
    os.makedirs(path("empty"), exist_ok=True)
    write_pairs("here/pairs.tsv", 200)
    write_pairs("here/valid.tsv", 40)
    write_pairs("other/pairs.tsv", 199)
    write_pairs("other/valid.tsv", 40)


run_tests(globals(), prepare)
