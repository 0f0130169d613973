"""Publications: what is in the zip and what is not, one charge each, all or nothing."""

import csv
import gzip
import io
import json
import re
import subprocess
import sys
import uuid
import zipfile
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from noise_laws import seeded_coins
from scipy import stats

import graphdp_core as gdp
from graphdp_core.estimates.asked import Given
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.trust import publish as module
from graphdp_core.trust.certificate import real_edges
from graphdp_core.trust.evidence import evidence
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.package import gzipped
from graphdp_core.trust.publish import publish
from graphdp_core.trust.received import followed
from graphdp_core.trust.verify import verify

FRIENDS = Graph.from_edges(
    5, [(0, 1), (1, 2), (2, 3)], names=["Zoë", "=1+1", "Ann, B.", "Bo", "Lone"],
    labels=[0, 0, 1, 1, 1], positions=np.ones((5, 2)), title="secret.csv",
)  # fmt: skip


@pytest.fixture
def release(tmp_path):
    """Publish with defaults into a folder of its own."""

    def one(mechanism="edge_flip", *, graph=FRIENDS, name="a.zip", epsilon="1", **given):
        to, ledger = tmp_path / name, tmp_path / "l.jsonl"
        return publish(
            graph, gdp.mechanism(mechanism), epsilon=epsilon, to=to, ledger=ledger, **given
        )

    return one


def content(publication) -> dict[str, bytes]:
    """The files of a zip."""
    with zipfile.ZipFile(publication.path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_zip_holds_data_certificate_and_reader(release):
    assert list(content(release())) == [
        "README.html", "certificate.json", "nodes.csv", "edges.csv", "graph.graphml", "graph.json",
        "statistics.csv", "targets.csv", "certificate.html", "read_release.py", "read_release.R",
    ]  # fmt: skip


def test_all_formats_hold_the_same_graph(release, tmp_path):
    sealed = release(names="public", epsilon="2")
    with zipfile.ZipFile(sealed.path) as archive:
        archive.extractall(tmp_path / "out")
    graphs = [gdp.read_graph(tmp_path / "out" / name) for name in ("graph.graphml", "graph.json")]
    for graph in graphs:
        pairs = {frozenset(map(graph.name, edge)) for edge in graph.edges.tolist()}
        released = sealed.released
        assert pairs == {frozenset(map(released.name, edge)) for edge in released.edges.tolist()}


def test_nothing_of_the_true_graph_is_in_the_zip(release):
    for name, data in content(release()).items():
        for secret in ("secret", "Zoë", "Lone", "Ann", "1+1"):
            assert secret.encode() not in data, (name, secret)
        if name.startswith(("nodes", "edges", "graph")):
            assert b"label" not in data
            assert b"class" not in data


@pytest.mark.parametrize("mechanism", ["edge_flip", "noisy_degrees", "louvain_dp"])
def test_the_order_of_the_file_and_all_beside_the_edges_change_no_byte(
    tmp_path, monkeypatch, mechanism
):
    """The same people and edges in another order, with other labels: equal coins, equal data."""
    monkeypatch.setattr(module.uuid, "uuid4", lambda: uuid.UUID(int=1))
    order = [3, 0, 4, 2, 1]
    place = {old: new for new, old in enumerate(order)}
    names = [FRIENDS.names[old] for old in order]
    edges = [(place[v], place[u]) for u, v in reversed(FRIENDS.edges.tolist())]
    other = Graph.from_edges(5, edges, names=names, labels=[1, 0, 0, 1, 0], title="else.csv")
    made = []
    for k, graph in enumerate((FRIENDS, other)):
        sealed = publish(
            graph, gdp.mechanism(mechanism), epsilon="1", to=tmp_path / f"{k}.zip",
            ledger=tmp_path / f"{k}.jsonl", names="public", coins=seeded_coins(5),
        )  # fmt: skip
        made.append(content(sealed))
    assert made[0] == made[1]


def test_every_node_is_listed_and_no_file_tells_a_time_or_a_maker(release, monkeypatch):
    monkeypatch.setattr("graphdp_core.trust.package.LARGE_BYTES", 100)
    sealed = release(epsilon="20")  # nothing is flipped: the isolated node stays isolated
    with zipfile.ZipFile(sealed.path) as archive:
        assert archive.comment == b""
        for entry in archive.infolist():
            assert (entry.date_time, entry.extra, entry.comment) == (
                (1980, 1, 1, 0, 0, 0),
                b"",
                b"",
            )
            if entry.filename.endswith(".gz"):
                head = archive.read(entry)[:10]
                assert (head[3], head[4:8]) == (0, bytes(4)), "no name, no time"
    nodes = content(sealed)["nodes.csv"].decode().split()
    assert sorted(nodes) == ["0", "1", "2", "3", "4", "node"]


def test_numbers_are_in_random_order_and_only_the_curator_can_tell(release):
    seen = {release(name=f"{k}.zip", graph=FRIENDS).mapping for k in range(8)}
    assert len(seen) > 1
    assert all(sorted(mapping) == sorted(FRIENDS.names or ()) for mapping in seen)


def test_the_numbers_of_a_release_name_the_right_nodes(release):
    star = Graph.from_edges(30, [(7, k) for k in range(30) if k != 7])
    sealed = release("noisy_degrees", graph=star, epsilon="20")
    assert sealed.mapping[int(np.argmax(sealed.released.values))] == "7"


def test_public_names_stand_in_alphabetical_order_and_run_nowhere(release):
    sealed = release("noisy_degrees", names="public")
    rows = list(csv.reader(io.StringIO(content(sealed)["scores.csv"].decode())))
    assert [row[0] for row in rows] == ["node", "'=1+1", "Ann, B.", "Bo", "Lone", "Zoë"]
    assert sealed.mapping == ()


def test_a_tree_is_published_with_names_that_fit(release):
    graph = gdp.load_graph("les_miserables")
    sealed = release("pamst", graph=graph, epsilon="2", names="public")
    rows = list(csv.reader(io.StringIO(content(sealed)["tree.csv"].decode())))
    assert len(rows) == graph.n
    true = {frozenset(map(graph.name, edge)) for edge in graph.edges.tolist()}
    assert {frozenset(row) for row in rows[1:]} <= true


@pytest.mark.long
def test_sixty_publications_follow_the_stated_law(tmp_path):
    graph = Graph.from_edges(12, [(k, k + 1) for k in range(11)])
    flips = 0
    for k in range(60):
        sealed = publish(
            graph, gdp.mechanism("edge_flip"), epsilon=1, to=tmp_path / f"{k}.zip",
            ledger=tmp_path / "l.jsonl",
        )  # fmt: skip
        true = {frozenset(map(str, edge)) for edge in graph.edges.tolist()}
        out = {
            frozenset(sealed.mapping[i] for i in edge) for edge in sealed.released.edges.tolist()
        }
        flips += len(true ^ out)
    # One standard deviation is .04 in epsilon; fails by chance with probability 1e-6.
    assert stats.binomtest(flips, 60 * 66, 1 / (1 + np.e)).pvalue > 1e-6


def test_the_ledger_is_charged_once_and_names_the_zip(release, tmp_path):
    sealed = release(epsilon="0.3")
    book = Ledger(tmp_path / "l.jsonl")
    assert book.spent()["edge", "1"].epsilon == Fraction("0.3")
    assert book.lines[-1].number == sealed.line == sealed.certificate["ledger"]["line"]


def test_a_large_table_is_packed(release, monkeypatch):
    monkeypatch.setattr("graphdp_core.trust.package.LARGE_BYTES", 100)
    files = content(release())
    assert gzip.decompress(files["graph.graphml.gz"]).startswith(b"<?xml")


def test_a_large_graph_is_an_edge_list_from_which_the_reader_makes_graphml(
    release, tmp_path, monkeypatch
):
    monkeypatch.setattr("graphdp_core.trust.contents.MOST_IN_ALL_FORMATS", 2)
    monkeypatch.setattr("graphdp_core.trust.package.LARGE_BYTES", 30)
    sealed = release(epsilon="20", names="public")  # 4 edges, and a node without any
    assert {"edges.csv.gz", "graph.json.gz"} & set(content(sealed)) == {"edges.csv.gz"}
    with zipfile.ZipFile(sealed.path) as archive:
        archive.extractall(tmp_path)
    made = tmp_path / "graph.graphml"
    subprocess.run([sys.executable, "-I", tmp_path / "read_release.py", made], check=True)
    read, true = gdp.read_graph(made), sealed.released
    assert read.n == true.n == 5
    assert sorted(map(read.name, range(5))) == ["'=1+1", "Ann, B.", "Bo", "Lone", "Zoë"]
    assert read.edges.tolist() == true.edges.tolist()
    after = followed(sealed.path.read_bytes())["communities.csv"].decode()
    assert after.startswith("node,community\n'=1+1,")
    assert "Lone," in after


def test_a_packed_file_tells_no_name_time_or_system():
    assert gzipped(b"1,2")[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"


def test_the_reader_runs_with_nothing_but_python(release, tmp_path):
    sealed = release()
    with zipfile.ZipFile(sealed.path) as archive:
        archive.extractall(tmp_path / "out")
    said = subprocess.run(
        [sys.executable, "-I", str(tmp_path / "out" / "read_release.py")],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "This release protects the presence" in said
    assert "nodes.csv: 5 rows" in said


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"mechanism": "lnpp"}, "No privacy guarantee"),
        ({"mechanism": "weight_gaussian"}, "fails with a chance of up to 1e-06"),
        ({"epsilon": "much"}, "epsilon must be a number"),
        ({"epsilon": "-1"}, "epsilon"),
        ({"names": "initials"}, "names must be one of numbers, public"),
    ],
)
def test_what_cannot_be_published_is_refused_and_costs_nothing(release, tmp_path, given, reason):
    with pytest.raises(Refused, match=reason):
        release(**given)
    assert Ledger(tmp_path / "l.jsonl").spent() == {}
    assert not (tmp_path / "a.zip").exists()


def test_a_cap_stops_a_release_before_anything_is_drawn(release, tmp_path):
    Ledger(tmp_path / "l.jsonl").cap(NeighbouringRelation.EDGE, Fraction(1))
    release(epsilon="0.8")
    with pytest.raises(Refused, match=r"0\.2 of 1"):
        release(epsilon="0.3", name="b.zip")
    assert not (tmp_path / "b.zip").exists()


def test_an_existing_file_is_never_overwritten(release):
    release()
    with pytest.raises(Refused, match=r"a\.zip exists already"):
        release()


def test_the_certificate_carries_the_stored_audit_and_of_what_it_is(release):
    usual, kept = release().certificate["audit"], evidence("edge_flip").audit
    assert (usual["verdict"], usual["certified_epsilon"]) == (kept.verdict, kept.certified)
    assert usual["of_these_settings"]
    sealed = release("louvain_dp", name="b.zip")
    assert kept.verdict in sealed.certificate["audit"]["verdict"]
    assert b"<th>Audit</th>" in content(sealed)["certificate.html"]


def test_the_question_is_on_the_certificate_and_never_markup(release):
    sealed = release(question="<script>alert(1)</script>")
    page = content(sealed)["certificate.html"].decode()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert json.loads(content(sealed)["certificate.json"])["question"].startswith("<script>")
    verify(sealed.path)


PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


def test_the_first_page_says_what_it_is_and_whom_to_ask(release):
    sealed = release(contact="Ann <ann@example.org>\nRoom 5", logo=PNG)
    page = content(sealed)["README.html"].decode()
    assert "Ann &lt;ann@example.org&gt;\nRoom 5" in page
    assert "data:image/png;base64,iVBORw0KGgo" in page
    assert f"{sealed.released.n} nodes and {sealed.released.m} ties" in page
    assert "statistics.csv" in page
    assert verify(sealed.path).certificate["files"]["README.html"]
    other = release("noisy_degrees", name="b.zip")
    assert "a noisy score for every node" in content(other)["README.html"].decode()


@pytest.mark.long
def test_the_first_page_says_how_many_edges_are_real_on_average(tmp_path):
    """Over 40 releases: the mean of what is said is the mean of what is so, within 4 errors."""
    graph, said, true, edges_shown = gdp.load_graph("karate"), [], [], []
    for seed in range(40):
        sealed = publish(
            graph, gdp.mechanism("edge_flip"), epsilon="3", to=tmp_path / f"{seed}.zip",
            ledger=tmp_path / "l.jsonl", names="public", coins=seeded_coins(seed),
        )  # fmt: skip
        page = content(sealed)["README.html"].decode()
        said.append(int(re.search(r"about ([\d,]+) are real", page)[1]))
        edges = {frozenset(map(graph.name, edge)) for edge in graph.edges.tolist()}
        shown = sealed.released
        edges_shown.append(shown.m)
        true.append(sum(frozenset(map(shown.name, e)) in edges for e in shown.edges.tolist()))
    differences = np.subtract(said, true)
    assert abs(differences.mean()) < 4 * differences.std() / np.sqrt(40) + 0.5
    assert np.mean(said) < 0.9 * np.mean(edges_shown)
    grown = publish(
        graph, gdp.mechanism("private_block_model"), epsilon="3", to=tmp_path / "m.zip",
        ledger=tmp_path / "l.jsonl",
    )  # fmt: skip
    assert "is unknown" in content(grown)["README.html"].decode()


@pytest.mark.parametrize(
    "given",
    [{"contact": "a" * 601}, {"logo": b"<svg onload='x'/>"}, {"logo": PNG + bytes(200_000)}],
)
def test_words_or_a_picture_that_do_not_fit_are_refused_before_anything_is_spent(
    release, tmp_path, given
):
    with pytest.raises(Refused, match="at most"):
        release(**given)
    assert not (tmp_path / "l.jsonl").exists()


@pytest.mark.parametrize(
    "id", ["weight_laplace", "pamst", "minus_exponential", "private_tree_cost"]
)
def test_a_survey_is_published_for_persons_and_charged_to_them(tmp_path, id):
    survey = gdp.generate("survey", people=40, n=5)
    settings = {"selection": "kruskal"} if id == "pamst" else {}
    for norm, relation, together in (
        ("person_added", NeighbouringRelation.PERSON_ADD, 1),
        ("person_replaced", NeighbouringRelation.PERSON_REPLACE, 3),
    ):
        made = gdp.mechanism(id, norm=norm, **settings)
        done = publish(
            survey, made, epsilon="1", to=tmp_path / f"{norm}.zip", ledger=tmp_path / "l.jsonl"
        )
        assert done.certificate["relation"] == relation.value
        kept = "do not state it beside the release" in content(done)["certificate.html"].decode()
        assert kept == (norm == "person_added"), "how many took part is not public there"
        assert done.spent.epsilon == together, "who leaves and joins again costs twice"


def test_eigenvalues_are_certified_without_a_doubt_that_is_the_screen_s(release):
    """A publication computes all eigenvalues, of up to 2,000 nodes; the screen up to 200."""
    ring = Graph.from_edges(12, [(i, (i + 1) % 12) for i in range(12)])
    said = release("noisy_eigenvalues", graph=ring).certificate["statement"]
    assert "A publication computes them all and needs no search. On screen: Proved where" in said


def test_no_more_edges_are_called_real_than_are_released():
    """Three digits would round 1,451 of 1,451 to 1,450; and no more is hidden than ε hides."""
    path = Graph.from_edges(1_452, [(i, i + 1) for i in range(1_451)])
    said = real_edges(Given(replace(path, noise=EdgeNoise(1.0 - 1e-9, 1e-12))))
    assert said.startswith("Of its 1,451 ties about 1,451 are real, on average; ")
    assert said.endswith("The true graph had about 1,451.")
