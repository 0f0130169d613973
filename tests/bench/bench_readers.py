"""Seconds of reading a million rows, beside pandas: rows of numbers, of names, with weights.

Run as ``PYTHONPATH=. python tests/bench/bench_readers.py``. Both do the same: cut the rows, number
the names, keep each pair once and sorted, as a graph has them. They are taken in
turn; the least processor time of three runs counts. Ours may take 1.2 times the time of pandas.
"""

import io
import time

import numpy as np
import pandas as pd

from graphdp_core.intake.files.preview import read
from graphdp_core.intake.files.reading import Reading

ROWS, NODES, MOST = 1_000_000, 300_000, 1.2


def main() -> None:
    """Print one row per file, and fail where one takes too long."""
    ends = np.random.default_rng(0).integers(0, NODES, (ROWS, 2)).tolist()
    files = {
        "numbers": (",", (f"{u},{v}" for u, v in ends)),
        "numbers and weights": (",", (f"{u},{v},{(u * v % 1000) / 8}" for u, v in ends)),
        "names": (",", (f"name {u},name {v}" for u, v in ends)),
        "names apart by blanks": (" ", (f"n{u} n{v}" for u, v in ends)),
    }
    slow = []
    for title, (separator, rows) in files.items():
        data = "\n".join(rows).encode()
        ours, theirs = [], []
        for _ in range(3):
            ours.append(_timed(_with_graphdp, data))
            theirs.append(_timed(lambda data, sep=separator: _with_pandas(data, sep), data))
        assert ours[0][1] == theirs[0][1]
        seconds, other = min(ours)[0], min(theirs)[0]
        print(f"{title:22} {seconds:6.2f} s, pandas {other:6.2f} s: {seconds / other:5.2f}")
        slow += [title] * (seconds > MOST * other)
    assert not slow, slow


def _timed(read_it, data: bytes) -> tuple[float, tuple[int, int]]:
    start = time.process_time()
    sizes = read_it(data)
    return time.process_time() - start, sizes


def _with_graphdp(data: bytes) -> tuple[int, int]:
    graph = read(data, "rows.csv", Reading(header=False)).graph
    return graph.n, graph.m


def _with_pandas(data: bytes, separator: str) -> tuple[int, int]:
    rows = pd.read_csv(io.BytesIO(data), header=None, sep=separator)
    places, names = pd.factorize(pd.concat([rows[0], rows[1]]))
    pairs = np.sort(places.reshape(2, -1).T, axis=1)
    u, v = pairs[pairs[:, 0] != pairs[:, 1]].astype(np.int64).T
    return len(names), len(np.unique(u * len(names) + v))


if __name__ == "__main__":
    main()
