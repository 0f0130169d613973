"""What follows from a guarantee, and what does not.

In how many steps one unit gives another, against searches among all small data sets.
"""

from collections import deque
from fractions import Fraction
from itertools import combinations, product

import pytest

import graphdp_core as gdp
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.implications import Unit, implied, implied_words, steps

R = NeighbouringRelation


def found(relation, epsilon=1.0, delta=0.0, edges=10):
    return {i.relation: i.epsilon for i in implied(relation, epsilon, delta, edges=edges)}


def test_a_node_that_is_rewired_covers_one_edge_at_the_same_epsilon():
    assert found(R.NODE)[R.EDGE] == 1.0
    together = next(i for i in implied(R.NODE, 0.7) if "together" in i.unit)
    assert together.epsilon == 0.7, "all edges of one person cost epsilon once"


def test_a_node_that_joins_covers_one_edge_at_twice_epsilon_only():
    """A graph with one edge more has as many nodes: it is two steps away."""
    assert found(R.NODE_ADD) == {R.NODE: 2.0, R.EDGE: 2.0}


def test_edges_cost_one_after_the_other_and_nodes_only_with_a_public_bound():
    items = implied(R.EDGE, 0.5, edges=7)
    assert items[0].epsilon == 3.5
    assert items[1].epsilon == 7.0
    assert "no node can have more than 7" in items[1].unit


def test_weights_say_nothing_about_edges_and_edges_nothing_about_weights():
    for relation in (R.WEIGHT_L1, R.WEIGHT_LINF):
        assert set(found(relation)) == {None}
    assert not {R.WEIGHT_L1, R.WEIGHT_LINF} & set(found(R.EDGE))


def test_what_protects_nothing_implies_nothing():
    assert not implied_words(Guarantee(R.EDGE, 1.0, Status.AS_PUBLISHED_NOT_DP))
    assert not implied_words(Guarantee(R.EDGE, 1.0, Status.PROVED_PURE, empty="No neighbours."))
    assert "next to nothing" in implied_words(Guarantee(R.EDGE, 20.0, Status.PROVED_PURE))


def test_the_ledger_says_what_its_sums_imply(tmp_path):
    ledger = tmp_path / "ledger.jsonl"
    karate, made = gdp.load_graph("karate"), gdp.mechanism("private_count", count="edges")
    for number in range(2):
        gdp.publish(karate, made, epsilon="0.5", to=tmp_path / f"{number}.zip", ledger=ledger)
    spent = gdp.Ledger(ledger).spent()
    assert list(spent) == [("edge", "1")]
    words = [i.statement() for i in spent["edge", "1"].implied()]
    assert words[0] == "10 edges of one person: ε = 10"


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
