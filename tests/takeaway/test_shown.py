"""In a notebook a comparison shows itself as its moving picture."""

import sys
from html import unescape
from types import SimpleNamespace

import pytest

import graphdp_core as gdp
from graphdp_core import notebooks
from graphdp_core.takeaway import shown


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


def test_it_is_a_frame_that_reaches_nothing(display):
    c = compared()
    text = display(c)["text/html"]
    assert text == shown.shown(c)
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
    whole = len(shown.shown(compared()))
    monkeypatch.setattr(shown, "QUICK_S", 0.0)
    few = len(shown.shown(compared()))
    monkeypatch.setattr(shown, "SLOW_S", 0.0)
    assert whole > few > len(shown.shown(compared()))
    monkeypatch.setattr(shown, "MOST_NODES", 33)
    assert shown.shown(compared()) is None
