"""The replay audit: losses add up to what is proved, and every planted fault has a name."""

import dataclasses

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.replay import recorded, replay_audit, replayed
from graphdp_core.lab.audits.replay.auditor import in_words
from graphdp_core.lab.audits.replay.tape import names_laws
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.privacy.laws import IntegerNoise

PATH, SPLIT = (gdp.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)][:m]) for m in (3, 2))
LAWFUL = [
    kind()
    for kind in gdp.MECHANISMS
    if kind().guarantee(1.0).status.is_proved and names_laws(kind())
]


@pytest.mark.parametrize("made", LAWFUL, ids=lambda made: made.id)
def test_no_honest_mechanism_is_accused(made):
    outcome = replay_audit(made, pairs=10)
    assert not outcome.finding
    assert outcome.pairs >= 10
    assert outcome.statement().startswith("Proved; replayed on")
    assert 0.0 <= outcome.share <= 1.0 + 1e-6


def test_the_loss_is_the_log_ratio_of_the_chances():
    """Of degrees with noise: e^-1/2 for each step that a degree is farther from what came out."""
    record = recorded(NoisyDegrees(), PATH, epsilon=1.0, seed=1)
    away = np.abs(record.released.values - SPLIT.degrees) - np.abs(
        record.released.values - PATH.degrees
    )
    outcome = replayed(record, SPLIT)
    assert outcome.outcome == pytest.approx(0.5 * away.sum())
    assert outcome.spent == pytest.approx(1.0)


class Faulty(NoisyDegrees):
    """Noisy degrees with a fault."""

    fault = ""

    def _check(self, graph, epsilon):
        if self.fault == "refusal" and graph.m < 2:
            raise gdp.Refused("too few edges.")

    def _drawn(self, graph, *, epsilon, draws, progress):
        values = graph.degrees
        law = IntegerNoise("degrees", epsilon, values, sensitivity=2)
        match self.fault:
            case "too little":
                law = dataclasses.replace(law, epsilon=1.02 * epsilon)
            case "forgotten":
                law = dataclasses.replace(law, sensitivity=1)
            case "another" if graph.m > 2:
                law = dataclasses.replace(law, of="degrees of a dense graph")
            case "one more" if graph.m > 2:
                draws.draw(law)
        noisy = draws.draw(law)
        if self.fault == "twice":
            noisy = noisy + draws.draw(law)
        if self.fault == "leak":
            noisy = noisy + values * 1e-9
        return gdp.results.Scores(np.asarray(noisy, dtype=np.float64), measure="degree")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("", ""),
        ("too little", "1.02"),
        ("forgotten", "its value moved by 2, not 1"),
        ("twice", "add up to 2, not 1"),
        ("leak", "every draw came out the same"),
        ("another", "is drawn where"),
        ("one more", "draw of degrees"),
        ("refusal", "too few edges"),
    ],
)
def test_a_planted_fault_is_found_by_name(fault, words):
    made = type("Made", (Faulty,), {"fault": fault})()
    outcome = replay_audit(made, pairs=400).finding
    assert bool(outcome) == bool(fault)
    assert words in outcome


def test_what_draws_outside_the_vocabulary_is_told_so():
    class Stranger(NoisyDegrees):
        def _draw(self, graph, *, epsilon, rng, progress):
            return gdp.results.Scores(graph.degrees + rng.normal(size=graph.n), measure="degree")

    outcome = replay_audit(Stranger(), pairs=10)
    assert outcome.outside
    assert "outside the vocabulary" in outcome.statement()


def test_of_a_weighted_pair_it_is_said_where_one_side_has_no_edge():
    left = gdp.Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 2.5])
    right = gdp.Graph.from_edges(3, [(1, 2)], weights=[3.0])
    assert in_words(left, right) == (
        "3 nodes, 2 edges; they differ in 0-1 (1 to no edge), 1-2 (2.5 to 3)"
    )
