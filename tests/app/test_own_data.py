"""What comes from a person's own file is kept for their session alone, and goes with it.

A release that is brought as an own file keeps its noise on every page, and the page says so.

A step back, or a snapshot, from one own file to another.
"""

import gc
import weakref
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import graphdp_core as gdp
from graphdp_core.analyses.overview import Overview
from graphdp_core.experiment import worker
from graphdp_core.experiment.compare import run_baseline
from graphdp_core.experiment.worker import NEEDS_GRAPH, Job
from graphdp_core.graphs.cache import GraphCache, forget_owner
from graphdp_core.graphs.graph import Graph
from graphdp_core.trust.received import sample
from pages.explore.views import VIEWS
from pages.ground import streamlit_internals
from pages.ground.own_file import OWN_FILES, Choices, Upload
from pages.parts import advisor
from pages.session.own_state import Own
from pages.table import TABLE
from pages.ui.own_reading import python_lines
from pages.ui.own_release import is_release
from pages.ui.widgets import plain
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
        menu = visitor.at.selectbox(key="graph").options
        assert any("zz" in line for line in menu), line.address
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


LINE = "This graph is a release (edgeFlip, ε = 4): numbers are corrected for its noise."
EXPLORE = "explore"
PAGES = [
    *(f"{EXPLORE}?see={view.id}" for view in VIEWS),
    *(line.address for line in TABLE if line.address in ("", "board", "compare", "which-epsilon")),
]


@pytest.mark.sample
@pytest.mark.parametrize("page", PAGES[::3])  # one piece of the frame says it
def test_every_page_says_so(visitor, short_sweeps, page):
    visitor.upload("club.zip", sample("club"))
    visitor.open(page).check(draws=False)
    assert plain(LINE) in visitor.text


def test_the_baseline_is_an_estimate_of_the_truth(visitor):
    visitor.upload("club.zip", sample("club")).open(EXPLORE, see="graph")
    graph = visitor.mine(Own).held.loaded.graph
    outcome = run_baseline(graph, Overview())
    expected = (graph.m - 561 * graph.noise.false_positive_rate) / graph.noise.contrast
    assert outcome.values["edges"] == pytest.approx(expected)
    assert abs(expected - 78) < abs(graph.m - 78) + 15
    assert visitor.stop.figures


def test_what_is_no_graph_or_was_changed_is_refused_in_one_sentence(visitor):
    visitor.bring("degrees.zip", sample("degrees"))
    assert "holds no graph" in visitor.text
    data = bytearray(sample("club"))
    data[len(data) // 2] ^= 1
    visitor.bring_again("changed.zip", bytes(data))
    assert f"{plain('changed.zip')} was not read" in visitor.text
    assert not visitor.at.exception
    assert visitor.at.button(key="accept").disabled


def test_the_python_reads_the_release_with_its_noise():
    brought = Upload("club.zip", sample("club"))
    assert is_release(brought)
    lines = python_lines(brought, Choices(numbered=True), None)
    assert 'gdp.read_release("club.zip").released' in lines
    compile(lines, "lines", "exec")


TRIANGLE, STAR = b"a,b\nb,c\na,c\n", b"m,x\nm,y\nm,z\n"


def test_the_file_that_the_address_names_is_used_again(visitor, monkeypatch):
    visitor.upload("triangle.csv", TRIANGLE)
    first = visitor.address
    visitor.at.button(key="change-file").click().run()
    visitor.bring_again("star.csv", STAR).at.button(key="accept").click().run()
    assert "4 nodes, " in visitor.at.sidebar.caption[1].value
    monkeypatch.setattr(streamlit_internals, "follows_history", lambda: True)
    visitor.at.query_params.update(first)
    visitor.at.run()
    assert "triangle.csv" in visitor.at.selectbox(key="graph").options


def test_a_file_that_is_gone_is_asked_for(visitor, monkeypatch):
    visitor.upload("star.csv", STAR)
    monkeypatch.setattr(streamlit_internals, "follows_history", lambda: True)
    visitor.at.query_params["file"] = "1a2b3c4d.2048.friends.csv"
    visitor.at.run()
    assert "This page needs a file" in visitor.text
    assert not [b for b in visitor.at.button if b.key == "change-file"]
