"""In a notebook a comparison shows itself as its moving picture."""

from html import unescape

import graphdp_core as gdp
from graphdp_core.takeaway import shown


def compared(**more):
    settings = {"epsilon": 2.0, **more}
    return gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis("centrality"), **settings
    )


def test_it_is_a_frame_that_reaches_nothing():
    text = compared()._repr_html_()
    assert text.startswith('<iframe sandbox="allow-scripts allow-downloads"')
    assert "allow-same-origin" not in text
    page = unescape(text[text.index('srcdoc="') + 8 : text.rindex('"></iframe>')])
    assert page.startswith("<!doctype html>")
    assert len(text) < 300_000


def test_what_is_slow_or_large_has_fewer_stops_or_none(monkeypatch):
    assert compared(epsilon=0.0)._repr_html_() is None
    whole = len(compared()._repr_html_())
    monkeypatch.setattr(shown, "QUICK_S", 0.0)
    few = len(compared()._repr_html_())
    monkeypatch.setattr(shown, "SLOW_S", 0.0)
    assert whole > few > len(compared()._repr_html_())
    monkeypatch.setattr(shown, "MOST_NODES", 33)
    assert compared()._repr_html_() is None
