"""Writes the fixtures that tests/test_reference*.c compare with. Run by hand, never in CI:

    python3 tests/reference/make_fixtures.py

Models are tiny, random from fixed seeds and barely trained; their weights are stored as files round
them, and all values are computed in float64 from exactly those rounded weights. A seed under which a choice of
the decoder would hang on less than float32 can tell apart is skipped for the next one.
"""
import json
import os

import torch

import reference as ref
import tensor_file

HERE = os.path.dirname(os.path.abspath(__file__))
SPECIAL = ["<pad>", "<s>", "</s>", "<unk>"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WARM_UP = 50
NEVER = (ref.PAD, ref.BOS)   # a translation never holds them
MARGIN = 1e-4   # natural log; float32 keeps sums of this size to about 1e-6

TINY = {"E": 5, "H": 4, "D": 6, "A": 3, "R": 0, "Vx": 13, "Vy": 11, "score": "additive",
        "query": "previous", "readout": "linear"}
MODELS = {
    # name: config, how matrices are stored, how vectors are stored, first seed
    "tiny_linear": (TINY, "F32", "F32", 100),
    "tiny_tanh": ({**TINY, "R": 4, "Vx": 11, "Vy": 9, "readout": "tanh"}, "F32", "F32", 200),
    "tiny_bf16": (TINY, "BF16", "F32", 300),
    "tiny_f16": ({**TINY, "R": 4, "readout": "tanh"}, "F16", "F16", 400),
    # No size is a multiple of a vector's width: every kernel meets its tail.
    "odd_linear": ({**TINY, "E": 19, "H": 17, "D": 33, "A": 21, "Vx": 30, "Vy": 27}, "F32", "F32",
                   500),
    "odd_bf16": ({**TINY, "E": 19, "H": 17, "D": 33, "A": 21, "R": 23, "Vx": 30, "Vy": 27,
                  "readout": "tanh"}, "BF16", "BF16", 600),
}


def variants():
    """Every other combination of score, query and readout that makes sense, fewer sentences each.
    Name -> the same as above."""
    out, seed = {}, 1000
    for score in ("additive", "general", "dot", "scaled_dot", "none"):
        for query in ("previous", "current"):
            for readout in ("linear", "tanh", "maxout"):
                seed += 20
                if score == "none" and query == "current":
                    continue   # nobody asks
                if score == "additive" and query == "previous" and readout != "maxout":
                    continue   # above
                config = {"E": 4, "H": 3, "D": 6 if score == "dot" else 5, "Vx": 11, "Vy": 9,
                          "A": 4 if score in ("additive", "scaled_dot") else 0,
                          "R": 0 if readout == "linear" else 3,
                          "score": score, "query": query, "readout": readout}
                out["%s_%s_%s" % (score, query, readout)] = config, "F32", "F32", seed
    return out


VARIANTS = variants()

HALF = {"E": 4, "H": 3, "D": 5, "A": 4, "R": 3, "Vx": 11, "Vy": 9, "score": "additive",
        "query": "half", "readout": "tanh"}
CURRENT = {**HALF, "query": "current", "reads": "no_word"}
# What only imported models have. Name -> the same as above.
IMPORTED = {
    "half": ({**HALF, "start": "mean"}, "F32", "F32", 2000),
    "half_ends": ({**HALF, "start": "ends", "readout": "linear", "R": 0, "score": "general", "A": 0},
                  "BF16", "F32", 2020),
    "ends": ({**HALF, "start": "ends", "query": "previous"}, "F32", "F32", 2040),
    "norm_marian": ({**HALF, "start": "mean", "norm": "marian"}, "F32", "F32", 2060),
    "norm_nematus": ({**HALF, "start": "mean", "norm": "nematus"}, "F32", "F32", 2080),
    "feed_readout": ({**CURRENT, "start": "ends", "feed": "readout"}, "F32", "F32", 2100),
    "feed_readout_relu": ({**CURRENT, "start": "ends_relu", "feed": "readout", "readout": "relu",
                           "score": "general", "A": 0}, "BF16", "F32", 2120),
    "feed_nothing": ({**CURRENT, "start": "zero", "feed": "nothing"}, "F32", "F32", 2140),
    "last": ({**CURRENT, "H": 5, "start": "last", "feed": "readout", "readout": "maxout"}, "F32",
             "F32", 2160),
    "affine": ({**HALF, "query": "previous", "start": "ends", "readout": "affine"}, "F32", "F32",
               2180),
    "no_word": ({**CURRENT, "readout": "linear", "R": 0}, "F32", "F32", 2200),
}

# Source and target text; single letters, so that pieces are plain. "?" is in no vocabulary.
FORCED = [("a c b", "d a"), ("", "a b"), ("a", ""), ("a a b a a", "c c c a c"), ("", ""),
          ("b ? c", "a ? b"), ("f e d c b a. a b c d e f. a", "e d c b a. b c d e. a")]
# Not what the weights have seen, so that gradients are large.
TRAINED = [("b a", "c c d"), ("", "e"), ("f", ""), ("d d ? e d", "a b a ? a b"), ("", ""),
           ("a b c. d e f a b c. d e f", "b. c. d. a"), ("c c", "b a d a e d. c b a d e")]
# Of FORCED, TRAINED and DECODED, what a variant is held against.
FEW = 4
# [source, target] positions of tokens, for each pair of TRAINED: none, one, several, repeated rows.
LINKS = [[[0, 0], [1, 0], [1, 2]], [], [], [[0, 0], [2, 1], [2, 3], [4, 3], [3, 5], [0, 5]], [],
         [[11, 0], [7, 3], [6, 3], [1, 7]], [[0, 0], [1, 1], [0, 9], [1, 9]]]
DECODED = ["a c b", "", "a", "a a b a a", "b ? c", "f e d c b a. a b c d e f. a", "c. d. c. d"]


def pieces(size):
    """Specials, "▁a" "▁b" …, and the full stop."""
    return SPECIAL + ["▁" + letter for letter in LETTERS[:size - 5]] + ["."]


def ids(text, vocab):
    """The tokens of such a text, and </s>."""
    out = []
    for word in text.split():
        for piece in ["▁" + word[0]] + list(word[1:]):
            out.append(vocab.index(piece) if piece in vocab else ref.UNK)
    return out + [ref.EOS]


def stored(p, matrix_dtype, vector_dtype):
    """The weights as they come back from the file."""
    return {n: tensor_file.rounded(w.detach(), matrix_dtype if w.dim() == 2 else vector_dtype)
            for n, w in p.items()}


def weights(config, matrix_dtype, vector_dtype, seed):
    """Random weights after a short training on FORCED: enough that the attention is sharp, steps
    differ and sentences end, far from so much that the decoder is always sure."""
    torch.manual_seed(seed)
    p = {}
    for name, shape in ref.shapes(config).items():
        scale = 1.0 if "embedding" in name else shape[-1] ** -0.5 if len(shape) == 2 else 0.3
        p[name] = scale * torch.randn(shape)
    *_, p = ref.train(p, config, pairs_of(config, FORCED), WARM_UP, rate=2e-2, clip=1.0,
                      smoothing=0.1)
    return stored(p, matrix_dtype, vector_dtype)


def pairs_of(config, texts):
    return [(ids(x, pieces(config["Vx"])), ids(y, pieces(config["Vy"]))) for x, y in texts]


def file_config(config):
    return {**{k: config[k] for k in ("score", "query", "readout", "start", "feed", "reads", "norm")
               if k in config},
            **{k: config[k] for k in "EHDAR"}, "source_vocab": config["Vx"],
            "target_vocab": config["Vy"], "source_unit": "bpe", "target_unit": "bpe"}


def write_model(name, config, p, matrix_dtype, vector_dtype):
    merges = "\n".join("▁ " + letter for letter in LETTERS)
    metadata = {
        "format": "alphascope/1",
        "config": json.dumps(file_config(config)),
        "source.vocab": "\n".join(pieces(config["Vx"])),
        "target.vocab": "\n".join(pieces(config["Vy"])),
        "source.bpe": merges,
        "target.bpe": merges,
        "name": name,
    }
    tensor_file.write(os.path.join(HERE, name + ".safetensors"), p,
                      lambda _, t: matrix_dtype if t.dim() == 2 else vector_dtype, metadata)


def numbers(tensor):
    """Nested lists of nine significant digits: every float32 survives."""
    if torch.is_tensor(tensor):
        tensor = tensor.detach().tolist()
    if isinstance(tensor, (list, tuple)):
        return [numbers(value) for value in tensor]
    if isinstance(tensor, dict):
        return {key: numbers(value) for key, value in tensor.items()}
    return float("%.9g" % tensor) if isinstance(tensor, float) else tensor


def dump(name, members):
    """One line per innermost object, so that a change shows in a diff."""
    with open(os.path.join(HERE, name + ".json"), "w") as f:
        f.write("{\n")
        for k, (key, value) in enumerate(members.items()):
            f.write(",\n" if k else "")
            f.write(json.dumps(key) + ": ")
            if isinstance(value, list):
                f.write("[\n" + ",\n".join(compact(v) for v in value) + "\n]")
            elif isinstance(value, dict):
                f.write("{\n" + ",\n".join(json.dumps(n) + ": " + compact(v)
                                           for n, v in value.items()) + "\n}")
            else:
                f.write(compact(value))
        f.write("\n}\n")


def compact(value):
    return json.dumps(numbers(value), ensure_ascii=False, separators=(",", ":"))


def candidates(logp):
    """The three most probable tokens that may be emitted, best first, as [id, log P]."""
    order = sorted((v for v in range(len(logp)) if v not in NEVER), key=lambda v: -logp[v])
    return [[v, float(logp[v])] for v in order[:3]]


def forced_case(p, config, source, target):
    x_ids, y_ids = ids(source, pieces(config["Vx"])), ids(target, pieces(config["Vy"]))
    with torch.no_grad():
        out = ref.forced(p, config, x_ids, y_ids)
    case = {"source": source, "target": target, "source_ids": x_ids, "target_ids": y_ids}
    case.update({k: out[k] for k in ("h", "s", "e", "alpha", "c", "logp")})
    case["total_logp"] = float(out["logp"].sum())
    case["candidates"] = [candidates(row) for row in out["logp_all"]]
    return case


def greedy_case(p, config, source, limit, prefix=()):
    x_ids = ids(source, pieces(config["Vx"]))
    y_ids = ref.greedy(p, config, x_ids, limit, NEVER, prefix, MARGIN)
    with torch.no_grad():
        out = ref.forced(p, config, x_ids, y_ids)
    return {"source": source, "max_length": limit, "prefix": list(prefix), "target_ids": y_ids,
            "logp": out["logp"], "alpha": out["alpha"],
            "stopped": "eos" if y_ids[-1] == ref.EOS else "limit"}


def beam_case(p, config, source, limit, width, alpha=1.0):
    x_ids = ids(source, pieces(config["Vx"]))
    found = ref.beam(p, config, x_ids, width, limit, NEVER, alpha, MARGIN)
    return {"source": source, "beam": width, "max_length": limit, "length_alpha": alpha,
            "translations": [{"score": score, "total_logp": logp, "target_ids": y_ids,
                              "stopped": "eos"} for score, logp, y_ids in found]}


def model_fixture(name):
    config, matrix_dtype, vector_dtype, seed = MODELS[name]
    while True:
        p = weights(config, matrix_dtype, vector_dtype, seed)
        try:
            greedy = [greedy_case(p, config, x, 12) for x in DECODED]
            greedy += [greedy_case(p, config, "a c b", 12, prefix=(5, 6))]
            beam = [beam_case(p, config, x, 12, width) for x in DECODED for width in (2, 5)]
            beam += [beam_case(p, config, "a c b", 12, 5, alpha) for alpha in (0.0, 0.6)]
            break
        except ref.Fragile:
            seed += 1
    write_model(name, config, p, matrix_dtype, vector_dtype)
    dump(name, {"model": name + ".safetensors", "seed": seed,
                "forced": [forced_case(p, config, x, y) for x, y in FORCED],
                "greedy": greedy, "beam": beam})
    return seed


def few_fixture(place, model, trained):
    """Decoding, and for a model that can be trained training, in one file."""
    config, matrix_dtype, vector_dtype, seed = model
    while True:
        p = weights(config, matrix_dtype, vector_dtype, seed)
        try:
            greedy = [greedy_case(p, config, x, 8) for x in DECODED[:FEW]]
            beam = [beam_case(p, config, x, 8, 3) for x in DECODED[:FEW]]
            break
        except ref.Fragile:
            seed += 1
    write_model(place, config, p, matrix_dtype, vector_dtype)
    dump(place, {"model": place + ".safetensors", "seed": seed,
                 "forced": [forced_case(p, config, x, y) for x, y in FORCED[:FEW]],
                 "greedy": greedy, "beam": beam,
                 **(training(p, config, TRAINED[:FEW], smoothing=0.1, rate=1e-2, clip=0.5,
                             whole=False) if trained else {})})


def sums(gradient):
    """Weighted row and column sums of a matrix: every number counts, at a fraction of the size.
    The weights 1, 2, 3, 1, 2, 3 … are there because plain sums of some gradients are 0."""
    rows, columns = (1 + torch.arange(n) % 3.0 for n in gradient.shape)
    return {"rows": gradient @ columns, "columns": rows @ gradient}


def training(p, config, texts, smoothing, rate, clip, whole, links=None, guide=0.0):
    """Loss, every gradient, and ten steps of Adam. With links, the guided loss beside the other one,
    of which loss, gradients and steps have `guide` times."""
    pairs = pairs_of(config, texts)
    live = {n: w.clone().requires_grad_() for n, w in p.items()}
    loss = ref.batch_loss(live, config, pairs, smoothing)
    guided = {}
    if links:
        of_links = ref.guided_loss(live, config, pairs, links)
        loss = loss + guide * of_links
        guided = {"guide": guide, "guided_loss": float(of_links), "links": links}
    g = ref.gradients(live, loss)
    losses, norms, after = ref.train(p, config, pairs, 10, rate, clip, smoothing, links, guide)
    return {"smoothing": smoothing, "rate": rate, "clip": clip, **guided,
            "pairs": [list(pair) for pair in pairs], "loss": float(loss),
            "gradient_norm": ref.global_norm(g), "losses": numbers(losses),
            "norms": numbers(norms), "weights_norm": ref.global_norm(after),
            "gradients": {n: w if whole or w.dim() == 1 else sums(w) for n, w in g.items()}}


def training_fixture(name, model, smoothing, rate, clip, whole, **guided):
    """From the committed model's weights."""
    config = MODELS[model][0]
    p = weights(config, *MODELS[model][1:3], SEEDS[model])
    dump(name, {"model": model + ".safetensors",
                **training(p, config, TRAINED, smoothing, rate, clip, whole, **guided)})


SEEDS = {}


def main():
    print("largest difference from torch.nn.GRU: %.1e" % ref.check_gru())
    for name in MODELS:
        SEEDS[name] = model_fixture(name)
    training_fixture("train_linear", "tiny_linear", smoothing=0.0, rate=1e-2, clip=0.0, whole=True)
    training_fixture("train_tanh", "tiny_tanh", smoothing=0.1, rate=1e-2, clip=0.5, whole=True)
    training_fixture("train_guided", "tiny_tanh", smoothing=0.1, rate=1e-2, clip=0.5, whole=True,
                     links=LINKS, guide=0.7)
    training_fixture("train_odd", "odd_linear", smoothing=0.1, rate=1e-3, clip=0.2, whole=False)
    for folder in ("variants", "imported"):
        os.makedirs(os.path.join(HERE, folder), exist_ok=True)
    for name, model in VARIANTS.items():
        few_fixture(os.path.join("variants", name), model, trained=True)
    for name, model in IMPORTED.items():
        few_fixture(os.path.join("imported", name), model, trained=False)


if __name__ == "__main__":
    main()
