"""Tables of pages as CSV: what they are of and what is promised stands above the rows."""

import io

import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.scenario import Scenario
from pages.session import own_state, session
from pages.ui.table_file import table_csv

ROWS = pd.DataFrame({"metric": ["=ARI"], "value": [0.5]})


@pytest.fixture(autouse=True)
def karate(monkeypatch):
    graph = gdp.load_graph("karate")
    now = Scenario(graph, "Karate\n=club", gdp.mechanism("edge_flip"), 2.0, 3)
    monkeypatch.setattr(session, "current", lambda: now)
    return graph


def made(rows, **what):
    """As a page makes it: what it needs of the session is taken before."""
    now = session.current()
    return table_csv(rows, now=now, may_name=own_state.permission(now), **what)


def said(text):
    """Lines above the table; the table itself must be left when they are passed over."""
    assert len(pd.read_csv(io.StringIO(text), comment="#")) == 1
    assert "'=ARI" in text
    return [line for line in text.splitlines() if line.startswith("#")]


def test_a_table_of_a_comparison_says_its_promise(karate):
    c = gdp.compare(karate, gdp.mechanism("edge_flip"), gdp.analysis("louvain"), epsilon=1.0)
    lines = said(made(ROWS, what="All sets", of=c))
    assert "# GraphDP: All sets" in lines
    assert any(line.startswith("# Promise: This release protects ") for line in lines)


def test_a_table_without_one_says_the_choices_of_the_page():
    lines = said(made(ROWS, what="All numbers"))
    assert "# Epsilon: ε = 2" in lines
    assert "# Noise draw: 3" in lines
    assert any(line.startswith("# Promise: This release protects ") for line in lines)
    assert any("TRUE graph" in line for line in lines)


def test_a_table_of_several_mechanisms_says_each_promise():
    several = {
        id: gdp.mechanism(id).guarantee(epsilon)
        for id, epsilon in (("edge_flip", 0.5), ("lnpp", 2.0))
    }
    lines = said(made(ROWS, what="All measurements", promises=several))
    assert any(line.startswith("# Promise of edge_flip at ε = 0.5: This release") for line in lines)
    assert any(line.startswith("# Promise of lnpp at ε = 2: ") for line in lines)
    assert not any(line.startswith("# Mechanism") for line in lines)


def test_names_of_an_own_graph_stay_home_until_they_may_go_along(monkeypatch):
    graph = gdp.Graph.from_edges(2, [(0, 1)], names=["=ann", "bob"], labels=["boss", "clerk"])
    now = Scenario(graph, "mine.csv", gdp.mechanism("edge_flip"), 2.0, 3)
    rows = pd.DataFrame({"node": ["bob", "=ann"], "class": ["clerk", "boss"], "degree": [1, 1]})
    kept = own_state.Permission()
    monkeypatch.setattr(session, "current", lambda: now)
    monkeypatch.setattr(own_state, "session_record", lambda kind: kept)
    home = made(rows, what="Nodes")
    assert not any(word in home for word in ("ann", "bob", "boss", "clerk"))
    assert home.endswith("node 1,class 2,1\nnode 0,class 1,1\n")
    own_state.remember(own_state.ALONG)
    assert "bob,clerk,1" in made(rows, what="Nodes")
