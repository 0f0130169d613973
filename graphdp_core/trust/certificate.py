"""The certificate of a publication: what it protects, how it was drawn, what it costs.

What no promise covers where the nodes themselves were chosen by looking at the private graph.
"""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from graphdp_core.experiment.opinion import OPINION, opinion
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.markup import rendered
from graphdp_core.mechanisms.exact_draw import ExactDraw
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, schema
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.guarantee import at_most, believed, of_a_publication, posterior
from graphdp_core.trust.evidence import evidence
from graphdp_core.trust.package import checksum
from graphdp_core.version import __version__

FORMAT = "graphdp-certificate/1"
RANDOMNESS = "the operating system's, without a seed: nobody can draw this noise again"


def certificate(
    mechanism: Mechanism,
    epsilon: Fraction,
    draw: ExactDraw[Any],
    *,
    names: str,
    question: str,
    unprotected: str = "",
) -> dict[str, Any]:
    """All facts but those of the ledger, the files and the checksum.

    Parameters
    ----------
    epsilon : Fraction
        As it was typed.
    names : str
        What stands for the nodes' names, in words.
    question : str
        What the release is for, in the curator's words; may be empty.
    unprotected : str
        What the nodes tell beyond the promise, if anything.
    """
    guarantee = mechanism.guarantee(float(epsilon))
    status = guarantee.status.value
    return {
        "format": FORMAT,
        "statement": guarantee.statement(),
        "not_protected": unprotected,
        "question": question,
        "unit": guarantee.unit,
        "relation": guarantee.relation.value,
        "radius": guarantee.protected_radius,
        "epsilon": exact_text(epsilon),
        "exact_epsilon": draw.exact_epsilon,
        "delta": "0",
        "status": f"{status}; the choice of the nodes: not private" if unprotected else status,
        "proof": guarantee.proof,
        "public": of_a_publication(guarantee.assumptions),
        "mechanism": {
            "id": mechanism.id,
            "title": mechanism.title,
            **({"provider": mechanism.provider} if mechanism.provider else {}),
            "parameters": {p.name: getattr(mechanism, p.name) for p in schema(mechanism)},
        },
        "audit": _audit(mechanism),
        "opinion": {"source": OPINION, "rows": opinion(mechanism, float(epsilon))},
        "sampler": mechanism.exact_sampler,
        "sampler_facts": dict(draw.facts),
        "randomness": RANDOMNESS,
        "names": names,
        "versions": {
            "graphdp": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
        },
    }


def _audit(mechanism: Mechanism) -> dict[str, Any]:
    """The stored audit of the mechanism's default settings, and whether these are they."""
    kept = evidence(mechanism.id)
    if kept is None:
        return {"statement": "No audit of this mechanism is stored."}
    audit, default = kept.audit, mechanism == type(mechanism)()
    of = "these settings" if default else "its default settings, not with these,"
    return {
        "statement": f"{audit.statement()} Measured with {of} at ε = {audit.epsilon:g}: "
        f"{audit.runs:,} releases of each of two neighbours, "
        f"{kept.when['audit']}. An audit can refute a promise; only a proof can establish it.",
        "verdict": audit.verdict,
        "claimed_epsilon": audit.claimed,
        "certified_epsilon": audit.certified if math.isfinite(audit.certified) else None,
        "confidence": audit.confidence,
        "runs": audit.runs,
        "seed": audit.seed,
        "of_these_settings": default,
    }


def with_checksum(facts: Mapping[str, Any]) -> bytes:
    """The certificate's text, with a checksum over all the rest of it."""
    return (json.dumps({**facts, "checksum": checksum(facts)}, indent=1) + "\n").encode()


def checked(text: bytes) -> dict[str, Any]:
    """The facts of a certificate."""
    try:
        facts = json.loads(text)
        written = facts.pop("checksum")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refused("certificate.json is not a certificate: ask for the zip again.") from None
    if facts.get("format") != FORMAT:
        raise Refused(
            f"the certificate is of the format {str(facts.get('format'))[:40]!r}; this version "
            f"reads {FORMAT!r}: verify it with the version of GraphDP that is named in it."
        )
    if written != checksum(facts):
        raise Refused("certificate.json was changed after it was made: ask for the zip again.")
    return dict(facts)


def page(facts: Mapping[str, Any]) -> bytes:
    """The certificate as one HTML page without scripts, in plain words first."""
    epsilon = float(amount_of(facts["epsilon"]))
    sure = believed(posterior(0.5, facts["exact_epsilon"]))
    settings = facts["mechanism"]["parameters"]
    named = ", ".join(f"{key} = {value}" for key, value in settings.items())
    rows = {
        "Protected": facts["unit"],
        "Mechanism": facts["mechanism"]["title"] + (f" ({named})" if settings else ""),
        "ε as set": f"{epsilon:g}",
        "ε as drawn, at most": at_most(facts["exact_epsilon"]),
        "Status": facts["status"],
        "Proof": facts["proof"],
        "Audit": facts["audit"]["statement"],
        "Sampler": facts["sampler"],
        "Numbers of the sampler": ", ".join(f"{k}: {v}" for k, v in facts["sampler_facts"].items()),
        "Randomness": facts["randomness"],
        "Nodes": facts["names"],
        "Public by assumption": " ".join(facts["public"]),
        "Line of the ledger": f"{facts['ledger']['line']} ({facts['ledger']['id']})",
        "Made by": ", ".join(f"{k} {v}" for k, v in facts["versions"].items()),
    }
    if facts.get("not_protected"):
        rows = {"Not protected": facts["not_protected"], **rows}
    if facts["question"]:
        rows = {"Made for": facts["question"], **rows}
    return rendered(
        "trust/certificate.html", statement=facts["statement"], sure=sure, rows=rows,
        hazards=facts["hazards"], opinion=facts.get("opinion"),
    ).encode()  # fmt: skip


def unprotected(graph: Graph | Aggregates) -> str:
    """In two sentences what a publication of this graph tells beyond its promise; "" for nothing.

    Examples
    --------
    >>> from dataclasses import replace
    >>> path = Graph.from_edges(2, [(0, 1)])
    >>> unprotected(path), unprotected(replace(path, chosen="its largest component"))[:26]
    ('', 'The nodes are those of its')
    """
    if not graph.chosen:
        return ""
    return (
        f"The nodes are those of {graph.chosen}: which they are, and how many, was found by "
        "looking at the private edges, and no ε covers that. The promise holds only if this "
        "choice of nodes is public anyway."
    )
