"""The settings that are audited: all that change a claim, and none that are refused.

The guarantees beside the usual one: each new, none of what protects nothing.

Sizes: what is refused is said, what is slow ends the search, trees always exist.

What is kept of a mechanism is measured by one command.
"""

from dataclasses import dataclass

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits import evidence_run
from graphdp_core.lab.audits import evidence_run as module
from graphdp_core.lab.audits.evidence_run import sizes
from graphdp_core.lab.audits.settings import (
    claim_of,
    every_setting,
    proved_settings,
    readings,
    settings,
)
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.exact_tree import ExactTree
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.params import param
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.trust.evidence import evidence


@dataclass(frozen=True)
class Made:
    """Its relation follows `norm`; without a highest weight above 1 nothing is protected."""

    norm: str = param("l1", "", choices=("l1", "linf"))
    share: float = param(0.0, "", low=0.0, high=0.9)
    highest: float = param(1.0, "", low=0.1, high=10.0)

    def guarantee(self, epsilon):
        relation = NeighbouringRelation.WEIGHT_L1
        if self.norm == "linf":
            relation = NeighbouringRelation.WEIGHT_LINF
        return Guarantee(
            relation, epsilon, Status.PROVED_PURE, empty="" if self.highest > 1.0 else "none"
        )


def test_choices_that_change_the_claim_and_shares_of_nothing_are_varied():
    values = [(made.norm, made.share) for made in settings(Made)]
    assert values == [("l1", 0.0), ("linf", 0.0), ("l1", 0.45)]


def test_what_protects_nothing_is_taken_with_a_number_doubled(monkeypatch):
    monkeypatch.setattr("graphdp_core.lab.audits.settings.MECHANISMS", (Made,))
    assert {made.highest for made in proved_settings()} == {2.0}


def test_every_claim_that_a_choice_can_make_is_among_the_settings():
    made = proved_settings()
    centralities = {(m.score, m.calibration, m.support) for m in made if m.id == "noisy_centrality"}
    assert ("closeness", "sound_smooth", "fixed") in centralities
    assert ("closeness", "sound_smooth", "vanish") not in centralities, "it is refused"
    assert {claim_of(m) for m in made} >= {claim_of(kind()) for kind in gdp.MECHANISMS
                                           if kind().guarantee(1.0).protects}  # fmt: skip
    assert all(m.guarantee(1.0).protects for m in made)


def test_mechanisms_without_a_proof_stand_with_their_defaults():
    others = [made for made in every_setting() if not made.guarantee(1.0).protects]
    assert gdp.mechanism("sbmf") in others
    assert all(made == type(made)() for made in others)


@pytest.mark.parametrize("kind", MECHANISMS, ids=lambda kind: kind.id)
def test_each_states_something_new(kind):
    epsilon = max(1.0, kind.epsilon_range[0])
    seen = [kind().guarantee(epsilon)]
    for words, made in readings(kind, epsilon):
        claim = made.guarantee(epsilon)
        assert words
        assert claim.protects
        assert all(
            claim.relation is not one.relation
            or claim.status is not one.status
            or claim.proof != one.proof
            for one in seen
        )
        seen.append(claim)


def test_surveys_are_read_in_two_ways_by_whatever_protects_weights():
    for kind in MECHANISMS:
        norms = {getattr(made, "norm", "") for _, made in readings(kind)}
        assert {"person_added", "person_replaced"} <= norms or not kind.protects_weights


@pytest.mark.long
def test_a_refusal_is_the_last_that_is_tried(monkeypatch):
    monkeypatch.setattr(module, "NODES", (100, 300, 2_000, 5_000))
    outcome = sizes(ExactTree(), 1.0)
    assert not any(size.refused for size in outcome[:-1])
    assert "takes at most" in outcome[-1].refused
    assert outcome[-1].in_words().startswith(f"{outcome[-1].nodes:,} nodes are refused: ")
    assert all(size.seconds >= 0.0 for size in outcome[:-1])


def test_what_is_slow_ends_the_search(monkeypatch):
    monkeypatch.setattr(module, "SLOW_S", -1.0)
    (only,) = sizes(NoisyDegrees(), 1.0)
    assert (only.nodes, only.edges > 400) == (100, True)


REFUSED = [
    kind for kind in MECHANISMS if (kept := evidence(kind.id)) and kept.sizes[-1].refused
]  # fmt: skip


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.id)
def test_what_is_said_to_be_refused_still_is(kind):
    kept, made = evidence(kind.id), kind()
    graph = module.random_graph(kept.sizes[-1].nodes, made, np.random.default_rng(0))
    again = f"run graphdp mechanisms --store --part sizes --show {kind.id}"
    assert made.refusal(graph, kept.audit.epsilon) == kept.sizes[-1].refused, again


@pytest.mark.long
def test_one_command_measures_it(tmp_path, monkeypatch):
    monkeypatch.setattr(evidence_run, "EPSILONS", (0.5, 8.0))
    monkeypatch.setattr(evidence_run, "DRAWS", 1)
    monkeypatch.setattr(evidence_run, "RUNS", 60)
    monkeypatch.setattr(evidence_run, "PAIRS", 60)
    monkeypatch.setattr(
        evidence_run, "standard_graphs",
        lambda mechanism: [("Karate club", evidence_run.load_graph("karate"), None)],
    )  # fmt: skip
    file = evidence_run.keep_evidence(NoisyDegrees, folder=tmp_path)
    text = file.read_text(encoding="utf-8")
    assert file.name == "noisy_degrees.json"
    assert '"top_nodes"' in text
    assert '"verdict": "consistent"' in text
