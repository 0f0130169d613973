"""The facts of a mechanism in words, from its own declarations: for a page, a shell, a table.

Why a mechanism protects what it says, or the counterexample: its section of docs/proofs.md.

What to use in place of a mechanism that protects nothing: the same kind of release, proved.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import LARGEST_EPSILON, schema
from graphdp_core.privacy.amounts import EXPLORED_EPSILON
from graphdp_core.privacy.guarantee import at_most, half_sure
from graphdp_core.privacy.implications import implied_words


def instead_of(mechanism: Mechanism, epsilon: float = 1.0) -> tuple[Mechanism, ...]:
    """Mechanisms with a proof that release the same; none for one that protects itself.

    The mechanism's own default settings come first where they are proved; then graphs with noise
    on every pair, from which everything can be computed. What protects whole nodes keeps far less,
    and stands in for no mechanism that means to protect an edge.

    Examples
    --------
    >>> from graphdp_core.mechanisms.lnpp import LNPP
    >>> [other.id for other in instead_of(LNPP())][:2]
    ['noisy_eigenvalues', 'edge_flip']
    """
    from graphdp_core.mechanisms import MECHANISMS

    if mechanism.guarantee(epsilon).protects:
        return ()
    wanted = {mechanism.returns, MECHANISMS[0].returns}
    fitting = [
        kind()
        for kind in (type(mechanism), *MECHANISMS)
        if kind.returns in wanted
        and kind.protects_weights == mechanism.protects_weights
        and kind.relation.is_of_nodes == mechanism.relation.is_of_nodes
    ]
    proved = {made.id: made for made in fitting if made.guarantee(epsilon).protects}
    return tuple(sorted(proved.values(), key=lambda made: made.returns is not mechanism.returns))


HERE = Path(__file__)
PLACES = (HERE.parents[2] / "docs" / "proofs.md", HERE.parent / "proofs.md")
"""In a checkout, and in an installed package."""

SECTION = re.compile(r"^### (?P<id>[a-z0-9_]+)\n\n(?:- .+\n)+\n(?P<text>(?:(?!^##).*\n)+)", re.M)


def argument(id: str) -> str:
    """Proof or counterexample in Markdown, a paragraph a line; "" for an unknown mechanism.

    Examples
    --------
    >>> argument("edge_flip")[:55]
    'Every pair is flipped by itself with probability π = 1/'
    """
    return _sections().get(id, "")


@cache
def _sections() -> dict[str, str]:
    text = next(place for place in PLACES if place.is_file()).read_text(encoding="utf-8")
    return {
        match["id"]: "\n\n".join(" ".join(part.split()) for part in match["text"].split("\n\n"))
        .strip()
        for match in SECTION.finditer(text)
    }  # fmt: skip


IN_WORDS = "Proof or counterexample, in words"


def fact_sheet(mechanism: Mechanism, epsilon: float = 1.0) -> dict[str, str]:
    """What it does, protects and costs; whom one must trust; how it is drawn and published.

    Parameters
    ----------
    mechanism : Mechanism
        With its parameters.
    epsilon : float
        Nominal, within the mechanism's range.

    Examples
    --------
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> facts = fact_sheet(EdgeFlip())
    >>> facts["Trusted"]
    'nobody: the two ends of a pair can toss its coin themselves'
    """
    guarantee = mechanism.guarantee(mechanism.in_range(epsilon))
    low, high = mechanism.epsilon_range
    facts = {
        "How it works": mechanism.summary,
        "Steps": " ".join(f"{i}. {step}" for i, step in enumerate(mechanism.procedure, start=1)),
        "Formula": mechanism.formula,
        "Releases": mechanism.returns.__name__,
        f"Guarantee at ε = {epsilon:g}": guarantee.statement(),
        "Protected unit": guarantee.unit if guarantee.protects else f"none; {guarantee.badge}",
        "Not protected": guarantee.relation.unprotected if guarantee.protects else "anything",
        "Neighbouring relation": f"{guarantee.relation.value}, radius {guarantee.protected_radius}",
        "Trusted": mechanism.trusted,
        "Status": guarantee.status.value,
        "Proof": guarantee.proof or "none",
        "Public by assumption": " ".join(guarantee.assumptions),
        "Sampler on screen": guarantee.sampler,
        "Sampler of a publication": mechanism.exact_sampler
        or f"none: {mechanism.not_published or 'no pure ε is proved for it'}",
        "Takes ε": f"from {low:g} to {high:g}"
        + f"; up to {EXPLORED_EPSILON:,.0f} without privacy" * (high == LARGEST_EPSILON),
        "Source": mechanism.source,
    }
    if guarantee.protects:
        facts["Belief"] = half_sure(guarantee.relation, guarantee.effective_epsilon)
        facts["Exact ε"] = at_most(guarantee.effective_epsilon)
        if words := implied_words(guarantee):
            facts["It follows"] = words
    elif others := instead_of(mechanism, epsilon):
        facts["Use instead"] = ", ".join(other.id for other in others)
    facts[IN_WORDS] = argument(mechanism.id)
    for parameter in schema(mechanism):
        value = getattr(mechanism, parameter.name)
        facts[f"Parameter {parameter.name}"] = f"{value!r}; {parameter.allowed()}. {parameter.help}"
    return facts


def rows_of(facts: dict[str, str]) -> str:
    """Facts as a list in Markdown.

    Examples
    --------
    >>> rows_of({"Steps": "one coin"})
    '- **Steps**: one coin'
    """
    return "\n".join(f"- **{_inert(name)}**: {_inert(text)}" for name, text in facts.items())


def _inert(text: str) -> str:
    """Words in which Markdown sees no emphasis."""
    return "".join(f"\\{sign}" if sign in "*_<>|" else sign for sign in text)
