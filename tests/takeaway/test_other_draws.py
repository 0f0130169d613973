"""A kind of result that nothing draws is told in words and numbers; nothing fails on it."""

from dataclasses import dataclass

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.captions.numbers import metric_numbers, tables_of
from graphdp_core.metrics import Metric
from graphdp_core.plots.kinds.drawn import chart_of, pair_of
from graphdp_core.results import Result
from graphdp_core.takeaway import Recipe, drawn_numbers, live, moving_html, report_html, still_svg
from graphdp_core.takeaway.moving import shown
from graphdp_core.takeaway.origin import Origin


@dataclass(frozen=True, eq=False)
class Wheel(Result):
    kind = "wheel"
    spokes: np.ndarray


@dataclass(frozen=True)
class Wheels(Analysis[Wheel]):
    id = "wheels"
    title = "Wheel"
    summary = "The largest degree."
    source = "None, 2026"
    formula = r"\max d"
    returns = Wheel
    metrics = (Metric("off", "Off by", "Between both <sides>.", better="lower"),)
    yardsticks = ()

    def _run(self, graph, *, rng, progress):
        return Wheel(np.array([graph.degrees.max(initial=0)]))

    def _measure(self, graph, baseline, private):
        return {"off": float(abs(baseline.spokes - private.spokes)[0])}

    def finding(self, metrics, *, epsilon):
        return f"The wheel is off by {metrics['off']:g}."


@pytest.fixture(scope="module")
def c():
    return gdp.compare(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), Wheels(), epsilon=2.0)


def test_a_notebook_shows_its_words(c):
    assert shown(c) is None


def test_its_numbers_are_what_is_taken(c):
    assert drawn_numbers(c).equals(metric_numbers(c))
    assert set(tables_of(c)) == {"All numbers"}


def test_its_file_stands_still_and_holds_the_table(c):
    text = moving_html(c)
    assert "<script" not in text
    assert "<button" not in text
    assert "<td>Off by</td>" in text
    assert "Between both &lt;sides&gt;." in text
    assert c.finding in text


def test_its_report_has_no_figure(c):
    origin = Origin.of_file("karate.csv", b"0,1")
    text = report_html(c, recipe=Recipe.of(c, origin), epsilons=(), repeats=0)
    assert "<figure" not in text
    assert "Off by" in text


def test_a_picture_of_it_is_refused_in_a_true_sentence(c):
    for draw in (still_svg, live):
        if draw is live:
            pytest.importorskip("anywidget")
        with pytest.raises(gdp.Refused, match="nothing is drawn of Wheel"):
            draw(c)
    with pytest.raises(gdp.Refused, match="Wheel has no chart that moves"):
        chart_of(c)
    with pytest.raises(gdp.Refused, match="Wheel has no picture of its nodes"):
        pair_of(c)
