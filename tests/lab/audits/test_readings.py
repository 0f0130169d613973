"""The guarantees beside the usual one: each new, none of what protects nothing."""

import pytest

from graphdp_core.lab.audits.readings import readings
from graphdp_core.mechanisms import MECHANISMS


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
