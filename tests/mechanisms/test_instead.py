"""In place of what protects nothing stands something proved that releases the same or a graph."""

import pytest

import graphdp_core as gdp
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.instead import instead_of


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
