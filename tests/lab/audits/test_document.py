"""The sheet of every mechanism is whole: promise, steps, law, proof or fault, what was measured."""

import pytest

from graphdp_core.lab.audits.document import fact_document, whole_sheet
from graphdp_core.lab.audits.false_claims import claims_about, integral_about
from graphdp_core.lab.audits.settings import readings
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import IN_WORDS
from graphdp_core.params import schema
from graphdp_core.trust.evidence import evidence

EVERY = pytest.mark.parametrize("kind", MECHANISMS, ids=lambda kind: kind.id)
SAID = (
    "How it works", "Steps", "Formula", "Protected unit", "Not protected", "Trusted", "Status",
    "Proof", "Public by assumption", "Takes ε", "Source", IN_WORDS, "Audit", "Sizes",
)  # fmt: skip
LAWS = (
    "noise", "probability", "chance", "normal", "Laplace", "drawn", "coin", "flip", "exponential",
)  # fmt: skip


@EVERY
def test_the_sheet_says_all_that_a_person_needs_to_judge(kind):
    facts = whole_sheet(kind.id)
    assert all(facts[name].strip() for name in SAID)
    assert facts["Steps"].startswith("1. ")
    assert " 2. " in facts["Steps"]
    assert any(word in facts["Steps"] for word in LAWS), "steps name the law of what is random"
    assert {f"Parameter {parameter.name}" for parameter in schema(kind())} <= set(facts)
    assert sum(name.startswith("Survives on ") for name in facts) == 3


@EVERY
def test_all_that_it_guarantees_has_been_audited_and_its_sizes_measured(kind):
    kept = evidence(kind.id)
    again = f"run graphdp mechanisms --store --show {kind.id}"
    others = readings(kind, kept.audit.epsilon)
    assert [reading.settings for reading in kept.readings] == [words for words, _ in others], again
    for reading, (_, made) in zip(kept.readings, others, strict=True):
        claim = made.guarantee(kept.audit.epsilon)
        assert reading.audit.claimed == pytest.approx(claim.effective_epsilon), again
        assert reading.protects == claim.unit, again
        assert not reading.audit.is_violation
    assert kept.sizes[0].nodes == 100
    assert set(kept.when) == {"audit", "replay", "survival", "sizes"}


@EVERY
def test_who_protects_nothing_has_its_counterexample_and_something_in_its_place(kind):
    facts, low = whole_sheet(kind.id), kind.epsilon_range[0]
    if kind().guarantee(max(1.0, low)).protects:
        assert "Use instead" not in facts
        return
    assert facts["Not protected"] == "anything"
    assert "Counterexample" in facts[IN_WORDS]
    assert facts["Use instead"]
    assert claims_about(kind.id) or integral_about(kind.id), "it has a picture"


def test_every_mechanism_and_parameter_is_in_the_document_of_all():
    text = fact_document()
    assert all(f"(`{kind.id}`)" in text for kind in MECHANISMS)
    assert text.count("**Trusted**") == len(MECHANISMS)
