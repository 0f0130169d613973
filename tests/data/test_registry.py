"""Registered data sets: the published counts, checksums that are verified, clear errors.

Files of known, overlapping groups.
"""

import gzip
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import scipy.io
from sklearn.neighbors import kneighbors_graph

from graphdp_core.data import dataset, load_graph
from graphdp_core.data.registry import REGISTERED, RegisteredDataset, known_groups, read_groups
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.graph_file import GraphFile, Limits
from graphdp_core.intake.loading import load_file

IDS = [info.id for info in REGISTERED]


@pytest.mark.parametrize("info", REGISTERED, ids=IDS)
def test_every_registered_file_gives_the_stated_graph(
    info: RegisteredDataset, data_dir: Path
) -> None:
    if info.file.sha256 is None and not info.available():
        pytest.skip(f"{info.id} is too large for the folder of real graphs: fetch it")
    assert info.available()
    graph = info.load()
    assert (graph.n, graph.m) == (info.n, info.m)
    assert (graph.weights is not None) == info.weighted
    assert (graph.labels is not None) == bool(info.label)
    assert graph.title == info.title


@pytest.mark.parametrize("info", REGISTERED, ids=IDS)
def test_the_registry_agrees_with_the_catalogue_of_the_folder(
    info: RegisteredDataset, data_dir: Path
) -> None:
    catalogue = json.loads((data_dir / "catalog.json").read_text())
    if info.id in ("com-amazon", "com-youtube"):
        names = {entry["name"]: entry for entry in catalogue["not_included"]}
        entry = names[info.title.lower()]
        assert (info.n, info.m) == (entry["nodes"], entry["edges"])
        return
    entry = next(entry for entry in catalogue["datasets"] if entry["id"] == info.id)
    assert info.n == entry["nodes"]
    if entry["kind"] == "graph":
        assert info.m == entry["counted"].get("undirected_simple_edges", info.m)
        assert info.weighted == entry["weighted"]
    assert info.citation == entry["citation"]
    kind = (entry["labels"] or {}).get("kind", "")
    assert bool(info.label) == (bool(kind) and "overlapping" not in kind)
    sums = {f["file"]: f.get("sha256_uncompressed", f["sha256"]) for f in entry["files"]}
    # The collection writes this one otherwise than the folder does: its counts decide.
    if info.id != "ca-astroph":
        assert info.file.sha256 == sums[info.file.path]
    if info.label_file is not None:
        assert info.label_file.sha256 == sums[info.label_file.path]


def test_polblogs_has_its_two_camps_and_its_isolated_blogs(data_dir: Path) -> None:
    graph = load_graph("polblogs")
    counts = dict(zip(graph.label_names, np.bincount(graph.labels).tolist(), strict=True))
    assert counts == {"left (liberal)": 758, "right (conservative)": 732}
    assert np.sum(graph.degrees == 0) == 266


def test_citeseer_keeps_papers_that_only_the_label_file_names(data_dir: Path) -> None:
    graph = load_graph("citeseer")
    assert np.sum(graph.degrees == 0) == 48
    same = graph.labels[graph.edges[:, 0]] == graph.labels[graph.edges[:, 1]]
    assert np.mean(same) == pytest.approx(0.74, abs=0.005)


def test_cora_labels_belong_to_their_papers(data_dir: Path) -> None:
    graph = load_graph("cora")
    same = graph.labels[graph.edges[:, 0]] == graph.labels[graph.edges[:, 1]]
    assert np.mean(same) == pytest.approx(0.81, abs=0.005)


def test_enron_has_the_published_eigenvalues(data_dir: Path) -> None:
    graph = load_graph("enron-reciprocal")
    values = np.linalg.eigvalsh(graph.adjacency().toarray())[::-1][:5]
    np.testing.assert_allclose(values, [18.054, 12.951, 10.682, 10.625, 7.997], atol=5e-4)


def test_synapses_of_both_directions_are_added_up(data_dir: Path) -> None:
    text = (data_dir / "newman/celegansneural.gml").read_text().split()
    written = sum(float(value) for key, value in pairwise(text) if key == "value")
    assert load_graph("celegansneural").weights.sum() == written


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRAPHDP_DATA_DIR", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("folder", ["", "/no/such/folder"])
def test_without_the_folder_one_error_says_what_to_do(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHDP_DATA_DIR", folder)
    monkeypatch.setenv("XDG_CACHE_HOME", "/no/such/cache")
    assert not dataset("dolphins").available()
    with pytest.raises(GraphFileError, match=r"set GRAPHDP_DATA_DIR .* or use a bundled graph"):
        load_graph("dolphins")


def shape_of(entry: dict, folder: Path) -> tuple[int, int]:
    """Nodes and edges that the upload reader finds in a file of the folder."""
    graph = load_file(folder / entry["file"]).graph
    return graph.n, graph.m


@pytest.mark.long
def test_every_file_of_the_folder_has_the_counts_of_its_catalogue(data_dir: Path) -> None:
    catalogue = json.loads((data_dir / "catalog.json").read_text())["datasets"]
    special = {"knuth-miles", "florentine-families"}  # tested by themselves
    seen = set()
    for entry in catalogue:
        seen |= {file["file"] for file in entry["files"]}
        if entry["kind"] != "graph" or entry["id"] in special:
            continue
        counted = entry["counted"]
        n, m = shape_of(entry, data_dir)
        assert m == counted["undirected_simple_edges"], entry["id"]
        # The published number of nodes may count some that only the label file names.
        assert n == counted.get("nodes", entry["nodes"]), entry["id"]
    present = {str(p.relative_to(data_dir)) for p in data_dir.rglob("*") if p.is_file()}
    assert present - seen == {"README.md", "catalog.json"}


def test_the_matlab_file_holds_the_bundled_florentine_families(data_dir: Path) -> None:
    content = scipy.io.loadmat(data_dir / "misc/padgett-florentine.mat", spmatrix=False)
    u, v = content["A"].nonzero()
    labels = [str(np.squeeze(name).item()) for name in content["labels"].ravel()]
    own = load_graph("florentine_families")
    expected = {frozenset((own.name(a), own.name(b))) for a, b in own.edges.tolist()}
    assert {frozenset((labels[a], labels[b])) for a, b in zip(u, v, strict=True)} == expected


def test_miles_are_complete_symmetric_and_on_the_map(data_dir: Path) -> None:
    graph = load_graph("knuth-miles")
    assert graph.m == 128 * 127 // 2
    assert graph.names[:3] == ("Youngstown, OH", "Yankton, SD", "Yakima, WA")
    assert graph.weights[graph.edges.tolist().index([0, 1])] == 966
    assert graph.weights[graph.edges.tolist().index([0, 2])] == 2410
    # Roads are longer than the straight line, and mostly not by much.
    place = np.radians(graph.positions)
    (a, b), (c, d) = place[graph.edges[:, 0]].T, place[graph.edges[:, 1]].T
    straight = 3959 * np.arccos(np.sin(b) * np.sin(d) + np.cos(b) * np.cos(d) * np.cos(a - c))
    assert np.corrcoef(straight, graph.weights)[0, 1] > 0.98


@pytest.mark.parametrize("id", ["compound", "aggregation", "spiral", "jain", "pathbased", "flame"])
def test_point_sets_keep_places_and_join_nearest_neighbours(id: str, data_dir: Path) -> None:
    graph = load_graph(id)
    directed = kneighbors_graph(graph.positions, 8, mode="distance")
    expected = directed.maximum(directed.T)
    np.testing.assert_allclose(graph.adjacency(weighted=True).toarray(), expected.toarray())


def test_a_file_is_found_without_its_folder_and_in_either_packing(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = (data_dir / "newman/dolphins.gml").read_bytes()
    (tmp_path / "dolphins.gml.gz").write_bytes(gzip.compress(content))
    expected = load_graph("dolphins")
    monkeypatch.setenv("GRAPHDP_DATA_DIR", str(tmp_path))
    assert load_graph("dolphins") == expected


def test_a_file_with_another_content_is_refused(empty_folder: Path) -> None:
    (empty_folder / "dolphins.gml").write_text("graph [ node [ id 1 ] ]")
    assert dataset("dolphins").available()
    with pytest.raises(GraphFileError, match=r"^dolphins\.gml: its content is not the published"):
        load_graph("dolphins")


def test_a_data_set_with_a_missing_label_file_is_not_available(empty_folder: Path) -> None:
    (empty_folder / "email-Eu-core.txt").write_text("0 1\n")
    assert not dataset("email-eu-core").available()


NAMED = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], names=["7", "a", "12", "b"])


def file(text: str) -> GraphFile:
    return GraphFile("groups.txt", text.encode(), Limits())


def test_groups_are_read_by_name_and_may_overlap():
    groups = read_groups(file("# two groups\n7\ta\n\n12 b a b\n"), NAMED)
    assert [group.tolist() for group in groups] == [[0, 1], [1, 2, 3]]


def test_an_unknown_node_is_refused():
    with pytest.raises(GraphFileError, match="'99'"):
        read_groups(file("7 99\n"), NAMED)


def test_a_graph_without_a_file_has_no_groups():
    assert known_groups(NAMED) == ()


@pytest.mark.long
def test_published_groups_of_com_dblp(data_dir):
    groups = known_groups(load_graph("com-dblp"))
    assert len(groups) == 5000
    assert len(set().union(*(group.tolist() for group in groups))) == 93_432
