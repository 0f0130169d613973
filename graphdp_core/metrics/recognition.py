"""Who can be recognised in a graph without names: two attackers, and how often they are right.

One knows a number about one person; the other knows most ties and a few people by name. Both know
what the true graph says; a release by coins is read through its public rates. Being recognised
tells who a node is. What a release by coins tells of a tie stays bounded by its epsilon.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import classes, triangles_of
from graphdp_core.params import Refused
from graphdp_core.results import Recognised
from graphdp_core.spectra.debiasing import estimated_degrees, removable_noise

LARGEST_N = 10_000  # people and nodes are compared in pairs: 400 MB
LEAST_MARKS = 2  # friends who are matched already, before a pair is believed
BEST_CONNECTED = 100  # the people known by name are among them
UNMATCHED = -1
NEAREST = 16  # different values that may be equally near


def by_number(truth: Graph, release: Graph, measure: str) -> Floats:
    """The chance to be picked out of a release, for each person, with a number of theirs.

    The attacker takes whoever in the release has the nearest value of the measure; among several
    who are equally near, one by chance.

    Parameters
    ----------
    measure : str
        One of :data:`graphdp_core.graphs.signatures.MEASURES`. Friends' ties that are equal as
        lists come first in a release without noise; else their number, mean and spread count.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
    >>> by_number(kite, kite, "degree").tolist()
    [0.5, 0.5, 1.0, 1.0]
    """
    from scipy.spatial import cKDTree

    if not truth.n:
        return np.zeros(0)
    known, seen = _values(truth, measure), _values(release, measure)
    rows, which, sizes = np.unique(seen, axis=0, return_inverse=True, return_counts=True)
    which = which.ravel()
    near = min(NEAREST, len(rows))
    apart, rank = (part.reshape(truth.n, near) for part in cKDTree(rows).query(known, k=near))
    ties = apart <= apart[:, :1] + 1e-9
    candidates = (sizes[rank] * ties).sum(axis=1)
    among = ((rank == which[:, None]) & ties).any(axis=1)
    right: Floats = np.where(among, 1.0 / candidates, 0.0)
    if measure == "friends" and release.noise is None:
        _exactly_alike(truth, release, right)
    return right


def _exactly_alike(truth: Graph, release: Graph, right: Floats) -> None:
    """Where somebody in the release has the very same list, one of those is taken."""
    both = Graph(
        truth.n + release.n, np.concatenate([truth.edges, release.edges + np.int32(truth.n)])
    )
    numbers = classes(both, "friends")
    own, others = numbers[: truth.n], numbers[truth.n :]
    sizes = np.bincount(others, minlength=int(numbers.max(initial=0)) + 1)[own]
    there = sizes > 0
    right[there] = (own == others)[there] / sizes[there]


def by_ties(known: Graph, release: Graph, seeds: Ints, *, seed: int = 0) -> tuple[Ints, Ints]:
    """Whom the release's nodes are taken for: for each person a node, or `UNMATCHED`.

    And those who are taken for one, but for the `seeds`, in the order in which they were matched.

    Percolation: a pair of person and node gets a mark for each matched pair that is joined to both;
    the pair with most marks, at least two, is matched next, and never again; equal ones by the
    nearest number of ties. The release is read in a random order, so that its order tells nothing.

    Parameters
    ----------
    known : Graph
        The ties that the attacker knows. Everybody's number of ties is taken to be as many times
        larger as the release has more ties in all.
    seeds : ndarray of int
        The people who are known by name in the release.
    seed : int
        Of the random order.

    References
    ----------
    Yartseva and Grossglauser, On the performance of percolation graph matching, COSN 2013.
    Narayanan and Shmatikov, De-anonymizing social networks, IEEE S&P 2009.
    """
    order = np.random.default_rng(seed).permutation(release.n)
    place = np.argsort(order)
    shuffled = Graph.from_edges(release.n, place[release.edges])
    seen = estimated_degrees(release)[order]
    more = seen.sum() / max(1, 2 * known.m)
    degrees, alike = np.unique(known.degrees, return_inverse=True)  # a row for each, not each node
    gap = np.abs(degrees[:, None] * more - seen[None, :])
    span = float(gap.max(initial=0.0)) + 1.0
    worth = (-gap / span).astype(np.float32)[alike]  # in (-1, 0]: a mark always counts more
    taken, matched = _percolated(known, shuffled, worth, np.asarray(seeds), place[seeds])
    return np.where(taken == UNMATCHED, UNMATCHED, order[taken]), matched


def _percolated(
    one: Graph, other: Graph, worth: NDArray[np.float32], people: Ints, nodes: Ints
) -> tuple[Ints, Ints]:
    """Match pairs, most marks first; `worth` holds marks and nearness, and is used up."""
    starts, friends = one.neighbours
    begins, beside = other.neighbours
    taken = np.full(one.n, UNMATCHED, dtype=np.int64)
    free, open_nodes = np.ones(one.n, dtype=bool), np.ones(other.n, dtype=bool)
    best, chosen = np.full(one.n, -np.inf), np.zeros(one.n, dtype=np.int64)
    matched: list[int] = []
    waiting = list(zip(people.tolist(), nodes.tolist(), strict=True))
    for person, node in waiting:
        taken[person], free[person], open_nodes[node] = node, False, False
    while True:
        while waiting:
            person, node = waiting.pop()
            rows = friends[starts[person] : starts[person + 1]]
            columns = beside[begins[node] : begins[node + 1]]
            rows, columns = rows[free[rows]], columns[open_nodes[columns]]
            if not len(rows) or not len(columns):
                continue
            block = worth[rows[:, None], columns] + np.float32(1.0)
            worth[rows[:, None], columns] = block
            at = block.argmax(axis=1)
            most = block[np.arange(len(rows)), at]
            better = most > best[rows]
            best[rows[better]], chosen[rows[better]] = most[better], columns[at[better]]
        person = int(best.argmax()) if one.n else 0
        if not one.n or best[person] <= LEAST_MARKS - 1:
            return taken, np.array(matched, dtype=np.int64)
        node = int(chosen[person])
        if not open_nodes[node]:  # somebody else has it by now: the next best
            row = np.where(open_nodes, worth[person], -np.inf)
            chosen[person] = row.argmax()
            best[person] = row[chosen[person]]
            continue
        taken[person], free[person], open_nodes[node] = node, False, False
        best[person] = -np.inf
        matched.append(person)
        waiting.append((person, node))


def known_by_name(truth: Graph, count: int, rng: np.random.Generator) -> Ints:
    """So many people by chance, among the hundred best connected; all where there are fewer."""
    luck = rng.random(truth.n)
    first = np.lexsort((luck, -truth.degrees))[:BEST_CONNECTED]
    return np.sort(rng.permutation(first)[:count])


def known_ties(truth: Graph, share: float, rng: np.random.Generator) -> Graph:
    """The same people with that share of the ties, by chance."""
    kept = np.sort(rng.permutation(truth.m)[: round(share * truth.m)])
    return Graph(truth.n, truth.edges[kept])


def right_by_ties(
    truth: Graph, release: Graph, *, ties_known: float, named: int,
    knowing: np.random.Generator, seed: int = 0,
) -> Recognised:  # fmt: skip
    """Who is right about whom, by knowing most ties and some people by name.

    Parameters
    ----------
    ties_known : float
        The share of the true ties that are known, each as likely.
    named : int
        How many people are known by name in the release.
    knowing : numpy.random.Generator
        What is known.
    seed : int
        Of the order in which the release is read.

    Raises
    ------
    Refused
        If the true graph has fewer than 3 nodes, no ties or too many nodes, or nobody is left whom
        the attacker does not know.
    """
    check_people(truth)
    if named >= truth.n:
        fewer = next((names for names in (5, 3) if names < truth.n), 0)
        raise Refused(
            f"{named} names are too many for {truth.n:,} people: nobody is left. Choose fewer "
            "names, or a larger graph.",
            remedy={"named": fewer} if fewer else None,
        )
    people = known_by_name(truth, named, knowing)
    known = known_ties(truth, ties_known, knowing)
    taken, order = by_ties(known, release, people, seed=seed)
    return Recognised(taken, people, order)


def check_people(truth: Graph) -> None:
    """Refuse a graph in which nobody can be recognised by ties."""
    if not 3 <= truth.n <= LARGEST_N:
        raise Refused(f"Recognition needs 3 to {LARGEST_N:,} people, this graph has {truth.n:,}.")
    if not truth.m:
        raise Refused("This graph has no ties: nobody can be recognised by ties in it.")


def interval(shares: Floats, people: int) -> tuple[float, float]:
    """About where the share lies for 95 of 100 groups and draws like these.

    Wilson's interval over the people, and the spread of the draws, as if they were independent.

    Examples
    --------
    >>> [round(end, 3) for end in interval(np.array([0.5]), 100)]
    [0.404, 0.596]
    """
    if not people or not len(shares):
        return math.nan, math.nan
    p, z = float(shares.mean()), 1.959964
    middle = (p + z * z / (2 * people)) / (1 + z * z / people)
    half = z * math.sqrt(p * (1 - p) / people + z * z / (4 * people**2)) / (1 + z * z / people)
    draws = z * float(shares.std(ddof=1)) / math.sqrt(len(shares)) if len(shares) > 1 else 0.0
    low, high = middle - half, middle + half
    return (
        max(0.0, p - math.hypot(p - low, draws)), min(1.0, p + math.hypot(high - p, draws))
    )  # fmt: skip


def _values(graph: Graph, measure: str) -> Floats:
    """What is compared: logarithms of the numbers, so that a large one may be off by more."""
    degrees = estimated_degrees(graph)
    columns = [degrees]
    if measure == "circle":
        columns.append(_estimated_triangles(graph))
    if measure == "friends":
        sums = graph.adjacency() @ np.column_stack([degrees, degrees**2])
        columns += list(sums.T)
    values: Floats = np.log1p(np.maximum(np.column_stack(columns), 0.0)).round(9)
    return values


def _estimated_triangles(graph: Graph) -> Floats:
    """Triangles at every node before the noise, without bias; the plain number without noise.

    With A = X - q K, K = J - I, the diagonal of A^3 is that of
    X^3 - q (X^2 K + X K X + K X^2) + q^2 (X K^2 + K X K + K^2 X) - q^3 K^3.
    """
    seen = triangles_of(graph).astype(np.float64)
    noise = removable_noise(graph)
    if noise is None:
        return seen
    q, n = noise.false_positive_rate, graph.n
    d = graph.degrees.astype(np.float64)
    friends = graph.adjacency() @ d
    closed = (
        2.0 * seen
        - q * (2.0 * (friends - d) + d * d - d)
        + q * q * (2.0 * (n - 2) * d + 2.0 * graph.m - 2.0 * d)
        - q**3 * (n - 1) * (n - 2)
    )
    return closed / (2.0 * noise.contrast**3)
