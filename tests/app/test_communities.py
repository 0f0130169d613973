"""The page of communities with private partitions: pictures, repeated draws, large graphs."""

import re

import pytest

from graphdp_core.mechanisms.louvain_dp import LouvainDP
from pages.parts import communities

PAGE = "explore/clusters.py"


def chosen(visitor, mechanism="LouvainDP"):
    """The page with this mechanism: other pages do not offer all of them."""
    return visitor.open(PAGE, epsilon="10", **{"nested-box": "true"}).set(
        "selectbox", "mechanism", mechanism
    )


@pytest.mark.parametrize(
    ("mechanism", "sets"),
    [("LouvainDP", "grew in"), ("PrivGraph", "without levels"), ("Top-m filter", "grew in")],
)
def test_a_release_stands_beside_the_baseline(visitor, mechanism, sets):
    chosen(visitor, mechanism).check()
    assert visitor.at.selectbox(key="mechanism").value == mechanism
    assert sets in visitor.text.partition("; with ε = 10, ")[2]
    assert ("releases communities, not a graph" in visitor.text) == (mechanism != "Top-m filter")
    assert "Protects the presence or absence of any one edge" in visitor.text


def test_settings_of_a_mechanism_reach_the_release(visitor):
    chosen(visitor).set("segmented_control", "louvain_dp.variant", "As published").check()
    assert "not differentially private" in visitor.text


def test_the_tree_of_divisions_stands_beside_the_merges(visitor):
    chosen(visitor, "ModDivisive").check()
    assert re.search(r"communities grew in .* cut from [1-9][0-9]* sets on 2 levels", visitor.text)
    assert "the splits and the comparisons are what ε is spent on" in visitor.text
    method = visitor.set("selectbox", "method", "Spectral clustering").text
    assert "without levels; by ModDivisive, not proved private, 3" in method


def test_too_large_groups_get_one_clear_sentence(visitor):
    chosen(visitor).set("number_input", "louvain_dp.k", 400)
    assert not visitor.at.exception
    assert "take smaller groups" in visitor.text


def test_repeats_are_made_when_asked_for(visitor):
    visitor.open(PAGE, mechanism="LouvainDP", epsilon="10")
    assert "of the repeats; two of different communities" not in visitor.text
    visitor.at.button(key="co-assignment-button").click().run()
    visitor.check()
    assert "of the repeats; two of different communities" in visitor.text
    assert "would cost 20 times ε" in visitor.text


def test_a_large_graph_is_shown_in_summary_with_its_progress(visitor, monkeypatch):
    told = []
    monkeypatch.setattr(communities, "LARGE", 100)
    release = LouvainDP.release

    def told_release(self, *arguments, progress, **options):
        def both(fraction, text):
            told.append(text)
            progress(fraction, text)

        return release(self, *arguments, progress=both, **options)

    monkeypatch.setattr(LouvainDP, "release", told_release)
    chosen(visitor).set("number_input", "draw", 771).check()  # no other test made this draw
    assert "below are the flow" in visitor.text
    assert "grouping nodes" in told
    told.clear()
    visitor.at.run()
    assert not told, "what is known is not made again"


def test_the_threshold_of_peaks_is_dragged_within_the_released_diagram(visitor):
    visitor.open(PAGE, method="ToMATo clusters", epsilon="8").check()
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
