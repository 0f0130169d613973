"""A moving picture is one file that asks for nothing, small, and safe against hostile names.

In a notebook a comparison shows itself as its moving picture.
"""

import base64
import gzip
import hashlib
import json
import re
import sys
from html import unescape
from types import SimpleNamespace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core import notebooks
from graphdp_core.experiment.scenario import EPSILONS, GraphChoice
from graphdp_core.params import Refused
from graphdp_core.takeaway import moving
from graphdp_core.takeaway.moving import moving_html
from graphdp_core.takeaway.origin import Origin
from graphdp_core.takeaway.recipe import Recipe
from tests.packed_message import decoded

MOST_BYTES = 3_000_000
HOSTILE = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\u2028", "'\"><b>",
    "<!--", "\x00\x08", "=cmd()", "a" * 500,
]  # fmt: skip


def karate(analysis="louvain", epsilon=3.0):
    return gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis(analysis),
        epsilon=epsilon,
    )  # fmt: skip


def data_of(text):
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])


def messages_of(text):
    """The shared part, then one message a stop."""
    data = data_of(text)
    whole, ends = gzip.decompress(base64.b64decode(data["messages"])), np.cumsum(data["lengths"])
    assert len(whole) == ends[-1]
    return [whole[end - length : end] for end, length in zip(ends, data["lengths"], strict=True)]


def words_of(text):
    return [decoded(message)[0]["words"] for message in messages_of(text)[1:]]


@pytest.mark.long
@pytest.mark.parametrize("analysis", ["spectral", "louvain"])
def test_two_thousand_nodes_with_all_stops_and_draws_stay_small(analysis):
    graph = gdp.generate("sbm", n=2000, blocks=4, within=0.02, between=0.002)
    c = gdp.compare(graph, gdp.mechanism("edge_flip"), gdp.analysis(analysis), epsilon=20.0)
    # One stop and one draw cost as much as they weigh: the others are as large
    whole = len(moving_html(c, epsilons=(1.0,), draws=1).encode())
    bare = len(moving_html(c, epsilons=(), draws=0).encode())
    assert bare + (whole - bare) / 2 * (len(EPSILONS) - 1 + 20) < MOST_BYTES


def test_it_asks_for_nothing_and_runs_its_own_script_alone():
    text = moving_html(karate(), epsilons=(1.0,), draws=1)
    assert set(re.findall(r"https?://[^\s\"'<)]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|iframe|object|embed|img|base|form)\b", text)
    assert "@import" not in text
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy  # falls back on default-src: none
    code = re.search(r"<script>(.*?)</script>", text, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert len(re.findall(r"<script", text)) == 2  # the data, the code


def test_its_words_are_those_of_the_comparisons():
    c = karate()
    text = moving_html(c, epsilons=(1.0, 8.0), draws=0)
    assert [stop["epsilon"] for stop in words_of(text)] == [1.0, 3.0, 8.0]
    assert data_of(text)["own"] == 1
    for stop in words_of(text):
        at = karate(epsilon=stop["epsilon"])
        assert " ".join(filter(None, (stop["answer"], stop["detail"]))) == at.finding
        assert f"{at.epsilon:g}" in stop["statement"]


def test_names_go_along_or_stay_home():
    graph = gdp.Graph.from_edges(
        4, [(0, 1), (1, 2), (2, 3)], names=["Ann Lee", "Bob Ray", "Cem Ay", "Dan Poe"],
        labels=["secret club"] * 2 + ["other club"] * 2,
    )  # fmt: skip
    for analysis in ("overview", "centrality"):
        c = gdp.compare(graph, gdp.mechanism("edge_flip"), gdp.analysis(analysis), epsilon=3.0)
        both = [moving_html(c, epsilons=(1.0,), draws=1, names=names) for names in (True, False)]
        there, home = ("".join([t, *(m.decode("latin-1") for m in messages_of(t))]) for t in both)
        assert "Ann Lee" in there  # blanks stand in no packed text
        for name in (*graph.names, "secret club"):
            assert name not in home


def test_hostile_names_and_titles_are_text():
    n = len(HOSTILE)
    graph = gdp.Graph.from_edges(
        n, [(i, i + 1) for i in range(n - 1)], names=HOSTILE, labels=HOSTILE,
        title="</title><script>alert(1)</script>",
    )  # fmt: skip
    c = gdp.compare(graph, gdp.mechanism("edge_flip"), gdp.analysis("overview"), epsilon=3.0)
    recipe = Recipe.of(c, Origin.of_file("</pre><script>x.csv", b""))
    text = moving_html(c, epsilons=(1.0,), draws=1, recipe=recipe)
    assert len(re.findall(r"<script", text)) == 2
    assert "<img src=x" not in text
    assert "\x00" not in text
    data_of(text)


def test_a_mechanism_that_promises_nothing_says_so_at_every_stop():
    mechanism = gdp.mechanism("lnpp")
    c = gdp.compare(gdp.load_graph("karate"), mechanism, gdp.analysis("spectrum"), epsilon=3.0)
    words = words_of(moving_html(c, epsilons=(1.0,)))
    assert [stop["strength"] for stop in words] == ["does not protect"] * 2
    assert all("No privacy guarantee" in stop["statement"] for stop in words)


def test_the_true_graph_is_named_in_the_file():
    text = moving_html(karate(), epsilons=(), draws=0)
    assert "Contains the true graph: not private" in text


def test_the_same_comparison_gives_the_same_file():
    made = Recipe.of(karate(), Origin.of_choice(GraphChoice("dataset", "karate")))
    texts = {moving_html(karate(), epsilons=(1.0,), draws=1, recipe=made) for _ in range(2)}
    assert len(texts) == 1


def test_epsilon_zero_has_no_place_on_the_slider():
    with pytest.raises(Refused, match="above 0"):
        moving_html(karate(epsilon=0.0))


def compared(**more):
    settings = {"epsilon": 2.0, **more}
    return gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis("centrality"), **settings
    )


@pytest.fixture
def display(monkeypatch):
    """What the notebook makes of the last line of a cell, once `graphdp_core` is imported in it."""
    formatters = pytest.importorskip("IPython.core.formatters")
    notebook = SimpleNamespace(display_formatter=formatters.DisplayFormatter())
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: notebook)
    notebooks.show_comparisons()
    return lambda thing: notebook.display_formatter.format(thing)[0]


@pytest.mark.long
def test_it_is_a_frame_that_reaches_nothing(display):
    c = compared()
    text = display(c)["text/html"]
    assert text == moving.shown(c)
    assert text.startswith('<iframe sandbox="allow-scripts allow-downloads"')
    assert "allow-same-origin" not in text
    page = unescape(text[text.index('srcdoc="') + 8 : text.rindex('"></iframe>')])
    assert page.startswith("<!doctype html>")
    assert len(text) < 300_000


def test_where_nothing_moves_the_words_are_shown(display):
    assert set(display(compared(epsilon=0.0))) == {"text/plain"}


def test_without_a_notebook_nothing_is_asked_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", None)
    notebooks.show_comparisons()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    notebooks.show_comparisons()


def test_what_is_slow_or_large_has_fewer_stops_or_none(monkeypatch):
    whole = len(moving.shown(compared()))
    monkeypatch.setattr(moving, "QUICK_S", 0.0)
    few = len(moving.shown(compared()))
    monkeypatch.setattr(moving, "SLOW_S", 0.0)
    assert whole > few > len(moving.shown(compared()))
    monkeypatch.setattr(moving, "MOST_NODES", 33)
    assert moving.shown(compared()) is None
