"""Sizes: what is refused is said, what is slow ends the search, trees always exist."""

import numpy as np
import pytest

from graphdp_core.lab.audits import sizes as module
from graphdp_core.lab.audits.sizes import sizes
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.exact_tree import ExactTree
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.trust.evidence import evidence


def test_a_refusal_is_the_last_that_is_tried(monkeypatch):
    monkeypatch.setattr(module, "NODES", (100, 300, 2_000, 5_000))
    found = sizes(ExactTree(), 1.0)
    assert not any(size.refused for size in found[:-1])
    assert "takes at most" in found[-1].refused
    assert found[-1].in_words().startswith(f"{found[-1].nodes:,} nodes are refused: ")
    assert all(size.seconds >= 0.0 for size in found[:-1])


def test_what_is_slow_ends_the_search(monkeypatch):
    monkeypatch.setattr(module, "SLOW_S", -1.0)
    (only,) = sizes(NoisyDegrees(), 1.0)
    assert (only.nodes, only.edges > 400) == (100, True)


REFUSED = [
    kind for kind in MECHANISMS if (kept := evidence(kind.id)) and kept.sizes[-1].refused
]  # fmt: skip


@pytest.mark.sample
@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.id)
def test_what_is_said_to_be_refused_still_is(kind):
    kept, made = evidence(kind.id), kind()
    graph = module.random_graph(kept.sizes[-1].nodes, made, np.random.default_rng(0))
    again = f"run graphdp mechanisms --store --part sizes --show {kind.id}"
    assert made.refusal(graph, kept.audit.epsilon) == kept.sizes[-1].refused, again
