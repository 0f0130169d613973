"""The graph that a release of sums stands for, drawn block by block: always the same one."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.estimates.asked import Given
from graphdp_core.kernels.pairing import ROUNDS, met, scattered
from graphdp_core.kernels.random_streams import GOLDEN, mixed_each
from graphdp_core.mechanisms.block_graph import cell_capacities
from graphdp_core.params import Refused
from graphdp_core.progress import Progress, Report
from graphdp_core.results import Degrees, Mixing
from graphdp_core.trust.package import checksum

BLOCK = 1 << 20  # ends of ties in a block, unless one node has more; or ties
COLUMNS = ("source", "target")
TRIES, MOST_SPARE, MOST_KEPT, MOST_LOOKED = 64, 1 << 20, 1 << 24, 1 << 28
"""Ties that may be taken apart for a spare one; spare ties; ends kept, and looked at, for them."""


@dataclass(frozen=True)
class Drawn:
    """How large a graph was drawn.

    Parameters
    ----------
    n, m : int
    lost : int
        Ties that the degrees promise and that found no place.
    keeps : str
        What of the release it has, in words: nothing else is like the graph behind the release.
    """

    n: int
    m: int
    lost: int
    keeps: str


def draw(
    given: Given, path: str | Path, *, workers: int | None = None, progress: Report | None = None
) -> Drawn:
    """Write a random graph as a Parquet file, one row a tie, each once and no loops.

    Of released degrees: nodes are numbered by rising degree, and the ends of all ties are paired at
    random. A tie of a node with itself, or of two that have one already, is spare: with a random
    other tie it is taken apart, and their ends change partners.

    Of released ties between groups: nodes are numbered group by group, in the release's order. Each
    pair of groups gets the ties that the release says, shifted by one number and cut to what is
    possible with their sum kept, on pairs of nodes that are all equally likely.

    Parameters
    ----------
    given : Given
        A release by dk_series of a graph that was too large to build, or by group_mixing.
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
    has it can draw this graph again. Memory grows with the spare ties alone.

    References
    ----------
    Bollobas (1980), A probabilistic proof of an asymptotic formula for the number of labelled
    regular graphs, European J. Combin. 1 (the pairing). Holland, Laskey & Leinhardt (1983),
    Stochastic blockmodels: first steps, Social Networks 5.
    """
    import pyarrow as pa
    from pyarrow import parquet

    plan, tell = _plan(given), Progress.of(progress)
    said = f"{plan.n} nodes, drawn from the release {plan.release}; {plan.keeps}"
    fields = [(name, pa.int64()) for name in COLUMNS]
    schema, drawn = pa.schema(fields, metadata={"graphdp": said}), 0
    tell(0.0, "ends that meet twice are looked for")
    with parquet.ParquetWriter(path, schema) as writer:
        for ends in plan.blocks(workers):
            tell(drawn / max(plan.m, 1), "ties are drawn")
            writer.write_table(pa.table(dict(zip(COLUMNS, ends, strict=True)), schema=schema))
            drawn += len(ends[0])
    return Drawn(plan.n, drawn, plan.m - drawn, plan.keeps)


def check_drawn(given: Given, path: str | Path) -> int:
    """How many ties a Parquet file holds; Refused unless they are those that the release draws."""
    import pyarrow as pa
    from pyarrow import parquet

    ties = 0
    try:
        with parquet.ParquetFile(path) as file:
            blocks = list(range(file.num_row_groups))
            for ends in _plan(given).blocks(None):
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


class _Plan(ABC):
    """What is drawn: n nodes and m ties, in blocks that need nothing of one another."""

    n: int
    m: int
    keeps: str
    release: str

    def keys(self, of: str = "") -> NDArray[np.uint64]:
        """Of one order; every name has its own."""
        digest = blake2b((self.release + of).encode(), digest_size=8 * ROUNDS).digest()
        return np.frombuffer(digest, dtype="<u8").astype(np.uint64)

    def blocks(self, workers: int | None) -> Iterator[tuple[Ints, Ints]]:
        """The ties of each block that has some, in order."""
        threads = workers or os.cpu_count() or 1
        for ties in _in_order(self.works(threads), threads):
            if len(ties):
                u, v = np.divmod(ties, self.n)
                yield u, v

    @abstractmethod
    def works(self, workers: int) -> Iterator[Callable[[], Ints]]:
        """Each draws a block of ties u n + v."""


def _in_order(works: Iterable[Callable[[], Any]], workers: int) -> Iterator[Any]:
    """What each of them makes, one after the other; few are waiting at a time."""
    cuts, waiting = iter(works), deque[Future[Any]]()
    with ThreadPoolExecutor(workers) as threads:
        while True:
            for work in islice(cuts, 2 * workers - len(waiting)):
                waiting.append(threads.submit(work))
            if not waiting:
                return
            yield waiting.popleft().result()


class _OfDegrees(_Plan):
    """How many nodes have each degree above 0, and where their ends begin."""

    keeps = "it keeps the released degrees, and nothing else"

    def __init__(self, released: Degrees, release: str) -> None:
        self.release = release
        counts = released.counts.astype(np.int64)
        self.n = int(counts.sum())
        degrees = np.flatnonzero(counts[1:]) + 1
        nodes = np.cumsum(np.append(counts[:1].sum(), counts[degrees]))
        starts = np.append(0, np.cumsum(degrees * counts[degrees]))
        self.table = np.stack([np.append(degrees, 0), nodes, starts])
        self.m = int(starts[-1]) // 2
        self._met = partial(met, table=self.table, keys=self.keys())
        self._kept: dict[int, Ints] = {}
        self._looked = 0

    def works(self, workers: int) -> Iterator[Callable[[], Ints]]:
        """Spare ties are looked for first: which are changed is known before any is written."""
        removed, added = self._changed(workers)
        for first, last in self._cuts():
            yield partial(self._block, first, last, removed, added)

    def _block(self, first: int, last: int, removed: Ints, added: Ints) -> Ints:
        """Of these nodes, with the ties that were changed."""
        ties, is_spare = self._paired(first, last)
        ties, codes = ties[~is_spare], (first * self.n, last * self.n)
        gone, new = (some[slice(*np.searchsorted(some, codes))] for some in (removed, added))
        ties = np.delete(ties, np.searchsorted(ties, gone))
        return np.insert(ties, np.searchsorted(ties, new), new)

    def _paired(self, first: int, last: int) -> tuple[Ints, NDArray[np.bool_]]:
        """Ties of these nodes to themselves and to larger ones, in order, and which are spare."""
        one, other = self._met(self._end(first), self._end(last))
        loops = np.sort(one[one == other])[::2]  # each is met from both its ends
        is_first = one < other
        ties = np.sort(np.append(one[is_first] * self.n + other[is_first], loops * (self.n + 1)))
        is_spare = ties // self.n == ties % self.n
        is_spare[1:] |= ties[1:] == ties[:-1]
        return ties, is_spare

    def _changed(self, workers: int) -> tuple[Ints, Ints]:
        """Ties that are taken apart for the spare ones, and those that take the place of both."""
        pairings = (partial(self._paired, *cut) for cut in self._cuts())
        spare = [ties[is_spare] for ties, is_spare in _in_order(pairings, workers)]
        wanted = np.concatenate((*spare, np.empty(0, dtype=np.int64)))[-MOST_SPARE:]
        key, steps = self.keys("spare")[0], np.arange(1, TRIES + 1, dtype=np.uint64)
        removed, added = set[int](), set[int]()
        for place, tie in enumerate(wanted.tolist()):
            if self._looked > MOST_LOOKED:
                break
            numbers = mixed_each(key + (steps + np.uint64(TRIES * place)) * GOLDEN)
            for end in (numbers % np.uint64(2 * self.m)).tolist():
                (a, b), (c, d) = divmod(tie, self.n), self._met(end, end + 1)[:, 0].tolist()
                apart, new = self._code(c, d), {self._code(a, c), self._code(b, d)}
                is_pair = len({a, c}) + len({b, d}) + len({c, d}) + len(new) == 8
                if not is_pair or apart in removed or new & removed or new & added:
                    continue
                if not any(map(self._is_there, new)):
                    removed.add(apart)
                    added |= new
                    break
        return np.array(sorted(removed), dtype=np.int64), np.array(sorted(added), dtype=np.int64)

    def _is_there(self, tie: int) -> bool:
        """Whether the pairing has it: the node of the smaller degree knows."""
        u, v = divmod(tie, self.n)
        others = self._kept.get(u)
        if others is None:
            others = np.sort(self._met(self._end(u), self._end(u + 1))[1])
            self._looked += len(others)
            if self._looked < MOST_KEPT:
                self._kept[u] = others
        return bool(others[min(int(np.searchsorted(others, v)), len(others) - 1)] == v)

    def _code(self, u: int, v: int) -> int:
        return min(u, v) * self.n + max(u, v)

    def _end(self, node: int) -> int:
        """Its first."""
        degrees, nodes, starts = self.table
        kind = np.searchsorted(nodes, node, side="right") - 1
        return int(starts[kind] + (node - nodes[kind]) * degrees[kind])

    def _cuts(self) -> Iterator[tuple[int, int]]:
        """Blocks of nodes that have about so many ends."""
        degrees, nodes, starts = self.table
        first = int(nodes[0])
        while first < self.n:
            end = self._end(first) + BLOCK
            kind = np.searchsorted(starts, end, side="right") - 1
            last = self.n
            if kind < len(degrees) - 1:
                last = max(int(nodes[kind] + (end - starts[kind]) // degrees[kind]), first + 1)
            yield first, last
            first = last


class _OfGroups(_Plan):
    """How many nodes each group has, and how many ties each pair of groups gets."""

    keeps = "it keeps the released ties within and between groups, and nothing else"

    def __init__(self, released: Mixing, release: str) -> None:
        self.release = release
        self.sizes = np.array(released.sizes, dtype=np.int64)
        self.pairs, noisy = cell_capacities(self.sizes), np.rint(released.values).astype(np.int64)

        def shifted(by: int) -> Ints:
            return np.clip(noisy - by, 0, self.pairs)

        total = min(max(int(noisy.sum()), 0), int(self.pairs.sum()))
        shifts = range(int((noisy - self.pairs).min(initial=0)), int(noisy.max(initial=0)) + 1)
        place = bisect_left(shifts, -total, key=lambda by: -int(shifted(by).sum()))
        self.counts = shifted(shifts[place])
        self.n, self.m = int(self.sizes.sum()), int(self.counts.sum())

    def works(self, workers: int) -> Iterator[Callable[[], Ints]]:
        """Parts of the keyed order of the pairs of every two groups."""
        one, other = (groups.tolist() for groups in np.triu_indices(len(self.sizes)))
        for cell, (a, b, count) in enumerate(zip(one, other, self.counts.tolist(), strict=True)):
            order = partial(scattered, most=int(self.pairs[cell]), keys=self.keys(f" {cell}"))
            for first in range(0, count, BLOCK):
                yield partial(self._block, a, b, partial(order, first, min(first + BLOCK, count)))

    def _block(self, a: int, b: int, part: Callable[[], Ints]) -> Ints:
        """Within a group of n, pair i is of node i % n and the one 1 + i // n steps further on."""
        row, place = np.divmod(part(), self.sizes[b])
        one, other = (place, (place + row + 1) % self.sizes[b]) if a == b else (row, place)
        starts = np.cumsum(self.sizes) - self.sizes
        u, v = one + starts[a], other + starts[b]
        return np.sort(np.minimum(u, v) * self.n + np.maximum(u, v))


def _plan(given: Given) -> _Plan:
    released, release = given.released, checksum(given.certificate) if given.certificate else ""
    if isinstance(released, Degrees) and release:
        return _OfDegrees(released, release)
    if isinstance(released, Mixing) and release:
        return _OfGroups(released, release)
    raise Refused("only releases by dk_series and group_mixing stand for a graph to be drawn.")
