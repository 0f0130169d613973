"""What comes from a person's own file is kept for their session alone, and goes with it."""

import gc
import weakref
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import graphdp_core as gdp
from graphdp_core.experiment import worker
from graphdp_core.experiment.worker import NEEDS_GRAPH, Job
from graphdp_core.graphs.cache import GraphCache, forget_owner
from graphdp_core.graphs.graph import Graph
from pages.ground.own_file import OWN_FILES
from pages.parts import advisor
from pages.table import TABLE
from tests.app.conftest import end_session
from tests.patience import PATIENCE_S, eventually
from tests.visitor import FRAME, Visitor

HOSTILE = "=zz*a*$b$`c`:red[d][e](http://f.example)<b>"
"""Of every node; the number follows. As a cell it is a formula, as a text it is markup."""

FRIENDS = "source;target;weight\n" + "".join(
    f"{HOSTILE}{i};{HOSTILE}{(i * k + k) % 31};{i % 5 + 1}\n" for i in range(31) for k in (2, 3, 5)
)
MARKED_UP = (
    "title", "header", "subheader", "markdown", "caption", "warning", "error", "info", "success",
)  # fmt: skip
LABELLED = (
    "button", "checkbox", "expander", "metric", "multiselect", "number_input", "radio",
    "select_slider", "selectbox", "slider", "tabs", "text_input", "toggle",
)  # fmt: skip


@pytest.fixture
def owned(monkeypatch):
    """What lists the living graphs that have an owner, and a reference to each that was made."""
    made: list[weakref.ref[Graph]] = []
    real = Graph.__post_init__

    def noted(graph: Graph) -> None:
        real(graph)
        if graph.owner:
            made.append(weakref.ref(graph))

    monkeypatch.setattr(Graph, "__post_init__", noted)

    def living() -> list[Graph]:
        gc.collect()
        return [graph for ref in made if (graph := ref()) is not None]

    return living, made


def words(visitor: Visitor) -> list[str]:
    """Every text of the page that Streamlit reads as Markdown."""
    at = visitor.at
    texts = [str(item.value) for kind in MARKED_UP for item in getattr(at, kind)]
    texts += [str(item.label) for kind in LABELLED for item in getattr(at, kind)]
    return texts + [str(help) for kind in LABELLED for item in getattr(at, kind)
                    if (help := getattr(item, "help", ""))]  # fmt: skip


def visit() -> Visitor:
    """Someone who looks at their own graph on every page; its names are markup on none."""
    visitor = Visitor(AppTest.from_file(FRAME, default_timeout=PATIENCE_S))
    visitor.upload(f"{HOSTILE}.csv".replace("/", ""), FRIENDS.encode())
    for line in TABLE:
        visitor.open(line.address)
        assert not visitor.at.exception, line.address
        assert "zz" in "".join(words(visitor)), line.address
        for text in words(visitor):
            for sign in ("zz*", "*$b", "$`c", "`:red[", "e](http", "example)<"):
                assert sign not in text, (line.address, text)
    return visitor


def test_nothing_of_an_own_graph_outlives_its_session_or_is_read_as_markup(monkeypatch, owned):
    monkeypatch.setattr(advisor, "SMALL", 1000)
    monkeypatch.setattr(worker, "KEPT_S", 0.1)
    living, made = owned
    visitor = visit()
    assert living(), "the graph is held"
    assert len(made) >= 2, "and a release of it was made"
    del visitor
    OWN_FILES._held.clear()  # as an hour after the last use
    end_session()
    eventually(lambda: not living(), every=0.2)


@pytest.fixture
def anna():
    return replace(gdp.load_graph("karate"), owner="anna")


def test_two_owners_of_the_same_graph_share_nothing(anna):
    cache, bert = GraphCache(size=9), replace(anna, owner="bert")
    for graph in (anna, bert, gdp.load_graph("karate")):
        assert cache.get(graph, "whose", lambda graph=graph: graph.owner) == graph.owner
    assert anna == bert, "the content decides what is equal"
    forget_owner("anna")
    assert cache.get(anna, "whose", lambda: "asked again") == "asked again"
    assert cache.get(bert, "whose", lambda: "asked again") == "bert"


def test_a_release_of_an_own_graph_has_its_owner(anna):
    released = gdp.mechanism("edge_flip").release(anna, epsilon=1.0, rng=gdp.noise_stream(0))
    assert released.owner == "anna"


def test_a_worker_forgets_an_own_graph_soon_after_its_last_job(anna, monkeypatch):
    monkeypatch.setattr(worker, "KEPT_S", 0.2)
    job = Job(gdp.mechanism("edge_flip"), {"groups": gdp.analysis("louvain")}, 1.0, 0, 0)
    everybodys = gdp.load_graph("karate")
    for graph in (anna, everybodys):
        assert isinstance(worker.work(graph.place, graph, job), dict)
    assert isinstance(worker.work(anna.place, None, job), dict)
    eventually(lambda: worker.work(anna.place, None, job) == NEEDS_GRAPH, every=0.5)
    assert all(place != anna.place for place, _ in worker._baselines)
    assert isinstance(worker.work(everybodys.place, None, job), dict)
