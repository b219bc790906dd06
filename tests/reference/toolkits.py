"""Writes tests/reference/toolkits: small models of random weights in the layouts of other toolkits, and
in toolkits.json what these would translate with them, by the equations of conditional_gru.py and
torch_models.py. Run by hand, never in CI:

    python3 tests/reference/toolkits.py

Weights are rounded to float32 before anything is computed. Each model is the first of a row of seeds
whose translations say something: no choice hangs on less than MARGIN, and they differ and end.
"""
import itertools
import json
import os

import numpy as np
import torch

import conditional_gru
from interop import marian_npz, text_array
from torch_models import Bastings, Bentrevett, Joey

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "toolkits")
MARGIN = 1e-4
LIMIT, BEAM = 8, 3
WORDS = ["we", "have", "no", "yes", "1", '"', "\\", "état", "on", "."]
TARGET_WORDS = ["nous", "avons", "non", "y", "2", '"', "oui", "l'", "été", "."]
SENTENCES = ["we have no .", 'yes 1 " \\ état on', "we", "elsewhere we have on on on 1 ."]
E, D = 5, 4
EXPECTED = {}
random = None  # of the model that is being made


class Unusable(Exception):
    """Random weights whose translations test too little."""


def numbers(*shape):
    return random.standard_normal(shape).astype("f4")


def path_of(*names):
    path = os.path.join(FOLDER, *names)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def write(text, *names):
    with open(path_of(*names), "w") as f:
        f.write(text)


def check(usable):
    if not usable:
        raise Unusable()


def make(writer, *args, **kwargs):
    global random
    for seed in itertools.count():
        random = np.random.default_rng(seed)
        try:
            return writer(*args, **kwargs)
        except Unusable:
            pass  # the next seed


# ---- searches --------------------------------------------------------------------------------

def rounded(alpha):
    return [round(float(a), 9) for a in alpha]


def best_of(logp, forbidden):
    order = [int(k) for k in np.argsort(-logp) if k not in forbidden]
    check(logp[order[0]] - logp[order[1]] > MARGIN)
    return order[0]


def greedy(model, ids, forbidden):
    state, y, tokens, rows, logps = model.start(ids), None, [], [], []
    while len(tokens) < LIMIT and (not tokens or tokens[-1] != model.eos):
        state, alpha, logp = model.step(y, state)
        y = best_of(logp, forbidden)
        tokens.append(y)
        rows.append(rounded(alpha))
        logps.append(round(float(logp[y]), 9))
    return {"tokens": tokens, "alpha": rows, "logp": logps}


def narrowing_beam(model, ids, forbidden):
    """Of all continuations the best few; each that ends makes the beam narrower. By log P / T."""
    live, ended, width = [(0.0, [], [], [], model.start(ids))], [], BEAM
    for t in range(LIMIT):
        found = []
        for total, tokens, rows, logps, state in live:
            new, alpha, logp = model.step(tokens[-1] if tokens else None, state)
            found += [(total + logp[k], tokens + [k], rows + [rounded(alpha)],
                       logps + [round(float(logp[k]), 9)],
                       new) for k in range(len(logp)) if k not in forbidden]
        found.sort(key=lambda path: -path[0])
        if len(found) > width:
            check(found[width - 1][0] - found[width][0] > MARGIN)
        live = []
        for path in found[:width]:
            done = path[1][-1] == model.eos or t + 1 == LIMIT
            (ended if done else live).append(path)
        width = len(live)
        if width == 0:
            break
    ended.sort(key=lambda path: -path[0] / len(path[1]))
    score = [path[0] / len(path[1]) for path in ended]
    check(len(ended) == 1 or score[0] - score[1] > MARGIN)
    return {"tokens": ended[0][1], "alpha": ended[0][2], "logp": ended[0][3]}


def expect(name, file, model, source, target, forbidden, beam, before=(), vocabs=None, rules=None):
    """source and target: words by number; `before`: ids that every source begins with."""
    ids = [[*before, *(source.index(w) if w in source else model.unk for w in sentence.split()),
            source.index("</s>")] for sentence in SENTENCES]
    cases = [{"source": sentence, "greedy": greedy(model, ids[k], forbidden)}
             for k, sentence in enumerate(SENTENCES)]
    outputs = [case["greedy"]["tokens"] for case in cases]
    check(len({tuple(tokens) for tokens in outputs}) >= 3)
    check(any(3 <= len(tokens) and tokens[-1] == model.eos for tokens in outputs))
    check(any(len(set(tokens)) >= 3 for tokens in outputs))
    for k, case in enumerate(cases):
        if beam:
            case["beam"] = narrowing_beam(model, ids[k], forbidden)
        for found in (case["greedy"], case.get("beam")):
            if found:
                found["words"] = [target[k] for k in found.pop("tokens")]
    EXPECTED[name] = {"file": f"toolkits/{name}/{file}", "cases": cases, **(rules or {}),
                      **({"vocabs": [f"toolkits/{v}" for v in vocabs]} if vocabs else {})}


# ---- Marian and Nematus ----------------------------------------------------------------------

def yaml_vocab(words):
    """As marian-vocab writes one: quotes where YAML needs them, and nowhere else."""
    def quoted(word):
        return json.dumps(word, ensure_ascii=False) if set(word) & set('"\\.') else word
    return "".join(f"{quoted(word)}: {k}\n" for k, word in enumerate(words))


MARIAN_SOURCE, MARIAN_TARGET = (["</s>", "<unk>", *words] for words in (WORDS, TARGET_WORDS))


def with_likely_end(arrays):
    """</s> likely enough for sentences of some words."""
    if "decoder_ff_logit_l2_b" in arrays:
        arrays["decoder_ff_logit_l2_b"][0, 0] += 1.5
    return arrays


def marian(name, kind, norm=None, shared=False, settings="", **layout):
    source, target = (MARIAN_SOURCE, MARIAN_SOURCE if shared else MARIAN_TARGET)
    if shared:
        layout["embeddings"] = "shared"
    arrays = with_likely_end(conditional_gru.arrays(E, D, len(source), len(target), norm, numbers,
                                                    **layout))
    cell = "gru-nematus" if kind == "nematus" else "gru"
    text = (f"dec-cell: {cell}\ndec-cell-base-depth: 2\ndec-cell-high-depth: 1\ndec-depth: 1\n"
            f"dim-emb: {E}\ndim-rnn: {D}\ndim-vocabs:\n  - {len(source)}\n  - {len(target)}\n"
            f"enc-cell: {cell}\nenc-cell-depth: 1\nenc-depth: 1\nenc-type: bidirectional\n"
            f"input-types:\n  []\nlayer-normalization: {str(norm is not None).lower()}\n"
            f"right-left: false\nskip: false\n{settings}type: {kind}\nversion: v1.12.43 51741a1\n")
    files = {a if kind == "s2s" else conditional_gru.nematus_name(a): x for a, x in arrays.items()}
    if kind != "s2s":
        files["decoder_c_tt"] = np.zeros((1, 0), "f4")
    marian_npz(path_of(name, "model.npz"), {**files, "special:model.yml": text_array(text)})
    second = "source" if shared else "target"
    write(f"relative-paths: true\nmodels:\n  - model.npz\nvocabs:\n  - ../source.yml\n"
          f"  - ../{second}.yml\nbeam-size: 12\n", name, "model.npz.decoder.yml")
    expect(name, "model.npz", conditional_gru.Model(arrays, norm), source, target, {1}, True,
           rules={"percent": 300, "extra": 0})


def theano(name, norm=None, tied=False, settings=True):
    """Nematus' own: vectors of one dimension, dictionaries in JSON that are longer than n_words."""
    shared = {"embeddings": "shared", "output": "tied"} if tied else {"output": "l2_W"}
    source, target = (MARIAN_SOURCE, MARIAN_SOURCE if tied else MARIAN_TARGET)
    arrays = with_likely_end(conditional_gru.arrays(E, D, len(source), len(target), norm, numbers,
                                                    **shared))
    files = {conditional_gru.nematus_name(a): x.ravel() if x.shape[0] == 1 else x
             for a, x in arrays.items()}
    np.savez(path_of(name, "model.npz"), decoder_c_tt=np.zeros(1, "f4"), uidx=np.int64(70000),
             history_errs=np.array([3.5, 2.5]), zipped_params=np.float32(0), **files)
    for side, words in (("source", source), ("target", target)):
        listed = ["eos", "UNK", *words[2:], "rare"] if settings else words
        if settings:
            write(json.dumps({w: k for k, w in enumerate(listed)}, indent=2), name, side + ".json")
        else:
            write("".join(w + "\n" for w in listed), name, side + ".txt")
    if settings:
        write(json.dumps({"dim": D, "dim_word": E, "n_words": len(target), "n_words_src": len(source),
                          "dictionaries": [f"/data/{side}.json" for side in ("source", "target")],
                          "encoder": "gru", "decoder": "gru_cond", "factors": 1, "enc_depth": 1,
                          "dec_depth": 1, "enc_recurrence_transition_depth": 1,
                          "dec_base_recurrence_transition_depth": 2, "use_dropout": True,
                          "dropout_hidden": 0.2, "use_layer_norm": norm is not None,
                          "tie_encoder_decoder_embeddings": tied, "tie_decoder_embeddings": tied,
                          "model_version": 0.1, "dim_per_factor": [E], "datasets": ["a", "b"],
                          "decay_c": 0.0, "reload_": True, "valid_text_output": None}, indent=2),
              name, "model.npz.json")
    expect(name, "model.npz", conditional_gru.Model(arrays, norm), source, target, set(), True,
           vocabs=None if settings else [f"{name}/source.txt", f"{name}/target.txt"],
           rules={"percent": 0, "extra": 200})


# ---- PyTorch ---------------------------------------------------------------------------------

TORCH_SOURCE, TORCH_TARGET = (["<unk>", "<pad>", "<s>", "</s>", *words] for words in
                              (WORDS, TARGET_WORDS))


def filled(model):
    """Random weights, rounded; the model computes in float64 from then on."""
    with torch.no_grad():
        for tensor in model.state_dict().values():
            tensor.copy_(torch.from_numpy(numbers(*tensor.shape)))
    return model.eval()


def in_float32(model):
    return {name: x.to(torch.float32) for name, x in model.state_dict().items()}


def joey(name, settings, model, **rules):
    filled(model)
    step = torch.optim.Adam(model.parameters())
    torch.save({"steps": 400, "best_ckpt_score": float("inf"), "model_state": in_float32(model),
                "optimizer_state": step.state_dict(), "amp_state": None},
               path_of(name, "400.ckpt"))
    write(f"""name: "{name}"
joeynmt_version: "2.3.0"
data:
    src: {{lang: "en", level: "word", voc_file: "data/vocab.en"}}
    trg: {{lang: "fr", level: "word", voc_file: "data/vocab.fr"}}
testing: {{beam_size: 1, {settings["testing"]}}}
model:
    encoder: {{type: "recurrent", rnn_type: "gru", embeddings: {{embedding_dim: {E}}}, bidirectional: True, dropout: 0.1, num_layers: 1}}
    decoder: {{type: "recurrent", rnn_type: "gru", num_layers: 1, {settings["decoder"]}}}
""", name, "config.yaml")
    for side, words in (("src", TORCH_SOURCE), ("trg", TORCH_TARGET)):
        write("".join(w + "\n" for w in words), name, side + "_vocab.txt")
    forbidden = {1, 2} | ({0} if "generate_unk: False" in settings["testing"] else set())
    expect(name, "400.ckpt", model, TORCH_SOURCE, TORCH_TARGET, forbidden, False, rules=rules)


def tutorial(name, model, source, target, **more):
    """The vocabularies are not part of these files."""
    torch.save(in_float32(filled(model)), path_of(name, "model.pt"))
    named = {"<s>": "<sos>", "</s>": "<eos>"} if isinstance(model, Bentrevett) else {}
    for side, words in (("source", source), ("target", target)):
        write("".join(named.get(w, w) + "\n" for w in words), name, side + ".txt")
    expect(name, "model.pt", model, source, target, {1, 2}, False,
           vocabs=[f"{name}/source.txt", f"{name}/target.txt"], **more)


def as_text(expected):
    """JSON with a case a line."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)
    return "{" + ",".join(
        f"\n{line(name)}: {{" + ", ".join(f"{line(k)}: {line(v)}" for k, v in fixture.items()
                                         if k != "cases")
        + ', "cases": [\n' + ",\n".join(map(line, fixture["cases"])) + "\n]}"
        for name, fixture in expected.items()) + "\n}\n"


def main():
    torch.set_default_dtype(torch.float64)
    torch.set_grad_enabled(False)
    write(yaml_vocab(MARIAN_SOURCE), "source.yml")
    write(yaml_vocab(MARIAN_TARGET), "target.yml")
    make(marian, "s2s", "s2s")
    make(marian, "s2s-norm", "s2s", norm="marian", output="l2_W")
    make(marian, "s2s-tied", "s2s", settings="tied-embeddings: true\n", output="tied")
    make(marian, "s2s-tied-src", "s2s", shared=True, settings="tied-embeddings-src: true\n")
    make(marian, "s2s-tied-all", "s2s", norm="marian", shared=True, output="tied", bias=False,
         settings="tied-embeddings-all: true\noutput-omit-bias: true\n")
    make(marian, "amun", "amun")
    make(marian, "amun-norm", "amun", norm="marian")
    make(marian, "nematus", "nematus", norm="nematus")
    make(theano, "theano", norm="nematus")
    make(theano, "theano-tied", tied=True)
    make(theano, "theano-bare", settings=False)
    sizes = (len(TORCH_SOURCE), len(TORCH_TARGET))
    make(joey, "joey", {"testing": "max_output_length: 40",
                        "decoder": "input_feeding: True, init_hidden: bridge, attention: bahdanau"},
         Joey(*sizes, E, 3, D), percent=0, extra=40)
    make(joey, "joey-luong", {"testing": "generate_unk: False",
                              "decoder": "input_feeding: false, init_hidden: last, "
                                         "attention: luong, activation: relu"},
         Joey(*sizes, E, D, D, "luong", False, "last", "relu"), percent=150, extra=0)
    make(joey, "joey-relu", {"testing": "max_output_length: 30",
                             "decoder": "attention: luong, activation: relu"},
         Joey(*sizes, E, 3, D, "luong", activation="relu"), percent=0, extra=30)
    make(joey, "joey-zero", {"testing": "max_output_length: 20",
                             "decoder": "input_feeding: no, init_hidden: zero, attention: bahdanau"},
         Joey(*sizes, E, 3, D, feeding=False, init="zero"), percent=0, extra=20)
    rules = {"percent": 0, "extra": 50}
    make(tutorial, "bentrevett", Bentrevett(*sizes, 5, 3, 3, 4), TORCH_SOURCE, TORCH_TARGET,
         before=[2], rules=rules)
    make(tutorial, "bentrevett-old", Bentrevett(*sizes, 3, 5, 4, 4, old_names=True), TORCH_SOURCE,
         TORCH_TARGET, before=[2], rules=rules)
    no_start = ["<unk>", "<pad>", "</s>", *WORDS]
    make(tutorial, "bastings", Bastings(len(no_start), sizes[1], E, 3, D), no_start, TORCH_TARGET,
         rules={"percent": 0, "extra": 100})
    with open(os.path.join(os.path.dirname(FOLDER), "toolkits.json"), "w") as f:
        f.write(as_text(EXPECTED))


main()
