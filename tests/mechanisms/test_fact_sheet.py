"""The fact sheet of every mechanism says what its declarations say."""

import pytest

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import fact_sheet

EVERY = pytest.mark.parametrize("kind", MECHANISMS, ids=lambda kind: kind.id)


@EVERY
def test_every_mechanism_has_its_facts(kind):
    low, _ = kind.epsilon_range
    facts = fact_sheet(kind(), max(low, 1.0))
    assert all(facts.values())
    assert facts["Status"] == kind().guarantee(max(low, 1.0)).status.value
    assert ("Exact ε" in facts) == kind().guarantee(max(low, 1.0)).protects


@EVERY
def test_who_protects_nothing_says_so_and_is_never_published(kind):
    facts = fact_sheet(kind())
    if not kind().guarantee(1.0).protects:
        assert facts["Protected unit"].startswith("none; ")
        assert facts["Sampler of a publication"].startswith("none")


def test_only_flips_of_single_pairs_need_no_curator():
    local = [kind.id for kind in MECHANISMS if fact_sheet(kind())["Trusted"].startswith("nobody")]
    assert local == ["edge_flip", "laplace_flip"]
