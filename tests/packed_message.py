"""A second reader of the binary message of pictures, written from its description."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

DTYPES = {"u1": np.uint8, "u2": np.uint16, "u4": np.uint32, "f4": np.float32}


def decoded(message: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The header, and the arrays by their names."""
    assert message[:4] == b"GDPP"
    length = int.from_bytes(message[4:8], "little")
    header = json.loads(message[8 : 8 + length])
    start = -(-(8 + length) // 8) * 8
    arrays = {
        name: np.frombuffer(message, DTYPES[a["dtype"]], a["count"], start + a["offset"])
        for name, a in header["arrays"].items()
    }
    return header, arrays


def gaps_of(bytes_: NDArray[np.uint8], n: int) -> NDArray[np.int64]:
    """The pairs whose numbers u * n + v rise by these gaps, seven bits a byte."""
    codes, code, shift = [], 0, 0
    for byte in map(int, bytes_):
        code += (byte & 127) << shift
        shift += 7
        if byte < 128:
            codes.append(code)
            shift = 0
    return np.array([divmod(code, n) for code in codes]).reshape(-1, 2)
