"""A release that is brought as an own file keeps its noise on every page, and the page says so."""

import pytest

from graphdp_core.analyses.overview import Overview
from graphdp_core.experiment.compare import run_baseline
from graphdp_core.trust.received import sample
from pages.explore.views import VIEWS
from pages.ground.own_file import Choices, Upload
from pages.session.own_state import Own
from pages.table import TABLE
from pages.ui.own_reading import python_lines
from pages.ui.own_release import is_release
from pages.ui.widgets import plain

LINE = "This graph is a release (edgeFlip, ε = 4): numbers are corrected for its noise."
EXPLORE = "explore/page.py"
PAGES = [
    *(f"{EXPLORE}?see={view.id}" for view in VIEWS),
    *(line.address for line in TABLE if line.address in ("", "board", "compare", "which-epsilon")),
]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_so(visitor, short_sweeps, page):
    visitor.upload("club.zip", sample("club"))
    visitor.open(page).check(draws=False)
    assert plain(LINE) in visitor.text


def test_the_baseline_is_an_estimate_of_the_truth(visitor):
    visitor.upload("club.zip", sample("club")).open(EXPLORE, see="graph")
    graph = visitor.mine(Own).held.loaded.graph
    found = run_baseline(graph, Overview())
    expected = (graph.m - 561 * graph.noise.false_positive_rate) / graph.noise.contrast
    assert found.values["edges"] == pytest.approx(expected)
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
