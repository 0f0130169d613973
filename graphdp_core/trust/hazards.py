"""The hazards that NIST SP 800-226 names and that arise: what stands against each in a release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    half_sure,
)

HAZARDS_SOURCE = (
    "J. Near, D. Darais, N. Lefkovitz and G. Howarth, Guidelines for Evaluating Differential "
    "Privacy Guarantees, NIST SP 800-226, 2025; sections are those of its draft of 2023"
)
STRONG = 1.0
"""Up to this epsilon a guarantee is agreed to be strong (section 2.2)."""

R = NeighbouringRelation
Row = tuple[str, str, bool, str]
"""The section of the publication, the hazard, whether it is defended, and the answer."""


def hazards(
    mechanism: Mechanism, guarantee: Guarantee, facts: Mapping[str, Any], *, estimated: bool
) -> dict[str, Any]:
    """Every hazard that arises, those that are not defended first, as a certificate holds them.

    Parameters
    ----------
    guarantee : Guarantee
        Of this release.
    facts : mapping
        Of the certificate, with the line of the ledger.
    estimated : bool
        Whether a table of estimates goes with the release.

    Notes
    -----
    *Privacy*: answers follow from what the mechanism declares and from facts of the certificate.
    """
    rows = [
        *_of_the_guarantee(guarantee, facts),
        *_of_the_algorithm(mechanism, guarantee, facts, estimated=estimated),
        *_of_the_deployment(mechanism, facts),
    ]
    return {
        "source": HAZARDS_SOURCE,
        "rows": [
            {
                "section": section,
                "hazard": hazard,
                "status": "defended" if is_defended else "not defended",
                "answer": answer,
            }
            for section, hazard, is_defended, answer in sorted(rows, key=lambda row: row[2])
        ],
    }


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


def _of_the_guarantee(guarantee: Guarantee, facts: Mapping[str, Any]) -> Iterator[Row]:
    relation, epsilon = guarantee.relation, float(facts["exact_epsilon"])
    yield (
        "2.2", "An ε so large that it is no privacy", epsilon <= STRONG,
        f"ε = {at_most(epsilon)}; up to {STRONG:g} counts as strong. "
        f"{half_sure(relation, epsilon)}",
    )  # fmt: skip
    yield (
        "2.2", "Several releases that add up", True,
        f"The curator's ledger adds it to all others there, in line {facts['ledger']['line']}. "
        "It does not know of releases that stand in another ledger, or in none.",
    )  # fmt: skip
    yield (
        "2.4", "A difference of more than one unit", False,
        f"The promise covers {guarantee.unit}. The release may tell {relation.unprotected}.",
    )  # fmt: skip
    is_person = relation.is_of_nodes or relation.is_of_persons
    told = "For all k edges of one person together, ε is k times as large."
    if is_person:
        told = f"The unit is {guarantee.unit}."
    elif relation.edges_are_public:
        told = f"Beyond {guarantee.unit}, what belongs to one person is protected less."
    yield "2.4", "Events are protected, not persons", is_person, told
    alike = " and the same radius" if relation.has_radius else ""
    yield (
        "2.5", "Comparing what cannot be compared", True,
        f"The certificate states relation and δ. Neighbours are {neighbours(relation)}. Compare "
        f"this release only with others under the same relation{alike}.",
    )  # fmt: skip
    beside = "Other releases of these data have risks of their own."
    if relation.edges_are_public and not relation.is_of_persons:
        beside = f"Who is joined with whom is released as it is. {beside}"
    if facts["not_protected"]:
        beside = f"{facts['not_protected']} {beside}"
    yield "2.6", "Releases without differential privacy", False, beside


def _of_the_algorithm(
    mechanism: Mechanism, guarantee: Guarantee, facts: Mapping[str, Any], *, estimated: bool
) -> Iterator[Row]:
    verdict = facts["audit"].get("verdict", "none is stored")
    yield (
        "3", "An implementation of one's own", verdict == "consistent",
        f"It is part of {mechanism.provider or 'GraphDP'} and has a proof. The result of its "
        f"audit: {verdict}. {guarantee.caveat}".strip(),
    )  # fmt: skip
    yield (
        "3.3.1", "Bias against small groups", False,
        f"Small groups get as much noise as large ones. It hides {_told_worst(mechanism)} most.",
    )  # fmt: skip
    yield (
        "3.3.2, 3.3.3", "Bias by the noise, or by what makes numbers look right", estimated,
        "statistics.csv gives numbers of the true graph with intervals, corrected for the noise, "
        "or says why one cannot be known." if estimated else "No number of the true graph is "
        "estimated from it: the release is noisy, and may be wrong on average.",
    )  # fmt: skip
    relation = guarantee.relation
    if relation.is_of_nodes or relation.is_of_persons:
        told = "One person adds at most 1 to a weight, and the noise fits all weights together."
        if relation.is_of_nodes and getattr(mechanism, "choice", "public") == "private":
            told = "The bound on the edges of a node is drawn with part of ε; the noise fits it."
        elif relation.is_of_nodes:
            bound = getattr(mechanism, "bound", None)
            told = f"At most {bound} edges of a node count. The bound is public; the noise fits it."
        yield "3.4.1", "Bounds on what one person adds, with too little noise", True, told
    yield (
        "3.4.1", "Rows that the data chose", not facts["not_protected"],
        facts["not_protected"] or "Which rows there are follows from noisy numbers or public facts"
        + (", the groups too." if mechanism.reads_groups else "."),
    )  # fmt: skip
    if mechanism.protects_weights:
        told = "The noise fits the public radius; no range of the weights is assumed."
        if relation.is_of_persons:
            told = "Answers are cut to a public scale."
        elif mechanism.weight_range is not None:
            low, high = mechanism.weight_range
            told = f"Weights outside the public range {low:g} to {high:g} are cut to it."
        yield "3.4.2", "Bounds of values, found in the data", True, told
    elif mechanism.returns is Graph and not mechanism.noise_per_pair:
        yield (
            "3.6", "Synthetic data without differential privacy", True,
            f"The released graph is drawn under the guarantee: {mechanism.exact_sampler}.",
        )  # fmt: skip


def _of_the_deployment(mechanism: Mechanism, facts: Mapping[str, Any]) -> Iterator[Row]:
    at_home = mechanism.trusted.startswith("nobody")
    yield (
        "4.2", "Trust that is misplaced", False,
        f"The mechanism trusts {mechanism.trusted}."
        + (" Here, though, a curator held the whole graph." if at_home else ""),
    )  # fmt: skip
    yield (
        "4.3", "Floating-point numbers and poor randomness", True,
        f"The draw is exact: {mechanism.exact_sampler}. Randomness is {facts['randomness']}.",
    )  # fmt: skip
    yield (
        "4.3", "The time that it takes", False,
        "It depends on the data: only the curator should have been able to measure it.",
    )  # fmt: skip
    yield (
        "4.3", "Errors of the system beneath", True,
        "Only public facts decide whether a release is refused.",
    )  # fmt: skip
    names = ", and the names behind the numbers" if facts["names"].startswith("numbers") else ""
    yield (
        "4.4", "Data that get out", False,
        f"The curator has to guard the true graph, the ledger and its key{names}.",
    )  # fmt: skip
    yield (
        "4.4", "Access without need", False,
        "The curator decides who may read all of that: GraphDP has no accounts.",
    )  # fmt: skip
    yield (
        "4.5", "Collecting more than is needed", False,
        "The whole graph was collected"
        + (", though each pair could have used this mechanism before." if at_home else "."),
    )  # fmt: skip


def _told_worst(mechanism: Mechanism) -> str:
    """What the same noise hides most."""
    kind = mechanism.returns
    return "a node of few edges" if issubclass(kind, Graph) else kind.told_worst
