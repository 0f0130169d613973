"""Sizes: what is refused is said, what is slow ends the search, trees always exist."""

from graphdp_core.mechanisms.exact_tree import ExactTree
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.trust import sizes as module
from graphdp_core.trust.sizes import sizes


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
