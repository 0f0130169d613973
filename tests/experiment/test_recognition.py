"""Recognition from release to sentence: known numbers, promises beside practice, bad input."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.recognition import TELLS_WHO
from graphdp_core.experiment.opinion import STUDIED, opinion
from graphdp_core.experiment.recognition import per_hundred, unnamed_sentence
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import unique_share
from graphdp_core.params import Refused

KARATE = gdp.load_graph("karate")
GROUPS = gdp.generate("sbm", n=200, seed=1)


def test_without_noise_the_pilot_s_numbers_come_out():
    """By degree and triangles nothing is left to chance: .44 unique, .56 recognised."""
    found = gdp.recognition(KARATE, draws=1)
    assert found.unique["circle"] == pytest.approx(unique_share(KARATE, "circle"))
    assert round(found.unique["circle"], 2) == 0.44
    assert found["circle"].share == pytest.approx(found["circle"].people.mean())
    assert round(found["circle"].share, 2) == 0.56
    assert found["circle"].chance == 1 / 34
    assert found["ties"].chance == 1 / 24


def test_a_small_epsilon_and_a_graph_drawn_anew_leave_about_chance():
    flips = gdp.recognition(GROUPS, gdp.mechanism("edge_flip"), epsilon=0.1)
    drawn = gdp.recognition(GROUPS, gdp.mechanism("dk_series"), epsilon=4.0)
    bare = gdp.recognition(GROUPS)
    assert bare["ties"].share > 0.8
    for found in (flips, drawn):
        assert all(one.share < 0.05 for one in found.attackers)
        assert all(one.low <= one.share <= one.high for one in found.attackers)


def test_less_knowledge_recognises_fewer():
    shares = [
        gdp.recognition(GROUPS, ties_known=known, named=named)["ties"].share
        for known, named in ((0.9, 10), (0.3, 10), (0.9, 0))
    ]
    assert shares[0] > shares[1] + 0.2
    assert shares[2] == 0.0


def test_who_is_known_by_name_counts_for_nothing():
    found = gdp.recognition(GROUPS, named=10, draws=1)
    assert np.isnan(found["ties"].people).sum() == 10
    assert set(np.unique(found["ties"].people[np.isfinite(found["ties"].people)])) <= {0.0, 1.0}


def test_the_sentence_says_what_is_known_and_what_guessing_gives():
    words = gdp.recognition(GROUPS, gdp.mechanism("edge_flip"), epsilon=4.0).sentence()
    assert words.startswith(
        "edgeFlip at ε = 4: somebody who knows 9 in 10 ties and 10 people by name"
    )
    assert words.endswith("guessing gets 0.5.")
    assert "ε" not in gdp.recognition(GROUPS, epsilon=4.0).sentence(), "names off reads no ε"
    assert "hides no person" in TELLS_WHO


def test_the_same_seed_gives_the_same_people():
    one, two = (gdp.recognition(GROUPS, draws=2, seed=5)["ties"].people for _ in range(2))
    assert np.array_equal(one, two, equal_nan=True)


@pytest.mark.parametrize(
    ("graph", "id", "asked", "words"),
    [
        (Graph.from_edges(2, [(0, 1)]), "names_off", {}, "needs 3 to 10,000 people"),
        (Graph.from_edges(5, []), "names_off", {}, "has no ties"),
        (KARATE, "edge_flip", {}, "needs an ε"),
        (KARATE, "noisy_degrees", {"epsilon": 1.0}, "releases a ranking"),
        (KARATE, "names_off", {"named": 34}, "fewer than the people"),
        (KARATE, "names_off", {"ties_known": 1.5}, "must lie in 0 to 1"),
        (KARATE, "names_off", {"draws": 0}, "at least 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_one_sentence(graph, id, asked, words):
    with pytest.raises(Refused, match=words) as refusal:
        gdp.recognition(graph, gdp.mechanism(id), **asked)
    assert str(refusal.value).endswith(".")


def test_people_who_are_all_alike_and_releases_without_ties_are_no_trouble():
    ring = Graph.from_edges(12, [(i, (i + 1) % 12) for i in range(12)])
    found = gdp.recognition(ring, named=2, ties_known=1.0)
    assert found["circle"].share == pytest.approx(1 / 12)
    bare = gdp.mechanism("k_anonymous", alike_by="degree", budget=1.0, choice="sampled")
    star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    assert gdp.recognition(star, bare, named=1)["ties"].share == 0.0


def test_what_an_own_file_is_told():
    assert unnamed_sentence(KARATE) == (
        "Without names 44 of 100 people would be unique by their number of contacts and of "
        "contacts who know each other."
    )
    assert unnamed_sentence(Graph.from_edges(2, [(0, 1)])) == ""
    assert [per_hundred(share) for share in (0.0, 0.0123, 1.0)] == ["0", "1", "100"]


def test_an_officer_s_three_tests_have_a_number_a_bound_and_an_attack_each():
    singled, linked, inferred = opinion(gdp.mechanism("edge_flip"), 4.0)
    assert [row["test"] for row in (singled, linked, inferred)] == [
        "Singling out", "Linkability", "Inference",
    ]  # fmt: skip
    for row in (singled, linked):
        assert row["bound"] == "no bound", "no promise for a tie bounds this"
        assert "recognised" in row["number"]
        assert "77 people" in row["graph"]
        assert row["version"] == gdp.__version__
        assert row["date"] == STUDIED, "of the study: the release's stays at home"
    assert "9 in 10 ties and 10 people by name" in linked["attack"]
    assert inferred["bound"].startswith("proved")
    assert inferred["date"] == "", "a proof has none"
    assert "one tie becomes at most 98.3%" in inferred["number"]
    assert "of 10 ties of one person together more than 99.99%" in inferred["number"]


@pytest.mark.parametrize(
    ("mechanism", "words"),
    [("louvain_dp", "releases communities, not each tie"), ("weight_laplace", "is public")],
)
def test_an_attack_that_was_not_run_is_not_called_harmless(mechanism, words):
    singled, linked, _ = opinion(gdp.mechanism(mechanism), 1.0)
    assert words in singled["number"]
    assert singled["attack"] == linked["attack"] == "none"
    assert singled["bound"] == "no bound"


def test_what_promises_nothing_bounds_no_inference():
    inferred = opinion(gdp.mechanism("names_off"), 1.0)[2]
    assert (inferred["number"], inferred["bound"]) == ("certain", "no bound")
