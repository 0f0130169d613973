"""What is kept of a mechanism, in words: its audits, what survives, and the sizes it takes."""

from __future__ import annotations

from graphdp_core.experiment.properties import MEASURED
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import fact_sheet
from graphdp_core.trust.evidence import Evidence, Surviving, evidence

__all__ = ["evidence_facts", "measured_sheet", "sizes_in_words"]

NAMES = {item.id: item.name for item in MEASURED}


def measured_sheet(id: str, epsilon: float = 1.0) -> dict[str, str]:
    """All facts of a mechanism with its default settings: declared and measured.

    Parameters
    ----------
    id : str
    epsilon : float
        Nominal; the least that the mechanism takes in place of a smaller one.
    """
    kind = next(kind for kind in MECHANISMS if kind.id == id)
    return fact_sheet(kind(), max(epsilon, kind.epsilon_range[0])) | evidence_facts(id)


def evidence_facts(id: str) -> dict[str, str]:
    """The audit and what survives of one mechanism, in words, for a sheet of facts."""
    kept = evidence(id)
    if kept is None:
        return {}
    audit = kept.audit
    facts = {
        "Audit": f"{audit.statement()} {audit.runs:,} releases of each neighbour, seed "
        f"{audit.seed}, {kept.when['audit']}."
    }
    for reading in kept.readings:
        facts[f"Audit with {reading.settings}"] = (
            f"{reading.audit.statement()} Protected: {reading.protects}."
        )
    facts["Sizes"] = sizes_in_words(kept)
    for part in kept.survival:
        facts[f"Survives on {part.graph}"] = _marks(part)
    return facts


def sizes_in_words(kept: Evidence) -> str:
    """What one release takes, by the number of nodes; the last one tried, or its refusal."""
    tried = "; ".join(size.in_words() for size in kept.sizes)
    return (
        f"{tried}. Processor time of one release at ε = {kept.audit.epsilon:g} of random graphs "
        "with ten edges a node; larger ones were not tried."
    )


def _marks(part: Surviving) -> str:
    """From which epsilon on each property survives, those that do first."""
    found = {NAMES[id]: part.mark(id) for id in part.curves}
    kept = sorted((at, name) for name, at in found.items() if at is not None)
    lost = [name for name, at in found.items() if at is None]
    words = [f"{name} from ε = {at:g}" for at, name in kept]
    words += [f"not {', '.join(lost)}"] if lost else []
    size = f"{part.nodes} nodes, {part.edges} edges, {part.draws} draws"
    return f"{'; '.join(words) or 'nothing can be measured'} ({size})."
