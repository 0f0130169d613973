"""The facts of a mechanism in words, from its own declarations: for a page, a shell, a table."""

from __future__ import annotations

from graphdp_core.mechanisms.argument import argument
from graphdp_core.mechanisms.instead import instead_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import schema
from graphdp_core.privacy.guarantee import at_most, percent_at_most, posterior
from graphdp_core.privacy.implications import implied_words

__all__ = ["IN_WORDS", "fact_sheet", "rows_of"]

IN_WORDS = "Proof or counterexample, in words"


def fact_sheet(mechanism: Mechanism, epsilon: float = 1.0) -> dict[str, str]:
    """What it does, protects and costs; whom one must trust; how it is drawn and published.

    Parameters
    ----------
    mechanism : Mechanism
        With its parameters.
    epsilon : float
        Nominal, within the mechanism's range.

    Returns
    -------
    dict of str to str
        In the order in which they are read.

    Examples
    --------
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> facts = fact_sheet(EdgeFlip())
    >>> facts["Trusted"]
    'nobody: the two ends of a pair can toss its coin themselves'
    """
    guarantee = mechanism.guarantee(epsilon)
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
        "Takes ε": f"from {low:g} to {high:g}",
        "Source": mechanism.source,
    }
    if guarantee.protects:
        sure = percent_at_most(posterior(0.5, guarantee.effective_epsilon))
        facts["Belief"] = f"from 50% to at most {sure}, by who knows all else"
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
