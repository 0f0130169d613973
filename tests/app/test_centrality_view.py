"""The view Centrality follows what the mechanism releases; repeats are made when asked for."""

import pytest

PAGE = "explore/page.py?see=centrality"
KARATE = "Karate club (34 nodes)"


@pytest.mark.parametrize(
    ("mechanism", "score"),
    [
        ("Noisy degrees", None),
        ("Two-round Laplacian", "laplacian"),
        ("Noisy power iteration", "eigenvector"),
        ("Noisy centrality", "laplacian"),
    ],
)
def test_the_true_ranking_follows_the_release(visitor, mechanism, score):
    visitor.open(PAGE, graph=KARATE, epsilon="2", **{"ranks-box": "true"})
    visitor.set("selectbox", "mechanism", mechanism).check()
    assert (f"releases {score} scores" in visitor.text) == (score is not None)
    assert "over 20 repeats" not in visitor.text
    visitor.at.button(key="ranks-button").click().run()
    visitor.check()
    assert "places on average over 20 repeats" in visitor.text
    visitor.open(PAGE, epsilon="4").check()
    assert "At ε = 4, the" in visitor.text
    assert "places on average over 20 repeats" in visitor.text
    titles = [box.label for box in visitor.at.expander]
    assert ("How much noise does the ranking bear?" in titles) == (score is not None)


def test_a_calibration_that_guarantees_nothing_says_so(visitor):
    visitor.open(PAGE, graph=KARATE, epsilon="2")
    visitor.set("selectbox", "mechanism", "Noisy centrality")
    label = "Published: local sensitivity"
    visitor.set("selectbox", "noisy_centrality.calibration", label).check()
    assert "No privacy guarantee" in visitor.text
