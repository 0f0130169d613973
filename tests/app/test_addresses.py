"""Addresses carry ids; links from when they carried titles go on working.

Every address that a page ever had leads to where its choices stand now, with all its words.
"""

import asyncio
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates

import graphdp_core as gdp
from graphdp_core.data import DATASETS, EXAMPLES, GENERATORS
from graphdp_core.snapshots.workspace import Snapshot, Workspace
from pages.ground import streamlit_internals
from pages.ground.old_addresses import OLD, as_of_today
from pages.ground.records import graph_lines
from pages.server.guide_routes import _rows
from pages.session import addresses
from pages.session.addresses import OLD_NAMES, title_of
from pages.table import TABLE
from pages.ui.unknown_page import UnknownPage

KARATE = "Karate club (34 nodes)"
FLORENTINE = "Florentine families (15 nodes)"
CLUSTERS, EMBEDDINGS = "explore?see=clusters", "explore?see=embedding"
CENTRALITY, TRADE_OFF = "explore?see=centrality", "which-epsilon"
OLD_LINKS = [
    ("graph", "Karate club (34 nodes)", "karate"),
    ("graph", "Les Misérables (77 nodes)", "les_miserables"),
    ("graph", "Two moons", "moons"),
    ("graph", "Barabási–Albert", "barabasi_albert"),
    ("graph", "Random dot product graph", "rdpg"),
    ("graph", "Your own file…", "upload"),
    ("mechanism", "LaplaceFlip", "laplace_flip"),
    ("mechanism", "Top-m filter", "top_m_filter"),
    ("analysis", "Minimum spanning tree", "spanning_tree"),
    ("analysis", "Spectral embedding", "spectral"),
    ("method", "ToMATo clusters", "tomato"),
    ("method", "DBMSTClu", "dbmstclu"),
]
"""Links that people have saved: key, what the link says, the id that it stands for."""


def said(visitor, key):
    """What the address says."""
    return visitor.address[key]


def titles(key):
    if key == "mechanism":
        return {m.id: m.title for m in gdp.MECHANISMS}
    if key in ("analysis", "method"):
        return {a.id: a.title for a in gdp.ANALYSES}
    return graph_lines()


@pytest.mark.parametrize(("key", "old", "id"), OLD_LINKS)
def test_an_old_link_stands_for_what_it_stood_for(key, old, id):
    assert title_of(key, old, titles(key)) == titles(key)[id] == title_of(key, id, titles(key))


def test_every_former_name_leads_to_something_that_there_is():
    known = {
        "mechanism": {m.id for m in gdp.MECHANISMS},
        "analysis": {a.id for a in gdp.ANALYSES},
        "graph": set(titles("graph")),
        "metric": {metric.id for a in gdp.ANALYSES for metric in a.metrics},
        "status": {"closed"},  # of the wing lab: its own test opens the link
    }
    for key, names in OLD_NAMES.items():
        assert set(names.values()) <= known[key]


def test_ids_of_graphs_are_told_apart():
    count = len(DATASETS) + len(GENERATORS) + len(EXAMPLES) + 1
    assert len(titles("graph")) == len(set(titles("graph").values())) == count


def test_a_former_id_is_understood(monkeypatch):
    monkeypatch.setitem(addresses.OLD_NAMES, "mechanism", {"flip": "edge_flip"})
    assert title_of("mechanism", "flip", titles("mechanism")) == "edgeFlip"


@pytest.mark.sample
@pytest.mark.parametrize(
    ("mechanism", "graph"), [("laplace_flip", "karate"), ("LaplaceFlip", KARATE)]
)
def test_a_link_with_ids_and_one_with_titles_show_the_same_page(visitor, mechanism, graph):
    visitor.open(graph=graph, mechanism=mechanism, epsilon="5", draw="3").check()
    assert visitor.at.selectbox(key="graph").value == KARATE
    assert visitor.at.selectbox(key="mechanism").value == "LaplaceFlip"
    address = {key: said(visitor, key) for key in ("graph", "mechanism")}
    assert address == {"graph": "karate", "mechanism": "laplace_flip"}


def test_a_link_from_when_the_block_model_stood_first_shows_it(visitor):
    visitor.open(**{"sbm.n": "40"}).check()
    assert visitor.at.selectbox(key="graph").value == "Made: Stochastic block model"
    assert "40 nodes" in visitor.at.sidebar.caption[1].value


def test_the_address_follows_the_menus_and_the_first_line_needs_no_word(visitor):
    visitor.open()
    assert "mechanism" not in visitor.address
    visitor.set("selectbox", "mechanism", "LaplaceFlip")
    assert said(visitor, "mechanism") == "laplace_flip"
    visitor.set("selectbox", "mechanism", "edgeFlip").set("selectbox", "graph", KARATE)
    assert "mechanism" not in visitor.address
    assert said(visitor, "graph") == "karate"
    assert visitor.at.selectbox(key="mechanism").value == "edgeFlip"


PAGE_LINKS = [
    (CLUSTERS, "selectbox", "method", "ToMATo clusters", "tomato"),
    (TRADE_OFF, "selectbox", "analysis", "Spectral embedding", "spectral"),
    (TRADE_OFF, "selectbox", "louvain.metric", "Shared information (AMI)", "ami"),
    (EMBEDDINGS, "segmented_control", "spectral.correction", "Raw", "raw"),
    (EMBEDDINGS, "selectbox", "axes", "3-D", "123"),
    (CENTRALITY, "selectbox", "centrality.score", "Closeness: few hops to all others", "closeness"),
]
"""Page, kind of the widget, its key, the title in it, the id in the address."""


@pytest.mark.sample
@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize(("path", "kind", "key", "title", "id"), PAGE_LINKS)
def test_choices_of_pages_and_parameters_stand_in_the_address_as_ids(
    visitor, path, kind, key, title, id
):
    for link in (title, id):
        visitor.at.query_params.clear()
        visitor.open("explore?see=graph", graph="karate")  # forgets the choice of the page
        visitor.open(path, **{key: link}).check()
        assert getattr(visitor.at, kind)(key=key).value == title
        assert said(visitor, key) == id
    menu = getattr(visitor.at, kind)(key=key)
    other = next(shown for shown in menu.options if shown != title)
    visitor.set(kind, key, other)
    assert key not in visitor.address or said(visitor, key) not in (title, id, other)
    visitor.set(kind, key, title)
    assert said(visitor, key) == id


def test_a_choice_that_is_not_on_offer_shows_the_usual_one(visitor):
    visitor.open(EMBEDDINGS, graph="karate", **{"spectral.correction": "nothing"}).check()
    assert visitor.at.segmented_control(key="spectral.correction").value == "Debiased"
    assert "spectral.correction" not in visitor.address


def test_an_address_that_is_late_does_not_undo_a_choice(visitor):
    visitor.open(mechanism="laplace_flip")
    visitor.set("selectbox", "mechanism", "edgeFlip")
    visitor.at.query_params["mechanism"] = "laplace_flip"  # sent before the answer came
    visitor.at.run()
    assert visitor.at.selectbox(key="mechanism").value == "edgeFlip"


@pytest.mark.sample
@pytest.mark.parametrize(
    ("page", "graph", "mechanism", "old", "key", "value"),
    [
        ("explore?see=tree", "les_miserables", "pamst", "pamst.law", "pamst.selection",
         "kruskal"),
        (CLUSTERS, "karate", "louvain_dp", "louvain_dp.form", "louvain_dp.variant", "as_published"),
        (TRADE_OFF, "karate", "edge_flip", "draws", "repeats", "20"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("short_sweeps")
def test_a_link_with_the_former_name_of_a_setting_sets_it(
    visitor, page, graph, mechanism, old, key, value
):
    visitor.open(page, graph=graph, mechanism=mechanism, **{old: value}).check()
    assert said(visitor, key) == value
    assert old not in visitor.address


def test_a_link_with_the_former_id_of_a_metric_shows_it():
    metrics = {metric.id: metric.label for metric in gdp.analysis("louvain").metrics}
    assert title_of("louvain.metric", "crumbs_private", metrics) == metrics["singletons_and_pairs"]


def test_after_back_the_address_decides_whatever_was_chosen_since(visitor, monkeypatch):
    visitor.open(CLUSTERS, graph="karate", mechanism="laplace_flip", method="tomato")
    visitor.set("selectbox", "mechanism", "edgeFlip").set("selectbox", "graph", FLORENTINE)
    visitor.set("selectbox", "method", "Louvain communities")
    visitor.at.query_params.clear()
    words = {"graph": "karate", "mechanism": "laplace_flip", "see": "clusters"}
    visitor.at.query_params.update(words)
    monkeypatch.setattr(streamlit_internals, "follows_history", lambda: True)
    visitor.at.run()
    shown = {key: visitor.at.selectbox(key=key).value for key in ("graph", "mechanism", "method")}
    assert shown == {
        "graph": KARATE, "mechanism": "LaplaceFlip", "method": "Louvain communities"
    }  # fmt: skip
    visitor.at.query_params.clear()
    visitor.at.run()
    assert visitor.at.selectbox(key="graph").value == next(iter(graph_lines().values()))
    assert visitor.at.selectbox(key="mechanism").value == "edgeFlip"
    assert (visitor.address["see"], visitor.address["epsilon"]) == ("graph", "3")


OLD_ADDRESSES = [
    # page, what its address said, what must be chosen
    ("explore?see=graph",
     {"graph": KARATE, "mechanism": "LaplaceFlip", "epsilon": "1.5"},
     {"graph": KARATE, "mechanism": "LaplaceFlip"}),
    (CLUSTERS, {"graph": "Les Misérables (77 nodes)", "method": "ToMATo clusters", "draw": "7"},
     {"graph": "Les Misérables (77 nodes)", "method": "ToMATo clusters", "draw": 7}),
    ("explore?see=graph", {"sbm.n": "40", "epsilon": "5"},
     {"graph": "Made: Stochastic block model", "sbm.n": 40}),
    ("explore?see=tree",
     {"graph": "les_miserables", "mechanism": "pamst", "pamst.law": "kruskal"},
     {"mechanism": "PAMST", "pamst.selection": "Between any parts (Kruskal)"}),
]  # fmt: skip
"""Addresses that were copied from earlier versions; new ones are added, none is taken out."""


@pytest.mark.parametrize(("page", "said", "chosen"), OLD_ADDRESSES)
def test_an_address_of_an_earlier_version_opens_what_it_opened(visitor, page, said, chosen):
    visitor.open(page, **said).check()
    kinds = ("selectbox", "segmented_control", "number_input", "select_slider")
    drawn = {w.key: w.value for kind in kinds for w in getattr(visitor.at, kind)}
    assert {key: drawn[key] for key in chosen} == chosen
    assert visitor.stop.epsilon == float(said.get("epsilon", 3))


def test_the_menu_of_mechanisms_explains_the_chosen_one_alone(visitor):
    visitor.open("explore?see=graph", graph="karate")
    for title in ("LaplaceFlip", "edgeFlip"):
        visitor.set("selectbox", "mechanism", title)
        menu = visitor.at.selectbox(key="mechanism")
        assert menu.value == title
        assert f"**{title}**" in menu.help
        assert len(menu.help.split()) < 100


def test_a_radius_may_leave_out_for_which_graph_it_is_set(visitor):
    words = {"mechanism": "weight_laplace", "weight_laplace.radius": "0.001"}
    visitor.open("explore?see=tree", graph="crescents", **words)
    assert visitor.scenario.mechanism.radius == 0.001
    assert "weight_laplace.radius" not in visitor.address


def test_a_menu_says_a_links_word_again_until_a_run_has_come_to_its_end(visitor, monkeypatch):
    words = {"graph": "karate", "mechanism": "laplace_flip"}
    with monkeypatch.context() as patch:
        patch.setattr(addresses, "menus_are_sent", lambda: None)  # what ends a run is cut off
        visitor.open(CLUSTERS, **words)
        visitor.at._run(WidgetStates())
        assert said_again(visitor) == {"graph": KARATE, "mechanism": "LaplaceFlip"}
    for _ in range(2):
        visitor.at._run(WidgetStates())
    assert said_again(visitor) == {}


def said_again(visitor):
    """Which of two menus the browser is told what to show, and what."""
    menus = [visitor.at.selectbox(key=key) for key in ("graph", "mechanism")]
    return {menu.key: menu.value for menu in menus if menu.proto.set_value}


NOW = [entry.address for entry in TABLE]
BEFORE = (
    "board", "overview", "embeddings", "persistence", "clusters", "spanning-tree", "centrality",
    "spectrum", "side-by-side", "counts", "trade-off", "audit", "attacks", "release", "lessons",
    "papers", "claims", "mechanisms", "data", "lecture",
)  # fmt: skip
"""The pages of the table of before, in its order, and one still older."""
SAID = {"graph": "karate", "epsilon": "1.5", "marked": "3-7", "one_edge.prior": "0.25"}


def is_here(page):
    return (OLD[page].address if page in OLD else page) in NOW


def led(address):
    """Where a browser that asks for an address of the app ends."""
    told = answered(address)
    if told["status"] == 200:
        return urlsplit(address)
    return led(dict(told["headers"])[b"location"].decode())


def answered(address):
    """The head of the answer to a browser that asks for an address."""
    there = urlsplit(address)
    told = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        told.append(message)

    scope = {
        "type": "http", "method": "GET", "path": there.path, "query_string": there.query.encode(),
        "headers": [(b"accept", b"text/html")],
    }  # fmt: skip
    asyncio.run(UnknownPage(app, NOW)(scope, None, send))
    return told[0]


@pytest.mark.parametrize("page", [*filter(is_here, BEFORE)])
def test_an_address_of_before_opens_a_page_of_today_with_all_its_words(page):
    there = led(f"/{page}?{urlencode(SAID)}")
    assert (there.path.strip("/") or NOW[0]) in NOW
    chosen = dict(OLD[page].choice) if page in OLD else {}
    assert dict(parse_qsl(there.query)) == SAID | chosen


def test_a_room_s_name_behind_its_page_leads_into_the_room():
    assert dict(answered("/class/RNKYG")["headers"])[b"location"] == b"/class#RNKYG"


@pytest.mark.sample
@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize("page", [*filter(is_here, OLD)])
def test_what_an_old_address_chooses_is_offered_there(visitor, page):
    moved = OLD[page]
    entry = next(entry for entry in TABLE if entry.address == moved.address)
    assert page not in NOW, "an address that leads elsewhere is no page's"
    visitor.open(entry.address, graph="karate", **dict(moved.choice))
    assert not visitor.at.exception
    assert not [line.value for line in visitor.at.warning if "The link asks" in line.value]


def test_an_old_address_may_not_overrule_what_it_stood_for():
    assert as_of_today("attacks", "try=audit&attack=membership") == (
        "break-it", "try=attacks&attack=membership",
    )  # fmt: skip


def test_snapshots_of_before_open_where_their_choices_stand_now():
    kept = Workspace((Snapshot("claims", "graph=karate", "A lie"), Snapshot("data", "graph=ring")))
    rows = _rows(Workspace.from_json(kept.to_json()))["snapshots"]
    assert [(row["page"], row["query"]) for row in rows] == [
        ("break-it", "try=claims&graph=karate"), ("data", "graph=ring"),
    ]  # fmt: skip
    assert rows[0]["title"] == "A lie"
