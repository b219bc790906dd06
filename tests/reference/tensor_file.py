"""Writes .safetensors files: eight bytes of header length, a JSON header, the data.

A writer of our own, because the check is worth most when it shares nothing with the C code.
"""
import json
import struct

import torch

TYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}


def rounded(tensor, dtype):
    """The float64 tensor that a reader gets back after storing as `dtype`."""
    return tensor.to(TYPES[dtype]).to(torch.float64)


def raw_bytes(tensor, dtype):
    stored = tensor.detach().to(TYPES[dtype]).contiguous()
    if dtype == "BF16":  # NumPy has no such type: take the upper half of each float32
        halves = stored.to(torch.float32).view(torch.int32) >> 16
        return (halves & 0xffff).to(torch.int32).numpy().astype("<u2").tobytes()
    return stored.numpy().tobytes()


def write(path, tensors, dtype_of, metadata):
    """tensors: name -> tensor; dtype_of(name, tensor) -> "F32", "F16" or "BF16"."""
    header, data = {"__metadata__": metadata}, b""
    for name, tensor in tensors.items():
        dtype = dtype_of(name, tensor)
        blob = raw_bytes(tensor, dtype)
        header[name] = {"dtype": dtype, "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(blob)]}
        data += blob
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)
