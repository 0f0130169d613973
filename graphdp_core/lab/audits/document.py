"""The sheets of all mechanisms, with what was measured of them, and the claims that do not hold."""

from __future__ import annotations

from graphdp_core.lab.audits.false_claims import (
    FALSE_CLAIMS,
    FalseClaim,
    claims_about,
    integral_about,
)
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import IN_WORDS, rows_of
from graphdp_core.trust.evidence import claim_records, measured_sheet

_WORDS = (
    "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
    "Twelve",
)  # fmt: skip


def whole_sheet(id: str, epsilon: float = 1.0) -> dict[str, str]:
    """All facts of a mechanism with its default settings: declared, measured, and refuted.

    Parameters
    ----------
    epsilon : float
        Nominal, within the mechanism's range.
    """
    facts = measured_sheet(id, epsilon)
    for claim in claims_about(id):
        title = claim.title[0].lower() + claim.title[1:]
        facts[f"False claim: {title}"] = f"{claim.wrong} {_counted(claim)}"
    if (integral := integral_about(id)) is not None:
        title = integral.title[0].lower() + integral.title[1:]
        facts[f"False claim: {title}"] = f"{integral.wrong} {integral.in_words()}"
    return facts


def how_many_claims() -> str:
    """The false claims as they begin a sentence: what was printed, and what nobody claimed."""
    published = sum(claim.published for claim in FALSE_CLAIMS)
    slips = _WORDS[len(FALSE_CLAIMS) - published].lower()
    return f"{_WORDS[published]} published claims and {slips} easy slips"


def claim_facts(claim: FalseClaim) -> dict[str, str]:
    """A false claim in words: what was claimed, why not, its counterexample, the audit."""
    audit = claim_records()[claim.id].audit
    return {
        "Mechanism": claim.mechanism,
        "Claimed" if claim.published else "Easily taken for true": claim.claimed,
        "Why it does not hold": claim.wrong,
        "Neighbours": claim.pair.name,
        "Event": claim.event,
        "Counterexample": _counted(claim),
        "Audit": f"{audit.statement()} {audit.runs:,} releases of each neighbour, seed "
        f"{audit.seed}.",
        "Here": claim.instead,
    }


def _counted(claim: FalseClaim) -> str:
    kept = claim_records()[claim.id]
    one, other = kept.shares
    return (
        f"{claim.event[0].upper()}{claim.event[1:]}: in {one:.2%} of the releases of one input, "
        f"{other:.2%} of those of its neighbour, {kept.draws:,} each, at ε = {claim.epsilon:g}: "
        f"ε ≥ {kept.certified:.3g} at {kept.confidence:.1%} confidence "
        f"({claim.pair.name}; seed {kept.seed}, {kept.date}, version {kept.version})."
    )


def fact_document(epsilon: float = 1.0) -> str:
    """The sheets of all mechanisms, then the claims that do not hold, as Markdown."""
    parts = [
        "# The mechanisms, by their own declarations\n\nMade by `graphdp mechanisms --markdown`; a "
        "test compares it with the code. Audits and what survives are measured by `graphdp "
        "mechanisms --store`, false claims by `graphdp claims --store`. Proofs and "
        "counterexamples stand in [proofs.md](proofs.md).\n"
    ]
    for kind in MECHANISMS:
        facts = whole_sheet(kind.id, epsilon)
        del facts[IN_WORDS]
        formula = facts.pop("Formula")
        parts.append(f"## {kind.title} (`{kind.id}`)\n\n$${formula}$$\n\n{rows_of(facts)}\n")
    parts.append(f"# {how_many_claims()} that do not hold\n")
    parts += [f"## {claim.title}\n\n{rows_of(claim_facts(claim))}\n" for claim in FALSE_CLAIMS]
    return "\n".join(parts)
