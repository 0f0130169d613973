"""What is stored of the mechanisms: measured by one command, and no more than is claimed."""

import math

import pytest

from graphdp_core.experiment.properties import MEASURED
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.evidence import FOLDER, AuditRecord, evidence, evidence_facts

STORED = [kind for kind in MECHANISMS if evidence(kind.id) is not None]
NAMES = {item.id for item in MEASURED}


def test_nothing_is_stored_of_what_is_not_there():
    ids = {kind.id for kind in MECHANISMS} | {"false-claims"}
    assert {file.stem for file in FOLDER.glob("*.json")} <= ids
    assert len(STORED) == len(MECHANISMS)
    assert evidence_facts("nothing") == {}


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.id)
def test_the_stored_audit_is_of_the_claim_that_stands_today(kind):
    kept = evidence(kind.id)
    guarantee = kind().guarantee(kept.audit.epsilon)
    again = f"run graphdp mechanisms --store --show {kind.id}"
    assert kept.audit.claimed == pytest.approx(guarantee.effective_epsilon), again
    assert kept.audit.is_proved == guarantee.status.is_proved, again
    assert not (kept.audit.is_violation and guarantee.protects)
    check_words(kept.audit)
    for reading in kept.readings:
        check_words(reading.audit)
    for part in kept.survival:
        assert set(part.curves) <= NAMES
        assert all(len(points) == len(part.epsilons) for points in part.curves.values())
        for low, middle, high in (point for points in part.curves.values() for point in points):
            assert math.isnan(middle) or 0.0 <= low <= middle <= high <= 1.0


def check_words(audit):
    """Nothing is called consistent by an audit that could not have seen a fault."""
    words = audit.statement()
    if audit.is_violation:
        assert words.startswith("VIOLATION")
    elif audit.is_proved:
        assert audit.replay is not None, "run graphdp mechanisms --store --part replay"
        assert words.startswith("Proved; replayed on")
        assert audit.replay.share <= 1.0 + 1e-6
        assert 0.0 < sum(share for _, share, _ in audit.replay.steps) <= audit.epsilon + 1e-3
    elif words.startswith("Consistent so far"):
        assert audit.certified >= 0.1 * audit.claimed


def test_certainty_has_no_number():
    audit = AuditRecord(
        1.0, 1.0, 0.0, True, math.inf, 0.999, "violation", "one is refused", "", "", (1, 0), 1, 0
    )
    assert audit.statement() == (
        "VIOLATION: ε = 1 (claimed), refuted with certainty: one is refused."
    )
