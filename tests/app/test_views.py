"""The view Spectrum: every mechanism that fits, what a release does not hold, and its refusals.

The view Persistence: repeated draws and more nodes, made when asked for.

The view Centrality follows what the mechanism releases; repeats are made when asked for.

The view Clusters with private partitions: pictures, repeated draws, large graphs.
"""

import pytest

from graphdp_core.plots.chart.record import Chart
from pages.explore.sections import communities

PAGE = "explore?see=spectrum"
KARATE = "Karate club (34 nodes)"
TRIANGLES = b"a,b\nb,c\na,c\nd,e\ne,f\nd,f\n"


@pytest.mark.parametrize(
    ("mechanism", "guarantee"),
    [
        ("LNPP (as published)", "No privacy guarantee"),
        ("SBMF (as published)", "No privacy guarantee"),
    ],
)
def test_every_spectral_mechanism_has_its_picture_and_its_guarantee(visitor, mechanism, guarantee):
    visitor.open(PAGE, graph=KARATE).set("selectbox", "mechanism", mechanism).check()
    assert visitor.at.selectbox(key="mechanism").value == mechanism
    assert guarantee in visitor.text
    assert visitor.numbers["directions"].endswith("% kept")


def test_a_release_of_values_alone_shows_what_it_has(visitor):
    visitor.open(PAGE, graph=KARATE, directions="true", lost="true")
    visitor.set("selectbox", "mechanism", "Noisy eigenvalues").check()
    assert visitor.numbers["Space kept"] == "—"
    assert visitor.numbers["in their strengths"].endswith("% off")
    assert "holds no eigenvectors" in visitor.text
    assert len(visitor.charts) == 3, "values, a vector's place, the breakdown"
    visitor.set("segmented_control", "vectors", "On the layout").check()


def test_equal_eigenvalues_are_refused_in_words_with_a_way_out(visitor):
    visitor.upload("triangles.csv", TRIANGLES)
    visitor.open(PAGE)
    visitor.set("selectbox", "mechanism", "LNPP (as published)").check()
    visitor.check()
    assert "ask for fewer eigenpairs or take edgeFlip" in visitor.stop.answer


def test_too_small_a_graph_is_one_warning(visitor):
    visitor.upload("path.csv", b"a,b\nb,c\n")
    visitor.open(PAGE).check()
    assert "k must be below the number of nodes" in visitor.stop.answer


PERSISTENCE = "explore?see=persistence"
SECTIONS = {"draws-box": "true"}


@pytest.fixture
def page(visitor):
    return visitor.open(PERSISTENCE, graph="karate", epsilon="4", **SECTIONS)


def test_repeated_draws_are_made_when_asked_for(page):
    assert "of 20 draws" not in page.text
    page.at.button(key="diagram-draws-button").click().run()
    page.check()
    assert "longest loops are found again in at least 90% of 20 repeats" in page.text
    assert "would cost 20 times ε" in page.text
    page.set("segmented_control", "feature", "Components").check()
    assert "longest components are found again" in page.text


def test_a_graph_without_loops_says_so(visitor):
    words = {"graph": "barabasi_albert", "barabasi_albert.n": "4", "epsilon": "4"}
    visitor.open(PERSISTENCE, **words, **SECTIONS)
    visitor.at.button(key="diagram-draws-button").click().run()
    visitor.check()
    assert "there are no loops to look for" in visitor.text


def test_a_sphere_is_offered_the_view_that_has_its_void(visitor):
    visitor.open(
        PERSISTENCE, graph="Random dot product graph", **{"rdpg.shape": "Sphere", "rdpg.n": "200"}
    )
    assert "The model, public, has 4 dimensions" in visitor.text
    visitor.at.button(key="use-dimension").click().run()
    visitor.check()
    assert visitor.at.toggle(key="persistence.flatten").value
    assert "H2" in visitor.stop.drawing.details[0]
    assert "The diagrams stand on 3" not in visitor.text


CENTRALITY = "explore?see=centrality"


@pytest.mark.sample
@pytest.mark.parametrize(
    ("mechanism", "score"),
    [
        ("Noisy degrees", None),
        ("Two-round Laplacian", "laplacian"),
        ("Noisy centrality", "laplacian"),
    ],
)
def test_the_true_ranking_follows_the_release(visitor, mechanism, score):
    visitor.open(CENTRALITY, graph=KARATE, epsilon="2", **{"ranks-box": "true"})
    visitor.set("selectbox", "mechanism", mechanism).check()
    assert (f"releases {score} scores" in visitor.text) == (score is not None)
    assert "over 20 repeats" not in visitor.text
    visitor.at.button(key="ranks-button").click().run()
    visitor.check()
    assert "places on average over 20 repeats" in visitor.text
    visitor.open(CENTRALITY, epsilon="4").check()
    assert "At ε = 4, the" in visitor.text
    assert "places on average over 20 repeats" in visitor.text
    titles = [box.label for box in visitor.at.expander]
    assert ("How much noise does the ranking bear?" in titles) == (score is not None)


def test_a_calibration_that_guarantees_nothing_says_so(visitor):
    visitor.open(CENTRALITY, graph=KARATE, epsilon="2")
    visitor.set("selectbox", "mechanism", "Noisy centrality")
    label = "Published: local sensitivity"
    visitor.set("selectbox", "noisy_centrality.calibration", label).check()
    assert "No privacy guarantee" in visitor.text


COMMUNITIES = "explore?see=clusters"


def chosen(visitor, mechanism="LouvainDP"):
    """The page with this mechanism: other pages do not offer all of them."""
    return visitor.open(COMMUNITIES, epsilon="10").set("selectbox", "mechanism", mechanism)


@pytest.mark.parametrize("mechanism", ["LouvainDP", "One-pass labelling", "Top-m filter"])
def test_a_release_stands_beside_the_baseline(visitor, mechanism):
    chosen(visitor, mechanism).check()
    assert visitor.at.selectbox(key="mechanism").value == mechanism
    assert ("releases communities, not a graph" in visitor.text) == (mechanism != "Top-m filter")
    assert "Hardly protects any one tie, proved" in visitor.text


def test_settings_of_a_mechanism_reach_the_release(visitor):
    chosen(visitor).set("segmented_control", "louvain_dp.variant", "As published").check()
    assert "not differentially private" in visitor.text


def test_too_large_groups_get_one_clear_sentence(visitor):
    chosen(visitor).set("number_input", "louvain_dp.k", 400)
    assert not visitor.at.exception
    assert "take smaller groups" in visitor.text


def test_repeats_are_made_when_asked_for(visitor):
    visitor.open(COMMUNITIES, mechanism="LouvainDP", epsilon="10", **{"co-assignment-box": "true"})
    assert "of the repeats; two of different communities" not in visitor.text
    visitor.at.button(key="co-assignment-button").click().run()
    visitor.check()
    assert "of the repeats; two of different communities" in visitor.text
    assert "would cost 20 times ε" in visitor.text


def test_a_large_graph_is_shown_as_the_flow_between_its_communities(visitor, monkeypatch):
    monkeypatch.setattr(communities, "LARGE", 100)
    visitor.open(COMMUNITIES, mechanism="LouvainDP", epsilon="10", **{"flow-box": "true"}).check()
    assert isinstance(visitor.stop.drawing, Chart)
    assert "in the matching one of the largest communities" in visitor.stop.drawing.alt
    assert len(visitor.charts) == 2, "the sizes by rank are below; the flow does not come twice"


def test_the_threshold_of_peaks_is_dragged_within_the_released_diagram(visitor):
    visitor.open(
        COMMUNITIES, method="ToMATo clusters", epsilon="8", **{"peaks-box": "true"}
    ).check()
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
