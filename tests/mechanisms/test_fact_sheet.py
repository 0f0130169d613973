"""The fact sheet of every mechanism says what its declarations say.

Every mechanism brings its proof or its counterexample along.

In place of what protects nothing stands something proved that releases the same or a graph.
"""

import pytest

import graphdp_core as gdp
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import argument, fact_sheet, instead_of

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


@pytest.mark.parametrize("kind", MECHANISMS, ids=lambda kind: kind.id)
def test_there_is_one_without_the_section_s_own_lines(kind):
    text = argument(kind.id)
    assert len(text) > 100
    assert "*Reference*:" in text
    assert "- Status" not in text
    assert "###" not in text


def test_an_unknown_mechanism_has_none():
    assert argument("nothing") == ""


@pytest.mark.parametrize("kind", MECHANISMS, ids=lambda kind: kind.id)
def test_only_what_protects_nothing_has_others_and_all_of_them_are_proved(kind):
    others = instead_of(kind())
    assert bool(others) != kind().guarantee(1.0).protects
    for other in others:
        assert other.guarantee(1.0).protects
        assert other.protects_weights == kind.protects_weights
        assert not other.relation.is_of_nodes, "an edge was meant"


def test_its_own_proved_settings_come_first():
    first, *_ = instead_of(gdp.mechanism("louvain_dp", variant="as_published"))
    assert first == gdp.mechanism("louvain_dp")
