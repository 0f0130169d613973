"""The Louvain kernels against dense arithmetic, brute force and networkx."""

import itertools
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csr_array

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.loading import load_file
from graphdp_core.kernels import local_moving
from graphdp_core.kernels.local_moving import Level, Objective, State, move_nodes, node_order
from graphdp_core.kernels.louvain import aggregated, louvain_communities
from graphdp_core.metrics.partitions import modularity


def planted(sizes: list[int], p: float, q: float, seed: int) -> tuple[Graph, np.ndarray]:
    k = len(sizes)
    chances = [[p if i == j else q for j in range(k)] for i in range(k)]
    graph = nx.stochastic_block_model(sizes, chances, seed=seed)
    return Graph.from_networkx(graph), np.repeat(np.arange(k), sizes)


def dense_modularity(matrix: np.ndarray, degrees: np.ndarray, labels: np.ndarray) -> float:
    total = degrees.sum()
    same = labels[:, None] == labels[None, :]
    return float(((matrix - np.outer(degrees, degrees) / total) * same).sum() / total)


def best_modularity(matrix: np.ndarray) -> float:
    """Over all partitions of a handful of nodes."""
    labels = np.array(list(itertools.product(range(len(matrix)), repeat=len(matrix))))
    same = labels[:, :, None] == labels[:, None, :]
    degrees = matrix.sum(axis=0)
    gains = matrix - np.outer(degrees, degrees) / degrees.sum()
    return float((same * gains).sum(axis=(1, 2)).max() / degrees.sum())


def single_nodes(graph: Graph, degrees: np.ndarray) -> tuple[Level, State]:
    indptr, indices = graph.neighbours
    n = graph.n
    level = Level(indptr.astype(np.int64), indices, np.ones(len(indices)), degrees, np.ones(n))
    state = State(
        community=np.arange(n, dtype=np.int32),
        degrees=degrees.copy(),
        sizes=np.ones(n),
        members=np.ones(n, dtype=np.int32),
        empty=np.empty(n, dtype=np.int32),
        queue=np.arange(n, dtype=np.int32),
        waiting=np.ones(n, dtype=bool),
        links=np.zeros(n),
        touched=np.empty(n + 1, dtype=np.int32),
        counters=np.array([0, n, 0, 0]),
    )
    return level, state


@pytest.mark.parametrize("background", [0.0, 0.15])
def test_each_move_is_the_best_one_by_dense_modularity(background: float) -> None:
    graph, _ = planted([8, 8], 0.7, 0.2, seed=1)
    adjacency = graph.adjacency().toarray()
    matrix = adjacency - background * (1 - np.eye(graph.n))
    degrees = np.maximum(matrix.sum(axis=0), 0.0)
    level, state = single_nodes(graph, degrees)
    objective = Objective(background, 1.0 / degrees.sum(), 1e-12)
    steps = 0
    while state.counters[1] > 0:
        node = state.queue[state.counters[0]]
        before = state.community.copy()
        move_nodes(level, state, objective, 1)
        choices = {before[node], *before[adjacency[node] > 0]}
        empty = set(range(graph.n)) - set(before)
        choices |= {min(empty)} if empty else set()
        scores = []
        for choice in choices:
            labels = before.copy()
            labels[node] = choice
            scores.append(dense_modularity(matrix, degrees, labels))
        after = dense_modularity(matrix, degrees, state.community)
        assert after == pytest.approx(max(scores), abs=1e-12)
        steps += 1
    assert steps >= graph.n
    assert state.counters[3] > 0


def test_running_sums_stay_those_of_the_communities() -> None:
    graph, _ = planted([30, 30, 30], 0.4, 0.05, seed=2)
    level, state = single_nodes(graph, graph.degrees.astype(float))
    while state.counters[1] > 0:
        move_nodes(level, state, Objective(0.0, 1.0 / (2 * graph.m), 1e-12), 50)
    sums = np.bincount(state.community, weights=graph.degrees, minlength=graph.n)
    np.testing.assert_allclose(state.degrees, sums)
    np.testing.assert_array_equal(state.members, np.bincount(state.community, minlength=graph.n))
    empty = state.empty[: state.counters[2]]
    assert sorted(empty) == np.flatnonzero(state.members == 0).tolist()


def test_aggregation_keeps_all_weight_between_communities() -> None:
    graph, labels = planted([5, 7, 9], 0.6, 0.3, seed=3)
    labels = labels.astype(np.int32)
    level, _ = single_nodes(graph, graph.degrees.astype(float))
    coarse = aggregated(level, labels)
    matrix = np.zeros((3, 3))
    for u in range(3):
        row = slice(coarse.indptr[u], coarse.indptr[u + 1])
        matrix[u, coarse.indices[row]] = coarse.weights[row]
    member = np.eye(3)[labels]
    expected = member.T @ graph.adjacency().toarray() @ member
    np.fill_diagonal(expected, 0.0)
    np.testing.assert_allclose(matrix, expected)
    np.testing.assert_allclose(coarse.degrees, member.T @ graph.degrees)
    assert coarse.sizes.tolist() == [5, 7, 9]


@pytest.mark.parametrize("seed", range(6))
def test_small_graphs_reach_the_best_modularity_of_all(seed: int) -> None:
    network = nx.gnm_random_graph(6, 8, seed=seed)
    graph = Graph.from_networkx(network)
    labels = louvain_communities(*graph.neighbours, runs=20)
    matrix = graph.adjacency().toarray()
    reached = dense_modularity(matrix, matrix.sum(axis=0), labels)
    assert reached == pytest.approx(best_modularity(matrix), abs=1e-12)


def test_one_key_gives_one_partition_and_keys_differ() -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(400, 3, seed=0))
    rows = graph.neighbours
    first = louvain_communities(*rows, key=7)
    np.testing.assert_array_equal(first, louvain_communities(*rows, key=7))
    others = [louvain_communities(*rows, key=key) for key in range(5)]
    assert any(not np.array_equal(first, other) for other in others)


def test_more_runs_never_lower_the_modularity() -> None:
    network = nx.barabasi_albert_graph(300, 2, seed=1)
    graph = Graph.from_networkx(network)
    matrix = graph.adjacency().toarray()
    degrees = matrix.sum(axis=0)
    scores = [
        dense_modularity(matrix, degrees, louvain_communities(*graph.neighbours, runs=runs))
        for runs in (1, 3, 9)
    ]
    assert scores == sorted(scores)


def test_weights_decide_and_their_unit_does_not() -> None:
    # A square whose heavy sides pair the nodes the other way than the light ones.
    graph = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)], weights=[9.0, 1.0, 9.0, 1.0])
    matrix = graph.adjacency(weighted=True)
    for unit in (1e-9, 1.0, 1e9):
        labels = louvain_communities(matrix.indptr, matrix.indices, matrix.data * unit)
        assert labels[0] == labels[1] != labels[2] == labels[3]


def test_heavy_loops_hold_their_nodes_apart() -> None:
    graph = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    rows = graph.neighbours
    network = graph.to_networkx()
    network.add_weighted_edges_from((u, u, 30.0) for u in range(4))
    loops = np.full(4, 30.0)
    labels = louvain_communities(*rows, loops=loops)
    assert len(set(labels.tolist())) == 4
    single = nx.community.modularity(network, [{u} for u in range(4)])
    pairs = nx.community.modularity(network, [{0, 1}, {2, 3}])
    assert single > pairs
    assert len(set(louvain_communities(*rows).tolist())) == 2


def test_resolution_sets_the_scale() -> None:
    ring = nx.ring_of_cliques(30, 4)
    graph = Graph.from_networkx(ring)
    counts = [
        louvain_communities(*graph.neighbours, resolution=r, runs=5).max() + 1
        for r in (0.2, 1.0, 3.0)
    ]
    assert counts == sorted(counts)
    assert counts[-1] == 30
    assert counts[0] < 15


def test_edge_case_graphs_give_communities_inside_components(edge_case_graph: Graph) -> None:
    labels = louvain_communities(*edge_case_graph.neighbours)
    assert labels.shape == (edge_case_graph.n,)
    assert sorted(set(labels.tolist())) == list(range(len(set(labels.tolist()))))
    for a, b in itertools.combinations(nx.connected_components(edge_case_graph.to_networkx()), 2):
        assert not {labels[i] for i in a} & {labels[i] for i in b}


def test_a_background_above_everything_is_refused() -> None:
    graph = Graph.from_edges(4, [(0, 1), (2, 3)])
    with pytest.raises(ValueError, match=r"background must lie below .* got 0\.9"):
        louvain_communities(*graph.neighbours, background=0.9)


def test_progress_rises_and_can_stop_the_work() -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(20_000, 3, seed=0))
    seen: list[float] = []
    louvain_communities(*graph.neighbours, runs=3, progress=lambda f, text: seen.append(f))
    assert seen == sorted(seen)
    assert 0.0 < seen[0] < seen[-1] <= 1.0

    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        louvain_communities(*graph.neighbours, progress=stop)


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(3))
def test_quality_is_at_least_that_of_networkx(seed: int) -> None:
    networks = [
        nx.karate_club_graph(),
        nx.barabasi_albert_graph(600, 3, seed=seed),
        nx.powerlaw_cluster_graph(600, 4, 0.5, seed=seed),
        nx.planted_partition_graph(6, 50, 0.3, 0.02, seed=seed),
    ]
    for network in networks:
        theirs = nx.community.louvain_communities(network, weight=None, seed=seed)
        graph = Graph.from_networkx(network, weight=None)
        labels = louvain_communities(*graph.neighbours, key=seed, runs=5)
        ours = [set(np.flatnonzero(labels == c).tolist()) for c in range(labels.max() + 1)]
        difference = nx.community.modularity(network, ours, weight=None)
        difference -= nx.community.modularity(network, theirs, weight=None)
        assert difference > -0.005


def supergraph(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """What LouvainDP meets: whole weights, loops, each pair once, in no order."""
    rng = np.random.default_rng(seed)
    blocks = np.repeat(np.arange(5), 12)
    pairs = np.array([(u, v) for u in range(60) for v in range(u, 60)])
    mean = np.where(blocks[pairs[:, 0]] == blocks[pairs[:, 1]], 1.2, 0.15)
    weights = rng.poisson(mean + 2.0 * (pairs[:, 0] == pairs[:, 1]))
    pairs, weights = pairs[weights > 0], weights[weights > 0]
    order = rng.permutation(len(pairs))
    flip = rng.random(len(pairs)) < 0.5
    pairs[flip] = pairs[flip][:, ::-1]
    return pairs[order], weights[order]


def rows_of(n: int, pairs: np.ndarray, weights: np.ndarray) -> dict[str, np.ndarray]:
    """Compressed rows of weighted pairs, each once, in any order; loops apart."""
    whole = np.zeros((n, n))
    np.add.at(whole, tuple(pairs.T), weights)
    whole += whole.T
    loops = whole.diagonal() / 2
    np.fill_diagonal(whole, 0.0)
    rows = csr_array(whole)
    return {"indptr": rows.indptr, "indices": rows.indices, "weights": rows.data, "loops": loops}


@pytest.mark.parametrize("seed", range(4))
def test_a_weighted_graph_with_loops_is_split_as_well_as_by_networkx(seed: int) -> None:
    pairs, weights = supergraph(seed)
    network = nx.Graph()
    network.add_nodes_from(range(60))
    network.add_weighted_edges_from(
        (int(u), int(v), float(w)) for (u, v), w in zip(pairs, weights, strict=True)
    )
    labels = louvain_communities(**rows_of(60, pairs, weights), key=seed, runs=3)
    ours = [set(np.flatnonzero(labels == c).tolist()) for c in range(labels.max() + 1)]
    theirs = nx.community.louvain_communities(network, seed=seed)
    difference = nx.community.modularity(network, ours) - nx.community.modularity(network, theirs)
    assert difference > -0.005


@pytest.mark.parametrize("n", [0, 1, 4096, 4097, 20_000])
def test_the_node_order_holds_every_node_once_and_follows_the_key(n: int) -> None:
    order = node_order(n, np.uint64(5))
    assert np.array_equal(np.sort(order), np.arange(n))
    assert np.array_equal(order, node_order(n, np.uint64(5)))
    if n > 1:
        assert not np.array_equal(order, node_order(n, np.uint64(6)))
        assert not np.array_equal(order, np.arange(n))


def test_a_second_round_does_not_lower_the_modularity() -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(3000, 3, seed=2))
    scores = []
    for rounds in (1, 2, 100):
        labels = louvain_communities(*graph.neighbours, key=1, rounds=rounds)
        scores.append(modularity(graph, labels))
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


REAL = (
    "newman/karate.gml", "newman/dolphins.gml", "newman/football.gml", "newman/polbooks.gml",
    "newman/lesmis.gml", "newman/adjnoun.gml", "newman/netscience.gml.gz", "newman/power.gml.gz",
    "newman/celegansneural.gml", "newman/polblogs.gml.gz",
    "linqs/cora_edgelist.txt", "linqs/citeseer_graph.txt", "snap/email-Eu-core.txt",
    "snap/facebook_combined.txt.gz", "snap/as20graph.txt.gz",
)  # fmt: skip
LARGE = {file for file in REAL if file.startswith("snap/")} | {
    "newman/power.gml.gz", "newman/polblogs.gml.gz", "linqs/citeseer_graph.txt",
}  # fmt: skip
"""Of which networkx takes longest: in the long form only."""


@pytest.mark.sample
@pytest.mark.parametrize(
    "file", [pytest.param(f, marks=pytest.mark.long if f in LARGE else ()) for f in REAL]
)
def test_real_graphs_are_split_as_well_as_by_networkx(data_dir: Path, file: str) -> None:
    if not (data_dir / file).is_file():
        pytest.skip(f"needs {file} in the folder of real graphs")
    graph = load_file(data_dir / file).graph
    graph = Graph.from_edges(graph.n, graph.edges)
    network = graph.to_networkx()
    theirs = nx.community.louvain_communities(network, seed=1)
    labels = louvain_communities(*graph.neighbours, key=1)
    assert modularity(graph, labels) > nx.community.modularity(network, theirs) - 0.005


@pytest.mark.parametrize("background", [0.0, 0.1])
def test_no_weights_are_weights_of_one(background: float) -> None:
    graph, _ = planted([40, 40, 40], 0.3, 0.1, seed=5)
    indptr, indices = graph.neighbours
    given = {"background": background, "key": 3, "runs": 5}
    alone = louvain_communities(indptr, indices, **given)
    weighted = louvain_communities(indptr, indices, np.ones(len(indices)), **given)
    assert alone.tolist() == weighted.tolist()


@pytest.mark.parametrize("seed", range(12))
def test_edges_of_weight_0_decide_nothing(seed: int) -> None:
    """Not even which of equal gains comes first, or when a node is looked at again."""
    chance = np.random.default_rng(seed).random((40, 40))
    graph = Graph.from_edges(40, np.argwhere(np.triu(chance < 0.3, 1)))
    indptr, indices = graph.neighbours
    rows = np.repeat(np.arange(graph.n), np.diff(indptr))
    weights = np.where((rows + indices) % 3 == 0, 0.0, 1.0)
    kept = weights > 0
    thin = np.concatenate(([0], np.cumsum(np.bincount(rows[kept], minlength=graph.n))))
    outcome = louvain_communities(indptr, indices, weights, key=4)
    assert outcome.tolist() == louvain_communities(thin, indices[kept], key=4).tolist()


DENSE = {
    "noise": nx.gnp_random_graph(300, 0.4, seed=1),
    "communities": nx.planted_partition_graph(4, 140, 0.6, 0.2, seed=1),
    "equal parts": nx.complete_multipartite_graph(*[25] * 8),
    "cliques": nx.ring_of_cliques(4, 60),
    "all pairs": nx.complete_graph(200),
}


@pytest.mark.parametrize("background", [0.0, 0.2])
@pytest.mark.parametrize("name", DENSE)
def test_a_table_of_neighbours_changes_no_community(
    name: str, background: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = Graph.from_networkx(DENSE[name]).neighbours
    without = [louvain_communities(*rows, background=background, key=k, runs=5) for k in (1, 2)]
    monkeypatch.setattr(local_moving, "AT_ONCE", 0)
    with_table = [louvain_communities(*rows, background=background, key=k, runs=5) for k in (1, 2)]
    np.testing.assert_array_equal(with_table, without)


@pytest.mark.parametrize("spare", [1, 8])
def test_dense_graphs_get_a_table_even_if_its_columns_run_out(
    spare: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, usual = [], local_moving._table
    rows = Graph.from_networkx(DENSE["noise"]).neighbours
    expected = louvain_communities(*rows)
    monkeypatch.setattr(local_moving, "AT_ONCE", 0)
    monkeypatch.setattr(local_moving, "VISITS_PER_CALL", 5_000)
    monkeypatch.setattr(local_moving, "SPARE", spare)
    monkeypatch.setattr(
        local_moving, "_table", lambda level, state: made.append(usual(level, state)) or made[-1]
    )
    np.testing.assert_array_equal(louvain_communities(*rows), expected)
    assert any(table is not None for table in made)
