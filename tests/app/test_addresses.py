"""Addresses carry ids; links from when they carried titles go on working."""

import pytest

import graphdp_core as gdp
from graphdp_core.datasets import DATASETS, GENERATORS
from pages.shared import addresses
from pages.shared.addresses import OLD_NAMES, title_of
from pages.shared.graph_menu import UPLOAD_ID, label_of

KARATE = "Karate club (34 nodes)"
OLD_LINKS = [
    ("graph", "Karate club (34 nodes)", "karate"),
    ("graph", "Les Misérables (77 nodes)", "les_miserables"),
    ("graph", "Two moons", "moons"),
    ("graph", "Barabási–Albert", "barabasi_albert"),
    ("graph", "Random dot product graph", "rdpg"),
    ("graph", "Your own file…", "upload"),
    ("mechanism", "LaplaceFlip", "laplace_flip"),
    ("mechanism", "Top-m filter", "top_m_filter"),
]
"""Links that people have saved: key, what the link says, the id that it stands for."""


def said(visitor, key):
    """What the address says: Streamlit's testing has it as a string or as a list of one."""
    value = visitor.at.query_params[key]
    return value if isinstance(value, str) else value[0]


def titles(key):
    if key == "mechanism":
        return {m.id: m.title for m in gdp.MECHANISMS}
    lines = {d.id: label_of(d) for d in DATASETS} | {g.id: g.title for g in GENERATORS}
    return lines | {UPLOAD_ID: "Your own file…"}


@pytest.mark.parametrize(("key", "old", "id"), OLD_LINKS)
def test_an_old_link_stands_for_what_it_stood_for(key, old, id):
    assert title_of(key, old, titles(key)) == titles(key)[id] == title_of(key, id, titles(key))


def test_every_former_name_leads_to_something_that_there_is():
    known = {
        "mechanism": {m.id for m in gdp.MECHANISMS},
        "analysis": {a.id for a in gdp.ANALYSES},
        "graph": set(titles("graph")),
    }
    for key, names in OLD_NAMES.items():
        assert set(names.values()) <= known[key]


def test_ids_of_graphs_are_told_apart():
    assert len(titles("graph")) == len(DATASETS) + len(GENERATORS) + 1


def test_a_former_id_is_understood(monkeypatch):
    monkeypatch.setitem(addresses.OLD_NAMES, "mechanism", {"flip": "edge_flip"})
    assert title_of("mechanism", "flip", titles("mechanism")) == "edgeFlip"


@pytest.mark.parametrize(
    ("mechanism", "graph"), [("laplace_flip", "karate"), ("LaplaceFlip", KARATE)]
)
def test_a_link_with_ids_and_one_with_titles_show_the_same_page(visitor, mechanism, graph):
    visitor.open(graph=graph, mechanism=mechanism, epsilon="5", draw="3").check()
    assert visitor.at.selectbox(key="graph").value == KARATE
    assert visitor.at.selectbox(key="mechanism").value == "LaplaceFlip"
    address = {key: said(visitor, key) for key in ("graph", "mechanism")}
    assert address == {"graph": "karate", "mechanism": "laplace_flip"}


def test_the_address_follows_the_menus_and_the_first_line_needs_no_word(visitor):
    visitor.open()
    assert "mechanism" not in visitor.at.query_params
    visitor.set("selectbox", "mechanism", "LaplaceFlip")
    assert said(visitor, "mechanism") == "laplace_flip"
    visitor.set("selectbox", "mechanism", "edgeFlip").set("selectbox", "graph", KARATE)
    assert "mechanism" not in visitor.at.query_params
    assert said(visitor, "graph") == "karate"
    assert visitor.at.selectbox(key="mechanism").value == "edgeFlip"


def test_an_address_that_is_late_does_not_undo_a_choice(visitor):
    visitor.open(mechanism="laplace_flip")
    visitor.set("selectbox", "mechanism", "edgeFlip")
    visitor.at.query_params["mechanism"] = "laplace_flip"  # sent before the answer came
    visitor.at.run()
    assert visitor.at.selectbox(key="mechanism").value == "edgeFlip"
