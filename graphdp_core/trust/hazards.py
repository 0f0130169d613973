"""The hazards that NIST SP 800-226 names, and what stands against each in one publication."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    posterior,
    sure_after,
)

__all__ = ["HAZARDS_SOURCE", "Hazard", "drawn_from_a_model", "hazards", "neighbours"]

HAZARDS_SOURCE = (
    "J. Near, D. Darais, N. Lefkovitz and G. Howarth, Guidelines for Evaluating Differential "
    "Privacy Guarantees, NIST SP 800-226, 2025; sections are those of its draft of 2023"
)
DEFENDED, NOT_DEFENDED, DOES_NOT_ARISE = "defended", "not defended", "does not arise"
STRONG = 1.0
"""Up to this epsilon a guarantee is agreed to be strong (section 2.2)."""

R = NeighbouringRelation


@dataclass(frozen=True)
class Hazard:
    """One hazard, answered.

    Parameters
    ----------
    section : str
        Of the publication.
    hazard : str
    status : {"defended", "not defended", "does not arise"}
    answer : str
    """

    section: str
    hazard: str
    status: str
    answer: str


def hazards(
    mechanism: Mechanism, guarantee: Guarantee, facts: Mapping[str, Any], *, estimated: bool
) -> dict[str, Any]:
    """Every hazard with its answer, as a certificate holds them.

    Parameters
    ----------
    mechanism : Mechanism
    guarantee : Guarantee
        Of this release.
    facts : mapping
        Of the certificate, with the line of the ledger.
    estimated : bool
        Whether a table of estimates goes with the release.

    Returns
    -------
    dict
        `source`, and `rows` with the fields of :class:`Hazard`.

    Notes
    -----
    *Privacy*: answers follow from what the mechanism declares and from facts of the certificate.
    """
    found = [
        *_of_the_guarantee(guarantee, facts),
        *_of_the_algorithm(mechanism, guarantee, facts, estimated=estimated),
        *_of_the_deployment(mechanism, guarantee, facts),
    ]
    return {"source": HAZARDS_SOURCE, "rows": [asdict(one) for one in found]}


def neighbours(relation: NeighbouringRelation) -> str:
    """Whether neighbours are bounded, in words.

    Examples
    --------
    >>> neighbours(NeighbouringRelation.EDGE)
    'unbounded: one edge more or less, among the same nodes'
    >>> neighbours(NeighbouringRelation.PERSON_REPLACE)
    'bounded: as many persons, one of them with other answers'
    """
    if relation is R.EDGE:
        return "unbounded: one edge more or less, among the same nodes"
    if relation in (R.NODE_ADD, R.PERSON_ADD):
        return f"unbounded: one {'node' if relation is R.NODE_ADD else 'person'} more or less"
    if relation is R.PERSON_REPLACE:
        return "bounded: as many persons, one of them with other answers"
    if relation is R.NODE:
        return "bounded: the same nodes, one of them with other edges"
    if relation is R.THETA_EDGE:
        return "unbounded: one edge with another weight, or with none"
    return "bounded: the same edges with other weights"


def drawn_from_a_model(mechanism: Mechanism) -> bool:
    """Whether a graph is released that is synthetic: not the true one with noise."""
    drawn = mechanism.returns is Graph and not mechanism.noise_per_pair
    return drawn and not mechanism.protects_weights


def _of_the_guarantee(guarantee: Guarantee, facts: Mapping[str, Any]) -> Iterator[Hazard]:
    relation, epsilon = guarantee.relation, float(facts["exact_epsilon"])
    sure = sure_after(posterior(0.5, epsilon))
    yield Hazard(
        "2.2", "An ε so large that it is no privacy",
        DEFENDED if epsilon <= STRONG else NOT_DEFENDED,
        f"ε = {at_most(epsilon)}, and up to {STRONG:g} is agreed to be strong: who is 50% sure "
        f"before {sure} after.",
    )  # fmt: skip
    yield Hazard(
        "2.2", "Several releases that add up", DEFENDED,
        f"Line {facts['ledger']['line']} of the curator's ledger counts it with all others there. "
        "What another ledger counts, or none, is not added.",
    )  # fmt: skip
    yield Hazard(
        "2.3", "A δ by which everything may fail at once",
        NOT_DEFENDED if guarantee.delta else DOES_NOT_ARISE,
        f"δ = {guarantee.delta:g}." if guarantee.delta else "Pure ε: there is no δ.",
    )  # fmt: skip
    yield Hazard(
        "2.4", "A difference of more than one unit", NOT_DEFENDED,
        f"Protected is {guarantee.unit}. It may tell {relation.unprotected}.",
    )  # fmt: skip
    yield _of_persons(guarantee)
    alike = " and the same radius" if relation.has_radius else ""
    yield Hazard(
        "2.5", "Comparing what cannot be compared", DEFENDED,
        f"Relation and δ are stated. Neighbours are {neighbours(relation)}. Compare it with "
        f"releases under the same relation{alike} alone.",
    )  # fmt: skip
    beside = "What else is released of these data keeps its own risk."
    if relation.edges_are_public and not relation.is_of_persons:
        beside = f"Who is joined with whom is released as it is. {beside}"
    if facts["not_protected"]:
        beside = f"{facts['not_protected']} {beside}"
    yield Hazard("2.6", "Releases without differential privacy", NOT_DEFENDED, beside)


def _of_persons(guarantee: Guarantee) -> Hazard:
    """Whether the unit is all of one person."""
    name, relation = "Events are protected, not persons", guarantee.relation
    if relation.is_of_nodes or relation.is_of_persons:
        return Hazard("2.4", name, DEFENDED, f"The unit is {guarantee.unit}.")
    if relation.edges_are_public:
        told = f"Beyond {guarantee.unit}, what belongs to one person is protected less."
    else:
        told = "A person with k edges has k times this ε for all of them together."
    return Hazard("2.4", name, NOT_DEFENDED, told)


def _of_the_algorithm(
    mechanism: Mechanism, guarantee: Guarantee, facts: Mapping[str, Any], *, estimated: bool
) -> Iterator[Hazard]:
    verdict = facts["audit"].get("verdict", "none is stored")
    yield Hazard(
        "3", "An implementation of one's own",
        DEFENDED if verdict == "consistent" else NOT_DEFENDED,
        f"It is that of {mechanism.provider or 'GraphDP'}, with its proof and its audit: "
        f"{verdict}. {guarantee.caveat}".strip(),
    )  # fmt: skip
    yield Hazard(
        "3.3.1", "Bias against small groups", NOT_DEFENDED,
        f"Noise is as large for few as for many: {_told_worst(mechanism)} is told "
        "worst.",
    )  # fmt: skip
    yield Hazard(
        "3.3.2, 3.3.3", "Bias by the noise, or by what makes numbers look right",
        DEFENDED if estimated else NOT_DEFENDED,
        "statistics.csv holds numbers of the true graph, corrected for the noise and with their "
        "intervals, or why they cannot be known." if estimated else "No number of the true graph "
        "is estimated from it: what is released is noisy, and may be wrong on average.",
    )  # fmt: skip
    yield _of_contributions(mechanism, guarantee.relation)
    yield Hazard(
        "3.4.1", "Rows that the data chose",
        NOT_DEFENDED if facts["not_protected"] else DEFENDED,
        facts["not_protected"] or "What is reported follows from public facts"
        + (", the groups too" if mechanism.reads_groups else "") + ", or from noisy numbers.",
    )  # fmt: skip
    yield _of_bounds(mechanism, guarantee.relation)
    yield Hazard(
        "3.5, 3.6", "Neural networks that remember, or learn little", DOES_NOT_ARISE,
        "None is trained.",
    )  # fmt: skip
    made = drawn_from_a_model(mechanism)
    yield Hazard(
        "3.6", "Synthetic data without differential privacy",
        DEFENDED if made else DOES_NOT_ARISE,
        f"The released graph is drawn under the guarantee: {mechanism.exact_sampler}." if made
        else "Nothing synthetic is released.",
    )  # fmt: skip
    yield Hazard(
        "3.7", "Data without structure, so that nobody knows whose they are", DOES_NOT_ARISE,
        "The data are a graph.",
    )  # fmt: skip


def _told_worst(mechanism: Mechanism) -> str:
    """Where the same noise leaves least."""
    kind = mechanism.returns
    return "a node of few edges" if issubclass(kind, Graph) else kind.told_worst


def _of_contributions(mechanism: Mechanism, relation: NeighbouringRelation) -> Hazard:
    name = "Bounds on what one person adds, with too little noise"
    if relation.is_of_nodes:
        bound = getattr(mechanism, "bound", None)
        if getattr(mechanism, "choice", "public") == "private":
            told = "The bound on a node's edges is drawn with part of ε, and the noise fits it."
        else:
            told = f"At most {bound} edges of a node count, a public bound, and the noise fits it."
        return Hazard("3.4.1", name, DEFENDED, told)
    if relation.is_of_persons:
        told = "Nobody adds more than 1 to a weight, and the noise fits all weights together."
        return Hazard("3.4.1", name, DEFENDED, told)
    return Hazard("3.4.1", name, DOES_NOT_ARISE, "The unit is not a person: nothing is left out.")


def _of_bounds(mechanism: Mechanism, relation: NeighbouringRelation) -> Hazard:
    name = "Bounds of values, found in the data"
    if not mechanism.protects_weights:
        return Hazard("3.4.2", name, DOES_NOT_ARISE, "Edges are there or not.")
    if relation.is_of_persons:
        return Hazard("3.4.2", name, DEFENDED, "Answers are cut to a public scale.")
    if mechanism.weight_range is None:
        told = "Noise fits the public radius, and no range of the weights is assumed."
    else:
        low, high = mechanism.weight_range
        told = f"Weights are cut to {low:g} to {high:g}, which was set as a public range."
    return Hazard("3.4.2", name, DEFENDED, told)


def _of_the_deployment(
    mechanism: Mechanism, guarantee: Guarantee, facts: Mapping[str, Any]
) -> Iterator[Hazard]:
    yield Hazard(
        "4.1", "Questions that others put", DOES_NOT_ARISE,
        "One release, drawn once: nobody asks the data anything.",
    )  # fmt: skip
    at_home = mechanism.trusted.startswith("nobody")
    yield Hazard(
        "4.2", "Trust that is misplaced", NOT_DEFENDED,
        f"The mechanism trusts {mechanism.trusted}."
        + (" Here a curator held the whole graph and drew it." if at_home else ""),
    )  # fmt: skip
    yield Hazard(
        "4.3", "Floating-point numbers and poor randomness", DEFENDED,
        f"Exact: {mechanism.exact_sampler}. Randomness is {facts['randomness']}.",
    )  # fmt: skip
    yield Hazard(
        "4.3", "The time that it takes", NOT_DEFENDED,
        "It depends on the data: nobody but the curator should have been able to measure it.",
    )  # fmt: skip
    yield Hazard(
        "4.3", "Errors of the system beneath", DEFENDED,
        "Whether a release is refused follows from public facts.",
    )  # fmt: skip
    who = ", and who is which number" if facts["names"].startswith("numbers") else ""
    yield Hazard(
        "4.4", "Data that get out", NOT_DEFENDED,
        f"The true graph, the ledger and its key{who} stay with the curator, who guards them.",
    )  # fmt: skip
    yield Hazard(
        "4.4", "Access of those who need none", NOT_DEFENDED,
        "The curator decides who may read them: GraphDP knows no accounts.",
    )  # fmt: skip
    yield Hazard(
        "4.5", "Collecting more than is needed", NOT_DEFENDED,
        "The whole graph was collected"
        + (", where this mechanism could have been used by each pair before." if at_home else "."),
    )  # fmt: skip
