"""A report in one file: a first page in plain words, then figures, promises and how to repeat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from graphdp_core.captions.words import COVERED, carries_names, facts, graph_title, without_names
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.board import one_edge
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.opinion import OPINION, opinion
from graphdp_core.graphs.graph import Graph
from graphdp_core.markup import rendered
from graphdp_core.metrics import Metric
from graphdp_core.params import schema
from graphdp_core.plots.numbers import format_number
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    believed,
    posterior,
)
from graphdp_core.progress import Progress, Report
from graphdp_core.stage import Draw, figures, short_statement, usual_drawing
from graphdp_core.takeaway.other_draws import at_other_draws, at_stops
from graphdp_core.takeaway.recipe import Recipe, as_python, as_shell
from graphdp_core.takeaway.still import still_svg
from graphdp_core.version import versions
from graphdp_core.web.pages import page, style

EPSILONS = (0.5, 1.0, 2.0, 4.0, 8.0)
REPEATS = 5
LONGEST_QUESTION = 500


def report_html(
    c: Comparison,
    *,
    recipe: Recipe,
    question: str = "",
    draw: Draw | None = None,
    epsilons: Sequence[float] = EPSILONS,
    repeats: int = REPEATS,
    names: bool = True,
    date: str = "",
    progress: Report | None = None,
) -> str:
    """A comparison as a report for people who decide about data, and for those who repeat it.

    The first page is in plain words. Then come the figure, all numbers with how they vary over
    further draws, other values of epsilon, the promise with its proof and its doubts, settings,
    versions and checksums, and the lines that measure the same. It opens without a network, holds
    no script, and prints.

    Notes
    -----
    *Privacy*: the report contains the true graph's picture and numbers that read it, and says so.
    """
    whole = Progress.of(progress)
    had_names = carries_names(c.graph)
    c = c if names else without_names(c)
    drawn = (draw or usual_drawing(c.baseline.kind))(c)
    others = at_stops(c, epsilons, progress=whole.between(0.0, 0.6)) if c.epsilon > 0 else [c]
    draws = [c, *at_other_draws(c, repeats, progress=whole.between(0.6, 1.0))]
    title = f"{c.analysis.title} of {graph_title(c)}: privacy report"
    body = rendered(
        "takeaway/report.html", c=c, g=c.guarantee, date=date,
        **_first_page(c, question, named=names and had_names),
        **_measured(c, still_svg(c, drawn) if drawn else "", draws, others),
        **_promises(c), **_again(c, recipe),
    )  # fmt: skip
    return page(title=title, body=body, css=style("takeaway/report"))


def _first_page(c: Comparison, question: str, *, named: bool) -> dict[str, Any]:
    g = c.guarantee
    asked = " ".join(question.split())[:LONGEST_QUESTION]
    beliefs = one_edge(g).beliefs if g.protects else {}
    return {
        "answer": c.answer_and_figures[0],
        "about": f"{graph_title(c)}: {c.graph.n:,} nodes and {c.graph.m:,} connections.",
        "done": _what_was_done(c),
        "holds": _holds(named),
        "question": asked
        or f"What does the promise cost: is the result of “{c.analysis.title}” kept?",
        "odds": [
            (said, share, believed(beliefs[share]), posterior(share, g.effective_epsilon))
            for said, share in (("50%", 0.5), ("1%", 0.01))
            if g.protects
        ],
        "beyond": f"This fails with a small chance, δ = {at_most(g.delta)}; then more may be told."
        if g.delta
        else "",
        "limits": list(_limits(g)),
        "to_decide": TO_DECIDE,
    }


TO_DECIDE = (
    "Is this the unit that people expect to be protected? One connection is not one person.",
    "How often will this data be asked? Each answer spends its ε, and they add up.",
    "Release a new draw with the release command, which uses secret randomness and keeps a "
    "ledger; never one of the draws in this report: their noise is known.",
)


def _what_was_done(c: Comparison) -> str:
    released = "a graph" if c.mechanism.returns is Graph else "an answer"
    return (
        f"“{c.analysis.title}” was computed twice: from the true graph, and from {released} that "
        f"the mechanism {c.mechanism.title} gives away with noise at "
        f"{epsilon_label(c.epsilon)}. The report "
        "shows how far apart the two are."
    )


def _holds(named: bool) -> str:
    words = "names of its nodes, " if named else ""
    home = "" if named else " Names of nodes were left out."
    return (
        f"It shows {words}its picture and numbers that were computed from it; none of that is "
        f"protected.{home}"
    )


def _limits(g: Guarantee) -> Iterator[str]:
    if g.protects and g.relation is NeighbouringRelation.EDGE:
        yield (
            "Whole people: a person with k connections is protected k times less "
            f"(for 10 connections, 10 × ε = {at_most(10 * g.effective_epsilon)})."
        )
    if g.relation.is_of_persons:
        yield "What was asked: the questions, their names and the scale of answers are public."
        if g.relation is NeighbouringRelation.PERSON_REPLACE:
            yield "Who took part, and how many."
        yield from _always()
        return
    if g.relation.edges_are_public:
        yield "Who is connected with whom: the mechanism takes that for public and releases it."
    yield (
        "Who takes part: which nodes are in the graph, and how many, is taken for public."
        if g.relation is not NeighbouringRelation.NODE_ADD
        else "Two people at once: who takes part is protected for one at a time."
    )
    yield (
        "Habits: somebody who expects friends of friends to be friends may guess a "
        "connection from others, with or without this release."
    )
    yield from _always()


def _always() -> Iterator[str]:
    yield "A second release: it spends its own ε in addition."
    yield "This report itself, its pictures and numbers: they compare with the true graph."


def _measured(
    c: Comparison, drawing: str, draws: Sequence[Comparison], others: Sequence[Comparison]
) -> dict[str, Any]:
    ids = c.analysis.headline(c.graph)[:3]
    chosen = [metric for id in ids for metric in c.analysis.metrics if metric.id == id]
    return {
        "detail": c.answer_and_figures[1],
        "drawing": Markup(drawing),  # our own picture, escaped as it was drawn
        "caption": f"{graph_title(c)}, {c.mechanism.title}, {epsilon_label(c.epsilon)}, noise draw "
        f"{c.seed}. The left side, places, colours and which edges are kept read the true graph: "
        "not private.",
        "draws": len(draws),
        "numbers": [
            (said, _spread(metric, draws))
            for metric, said in zip(c.analysis.metrics, figures(c), strict=True)
        ],
        "labels": [metric.label for metric in chosen],
        "others": [
            (
                f"{at.epsilon:g}",
                believed(one_edge(at.guarantee).beliefs[0.5]) if at.guarantee.protects else "100%",
                [format_number(at.metrics.get(m.id), percent=m.percent) for m in chosen],
                at is c,
            )
            for at in others
        ],
    }


def _spread(metric: Metric, draws: Sequence[Comparison]) -> str:
    """The least and the largest value of a metric over the draws."""
    values = [at.metrics.get(metric.id, math.nan) for at in draws]
    known = sorted(v for v in values if math.isfinite(v))
    ends = [format_number(v, percent=metric.percent) for v in (known[:1] + known[-1:])]
    return " to ".join(dict.fromkeys(ends))


def _promises(c: Comparison) -> dict[str, Any]:
    g = c.guarantee
    return {
        "promise": short_statement(g),
        "covered": COVERED,
        "facts": {name: value for name, value in facts(g).items() if value},
        "doubts": list(_doubts(c)),
        "opinion": opinion(c.mechanism, c.epsilon) if c.epsilon > 0 else [],
        "opinion_source": OPINION,
    }


def _doubts(c: Comparison) -> Iterator[str]:
    g = c.guarantee
    if g.caveat:
        yield g.caveat
    if g.sampler != "exact":
        yield f"The noise is drawn so: {g.sampler}."
    yield from g.assumptions
    yield (
        f"The noise here has the number {c.seed}: everybody with this program can draw it again "
        "and take it off. It shows what a release is like; do not publish it."
    )
    yield "One draw is luck: the table above shows how the numbers vary over several."


def _again(c: Comparison, recipe: Recipe) -> dict[str, Any]:
    settings = {
        "Graph": graph_title(c),
        "Fingerprint of the graph": recipe.fingerprint or c.graph.fingerprint,
        "Mechanism": _settings(c.mechanism),
        "Analysis": _settings(c.analysis),
        "ε as set": f"{c.epsilon:g}",
        "Noise draw": str(c.seed),
        **{f"Version of {name}": version for name, version in versions().items()},
    }
    if recipe.origin.is_own:
        settings["File"] = recipe.origin.file
        settings["SHA-256 of the file"] = recipe.origin.checksum
    shell = as_shell(recipe).splitlines()[-1]
    return {"settings": settings, "python": as_python(recipe), "shell": shell}


def _settings(member: object) -> str:
    values = [f"{p.label} = {getattr(member, p.name)}" for p in schema(type(member))]
    title: str = getattr(member, "title", type(member).__name__)
    return f"{title} ({', '.join(values)})" if values else title
