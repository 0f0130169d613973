"""An entry for the public registry of deployments of differential privacy, out of a certificate."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, make
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.privacy.assumptions import BYTES_ARE_GONE
from graphdp_core.privacy.guarantee import NeighbouringRelation, at_most
from graphdp_core.results import Counts, Degrees, Mixing, Spectrum
from graphdp_core.trust.hazards import drawn_from_a_model, neighbours
from graphdp_core.trust.statistics_table import STATISTICS_FILE

__all__ = ["KINDS", "Curator", "check_entry", "registry_entry", "written"]

KINDS = ("Government", "Industry", "Nonprofit")
"""What the registry calls who publishes."""

FILE_NAME = re.compile(r"[a-z0-9_]+\.yaml")
HEAD = "# A draft for the registry of differential privacy deployments: read every line first.\n"
NOT_PLAIN = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
R = NeighbouringRelation


@dataclass(frozen=True)
class Curator:
    """What nothing but the curator can say of a deployment.

    Parameters
    ----------
    name : str
        Who publishes, as the public shall read it.
    kind : {"Government", "Industry", "Nonprofit"}
    region : str
        What the data describe, or whose laws apply.
    """

    name: str
    kind: str
    region: str


def check_entry(path: str | Path, curator: Curator, *, question: str) -> None:
    """Raise Refused if no entry can be written, before anything is drawn or spent.

    Examples
    --------
    >>> check_entry("entry.yaml", Curator("Ann", "Nonprofit", "Austria"), question="")
    Traceback (most recent call last):
    graphdp_core.params.Refused: an entry for the registry also needs --question.
    """
    file = Path(path)
    said = {
        "--question": question, "--curator": curator.name, "--curator-kind": curator.kind,
        "--region": curator.region,
    }  # fmt: skip
    missing = [option for option, words in said.items() if not words.strip()]
    if missing:
        raise Refused(f"an entry for the registry also needs {', '.join(missing)}.")
    if curator.kind not in KINDS:
        raise Refused(f"a curator's kind must be one of {', '.join(KINDS)}, got {curator.kind!r}.")
    if not FILE_NAME.fullmatch(file.name):
        raise Refused(
            f"the registry takes lowercase letters, digits and _ before .yaml, got {file.name!r}: "
            "take a name such as our_friends.yaml."
        )
    if file.exists():
        raise Refused(f"{file.name} exists already: choose another name.")


def registry_entry(
    facts: Mapping[str, Any], curator: Curator, *, name: str, on: date
) -> dict[str, Any]:
    """The entry, in the fields of the registry's schema and in their order.

    Parameters
    ----------
    facts : mapping
        Of the certificate, whose question is the intended use.
    curator : Curator
    name : str
        Of the data product.
    on : date
        Of its publication.

    Notes
    -----
    *Privacy*: nothing but the certificate, the curator's words and the day. The number of edges is
    private, so that the field for the number of units stays empty.

    References
    ----------
    The schema: opendp/deployments-registry-data, schemas/deployments-schema.yaml, as of commit
    057e5d8. What it is for: A Community-Driven Differential Privacy Registry, NIST IR 8588; P.
    Nanayakkara, E. Ghazi and S. Vadhan, Practitioners' Perspectives on a Differential Privacy
    Deployment Registry, arXiv:2509.13509, 2025.
    """
    said = facts["mechanism"]
    mechanism: Mechanism = make("mechanism", MECHANISMS, said["id"], dict(said["parameters"]))
    relation = NeighbouringRelation(facts["relation"])
    answers = {row["hazard"]: row["answer"] for row in facts["hazards"]["rows"]}
    return {
        "url_slug": _slug(name, curator.name, str(on.year)),
        "deployment": {
            "basic": {
                "name": name,
                "data_curators": [
                    {"data_curator_name": curator.name, "data_curator_type": curator.kind}
                ],
                "description": f"One release by {said['title']}. {mechanism.summary}",
                "intended_use": facts["question"],
                "data_product_type": _kind(mechanism),
                "data_product_region": curator.region,
                "publication_date": on.isoformat(),
            },
            "dp_variant": {
                "variant_name": "Pure DP",
                "data_domain": f"{_domain(relation)}.",
                "unprotected_quantities": _unprotected(facts),
            },
            "privacy_loss": _privacy_loss(facts, relation),
            "deployment_model": _model(answers),
            "implementation": _implementation(facts, mechanism, answers),
            "administrative": {
                "status": "Draft", "registry_authors": [curator.name], "tier": 3,
            },
        },
    }  # fmt: skip


def written(entry: Mapping[str, Any]) -> bytes:
    r"""An entry as YAML: lists of sentences in lines of their own, all other texts in quotes.

    Examples
    --------
    >>> print(written({"a": {"b": [{"c": "x: \n"}], "d": 1e-5}}).decode().split("\n", 1)[1])
    a:
      b:
        - c: "x: \n"
      d: 0.00001
    <BLANKLINE>
    """
    return (HEAD + "\n".join(_lines(entry, "")) + "\n").encode()


def _privacy_loss(facts: Mapping[str, Any], relation: NeighbouringRelation) -> dict[str, Any]:
    radius = f", with radius {facts['radius']}" if relation.has_radius else ""
    word = relation.value.partition(",")[0]
    bounds = f"Neighbours are {neighbours(relation)}."
    return {
        "privacy_unit": f"{word.capitalize()}-level",
        "privacy_unit_details": f"Protected is {facts['unit']}. Relation: {relation.value}"
        f"{radius}. {bounds}",
        "privacy_parameters": {"epsilon": _at_least(amount_of(facts["epsilon"]))},
        "privacy_parameters_details": f"As it was drawn, ε is at most "
        f"{at_most(facts['exact_epsilon'])}; there is no δ. {facts['statement']}",
    }


def _model(answers: Mapping[str, str]) -> dict[str, Any]:
    trust = answers["Trust that is misplaced"]
    return {
        "model_name": "Central",
        "model_name_details": "A curator holds the whole graph and draws the release from it.",
        "trust_assumptions": trust,
        "actors": "The curator, who sees the true graph. Whoever reads the release, which is "
        "anybody: assumed to know everything but one protected unit.",
        "release_type": "One release",
        "release_type_details": answers["Several releases that add up"],
        "data_source_type": "Static",
        "access_type": "Non-interactive",
        "access_type_details": answers["Questions that others put"],
    }


def _implementation(
    facts: Mapping[str, Any], mechanism: Mechanism, answers: Mapping[str, str]
) -> dict[str, Any]:
    settings = facts["mechanism"]["parameters"]
    named = ", ".join(f"{key} = {value}" for key, value in settings.items())
    versions = ", ".join(f"{k} {v}" for k, v in facts["versions"].items())
    estimates = (
        "Estimates with intervals, from the release alone."
        if STATISTICS_FILE in facts["files"]
        else "None."
    )
    return {
        "preprocessing_and_hyperparameter_tuning": f"Parameters: {named or 'none'}. They and ε "
        "must be chosen without the private data; whether they were, the curator says.",
        "mechanisms": _list(
            f"{facts['mechanism']['title']}: {' '.join(mechanism.procedure)} ({mechanism.source})",
            f"Implemented by {versions}.",
            f"Floating point: {answers['Floating-point numbers and poor randomness']}",
            f"Timing, not defended: {answers['The time that it takes']}",
            f"Platform: {answers['Errors of the system beneath']}",
            f"Security, not defended: {answers['Data that get out']} "
            f"{answers['Access of those who need none']}",
        ),
        "composition": answers["Several releases that add up"],
        "post_processing": estimates,
        "justification": f"Proof: {facts['proof']} Audit: {facts['audit']['statement']} Why this "
        "ε and this unit, the curator says.",
        "utility": answers["Bias by the noise, or by what makes numbers look right"],
    }


def _unprotected(facts: Mapping[str, Any]) -> str:
    public = (text for text in facts["public"] if text not in BYTES_ARE_GONE)
    return " ".join([*public, facts["not_protected"]]).strip()


def _kind(mechanism: Mechanism) -> str:
    """What the registry calls this kind of data product."""
    if drawn_from_a_model(mechanism):
        return "Synthetic data"
    numbers = (Counts, Degrees, Mixing, Spectrum)
    return "Summary statistics" if issubclass(mechanism.returns, numbers) else "Dataset"


def _domain(relation: NeighbouringRelation) -> str:
    if relation.is_of_persons:
        return "Tables of answers to the same questions"
    if relation.edges_are_public:
        return "Weights on the edges of one graph, whose edges are public"
    if relation is R.NODE_ADD:
        return "Graphs on any of the nodes whose names are public"
    return "Graphs on the same nodes, which are public"


def _at_least(amount: Fraction) -> float:
    """The number that is written as this amount, or the next one above it."""
    near = float(amount)
    return near if Fraction(repr(near)) >= amount else math.nextafter(near, math.inf)


def _slug(*words: str) -> str:
    return "-".join(re.sub("[^a-z0-9]+", "-", word.lower()).strip("-") for word in words)


def _list(*items: str) -> str:
    return "\n".join(f"- {item}" for item in items)


def _is_list(text: str) -> bool:
    """Whether it was made by :func:`_list`, of lines that may stand as they are."""
    lines = text.split("\n")
    return len(lines) > 1 and all(x.startswith("- ") and x.isprintable() for x in lines)


def _lines(node: Any, indent: str) -> Iterator[str]:
    for key, value in node.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _lines(value, f"{indent}  ")
        elif isinstance(value, list):
            yield f"{indent}{key}:"
            for item in value:
                inner = list(_lines(item, "")) if isinstance(item, Mapping) else [_scalar(item)]
                yield f"{indent}  - {inner[0]}"
                yield from (f"{indent}    {line}" for line in inner[1:])
        elif isinstance(value, str) and _is_list(value):
            yield f"{indent}{key}: |-"
            yield from (f"{indent}  {line}" for line in value.split("\n"))
        else:
            yield f"{indent}{key}: {_scalar(value)}"


def _scalar(value: str | int | float) -> str:
    if isinstance(value, str):
        quoted = json.dumps(value, ensure_ascii=False)
        return NOT_PLAIN.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
    return format(Decimal(repr(value)), "f")
