"""What one release of a mechanism can show: the numbers and kinds that events are made of.

Statistics that are fitted to two worlds: last bits, joint moves, distances, likelihoods.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.neighbours import Pair
from graphdp_core.params import Refused
from graphdp_core.results import Partition, SpanningTree, Spectrum

LONGEST_ERROR = 200  # characters
MOST_NODES = 8  # up to which every node pair is looked at
MOST_NUMBERS = 40  # of one array
SPREAD_NODES = 6  # up to which a whole outcome is one kind


@dataclass(frozen=True)
class Refusal:
    """A release that was refused or failed: its text is what the user sees."""

    text: str


@dataclass
class Table:
    """Outcomes of many releases by column: `numbers` to compare, `kinds` to tell apart.

    A number that an outcome does not have is nan.
    """

    runs: int
    numbers: dict[str, Floats] = field(default_factory=dict)
    kinds: dict[str, list[Hashable]] = field(default_factory=dict)

    def part(self, start: int, stop: int) -> Table:
        """The runs from `start` to before `stop`."""
        return Table(
            stop - start,
            {name: values[start:stop] for name, values in self.numbers.items()},
            {name: kinds[start:stop] for name, kinds in self.kinds.items()},
        )


def draw(
    mechanism: Any, graph: Graph, *, epsilon: float, runs: int, rng: np.random.Generator
) -> list[Any]:
    """So many releases, one after the other from one stream; a refusal is an outcome too.

    So is an error of the mechanism itself: whoever asked for the release is shown it.
    """
    outcomes: list[Any] = []
    for _ in range(runs):
        try:
            outcomes.append(mechanism.release(graph, epsilon=epsilon, rng=rng))
        except Exception as error:  # noqa: BLE001 (whatever it ends in is an outcome)
            outcomes.append(Refusal(refused_in(error)))
    return outcomes


def refused_in(error: Exception) -> str:
    """The words of a refusal, or of an error that the mechanism ends in."""
    if isinstance(error, Refused):
        return str(error) or "refused"
    return f"{type(error).__name__}: {error}"[:LONGEST_ERROR]


def tabulate(outcomes: Sequence[Any], pair: Pair) -> Table:
    """All that the events look at, by column.

    Every field of a release is read: arrays entry by entry (of a large one the entries of the
    nodes that the pair changes), texts and shapes as kinds. Of a graph, a tree and a partition
    the node pairs are columns: whether it is an edge, whether both ends share a group.
    """
    table = Table(len(outcomes))
    given = [not isinstance(o, Refusal) for o in outcomes]
    if not all(given):
        table.kinds["refusal"] = [o.text if isinstance(o, Refusal) else "" for o in outcomes]
    released = [o for o, is_given in zip(outcomes, given, strict=True) if is_given]
    if not released:
        return table
    inner = Table(len(released))
    table.kinds["type"] = [type(o).__name__ for o in outcomes]
    for item in fields(released[0]):
        _column(inner, item.name, [getattr(r, item.name, None) for r in released], pair)
    _structure(inner, released, pair)
    place = np.flatnonzero(given)
    for name, values in inner.numbers.items():
        table.numbers[name] = np.full(len(outcomes), np.nan)
        table.numbers[name][place] = values
    for name, kinds in inner.kinds.items():
        column: list[Hashable] = [None] * len(outcomes)
        for where, kind in zip(place.tolist(), kinds, strict=True):
            column[where] = kind
        table.kinds[name] = column
    return table


def _column(table: Table, name: str, values: list[Any], pair: Pair) -> None:
    first = values[0]
    if name in ("edges", "labels"):
        return  # by node pair, see _structure
    if all(isinstance(v, np.ndarray) and v.dtype.kind in "fiub" for v in values):
        _arrays(table, name, values, pair)
    elif all(isinstance(v, EdgeNoise) for v in values):
        table.numbers["chance to keep"] = np.array([v.true_positive_rate for v in values])
        table.numbers["chance to invent"] = np.array([v.false_positive_rate for v in values])
    elif all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
        table.numbers[name] = np.array(values, dtype=np.float64)
    elif any(v is not first and v != first for v in values if not isinstance(v, np.ndarray)):
        table.kinds[name] = [repr(v) for v in values]
    else:
        table.kinds[name] = ["" if v is None else str(v)[:200] for v in values]


def _arrays(table: Table, name: str, values: list[Any], pair: Pair) -> None:
    shapes = {v.shape for v in values}
    table.kinds[f"shape of {name}"] = [v.shape for v in values]
    if len(shapes) > 1:
        sums = [(float(v.sum()), float(v.max(initial=0.0))) for v in values]
        table.numbers[f"sum of {name}"] = np.array([s for s, _ in sums])
        table.numbers[f"largest of {name}"] = np.array([s for _, s in sums])
        return
    shape = shapes.pop()
    stacked = np.asarray(values, dtype=np.float64).reshape(len(values), -1)
    if stacked.shape[1] == 0:
        return
    for index in _chosen(shape, pair):
        flat = int(np.ravel_multi_index(index, shape)) if shape else 0
        label = f"{name}[{', '.join(map(str, index))}]" if shape else name
        table.numbers[label] = stacked[:, flat]
    if stacked.shape[1] > 1:
        table.numbers[f"sum of {name}"] = stacked.sum(axis=1)


def _chosen(shape: tuple[int, ...], pair: Pair) -> list[tuple[int, ...]]:
    """Entries of an array to look at: all, or those of the changed nodes or edges, and a few."""
    every = itertools.product(*map(range, shape))
    if math.prod(shape) <= MOST_NUMBERS:
        return list(every)
    nodes = {node for edge in pair.changed for node in edge} if len(pair.changed) < 3 else set()
    rows = set(range(2)) | nodes if shape[0] == pair.left.n else _changed_rows(pair, shape[0])
    return list(itertools.islice((i for i in every if i[0] in rows), MOST_NUMBERS))


def _changed_rows(pair: Pair, length: int) -> set[int]:
    """Places of the edges that change most, where an array has a row for each edge."""
    weights = pair.left.weights, pair.right.weights
    if weights[0] is None or weights[1] is None or len(weights[0]) != length:
        return set(range(MOST_NUMBERS))
    change = weights[1] - weights[0]
    rare = np.flatnonzero(change != np.median(change))
    return set(rare[:8].tolist()) | set(range(8))


def _structure(table: Table, released: list[Any], pair: Pair) -> None:
    first, n = released[0], pair.left.n
    if isinstance(first, Graph | SpanningTree):
        joined = np.zeros((len(released), n, n), dtype=bool)
        for row, release in enumerate(released):
            joined[row, release.edges[:, 0], release.edges[:, 1]] = True
        table.numbers["number of edges"] = joined.sum(axis=(1, 2)).astype(np.float64)
        for u, v in _node_pairs(n, pair):
            table.numbers[f"edge ({u}, {v})"] = joined[:, u, v].astype(np.float64)
        if first.weights is not None and not (joined == joined[0]).all():
            _weights_of_pairs(table, released, joined, _node_pairs(n, pair))
        if lone := _lone(pair):
            u, v = np.array(sorted(lone)).T
            count = joined[:, u, v].sum(axis=1)
            table.numbers["edges that move against the others"] = count.astype(np.float64)
        if n <= SPREAD_NODES:
            table.kinds["the set of edges"] = _named(joined)
    elif isinstance(first, Partition):
        labels = np.array([r.labels for r in released])
        table.numbers["groups"] = labels.max(axis=1, initial=-1) + 1.0
        table.kinds["group sizes"] = [tuple(r.sizes.tolist()) for r in released]
        for u, v in _node_pairs(n, pair):
            same = labels[:, u] == labels[:, v]
            table.numbers[f"{u} and {v} in one group"] = same.astype(np.float64)
        if n <= SPREAD_NODES:
            table.kinds["the partition"] = list(map(tuple, labels.tolist()))
    elif isinstance(first, Spectrum) and first.vectors.shape[1] == len(first.values) > 0:
        _quadratic_forms(table, released, pair)


def _quadratic_forms(table: Table, released: list[Any], pair: Pair) -> None:
    """How far the values of each release are from u'Au of its own vectors u, in either world."""
    vectors = np.array([r.vectors for r in released])
    values = np.array([r.values for r in released])
    for world, graph in (("first", pair.left), ("second", pair.right)):
        adjacency = graph.adjacency().toarray()
        forms = np.einsum("rik,ij,rjk->rk", vectors, adjacency, vectors, optimize=True)
        table.numbers[f"u'Au in the {world} world"] = forms.sum(axis=1)
        table.numbers[f"distance of values from u'Au in the {world} world"] = np.abs(
            values - forms
        ).sum(axis=1)
    one, two = (
        table.numbers[f"distance of values from u'Au in the {world} world"]
        for world in ("first", "second")
    )
    table.numbers["how much nearer values are to u'Au in the second world"] = one - two


def _weights_of_pairs(
    table: Table, released: list[Any], joined: NDArray[np.bool_], pairs: list[tuple[int, int]]
) -> None:
    """The weight of each node pair, 0 where it is no edge of the release."""
    weights = np.zeros(joined.shape)
    for row, release in enumerate(released):
        weights[row, release.edges[:, 0], release.edges[:, 1]] = release.weights
    for u, v in pairs:
        table.numbers[f"weight of ({u}, {v})"] = weights[:, u, v]


def _named(joined: NDArray[np.bool_]) -> list[Hashable]:
    """The edges of each release as a text, shape (runs,)."""
    n = joined.shape[1]
    upper = np.triu_indices(n, 1)
    rows, place = np.unique(joined[:, upper[0], upper[1]], axis=0, return_inverse=True)
    names = [
        "{" + " ".join(f"{u}-{v}" for u, v in zip(*(x[row] for x in upper), strict=True)) + "}"
        for row in rows
    ]
    return [names[i] for i in place.ravel().tolist()]


def _node_pairs(n: int, pair: Pair) -> list[tuple[int, int]]:
    if n <= MOST_NODES:
        return list(itertools.combinations(range(n), 2))
    lone = _lone(pair)
    some = lone or {(min(e), max(e)) for e in pair.changed[:MOST_NUMBERS]}
    return sorted(some | {(0, 1), (0, 2)})


def _lone(pair: Pair) -> set[tuple[int, int]]:
    """The edges whose weight moves unlike that of most."""
    if pair.left.weights is None or pair.right.weights is None or pair.left.m != pair.right.m:
        return set()
    change = pair.right.weights - pair.left.weights
    rows = np.flatnonzero(change != np.median(change))[:MOST_NUMBERS]
    return {(int(u), int(v)) for u, v in pair.left.edges[rows]}


Statistic = Callable[[Table], Floats]

MOST_LAST_BITS = 12  # columns
FAR = 3.0  # spreads between quartiles: beyond 4 standard deviations of normal noise


def fitted_statistics(left: Table, right: Table) -> Iterator[tuple[str, Statistic]]:
    """Named functions of a table, shape (runs,), that may tell two worlds apart.

    - last bits: the place of the lowest set bit of a number, which continuous noise on doubles
      leaves at different places around different true values (Mironov, 2012);
    - the least and the largest move of all numbers that move, and how likely they are together
      under Laplace or Cauchy noise in either world: what one event about several nodes needs;
    - the best linear statistic of all numbers (Fisher), which finds sums and differences in which
      a noise that was used twice cancels;
    - the distance of all numbers from a world's medians, which a noise of different size changes.
    """
    names = [
        name
        for name, values in left.numbers.items()
        if name in right.numbers
        and np.isfinite(values).all()
        and np.isfinite(right.numbers[name]).all()
    ]
    for name in names[:MOST_LAST_BITS]:
        if (left.numbers[name] != np.floor(left.numbers[name])).any():
            yield f"lowest set bit of {name}", partial(_lowest_bit, name)
    names = [n for n in names if np.ptp(np.append(left.numbers[n], right.numbers[n])) > 0.0]
    if len(names) >= 2:
        yield from _joint(left, right, names)
    elif names:
        middle = float(np.median(left.numbers[names[0]]))
        yield f"distance of {names[0]} from {middle:.4g}", _distance(names, np.array([middle]))


def last_bit(values: Floats) -> Floats:
    """Exponent of the lowest set bit of each double; 0 for 0, nan for what is not finite."""
    is_finite = np.isfinite(values)
    fraction, exponent = np.frexp(np.where(is_finite, values, 0.0))
    whole = np.ldexp(fraction, 53).astype(np.int64)
    lowest = whole & -whole
    bits = exponent - 53.0 + np.log2(np.maximum(lowest, 1).astype(np.float64))
    last: Floats = np.where(whole == 0, 0.0, bits)
    return np.where(is_finite, last, np.nan)


def _lowest_bit(name: str, table: Table) -> Floats:
    return last_bit(table.numbers[name])


def _stack(table: Table, names: list[str]) -> Floats:
    """Numbers of all runs, shape (runs, columns); nan in rows where one is missing."""
    missing = np.full(table.runs, np.nan)
    return np.column_stack([table.numbers.get(name, missing) for name in names])


def _joint(left: Table, right: Table, names: list[str]) -> Iterator[tuple[str, Statistic]]:
    stacked = _without_tails(_stack(left, names), _stack(right, names), names)
    one, two = stacked(left), stacked(right)
    centres = np.median(one, axis=0), np.median(two, axis=0)
    for centre, world in zip(centres, ("first", "second"), strict=True):
        yield f"distance from the {world} world's medians", _distance(names, centre)
    yield "the best linear statistic", _linear(stacked, one, two)
    means = one.mean(axis=0), two.mean(axis=0)
    noise = (np.abs(one - centres[0]).mean(axis=0) + np.abs(two - centres[1]).mean(axis=0)) / 2.0
    error = np.sqrt((one.var(axis=0) + two.var(axis=0)) / len(one)) + 1e-300
    moved = np.abs(means[1] - means[0]) > 3.0 * error
    if not moved.any():
        return
    kept = [name for name, moves in zip(names, moved, strict=True) if moves]
    places, scale = (means[0][moved], means[1][moved]), noise[moved] + 1e-300
    yield "the likelihood of all that moves", _likelihood(kept, *places, scale)
    halves = [np.diff(np.quantile(world, (0.25, 0.75), axis=0), axis=0)[0] for world in (one, two)]
    half = (halves[0] + halves[1])[moved] / 4.0
    yield (
        "the likelihood of all that moves, with heavy tails",
        _heavy_likelihood(kept, *places, np.where(half > 0.0, half, scale)),
    )
    if len(kept) > 1:
        middle, sign = (places[0] + places[1]) / 2.0, np.sign(places[1] - places[0]) / scale
        yield "the least move", lambda t: ((_stack(t, kept) - middle) * sign).min(axis=1)
        yield "the largest move", lambda t: ((_stack(t, kept) - middle) * sign).max(axis=1)


def _without_tails(one: Floats, two: Floats, names: list[str]) -> Statistic:
    """Numbers of all runs with what lies far outside the quartiles of both worlds moved inwards.

    Cauchy noise has no mean and no variance, and a few runs would decide what fits. A number
    whose quartiles agree, as a rare bit, is left as it is.
    """
    quarters = [np.quantile(world, (0.25, 0.75), axis=0) for world in (one, two)]
    spread = FAR * np.maximum(*(high - low for low, high in quarters))
    spread = np.where(spread > 0.0, spread, np.inf)
    low = np.minimum(quarters[0][0], quarters[1][0]) - spread
    high = np.maximum(quarters[0][1], quarters[1][1]) + spread
    return lambda table: np.clip(_stack(table, names), low, high)


def _distance(names: list[str], centre: Floats) -> Statistic:
    return lambda table: np.abs(_stack(table, names) - centre).max(axis=1)


def _likelihood(names: list[str], one: Floats, two: Floats, scale: Floats) -> Statistic:
    def statistic(table: Table) -> Floats:
        x = _stack(table, names)
        ratio: Floats = ((np.abs(x - one) - np.abs(x - two)) / scale).sum(axis=1)
        return ratio

    return statistic


def _heavy_likelihood(names: list[str], one: Floats, two: Floats, scale: Floats) -> Statistic:
    """The same under Cauchy noise, by which what lies far off says little."""

    def statistic(table: Table) -> Floats:
        x = _stack(table, names)
        far = [np.log(np.hypot(1.0, (x - centre) / scale)).sum(axis=1) for centre in (one, two)]
        ratio: Floats = far[0] - far[1]
        return ratio

    return statistic


def _linear(stacked: Statistic, one: Floats, two: Floats) -> Statistic:
    """Fisher's discriminant: the inverse covariance times the difference of the means."""
    inside = np.concatenate((one - one.mean(axis=0), two - two.mean(axis=0)))
    apart = two.mean(axis=0) - one.mean(axis=0)
    # A number that one world always shows has no spread of its own.
    size = np.maximum(inside.std(axis=0), 1e-6 * np.abs(apart)) + 1e-300
    covariance = (inside / size).T @ (inside / size) / len(inside)
    shift = apart / size
    ridge = 1e-9 * np.eye(len(size))
    direction = np.linalg.lstsq(covariance + ridge, shift, rcond=None)[0] / size
    centre = one.mean(axis=0)
    return lambda table: (stacked(table) - centre) @ direction
