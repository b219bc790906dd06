"""Comparing what training runs wrote."""
import json
import struct


def contents(name):
    """The header of a .safetensors file, and what follows it."""
    with open(name, "rb") as file:
        data = file.read()
    size = struct.unpack("<Q", data[:8])[0]
    return json.loads(data[8:8 + size]), data[8 + size:]


def tensors(name):
    """Names and bytes of the tensors of a model or checkpoint."""
    header, data = contents(name)
    header.pop("__metadata__")
    return {key: data[slice(*value["data_offsets"])] for key, value in header.items()}


def same_tensors(a, b):
    a, b = tensors(a), tensors(b)
    assert a.keys() == b.keys()
    for name, data in a.items():
        assert data == b[name], f"{name} differs"


def metadata(name):
    """The metadata of a model or checkpoint, without the time that the run took."""
    texts = contents(name)[0]["__metadata__"]
    for key in {"run", "training"} & texts.keys():
        texts[key] = json.loads(texts[key])
        texts[key].get("progress", texts[key]).pop("seconds")
    texts.pop("run.checksum", None)  # of the time too
    return texts


def same_run(a, b):
    """The models a and b, and the checkpoints beside them. A model tells the end that its run had in
    sight when it was the best; it may lie before a run was continued, to another end."""
    for name in ("", ".checkpoint"):
        same_tensors(a + name, b + name)
        found, want = metadata(a + name), metadata(b + name)
        for texts in (found, want):
            texts.get("training", {"settings": {}})["settings"].pop("max_steps", None)
        assert found == want, (found, want)
