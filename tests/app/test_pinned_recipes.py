"""Snapshots are measured again: their notebook runs, and its numbers are those of the pages."""

import json

import pytest
from notebook_cells import executed

from graphdp_core.params import Refused
from graphdp_core.progress import Progress
from graphdp_core.snapshots.workspace import Snapshot
from pages.session.leading import Led
from pages.take_away.pinned_recipes import recipes_of, scenario_of
from pages.take_away.take_away import origin_of
from pages.take_away.take_away_notebook import notebook_of

PINNED = (
    Snapshot("clusters", "graph=karate&epsilon=2&draw=3", "Mine <b>", "a *note*"),
    Snapshot("clusters", "graph=karate&epsilon=1&method=spectral_clustering"),
    Snapshot("spectrum", "graph=florentine_families&mechanism=lnpp&epsilon=0.5"),
    Snapshot("data", "graph=karate", "Nothing measured"),
)

EXPLORE = "explore/page.py"


def recipe(snapshot):
    ((_, found),) = recipes_of(snapshot, origin_of, progress=Progress.of(None))
    return found


def test_one_notebook_finds_the_numbers_of_all_snapshots():
    text = notebook_of(PINNED, origin_of)
    words = ["".join(c["source"]) for c in json.loads(text)["cells"] if "outputs" not in c]
    headings = [part.splitlines()[0] for part in words if part.startswith("## ")]
    assert headings == ["## Mine &lt;b&gt;", "## Snapshot 2", "## Snapshot 3"]
    assert any(r"a \*note\*" in part for part in words)
    assert "Nothing measured: the page “data” measures no release" in words[0]
    said = executed(text)
    count = sum(len(recipe(one).numbers) for one in PINNED[:3])
    assert said.count("as on the page") == count > 15
    assert " was " not in said


@pytest.mark.parametrize(
    ("path", "page", "query"),
    [
        (
            f"{EXPLORE}?see=clusters",
            "clusters",
            {"method": "spectral_clustering", "epsilon": "2"},
        ),
        (
            f"{EXPLORE}?see=embedding",
            "embeddings",
            {"spectral.dimension": "3", "draw": "5"},
        ),
        (f"{EXPLORE}?see=centrality", "centrality", {"centrality.score": "betweenness"}),
        (f"{EXPLORE}?see=counts", "counts", {"subgraph_counts.count": "triangles"}),
        (f"{EXPLORE}?see=counts", "counts", {"counted": "degrees", "epsilon": "1"}),
        (
            f"{EXPLORE}?see=counts",
            "counts",
            {"mechanism": "private_count", "private_count.k": "3"},
        ),
        (f"{EXPLORE}?see=tree", "spanning-tree", {"mechanism": "laplace_flip"}),
    ],
)
def test_a_snapshot_is_what_its_page_says(visitor, path, page, query):
    visitor.open(path, graph="karate", **query)
    address = "&".join(f"{key}={value}" for key, value in {"graph": "karate", **query}.items())
    made = recipe(Snapshot(page, address))
    found = visitor.mine(Led).picture.analysis
    assert made.analysis == found
    now = visitor.scenario
    assert (made.mechanism, made.epsilon, made.seed) == (now.mechanism, now.epsilon, now.seed)
    assert made.fingerprint == now.graph.fingerprint


@pytest.mark.parametrize(
    "query",
    [
        "graph=sbm&sbm.n=40&sbm.within=0.1&sbm.between=0.01&largest=true",
        "graph=sbm&sbm.n=40&sbm.blocks=2&sbm.seed=7",
        "sbm.n=40",
        "graph=Karate club (34 nodes)",
        "",
    ],
)
def test_graphs_are_got_as_the_menu_gets_them(visitor, query):
    words = dict(part.split("=") for part in query.split("&") if part)
    visitor.open(f"{EXPLORE}?see=graph", **words)
    scenario, _ = scenario_of(Snapshot("overview", query))
    assert scenario.graph.fingerprint == visitor.scenario.graph.fingerprint
    assert scenario.choice == visitor.scenario.choice


def test_side_by_side_gives_both_releases():
    pinned = Snapshot("compare", "graph=karate&analysis=louvain&b.epsilon=0.5")
    a, b = (made for _, made in recipes_of(pinned, origin_of, progress=Progress.of(None)))
    assert (a.mechanism.id, a.epsilon) == ("edge_flip", 3.0)
    assert (b.mechanism.id, b.epsilon) == ("laplace_flip", 0.5)


@pytest.mark.parametrize(
    ("page", "query", "words"),
    [
        ("clusters", "graph=upload&file=abc.12.friends.csv", "needs friends.csv"),
        ("clusters", "graph=nowhere", "no graph “nowhere”"),
        ("release", "graph=karate", "measures no release"),
    ],
)
def test_what_cannot_be_measured_says_why(page, query, words, monkeypatch):
    monkeypatch.setattr("pages.session.own_state.own_file", lambda: None)
    with pytest.raises(Refused, match=words):
        list(recipes_of(Snapshot(page, query), origin_of, progress=Progress.of(None)))


def test_nonsense_in_an_address_is_as_usual():
    scenario, analysis = scenario_of(
        Snapshot("clusters", "graph=karate&epsilon=nan&draw=-4&method=no&louvain.resolution=x")
    )
    assert (scenario.epsilon, scenario.seed, analysis.id) == (3.0, 0, "louvain")


def test_nothing_to_measure_is_refused():
    with pytest.raises(Refused, match="None of the snapshots can be measured again"):
        notebook_of(PINNED[3:], origin_of)
