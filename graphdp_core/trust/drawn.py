"""The graph that a release of degrees stands for, drawn block by block: always the same one."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.estimates.asked import Given
from graphdp_core.kernels.pairing import ROUNDS, tied
from graphdp_core.params import Refused
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Degrees
from graphdp_core.trust.package import checksum

BLOCK = 1 << 20  # ends of ties in a block, unless one node has more
COLUMNS = ("source", "target")


@dataclass(frozen=True)
class Drawn:
    """How large a graph was drawn.

    Parameters
    ----------
    n, m : int
    lost : int
        Ties that the degrees promise and that are not there: both ends had met in one node, or two
        nodes had met before.
    """

    n: int
    m: int
    lost: int


def draw(
    given: Given, path: str | Path, *, workers: int | None = None, progress: Report | None = None
) -> Drawn:
    """Write a random graph with the released degrees as a Parquet file, one row a tie.

    Nodes are numbered by rising degree. The ends of all ties are paired at random; a tie of a node
    with itself, or one that is there already, is left out.

    Parameters
    ----------
    given : Given
        A release by dk_series of a graph that was too large to build.
    workers : int, optional
        Threads; one a processor if absent. The file has the same bytes whatever it is.
    progress : callable, optional
        ``progress(fraction, text)``; may raise to stop.

    Raises
    ------
    Refused
        If it is another release.
    OSError
        If the file cannot be written.

    Notes
    -----
    *Privacy*: post-processing of the release, whose checksum is the key of all randomness: whoever
    has it can draw this graph again. Memory does not grow with the graph.

    References
    ----------
    Bollobas (1980), A probabilistic proof of an asymptotic formula for the number of labelled
    regular graphs, European J. Combin. 1 (the pairing).
    """
    import pyarrow as pa
    from pyarrow import parquet

    plan, tell = _Plan.of(given), Progress.of(progress)
    schema = pa.schema(
        [(name, pa.int64()) for name in COLUMNS],
        metadata={"graphdp": f"{plan.n} nodes, drawn from the release {plan.release}"},
    )
    drawn = 0
    with parquet.ParquetWriter(path, schema) as writer:
        for first, ends in plan.blocks(workers):
            tell(first / max(plan.n, 1), "ties are drawn")
            writer.write_table(pa.table(dict(zip(COLUMNS, ends, strict=True)), schema=schema))
            drawn += len(ends[0])
    return Drawn(plan.n, drawn, plan.m - drawn)


def check_drawn(given: Given, path: str | Path) -> int:
    """How many ties a Parquet file holds; Refused unless they are those that the release draws."""
    import pyarrow as pa
    from pyarrow import parquet

    ties = 0
    try:
        with parquet.ParquetFile(path) as file:
            blocks = list(range(file.num_row_groups))
            for _, ends in _Plan.of(given).blocks(None):
                there = file.read_row_group(blocks.pop(0), columns=list(COLUMNS))
                ties += there.num_rows
                pairs = zip(there.columns, ends, strict=True)
                if not all(np.array_equal(one, other) for one, other in pairs):
                    raise IndexError(ties)
            if blocks:
                raise IndexError(ties)
    except (IndexError, pa.ArrowException, ValueError):
        raise Refused(
            f"{Path(path).name} is not the graph that the release draws: draw it anew."
        ) from None
    return ties


class _Plan:
    """How many nodes have each degree above 0, where their ends begin, and the key."""

    def __init__(self, counts: Ints, release: str) -> None:
        self.release = release
        self.n = int(counts.sum())
        degrees = np.flatnonzero(counts[1:]) + 1
        nodes = np.cumsum(np.append(counts[:1].sum(), counts[degrees]))
        starts = np.append(0, np.cumsum(degrees * counts[degrees]))
        self.table = np.stack([np.append(degrees, 0), nodes, starts])
        self.m = int(starts[-1]) // 2
        digest = blake2b(release.encode(), digest_size=8 * ROUNDS).digest()
        self._keys = np.frombuffer(digest, dtype="<u8").astype(np.uint64)

    @classmethod
    def of(cls, given: Given) -> _Plan:
        """Of a release that names degrees alone."""
        if not isinstance(given.released, Degrees) or not given.certificate:
            raise Refused(
                "only a release of degrees by dk_series is still to be drawn: this one holds what "
                "it releases."
            )
        counts = given.released.counts.astype(np.int64)
        return cls(counts, checksum(given.certificate))

    def blocks(self, workers: int | None) -> Iterator[tuple[int, tuple[Ints, Ints]]]:
        """The first node and the ties of each block that has some, in order."""
        workers = workers or os.cpu_count() or 1
        cuts, waiting = self._cuts(), deque[tuple[int, Future[tuple[Ints, Ints]]]]()
        with ThreadPoolExecutor(workers) as threads:
            while True:
                for first, last in islice(cuts, 2 * workers - len(waiting)):
                    block = threads.submit(tied, first, last, self.table, self._keys)
                    waiting.append((first, block))
                if not waiting:
                    return
                first, block = waiting.popleft()
                if len(block.result()[0]):
                    yield first, block.result()

    def _cuts(self) -> Iterator[tuple[int, int]]:
        """Blocks of nodes that have about so many ends."""
        degrees, nodes, starts = self.table
        first = int(nodes[0])
        while first < self.n:
            kind = np.searchsorted(nodes, first, side="right") - 1
            end = starts[kind] + (first - nodes[kind]) * degrees[kind] + BLOCK
            kind = np.searchsorted(starts, end, side="right") - 1
            last = self.n
            if kind < len(degrees) - 1:
                last = max(int(nodes[kind] + (end - starts[kind]) // degrees[kind]), first + 1)
            yield first, last
            first = last
