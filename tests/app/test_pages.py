"""Every page on every kind of graph: finished pictures or one clear sentence, never a traceback."""

import re

import pytest
import streamlit as st

from graphdp_core.data import GENERATORS
from graphdp_core.experiment.feasible import feasible
from graphdp_core.experiment.frontier import SCALES, on_scale
from graphdp_core.experiment.scenario import EPSILONS
from pages.explore.views import VIEWS
from pages.ground import records
from pages.ui import mechanism_menu
from pages.which_epsilon import frontier
from tests.app.test_nonsense_links import ON_PAGES
from tests.visitor import offered

PAGES = tuple(f"explore?see={view.id}" for view in VIEWS)
OTHERS = tuple(offered("release", "data", "break-it"))
GRAPH, CLUSTERS, EMBEDDING, PERSISTENCE, TREE, CENTRALITY = PAGES[:6]
OPEN = {"numbers-table": "true"}
KARATE = "Karate club (34 nodes)"
BUNDLED = (
    KARATE,
    "Les Misérables (77 nodes)",
    "Davis southern women (32 nodes)",
    "Florentine families (15 nodes)",
)


def _pairs(pairs):
    return b"\n".join(f"{u},{v}".encode() for u, v in pairs)


def _complete(n):
    return [(u, v) for u in range(n) for v in range(u + 1, n)]


def _graphml(nodes, pairs):
    items = "".join(f'<node id="{n}"/>' for n in nodes)
    items += "".join(f'<edge source="{u}" target="{v}"/>' for u, v in pairs)
    return f"<graphml><graph>{items}</graph></graphml>".encode()


UPLOADS = {
    "one-node.graphml": _graphml(["a"], []),
    "no-edges.graphml": _graphml("abcde", []),
    "one-edge.csv": b"a,b\n",
    "two-edges.csv": b"a,b\nb,c\n",
    "star.csv": _pairs((0, i) for i in range(1, 15)),
    "path.csv": _pairs((i, i + 1) for i in range(9)),
    "disconnected.graphml": _graphml(range(12), [(0, 1), (1, 2), (0, 2), (5, 6)]),
    "two-components.csv": _pairs(_complete(5) + [(u + 5, v + 5) for u, v in _complete(5)]),
    "complete.csv": _pairs(_complete(12)),
    "ties.csv": b"a b 1\nb c 1\nc d 1\nd a 1\na c 1\n",
    "negative.csv": b"a,b,-1\nb,c,2\nc,d,-3\nd,a,0\na,c,2\n",
    "names.csv": "<b>Ann</b>,Bob | *x*\nBob | *x*,👩‍🚀 $x_1$ [z](http://a.b)\n"
    "👩‍🚀 $x_1$ [z](http://a.b),%{x} {y}\n%{x} {y},<b>Ann</b>\n".encode(),
}

EXAMPLES = [*BUNDLED, *map(records.line_of, GENERATORS)]
PARTS = {key for keys in ON_PAGES.values() for key in keys if key.endswith(("-box", "-table"))}
PARTS |= {"one-edge", "signal", "found-again", "directions", "lost", "ways"}
"""Parts of pages that are closed unless a link opens them."""


def in_turn(graphs, pages, every):
    """Each graph with some of the pages, so that `every` graphs pass over all; then with all."""
    turns = [
        pytest.param(graph, pages[k % every :: every], id=graph) for k, graph in enumerate(graphs)
    ]
    return turns + [
        pytest.param(graph, pages, id=f"{graph}, all", marks=pytest.mark.long) for graph in graphs
    ]


@pytest.mark.sample
@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize(("graph", "pages"), in_turn(EXAMPLES, PAGES, every=8))
def test_every_page_is_finished_on_every_example(visitor, graph, pages):
    visitor.at.query_params["graph"] = graph
    for page in pages:
        visitor.open(page).check()
        assert visitor.charts or visitor.stop.refused
        assert visitor.at.selectbox(key="graph").value == graph


@pytest.mark.sample
@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize(("name", "pages"), in_turn(UPLOADS, (*PAGES, *OTHERS), every=6))
def test_every_page_survives_awkward_uploads(visitor, name, pages):
    visitor.upload(name, UPLOADS[name])
    assert not visitor.at.sidebar.error, visitor.text
    for page in sorted(pages, key=OTHERS.__contains__, reverse=True):  # not all have a slider
        visitor.rest(EPSILONS[0] if len(name) % 2 else 3.0)
        visitor.open(page).check(draws=page in PAGES)


@pytest.mark.long
@pytest.mark.parametrize("name", ["one-node.graphml", "no-edges.graphml", "complete.csv"])
def test_every_part_of_a_page_opens_on_a_bare_graph(visitor, name):
    visitor.upload(name, UPLOADS[name])
    visitor.rest(EPSILONS[0])
    for page in PAGES:
        visitor.open(page, **dict.fromkeys(PARTS, "true")).check()
        assert any(box.proto.expanded for box in visitor.at.expander)


@pytest.mark.sample
@pytest.mark.parametrize(
    ("mechanism", "epsilon"), [("edgeFlip", EPSILONS[0]), ("LaplaceFlip", EPSILONS[-1])]
)
def test_choices_are_kept_from_page_to_page_at_the_ends_of_the_slider(visitor, mechanism, epsilon):
    visitor.open(GRAPH, graph=KARATE, mechanism=mechanism, epsilon=f"{epsilon:g}", draw="7")
    for page in PAGES[1:]:
        at = visitor.open(page).at
        visitor.check()
        assert at.selectbox(key="graph").value == KARATE
        assert at.selectbox(key="mechanism").value == mechanism
        assert visitor.stop.epsilon == epsilon
        assert at.number_input(key="draw").value == 7
        assert f"At ε = {epsilon:.3g}" in visitor.text


def test_almost_no_noise_changes_nothing(visitor):
    visitor.open(GRAPH, graph=KARATE, epsilon="20")
    assert visitor.numbers["Tie count error"] == "0%"
    assert visitor.open(EMBEDDING).numbers["Neighbours kept"] == "100%"
    assert visitor.open(CLUSTERS).numbers["4 groups"] == "100% alike"
    assert visitor.open(TREE).numbers["ties"] == "100% kept"
    assert visitor.open(CENTRALITY).numbers["stay"] == "10 of 10"


def test_the_same_scenario_is_released_and_analysed_once(visitor, monkeypatch):
    from graphdp_core.analyses.persistence import Persistence
    from graphdp_core.mechanisms.edge_flip import EdgeFlip

    st.cache_resource.clear()
    calls = []
    release, run = EdgeFlip.release, Persistence.run

    def counted_release(self, *arguments, **options):
        calls.append("release")
        return release(self, *arguments, **options)

    def counted_run(self, *arguments, **options):
        calls.append("run")
        return run(self, *arguments, **options)

    monkeypatch.setattr(EdgeFlip, "release", counted_release)
    monkeypatch.setattr(Persistence, "run", counted_run)
    visitor.open(PERSISTENCE, graph=KARATE, **OPEN)
    calls.clear()
    visitor.open(PERSISTENCE, epsilon="2")
    assert calls == ["release", "run"]
    visitor.open(PERSISTENCE, epsilon="5")
    visitor.open(PERSISTENCE, epsilon="2")
    assert calls == ["release", "run"] * 2
    visitor.open(CENTRALITY)
    assert calls.count("release") == 2


def test_draw_again_draws_other_noise_and_the_number_brings_it_back(visitor):
    visitor.open(PAGES[0], graph=KARATE, epsilon="1")
    first = visitor.charts
    visitor.at.button(key="draw-again").click().run()
    visitor.check()
    assert visitor.at.number_input(key="draw").value == 1
    assert stage_hears(visitor, '"draw":"1"')  # which writes it where Streamlit's word is lost
    assert visitor.charts != first
    visitor.set("number_input", "draw", 0)
    assert stage_hears(visitor, '"draw":""')
    assert visitor.charts == first


def stage_hears(visitor, words):
    sent = b" ".join(visitor.widgets).replace(b'": "', b'":"')
    return words.encode() in sent


PARAMETERS = [
    ("explore?see=embedding", "number_input", "spectral.dimension", 5),
    ("explore?see=embedding", "segmented_control", "spectral.matrix", "Laplacian"),
    ("explore?see=persistence", "selectbox", "view", "Barcode"),
    ("explore?see=persistence", "selectbox", "view", "Up to size"),
    ("explore?see=persistence", "segmented_control", "persistence.complex", "weighted Rips (DTM)"),
    ("explore?see=persistence", "segmented_control", "persistence.correction", "Raw"),
    ("explore?see=persistence", "toggle", "matching", True),
    ("explore?see=embedding", "segmented_control", "spectral.correction", "Adjusted"),
    ("explore?see=clusters", "selectbox", "method", "Spectral clustering"),
    ("explore?see=clusters", "number_input", "louvain.resolution", 3.0),
    ("explore?see=tree", "segmented_control", "trees", "Overlaid"),
    ("explore?see=centrality", "selectbox", "centrality.score", "Nearness: near one node"),
    ("explore?see=centrality", "segmented_control", "top", "20"),
    ("explore?see=spectrum", "number_input", "spectrum.k", 3),
    ("explore?see=spectrum", "segmented_control", "eigenvector", "2"),
    ("explore?see=spectrum", "segmented_control", "vectors", "On the layout"),
]


@pytest.mark.sample
@pytest.mark.parametrize(("page", "kind", "key", "value"), PARAMETERS)
def test_every_parameter_changes_the_picture(visitor, page, kind, key, value):
    visitor.open(page, graph=KARATE, epsilon="2", directions="true")
    before = visitor.charts
    visitor.set(kind, key, value).check()
    assert visitor.charts != before


def test_a_refusal_of_the_core_becomes_one_warning(visitor, monkeypatch):
    monkeypatch.setattr("graphdp_core.mechanisms.randomised_response.MAX_EXPECTED_FLIPS", 50)
    visitor.open(graph=KARATE, mechanism="edgeFlip", epsilon="0.2", draw="90")
    for page in PAGES:
        visitor.open(page).check()
        assert "too many for edgeFlip" in visitor.stop.answer
        assert visitor.charts == []


def test_a_generator_that_refuses_its_parameters_says_so_and_nothing_takes_its_place(visitor):
    visitor.open(**{"graph": "barabasi_albert", "barabasi_albert.n": "3"})
    assert not visitor.at.exception
    assert "attach must be less than n = 3" in visitor.text
    assert not visitor.charts


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_the_needed_epsilon_follows_what_is_good_enough(visitor):
    visitor.open("which-epsilon", graph=KARATE, analysis="spectral")
    assert "ε" in visitor.at.title[0].value
    visitor.set("number_input", "spectral.procrustes_error.target", 1e6)
    assert visitor.at.title[0].value == "You need ε ≤ 1 with edgeFlip."
    visitor.set("number_input", "spectral.procrustes_error.target", -1.0)
    assert visitor.at.title[0].value == "No mechanism tried is good enough up to ε = 4."


@pytest.mark.usefixtures("short_sweeps")
def test_a_finished_sweep_is_put_on_its_scale_once(visitor, monkeypatch):
    made = []

    def counted(table, scale, *words, **more):
        made.append(scale.id)
        return on_scale(table, scale, *words, **more)

    monkeypatch.setattr(frontier, "on_scale", counted)
    at = visitor.open("which-epsilon", graph=KARATE).at
    assert made == [SCALES[0].id]
    before = [item.value for item in at.markdown if "nine of ten draws" in item.value]
    visitor.set("select_slider", "epsilon", 1.0)
    assert made == [SCALES[0].id]
    assert before != [item.value for item in at.markdown if "nine of ten draws" in item.value]
    at.selectbox(key="axis").set_value(SCALES[1].title).run()
    assert made == [SCALES[0].id, SCALES[1].id]


WEIGHTED_TREES = ["Laplace on weights", "Gaussian on weights", "PAMST", "Minus-exponential tree"]


@pytest.mark.sample
@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize("mechanism", WEIGHTED_TREES)
def test_a_private_tree_is_shown_by_the_weights_with_its_error_and_bound(visitor, mechanism):
    visitor.open(TREE, graph="Les Misérables (77 nodes)")
    visitor.set("selectbox", "mechanism", mechanism).check()
    assert "Approximation error" in visitor.numbers
    visitor.open(TREE, **{"tree-errors": "true"}).check()
    assert "a radius of 1 in total" in visitor.text
    visitor.open(TREE, epsilon="20").check()
    assert "of what a random tree is off" in visitor.text or "is off by 0" in visitor.text


def test_a_public_range_that_is_empty_is_refused_in_words(visitor):
    visitor.open(TREE, graph="Les Misérables (77 nodes)")
    visitor.set("selectbox", "mechanism", "PAMST").set("toggle", "pamst.clip", True)
    visitor.set("number_input", "pamst.highest", -1.0)
    assert any("highest must be above lowest" in e.value for e in visitor.at.sidebar.error)
    visitor.check()


SHAPES = {"graph": "Arbitrary shapes", "shapes.n": "200", "shapes.joined": "All pairs"}


@pytest.mark.long
def test_the_radius_starts_from_what_is_public_of_the_weights(visitor):
    visitor.open(TREE, graph="Two moons").set("selectbox", "mechanism", "Laplace on weights")
    assert "a radius of 0.03 in total" in visitor.text
    visitor.set("number_input", "weight_laplace.radius.moons", 0.1).check()
    assert "a radius of 0.1 in total" in visitor.text
    visitor.set("selectbox", "graph", "Made: Gaussian blobs")
    assert "a radius of 0.2 in total" in visitor.text
    visitor.upload("weights.csv", b"a,b,700\nb,c,200\na,c,300\n")
    visitor.open(TREE)
    assert "a radius of 1 in total" in visitor.text
    visitor.set("toggle", "weight_laplace.clip", True)
    visitor.set("number_input", "weight_laplace.highest", 800.0)
    assert "a radius of 8 in total" in visitor.text


def open_with_pamst(visitor, page):
    """A page that reads trees, with a tree of small changes and no weights."""
    visitor.open(page, **SHAPES).set("selectbox", "mechanism", "PAMST")
    visitor.set("number_input", "pamst.radius.shapes", 1e-4)
    return visitor


def test_private_trees_are_clustered_by_their_released_weights_only(visitor):
    open_with_pamst(visitor, CLUSTERS).check()
    assert "set a share of ε aside" in visitor.stop.answer
    visitor.set("number_input", "pamst.weights_share", 0.5).check()
    assert float(visitor.numbers["Known classes (ARI), private"]) > 0.8
    assert "Validity (DBCVI), private" in visitor.numbers
    assert "Modularity, private" not in visitor.numbers


def test_only_methods_that_read_the_release_are_offered(visitor):
    trees = ["DBMSTClu", "Single linkage", "MSDR"]
    visitor.open(CLUSTERS, **SHAPES).check()
    assert visitor.at.selectbox(key="method").options[-3:] == trees
    visitor.set("selectbox", "mechanism", "PAMST")
    assert visitor.at.selectbox(key="method").options == trees
    assert [e.value for e in visitor.at.exception] == []
    visitor.set("selectbox", "mechanism", "Laplace on weights").check()
    assert len(visitor.at.selectbox(key="method").options) == 6


def test_clusters_of_a_tree_without_lengths_get_one_clear_sentence(visitor):
    visitor.open(CLUSTERS, graph=KARATE, method="DBMSTClu").check()
    assert "need them as lengths" in visitor.stop.answer


def test_clusters_of_the_trees_wait_for_lengths(visitor):
    open_with_pamst(visitor, TREE).check()
    visitor.at.session_state["tree-clusters-box"] = True
    visitor.at.run()
    visitor.check()
    assert "without lengths" in visitor.text
    visitor.set("number_input", "pamst.weights_share", 0.5).check()
    agreement = re.search(r"Rand index of the two: (\d[.\d]*\d|1)", visitor.text)
    assert agreement
    assert float(agreement[1]) > 0.8
    assert "With the known classes" in visitor.text
    assert visitor.text.count("The tree keeps 5 of 5 known classes together") == 2


def test_the_dimensions_of_the_model_are_offered_where_the_elbow_finds_others(visitor):
    visitor.open(EMBEDDING, graph="Random dot product graph", signal="true").check()
    assert "gives 2 dimensions; the model, public, has 3, and 3 are above the noise" in visitor.text
    assert "3 values stand above the dotted line without privacy, 3 with it" in visitor.text
    visitor.at.button(key="use-dimension").click().run()
    visitor.check()
    assert visitor.at.number_input(key="spectral.dimension").value == 3
    assert "gives 2 dimensions" not in visitor.text


def test_a_synthetic_graph_is_not_said_to_keep_or_invent_edges(visitor):
    asked = {"mechanism": "Private block model", "epsilon": "4", "one-edge": "true"}
    visitor.open("explore?see=graph", **asked).check()
    assert "made anew from private numbers" in visitor.text
    assert "Corrected for known noise" not in visitor.text
    assert not visitor.at.get("image")  # the odds of a plain flip
    visitor.set("selectbox", "mechanism", "edgeFlip").check()
    assert "made anew" not in visitor.text
    assert "Corrected for known noise" in visitor.text
    assert visitor.at.get("image")


@pytest.mark.parametrize(
    ("mechanism", "is_corrected"), [("edge_flip", True), ("top_m_filter", False)]
)
def test_degrees_are_corrected_only_where_that_helps(visitor, mechanism, is_corrected):
    asked = {"graph": "karate", "mechanism": mechanism, "epsilon": "1", "degrees-box": "true"}
    visitor.open(PAGES[0], **asked).check()
    assert any("debiased estimate" in chart for chart in visitor.charts) == is_corrected


def test_mechanisms_are_asked_once_whether_they_take_a_graph(visitor, monkeypatch):
    asked = []

    def counted(mechanism, graph, epsilon):
        asked.append(mechanism.id)
        return feasible(mechanism, graph, epsilon)

    monkeypatch.setattr(mechanism_menu, "feasible", counted)
    visitor.open("data", graph="sbm", **{"sbm.seed": "977"})
    first = len(asked)
    visitor.at.run()
    assert len(set(asked)) == len(asked) == first > 5
