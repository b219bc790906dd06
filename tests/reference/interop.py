"""Writes the small files of tests/reference/interop that the readers for other toolkits' models are
tested on, with what they hold in interop/arrays.json. Run by hand, never in CI:

    python3 tests/reference/interop.py

NumPy and torch write their own formats; Marian's way of writing .npz is repeated here byte by byte.
"""
import json
import os
import struct
import zlib

import numpy as np
import torch

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "interop")
RANDOM = np.random.default_rng(1)


def numbers(*shape, dtype="f4"):
    return RANDOM.standard_normal(shape).astype(dtype)


def path_of(name):
    return os.path.join(FOLDER, name)


def marian_npy(array):
    """Headers end in a newline and are padded to 16 bytes, not 64."""
    shape = "".join(f"{n}, " for n in array.shape)
    text = f"{{'descr': '{array.dtype.str.replace('|', '<')}', 'fortran_order': False, 'shape': ({shape}), }}"
    text += " " * (15 - (10 + len(text)) % 16) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + array.tobytes()


def marian_npz(path, arrays):
    """Stored entries one after the other, no extra fields, whatever the alignment."""
    body, directory = b"", b""
    for name, array in arrays.items():
        data, file_name = marian_npy(array), name.encode() + b".npy"
        fields = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 0, zlib.crc32(data), len(data), len(data),
                             len(file_name), 0)
        directory += (b"PK\x01\x02" + struct.pack("<H", 20) + fields
                      + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + file_name)
        body += b"PK\x03\x04" + fields + file_name + data
    end = struct.pack("<HHHHIIH", 0, 0, len(arrays), len(arrays), len(directory), len(body), 0)
    with open(path, "wb") as f:
        f.write(body + directory + b"PK\x05\x06" + end)


def text_array(text):
    """As Marian keeps its configuration: int8, padded with NUL to a multiple of 256."""
    data = text.encode() + b"\0"
    return np.frombuffer(data + b"\0" * (-len(data) % 256), dtype="i1")


def tensor(*shape, dtype=torch.float32):
    return torch.from_numpy(numbers(*shape)).to(dtype)


def write_arrays():
    """The files, and {file: {name: [shape, numbers]}}."""
    plain = {"W": numbers(3, 5), "b": numbers(7), "scalar": numbers(), "empty": numbers(1, 0),
             "columns": np.asfortranarray(numbers(4, 3)), "half": numbers(2, 3, dtype="f2"),
             "double": numbers(3, dtype="f8").astype("f4").astype("f8"), "cube": numbers(2, 3, 4)}
    np.savez(path_of("plain.npz"), **plain)
    np.savez_compressed(path_of("packed.npz"), **plain)
    marian = {"W": numbers(3, 5), "b": numbers(1, 7), "c_tt": numbers(1, 0)}
    marian_npz(path_of("marian.npz"),
               {**marian, "special:model.yml": text_array("type: s2s\ndim-emb: 3\n")})
    base, tied = tensor(6, 4), tensor(5, 3)
    state = {"whole": tensor(3, 2), "tied.a": tied, "tied.b": tied, "turned": base.t(),
             "part": base[2:5, 1:3], "half": tensor(4, dtype=torch.float16),
             "brain": tensor(2, 2, dtype=torch.bfloat16), "double": tensor(2, dtype=torch.float64),
             "scalar": tensor()}
    module = torch.nn.Linear(3, 2)  # a state dict of torch's own, with a version beside the names
    torch.save({**state}, path_of("dict.pt"))
    optimizer = torch.optim.Adam(module.parameters(), lr=0.01)
    module(tensor(1, 3)).sum().backward()
    optimizer.step()
    torch.save({"model_state": module.state_dict(), "optimizer_state": optimizer.state_dict(),
                "seen": torch.arange(5, dtype=torch.uint8), "steps": 70000, "best": float("inf"),
                "none": None, "flag": True, "names": ["a", "b"]}, path_of("checkpoint.pt"))
    torch.save(module.state_dict(), path_of("old.pt"), _use_new_zipfile_serialization=False)

    def values(arrays):
        return {name: [list(a.shape), np.asarray(a, dtype="f8").flatten().tolist()]
                for name, a in arrays.items()}

    def floats(tensors):
        return {name: t.detach().to(torch.float64).numpy() for name, t in tensors.items()}
    return {"plain.npz": values(plain), "packed.npz": values(plain), "marian.npz": values(marian),
            "dict.pt": values(floats(state)), "checkpoint.pt": values(floats(module.state_dict()))}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    torch.manual_seed(1)
    with open(path_of("arrays.json"), "w") as f:
        json.dump(write_arrays(), f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
