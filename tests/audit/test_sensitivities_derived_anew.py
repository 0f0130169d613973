"""Sensitivities derived again from the definitions, over all graphs of four or five nodes.

Everything is written here from the statement of a mechanism, with numpy and scipy alone; the
product's own function is compared with it where it has one.
"""

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import linprog

import graphdp_core as gdp
from graphdp_core.graphs.answers import Answers, counted_weights
from graphdp_core.sensitivities.node_projection import capped_triangles

PAIRS = list(itertools.combinations(range(5), 2))
CODES = np.arange(1 << len(PAIRS))  # a graph of five nodes is a number: bit k says pair k


def edges_of(code):
    return [pair for k, pair in enumerate(PAIRS) if code >> k & 1]


def matrices():
    """The adjacency matrices of all graphs, shape (1024, 5, 5)."""
    values = np.zeros((len(CODES), 5, 5))
    for k, (u, v) in enumerate(PAIRS):
        values[:, u, v] = values[:, v, u] = CODES >> k & 1
    return values


def kinds_of_graphs():
    """For each graph the least code of one that is alike, shape (1024,)."""
    place, values = {pair: k for k, pair in enumerate(PAIRS)}, np.full(len(CODES), 1 << 10)
    for order in itertools.permutations(range(5)):
        turned = np.zeros(len(CODES), dtype=int)
        for k, (u, v) in enumerate(PAIRS):
            turned |= (CODES >> k & 1) << place[min(order[u], order[v]), max(order[u], order[v])]
        values = np.minimum(values, turned)
    return values


@pytest.mark.parametrize("cap", [1, 3])
def test_one_node_moves_the_capped_triangles_by_at_most_the_cap(cap):
    """All edges of any node become any others, in all graphs."""
    kinds = kinds_of_graphs()
    optima, whole = {}, {}
    for code in np.unique(kinds):
        graph = nx.Graph(edges_of(code))
        three = itertools.combinations(sorted(graph), 3)
        corners = [t for t in three if all(map(graph.has_edge, t, t[1:] + t[:1]))]
        optima[code] = 0.0
        if corners:
            inside = np.array([[node in t for t in corners] for node in range(5)], dtype=float)
            optimum = linprog(
                -np.ones(len(corners)), A_ub=inside, b_ub=np.full(5, cap), bounds=(0, 1),
                method="highs-ipm",
            )  # fmt: skip
            optima[code] = -optimum.fun
        whole[code] = capped_triangles(gdp.Graph.from_edges(5, edges_of(code)), cap)
        assert abs(whole[code] - optima[code]) <= 0.5 + 1e-6
    for node in range(5):
        own = sum(1 << k for k, pair in enumerate(PAIRS) if node in pair)
        rest = CODES & ~own
        for others in np.unique(rest):
            like = set(kinds[rest == others].tolist())
            for values, most in ((optima, cap + 1e-6), (whole, cap + 1)):
                optimum = [values[code] for code in like]
                assert max(optimum) - min(optimum) <= most
    full = kinds[-1]
    assert optima[full] == pytest.approx(min(10.0, 5 * cap / 3))


def below(t, epsilon):
    """P(noise < t) for two-sided geometric noise."""
    a = math.exp(-epsilon)
    return np.where(t <= 0, a ** (1.0 - t), 1.0 + a - a ** np.maximum(t, 0.0)) / (1.0 + a)


def peeling_law(edges, first, second, *, step, rounds):
    """P(who leaves at which look) of four nodes, each node's threshold summed over."""
    rho = np.arange(-60.0, 61.0)
    a, law = math.exp(-first), {}
    start = [(1.0 - a) / (1.0 + a) * a ** np.abs(rho)] * 4
    near = [{*(u + v - i for u, v in edges if i in (u, v))} for i in range(4)]

    def look(level, turn, left, weights, said):
        if not left or level >= 4:
            law[said] = math.prod(float(w.sum()) for w in weights)
            return
        go = {v: below(level + rho - len(near[v] & left), second) for v in left}
        for size in range(len(left) + 1):
            for gone in itertools.combinations(sorted(left), size):
                now = [
                    w if v not in left else w * (go[v] if v in gone else 1.0 - go[v])
                    for v, w in enumerate(weights)
                ]
                again = gone and turn + 1 < rounds
                following = (level, turn + 1) if again else (level + step, 0)
                look(*following, left - set(gone), now, (*said, (level, turn, gone)))

    look(step, 0, frozenset(range(4)), start, ())
    return law


@pytest.mark.sample
@pytest.mark.parametrize(("step", "rounds"), [(1, 1), (2, 2)])
def test_peeling_of_four_nodes_loses_at_most_epsilon(step, rounds):
    """All kinds of graphs, every edge more: all that is seen, look by look."""
    first, second, worst = 0.25, 0.5, 0.0
    settings = {"step": step, "rounds": rounds}
    for graph in nx.graph_atlas_g():
        if graph.number_of_nodes() != 4:
            continue
        here = peeling_law(list(graph.edges), first, second, **settings)
        for pair in nx.non_edges(graph):
            there = peeling_law([*graph.edges, pair], first, second, **settings)
            assert here.keys() == there.keys()
            worst = max(worst, *(abs(math.log(here[said] / there[said])) for said in here))
    assert 0.4 < worst <= 2 * first + second


@pytest.mark.parametrize("counted", ["together", "agree", "differ"])
@pytest.mark.parametrize("grades", [(0.0, 1.0), (0.0, 0.5, 1.0)])
def test_one_person_moves_all_weights_by_no_more_than_is_stated(counted, grades):
    """All rows of answers to four questions; together also with a bound on who says yes."""
    for most in (0, 1, 2, 3) if counted == "together" else (0,):
        rows = [
            row
            for row in itertools.product(grades, repeat=4)
            if not most or np.count_nonzero(row) <= most
        ]
        said = np.array([counted_weights(np.array([row]), counted) for row in rows])
        stated = Answers(counted, yes_or_no=len(grades) == 2, most_yes=most)
        assert said.sum(axis=1).max() == stated.total(4, replaced=False)
        between = np.abs(said[:, None] - said[None]).sum(axis=2).max()
        assert between <= stated.total(4, replaced=True)
        assert between == stated.total(4, replaced=True) or len(grades) == 3


@pytest.mark.parametrize(
    ("norm", "steps"),
    [("person_added", (0, 1)), ("person_replaced", (-1, 0, 1)), ("linf", (-1, 1))],
)
def test_the_law_over_spanning_trees_loses_at_most_epsilon(norm, steps):
    """All connected graphs of four nodes: exponents by definition, changes of every weight."""
    made, worst = gdp.mechanism("exact_tree", norm=norm, radius=1.0), 0.0
    rate = made.rate(3, 1.0)
    for graph in nx.graph_atlas_g():
        if graph.number_of_nodes() != 4 or not nx.is_connected(graph):
            continue
        edges = list(graph.edges)
        trees = np.array([
            [edge in tree for edge in edges]
            for tree in itertools.combinations(edges, 3)
            if nx.is_connected(nx.Graph(tree)) and len(nx.Graph(tree)) == 4
        ], dtype=float)  # fmt: skip
        changes = np.array(list(itertools.product(steps, repeat=len(edges))), dtype=float)
        for base in (np.zeros(len(edges)), 60.0 / rate * (np.arange(len(edges)) % 2)):
            costs = rate * (changes + base) @ trees.T
            law = -costs - np.log(np.exp(-costs).sum(axis=1, keepdims=True))
            usual = -rate * base @ trees.T
            usual = usual - np.log(np.exp(usual).sum())
            worst = max(worst, float(np.abs(law - usual).max()))
    assert 0.6 < worst <= 1.0 + 1e-9
