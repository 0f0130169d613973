"""The view Clusters with private partitions: pictures, repeated draws, large graphs."""

import pytest

from graphdp_core.plots.chart.record import Chart
from pages.explore.sections import communities

PAGE = "explore/page.py?see=clusters"


def chosen(visitor, mechanism="LouvainDP"):
    """The page with this mechanism: other pages do not offer all of them."""
    return visitor.open(PAGE, epsilon="10").set("selectbox", "mechanism", mechanism)


@pytest.mark.parametrize("mechanism", ["LouvainDP", "One-pass labelling", "Top-m filter"])
def test_a_release_stands_beside_the_baseline(visitor, mechanism):
    chosen(visitor, mechanism).check()
    assert visitor.at.selectbox(key="mechanism").value == mechanism
    assert ("releases communities, not a graph" in visitor.text) == (mechanism != "Top-m filter")
    assert "Hardly protects the presence or absence of any one edge" in visitor.text


def test_settings_of_a_mechanism_reach_the_release(visitor):
    chosen(visitor).set("segmented_control", "louvain_dp.variant", "As published").check()
    assert "not differentially private" in visitor.text


def test_too_large_groups_get_one_clear_sentence(visitor):
    chosen(visitor).set("number_input", "louvain_dp.k", 400)
    assert not visitor.at.exception
    assert "take smaller groups" in visitor.text


def test_repeats_are_made_when_asked_for(visitor):
    visitor.open(PAGE, mechanism="LouvainDP", epsilon="10", **{"co-assignment-box": "true"})
    assert "of the repeats; two of different communities" not in visitor.text
    visitor.at.button(key="co-assignment-button").click().run()
    visitor.check()
    assert "of the repeats; two of different communities" in visitor.text
    assert "would cost 20 times ε" in visitor.text


def test_a_large_graph_is_shown_as_the_flow_between_its_communities(visitor, monkeypatch):
    monkeypatch.setattr(communities, "LARGE", 100)
    visitor.open(PAGE, mechanism="LouvainDP", epsilon="10", **{"flow-box": "true"}).check()
    assert isinstance(visitor.stop.drawing, Chart)
    assert "in the matching one of the largest communities" in visitor.stop.drawing.alt
    assert len(visitor.charts) == 2, "the sizes by rank are below; the flow does not come twice"


def test_the_threshold_of_peaks_is_dragged_within_the_released_diagram(visitor):
    visitor.open(PAGE, method="ToMATo clusters", epsilon="8", **{"peaks-box": "true"}).check()
    slider = visitor.at.slider(key="threshold-slider")
    at_rest = slider.value
    assert visitor.at.number_input(key="tomato.threshold").value == 0.0
    assert 0.0 < at_rest < slider.max
    peaks = visitor.charts[1]
    visitor.set("slider", "threshold-slider", slider.max / 10).check()
    assert visitor.at.number_input(key="tomato.threshold").value == slider.max / 10
    assert visitor.at.slider(key="threshold-slider").value == pytest.approx(slider.max / 10)
    assert visitor.charts[1] != peaks
    visitor.at.button(key="largest-gap").click().run()
    visitor.check()
    assert visitor.at.number_input(key="tomato.threshold").value == 0.0
    assert visitor.at.slider(key="threshold-slider").value == pytest.approx(at_rest)
