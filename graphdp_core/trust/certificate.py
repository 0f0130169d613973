"""The certificate of a publication: what it protects, how it was drawn, what it costs.

What no promise covers where the nodes themselves were chosen by looking at the private graph.

README.html of a publication: what it is, how much of it is real, how to use it, whom to ask.
"""

from __future__ import annotations

import base64
import json
import math
import platform
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from graphdp_core.estimates.asked import Given
from graphdp_core.estimates.binomials import edge_limits
from graphdp_core.experiment.count_errors import model_sentence
from graphdp_core.experiment.opinion import OPINION, opinion
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.markup import rendered
from graphdp_core.mechanisms.exact_draw import ExactDraw
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, schema
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.guarantee import (
    NeighbouringRelation,
    at_most,
    half_sure,
    of_a_publication,
)
from graphdp_core.trust.contents import STATISTICS_FILE, TARGETS_FILE, known_numbers
from graphdp_core.trust.evidence import evidence
from graphdp_core.trust.package import checksum
from graphdp_core.version import __version__
from graphdp_core.vocabulary import of_ties

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
    nodes: int = 0,
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
    nodes : int
        How many there are, which is public: the model's error was measured on graphs as large.
    """
    guarantee = mechanism.guarantee(float(epsilon))
    status = guarantee.status.value
    return {
        "format": FORMAT,
        "statement": of_ties(guarantee.statement()),
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
        "model": model_sentence(mechanism, nodes, float(epsilon)) if nodes else "",
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
    sure = half_sure(NeighbouringRelation(facts["relation"]), facts["exact_epsilon"])
    settings = facts["mechanism"]["parameters"]
    named = ", ".join(f"{key} = {value}" for key, value in settings.items())
    rows = {
        "Protected": facts["unit"],
        "Mechanism": facts["mechanism"]["title"] + (f" ({named})" if settings else ""),
        **{
            f"Release {number}": _told(one)
            for number, one in enumerate(facts.get("releases", ()), 1)
        },
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
    if facts.get("model"):
        rows["Model"] = facts["model"]
    return rendered(
        "trust/certificate.html", statement=facts["statement"], sure=sure, rows=rows,
        hazards=facts["hazards"], opinion=facts.get("opinion"), question=facts["question"],
    ).encode()  # fmt: skip


def _told(one: Mapping[str, Any]) -> str:
    """A part of a parcel in a line."""
    settings = f" ({', '.join(one['settings'])})" if one["settings"] else ""
    return f"{one['title']}{settings}, ε = {one['epsilon']}. {one['statement']}"


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
        f"The nodes are those of {graph.chosen}: the private ties decided which they are "
        "and how many, and no ε covers that. The promise holds only if this choice of nodes is "
        "public anyway."
    )


README = "README.html"
MOST_CONTACT = 600  # letters
MOST_LOGO = 200_000  # bytes
_IMAGES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}
_FILES = {
    "certificate.html": "the promise in full, and what it does not cover",
    STATISTICS_FILE: "numbers of the true graph with intervals, where they can be known",
    "nodes.csv": "the nodes", "edges.csv": "the released ties",
    "graph.graphml": "nodes and ties for Gephi, yEd and Cytoscape",
    "graph.json": "nodes and ties for networkx and D3",
    TARGETS_FILE: "the same counts for statnet and EpiModel, which are programs in R",
    "read_release.py": "reads the data with nothing but Python",
    "read_release.R": "reads the data with nothing but R",
}  # fmt: skip


def first_page(
    facts: Mapping[str, Any], given: Given, files: Mapping[str, bytes], *, contact: str, logo: bytes
) -> bytes:
    """The page, without scripts.

    Parameters
    ----------
    facts : mapping
        Of the certificate.
    files : mapping of str to bytes
        What lies beside it.
    contact, logo
        As for :func:`graphdp_core.trust.publish.publish`.
    """
    released, names = given.released, list(files)
    if isinstance(released, Graph):
        what = f"A graph with noise: {released.n:,} nodes and {released.m:,} ties"
    else:
        what = f"A release with noise: {released.in_zip}"
    data = {name.removesuffix(".gz"): "what was released" for name in names if ".csv" in name}
    return rendered(
        "trust/readme.html",
        logo=_as_address(logo), what=what, real=real_edges(given),
        statement=of_ties(facts["statement"]),
        sure=half_sure(NeighbouringRelation(facts["relation"]), float(facts["exact_epsilon"])),
        not_protected=facts["not_protected"], question=facts["question"], contact=contact,
        do=list(_do(facts, released, files)),
        leave=list(_leave(is_graph=isinstance(released, Graph))),
        files=[(name, text) for name, text in {**data, **_FILES}.items()
               if {name, f"{name}.gz"} & set(names)],
    ).replace("ε = ", "ε&nbsp;=&nbsp;").encode()  # fmt: skip


def real_edges(given: Given) -> str:
    """How many of the released edges are true ones, with an interval; "" without edges.

    Of m true edges, a release by flips at the public rates p and q shows p m, and q (N - m) of
    the N - m other pairs: with M shown, m is about (M - q N)/(p - q), and its ends follow from the
    exact law of M.

    Notes
    -----
    *Privacy*: post-processing of the release.

    Examples
    --------
    >>> from graphdp_core.graphs.edge_noise import EdgeNoise
    >>> from dataclasses import replace
    >>> star = Graph.from_edges(5, [(0, 1), (0, 2), (0, 3), (0, 4)])
    >>> real_edges(Given(replace(star, noise=EdgeNoise(0.9, 0.1))))[:42]
    'Of its 4 ties about 3 are real, on average'
    """
    graph = given.released
    if not isinstance(graph, Graph):
        return ""
    if given.mechanism is not None and given.mechanism.protects_weights:
        return "All of its ties are real; their weights have noise."
    if graph.noise is None or not graph.noise.contrast > 0.0:
        return "How many of its ties are real is unknown: it was drawn anew, as a whole."
    hit, false = graph.noise.true_positive_rate, graph.noise.false_positive_rate
    pairs = pair_count(graph.n)
    true = (graph.m - false * pairs) / graph.noise.contrast
    limits = edge_limits(graph.m, pairs, keep=hit, invent=false, level=0.95)
    low, high = math.floor(hit * limits[0]), min(math.ceil(hit * limits[1]), graph.m)
    wide = f"with 95% confidence {low:,} to {high:,}, and " if low < high else ""
    ends = f" ({limits[0]:,} to {limits[1]:,})" if limits[0] < limits[1] else ""
    return (
        f"Of its {graph.m:,} ties about {_about(hit * true, low, high)} are real, on average; "
        f"{wide}the release does not say which. The true graph had about "
        f"{_about(true, *limits)}{ends}."
    )


def _about(count: float, low: int, high: int) -> str:
    """A count to four digits, inside its interval."""
    return f"{min(max(float(f'{count:.4g}'), low), high):,.0f}"


def check_curator(contact: str, logo: bytes) -> None:
    """Raise Refused for words or a picture that do not fit on the page."""
    if len(contact) > MOST_CONTACT:
        raise Refused(f"contact must have at most {MOST_CONTACT} letters, got {len(contact):,}.")
    if logo and (len(logo) > MOST_LOGO or not _kind(logo)):
        raise Refused(
            f"logo must be a PNG, JPEG or GIF of at most {MOST_LOGO // 1000} kB, got "
            f"{len(logo) / 1000:.0f} kB."
        )


def _do(facts: Mapping[str, Any], released: object, files: Mapping[str, bytes]) -> Iterable[str]:
    if STATISTICS_FILE in files:
        known, unknown = known_numbers(files[STATISTICS_FILE])
        but = f" It cannot tell: {of_ties(', '.join(unknown))}." if unknown else ""
        if known:
            yield f"Take numbers from {STATISTICS_FILE}, which corrects for the noise.{but}"
        else:
            yield f"Take no number from it: {STATISTICS_FILE} says why the noise hides each."
    has_groups = isinstance(released, Graph) and released.labels is not None
    whole = "Compare groups and look" if has_groups else "Look"
    yield f"{whole} at the whole, where the noise averages out."
    by = f"{facts['mechanism']['title']} at ε = {facts['epsilon']}"
    yield f"Say with every result that it comes from a release with noise ({by})."


def _leave(*, is_graph: bool) -> Iterable[str]:
    if is_graph:
        yield "Do not trust one tie, or one that is missing: each may be false."
        yield "Do not count, average or cluster the ties as if there were no noise."
    else:
        yield "Do not take any one value as exact: each has noise."
    yield "Do not try to find out who is who."


def _kind(logo: bytes) -> str:
    return next((kind for start, kind in _IMAGES.items() if logo.startswith(start)), "")


def _as_address(logo: bytes) -> str:
    """The picture itself in the place of its address; "" for none."""
    return f"data:image/{_kind(logo)};base64,{base64.b64encode(logo).decode()}" if logo else ""
