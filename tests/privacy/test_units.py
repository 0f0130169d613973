"""In how many steps one unit gives another, against searches among all small data sets."""

from collections import deque
from fractions import Fraction
from itertools import combinations, product

import pytest

from graphdp_core.privacy.guarantee import NeighbouringRelation as R
from graphdp_core.privacy.units import Unit, steps

NODES = (0, 1, 2)
HEAVIEST = 3  # weights are 1, 2 and 3; 0 stands for no edge


def graphs():
    """All graphs on subsets of three nodes, as their nodes and the weights of all pairs."""
    for size in range(len(NODES) + 1):
        for nodes in combinations(NODES, size):
            pairs = list(combinations(nodes, 2))
            for weights in product(range(HEAVIEST + 1), repeat=len(pairs)):
                yield nodes, dict(zip(pairs, weights, strict=True))


def surveys():
    """The answers of at most two of two people to two questions."""
    rows = (None, *product((0, 1), repeat=2))
    return [dict(enumerate(both)) for both in product(rows, repeat=2)]


def are_neighbours(unit, one, other):
    """The relations once more, straight from their words."""
    if unit.relation in (R.PERSON_ADD, R.PERSON_REPLACE):
        moved = [(one[i], other[i]) for i in one if one[i] != other[i]]
        joins = any(None in pair for pair in moved)
        return len(moved) == 1 and joins == (unit.relation is R.PERSON_ADD)
    (nodes, weights), (others, changed) = one, other
    if unit.relation is R.NODE_ADD:
        few, many = sorted((one, other), key=lambda graph: len(graph[0]))
        same = all(many[1].get(pair) == weight for pair, weight in few[1].items())
        return len(many[0]) == len(few[0]) + 1 and set(few[0]) < set(many[0]) and same
    if nodes != others:
        return False
    moved = {p: abs(weights[p] - changed[p]) for p in weights if weights[p] != changed[p]}
    appears = [p for p in moved if not weights[p] or not changed[p]]
    if not moved:
        return False
    match unit.relation:
        case R.EDGE:
            return len(moved) == 1 == len(appears)
        case R.PERSONAL_EDGE:
            return len(moved) == 1 == len(appears) and 0 not in appears[0]
        case R.NODE:
            return any(all(v in pair for pair in moved) for v in nodes)
        case R.THETA_EDGE:
            return len(moved) == 1 and max(moved.values()) <= unit.radius
    if appears:
        return False
    match unit.relation:
        case R.WEIGHT_L1:
            return sum(moved.values()) <= unit.radius
        case R.WEIGHT_LINF:
            return max(moved.values()) <= unit.radius
        case R.WEIGHT_ONE:
            return len(moved) == 1
    return len(moved) == 1 and max(moved.values()) <= unit.radius


GRAPHS, SURVEYS = list(graphs()), surveys()
UNITS = [
    Unit(kind, Fraction(radius))
    for kind in R
    for radius in ((1, 2) if kind.has_radius else (1,))
]  # fmt: skip


def links(unit, things):
    """For each data set the numbers of its neighbours."""
    return [
        {j for j, other in enumerate(things) if are_neighbours(unit, one, other)}
        for one in things
    ]  # fmt: skip


def farthest(source, target):
    """The most steps of one relation between two neighbours under the other; None if no way."""
    worst = 0
    for start, wanted in enumerate(target):
        if not wanted:
            continue
        away, queue = {start: 0}, deque([start])
        while queue and not wanted <= away.keys():
            here = queue.popleft()
            for there in source[here] - away.keys():
                away[there] = away[here] + 1
                queue.append(there)
        if not wanted <= away.keys():
            return None
        worst = max(worst, *(away[there] for there in wanted))
    return worst


@pytest.fixture(scope="module")
def ways():
    """The true number of steps for every two units."""
    found = {}
    for things, persons in ((GRAPHS, False), (SURVEYS, True)):
        near = {u: links(u, things) for u in UNITS if u.relation.is_of_persons == persons}
        for one, other in product(near, repeat=2):
            found[one, other] = farthest(near[one], near[other])
    return found


def test_no_unit_is_reached_in_fewer_steps_than_it_takes(ways):
    for (source, target), needed in ways.items():
        stated = steps(source, target)
        if stated is not None:
            assert needed is not None, f"{source} never gives {target}"
            assert stated >= needed, f"{source} gives {target} in {needed} steps, not {stated}"


def test_every_way_that_there_is_without_bounds_on_the_graph_is_stated(ways):
    """What is left out needs the number of nodes or edges, or mixes edges with weights."""
    left_out = {
        (a.relation, b.relation) for (a, b), needed in ways.items() if needed and not steps(a, b)
    }
    of_weights = {R.WEIGHT_L1, R.WEIGHT_LINF, R.WEIGHT_ONE, R.THETA_EDGE_FIXED_SUPPORT}
    for source, target in left_out:
        by_many_steps = source in (R.EDGE, R.THETA_EDGE) and target is R.NODE
        mixed = (source in of_weights or source is R.THETA_EDGE) != (target in of_weights)
        from_one_edge = {source, target} <= of_weights
        assert by_many_steps or mixed or from_one_edge or R.THETA_EDGE in (source, target)


def test_persons_have_nothing_to_do_with_graphs():
    person, edge = Unit(R.PERSON_ADD), Unit(R.EDGE)
    assert steps(person, edge) is None is steps(edge, person)
