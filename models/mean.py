#!/usr/bin/env python3
"""The weighted mean of models of one shape and one vocabulary, runs of one another:

    models/mean.py -o OUT.safetensors WEIGHT:MODEL.safetensors …

The weights must sum to 1. Vocabularies and card are those of the last model; of its training's figures
those that the mean does not have are left out, and what it is the mean of stands in their place.
"""
import argparse
import array
import contextlib
import json
import os
import struct
import sys

OF_THE_RUN = ("train_loss", "valid_nll", "valid_perplexity", "valid_bleu")


def read(path):
    """The header and the bytes behind it."""
    try:
        with open(path, "rb") as file:
            data = file.read()
        size, = struct.unpack_from("<Q", data)
        return json.loads(data[8:8 + size]), data[8 + size:]
    except OSError as error:
        sys.exit(f"mean: {path}: {error.strerror}")
    except (struct.error, ValueError):
        sys.exit(f"mean: {path}: no .safetensors file")


def write(path, data):
    """Whole or not at all."""
    try:
        with open(path + ".tmp", "wb") as file:
            file.write(data)
        os.replace(path + ".tmp", path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.remove(path + ".tmp")
        sys.exit(f"mean: {path}: {error.strerror}")


def floats(dtype, raw):
    if dtype == "F32":
        return array.array("f", raw)
    wide = bytearray(2 * len(raw))  # BF16 is the upper half of a float
    wide[2::4], wide[3::4] = raw[0::2], raw[1::2]
    return array.array("f", bytes(wide))


def packed(dtype, values):
    raw = array.array("f", values).tobytes()
    if dtype == "F32":
        return raw
    halves = array.array("H", ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16  # to the nearest, or even
                               for bits in array.array("I", raw)))
    return halves.tobytes()


def mean(weights, models):
    """The tensors of the mean, by name."""
    out = {}
    header = models[-1][0]
    for name, tensor in header.items():
        if name == "__metadata__":
            continue
        parts = []
        for other, body in models:
            found = other.get(name, {})
            if (found.get("dtype"), found.get("shape")) != (tensor["dtype"], tensor["shape"]):
                sys.exit(f"mean: {name} is {found.get('dtype')} {found.get('shape')} in one model, "
                         f"{tensor['dtype']} {tensor['shape']} in the last")
            first, last = found["data_offsets"]
            parts.append(body[first:last])
        if tensor["dtype"] not in ("F32", "BF16"):
            sys.exit(f"mean: {name} is {tensor['dtype']}, expected F32 or BF16")
        columns = zip(*(floats(tensor["dtype"], part) for part in parts))
        out[name] = packed(tensor["dtype"],
                           (sum(w * x for w, x in zip(weights, xs)) for xs in columns))
    return out


def main():
    parser = argparse.ArgumentParser(prog="mean.py", description="the weighted mean of models")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("models", metavar="WEIGHT:MODEL", nargs="+")
    options = parser.parse_args()
    split = [model.partition(":")[::2] for model in options.models]
    try:
        weights = [float(weight) for weight, _ in split]
    except ValueError as error:
        sys.exit(f"mean: {error}; expected WEIGHT:MODEL")
    if not abs(sum(weights) - 1) <= 1e-9:  # nor one that is not a number
        sys.exit(f"mean: the weights sum to {sum(weights):g}, expected 1")
    models = [read(path) for _, path in split]
    header, body = models[-1]
    vocabularies = {json.dumps({k: v for k, v in model["__metadata__"].items()
                                if k.endswith((".vocab", ".bpe"))})
                    for model, _ in models}
    if len(vocabularies) != 1:
        sys.exit("mean: the models have different vocabularies")
    tensors = mean(weights, models)
    data = bytearray(body)
    for name, raw in tensors.items():
        first, last = header[name]["data_offsets"]
        data[first:last] = raw
    card = header["__metadata__"]
    if "training" in card:
        training = {k: v for k, v in json.loads(card["training"]).items() if k not in OF_THE_RUN}
        card["training"] = json.dumps(training | {"mean": weights}, ensure_ascii=False)
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    write(options.output, struct.pack("<Q", len(text)) + text + data)


if __name__ == "__main__":
    main()
