"""All dendrograms of a few leaves, as nested sets, and the exact laws of draws among them."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from graphdp_core.graphs.graph import Graph

Tree = int | frozenset


@cache
def every_dendrogram(leaves: tuple[int, ...]) -> list[Tree]:
    """All (2n - 3)!! of them."""
    *rest, last = leaves
    if not rest:
        return [last]
    return [new for old in every_dendrogram(tuple(rest)) for new, _ in places(old, last)]


def places(tree: Tree, leaf: int) -> Iterator[tuple[Tree, list[frozenset[int]]]]:
    """Every way to hang a leaf in, with the groups that its edges then fall into."""
    yield frozenset((tree, leaf)), [below(tree)]
    if isinstance(tree, frozenset):
        one, other = tree
        for part, rest in ((one, other), (other, one)):
            for new, groups in places(part, leaf):
                yield frozenset((new, rest)), [*groups, below(rest)]


@cache
def below(tree: Tree) -> frozenset[int]:
    """The leaves of a subtree."""
    return frozenset().union(*map(below, tree)) if isinstance(tree, frozenset) else {tree}


def swaps(tree: Tree) -> Iterator[Tree]:
    """What the 2(n - 2) steps of the chain lead to."""
    if not isinstance(tree, frozenset):
        return
    one, other = tree
    for inner, beside in ((one, other), (other, one)):
        if isinstance(inner, frozenset):
            for moved in inner:
                (kept,) = inner - {moved}
                yield frozenset((frozenset((kept, beside)), moved))
            for new in swaps(inner):
                yield frozenset((new, beside))


def times_log(x: float) -> float:
    return x * math.log(x) if x else 0.0


def fit(pairs: int, edges: int) -> float:
    return times_log(edges) + times_log(pairs - edges) - times_log(pairs)


def parted(tree: Tree) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """The leaves on both sides of every inner node."""
    if isinstance(tree, frozenset):
        one, other = tree
        yield below(one), below(other)
        yield from parted(one)
        yield from parted(other)


def log_likelihood(tree: Tree, edges: Iterable[Sequence[int]]) -> float:
    edges = list(edges)
    return sum(
        fit(len(a) * len(b), sum((u in a and v in b) or (u in b and v in a) for u, v in edges))
        for a, b in parted(tree)
    )


def grown_law(graph: Graph, order: Sequence[int], epsilon: float) -> dict[Tree, float]:
    """The chance of every dendrogram that is grown leaf by leaf in an order."""
    adjacency = graph.adjacency().toarray()
    law: dict[Tree, float] = {order[0]: 1.0}
    for t, leaf in enumerate(order[1:], start=1):
        spread = times_log(t) - times_log(t - 1)
        grown: dict[Tree, float] = {}
        for tree, chance in law.items():
            found = list(places(tree, leaf))
            scores = [
                sum(fit(len(g), int(adjacency[leaf, list(g)].sum())) for g in groups)
                for _, groups in found
            ]
            weights = np.exp(epsilon / spread * np.array(scores)) if t > 1 else np.ones(1)
            for (new, _), weight in zip(found, weights / weights.sum(), strict=True):
                grown[new] = grown.get(new, 0.0) + chance * weight
        law = grown
    return law


def halved(order: Sequence[int]) -> Tree:
    middle = len(order) // 2
    return frozenset((halved(order[:middle]), halved(order[middle:]))) if middle else order[0]


def walk(graph: Graph, rate: float) -> tuple[list[Tree], np.ndarray, np.ndarray]:
    """All dendrograms, the matrix of one step among them, and its limit."""
    trees = every_dendrogram(tuple(range(graph.n)))
    number = {tree: i for i, tree in enumerate(trees)}
    scores = rate * np.array([log_likelihood(tree, graph.edges.tolist()) for tree in trees])
    steps = np.zeros((len(trees), len(trees)))
    for i, tree in enumerate(trees):
        ways = [number[new] for new in swaps(tree)]
        for j in ways:
            steps[i, j] += math.exp(min(0.0, scores[j] - scores[i])) / len(ways)
        steps[i, i] += 1.0 - steps[i].sum()
    limit = np.exp(scores - scores.max())
    return trees, steps, limit / limit.sum()


def nested(left: np.ndarray, right: np.ndarray, root: int) -> Tree:
    """A dendrogram of arrays as nested sets."""
    if left[root] < 0:
        return int(root)
    return frozenset((nested(left, right, left[root]), nested(left, right, right[root])))
