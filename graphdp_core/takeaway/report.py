"""A report in one file: a first page in plain words, then figures, promises and how to repeat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from graphdp_core.experiment.board import one_edge
from graphdp_core.experiment.compare import Comparison
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import schema
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.symbols import safe_text
from graphdp_core.privacy.guarantee import (
    Guarantee,
    NeighbouringRelation,
    at_most,
    percent_at_most,
    posterior,
)
from graphdp_core.progress import Progress, Report
from graphdp_core.stage import Draw, figures, short_statement, usual_drawing
from graphdp_core.takeaway.names import carries_names, without_names
from graphdp_core.takeaway.other_draws import at_other_draws, at_stops
from graphdp_core.takeaway.pages import page
from graphdp_core.takeaway.recipe import Recipe, as_python, as_shell, versions
from graphdp_core.takeaway.scripts import style
from graphdp_core.takeaway.still import still_svg
from graphdp_core.takeaway.words import COVERED, facts, graph_title

__all__ = ["report_html"]

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

    Parameters
    ----------
    c : Comparison
    recipe : Recipe
        What measures the same again.
    question : str
        What the person wants to know, in their own words; by default the analysis' own.
    draw : callable, optional
        Comparison to pair or chart; by default as its page draws it first.
    epsilons : sequence of float
        For the table of other values.
    repeats : int
        Further noise draws at the comparison's epsilon, for how numbers vary.
    names : bool
        Whether names of nodes and classes go along.
    date : str
        When it was made, in words.
    progress : callable, optional
        ``progress(fraction, text)``; may raise to stop.

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
    asked = " ".join(question.split())[:LONGEST_QUESTION]
    body = "".join(
        [
            _first_page(c, asked, date, named=names and had_names),
            _measured(c, still_svg(c, drawn) if drawn else "", draws, others),
            _promises(c),
            _again(c, recipe),
        ]
    )
    title = f"{c.analysis.title} of {graph_title(c)}: privacy report"
    return page(title=title, body=f"<main>{body}</main>", css=style("takeaway/report"))


def _first_page(c: Comparison, question: str, date: str, *, named: bool) -> str:
    g, answer = c.guarantee, c.answer_and_figures[0]
    about = f"{graph_title(c)}: {c.graph.n:,} nodes and {c.graph.m:,} connections"
    made = f'<p class="made">Made with GraphDP{f" on {safe_text(date)}" if date else ""}</p>'
    asked = question or f"What does the promise cost: is the result of “{c.analysis.title}” kept?"
    return f"""\
<section class="first">
<p class="kind">Privacy report</p>
<h1>{safe_text(answer)}</h1>
<p class="lead">{safe_text(about)}. {safe_text(_what_was_done(c))}</p>
<p class="warning"><strong>This report contains the true graph.</strong> \
{safe_text(_holds(named))} Give it only to those who may see the data.</p>
<h2>The question</h2>
<p>{safe_text(asked)}</p>
<h2>{"What is promised" if g.protects else "Nothing is promised"}</h2>
{_promise_in_words(c)}
<h2>{"What is not promised" if g.protects else "What else to know"}</h2>
<ul>{"".join(f"<li>{safe_text(line)}</li>" for line in _limits(g))}</ul>
<h2>Before anything is released</h2>
<ul>{"".join(f"<li>{safe_text(line)}</li>" for line in TO_DECIDE)}</ul>
{made}
</section>
"""


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
        f"the mechanism {c.mechanism.title} gives away with noise at ε = {c.epsilon:g}. The report "
        "shows how far the two are apart."
    )


def _holds(named: bool) -> str:
    words = "names of its nodes, " if named else ""
    home = "" if named else " Names of nodes were left out."
    return (
        f"It shows {words}its picture and numbers that were computed from it; none of that is "
        f"protected.{home}"
    )


def _promise_in_words(c: Comparison) -> str:
    g = c.guarantee
    if not g.protects:
        return (
            f'<p class="nothing">{safe_text(g.statement())}</p><p>Someone who sees the release may '
            "become certain of anything in the graph.</p>"
        )
    after = posterior(0.5, g.effective_epsilon)
    sure = percent_at_most(one_edge(g).beliefs[0.5])
    rare = percent_at_most(one_edge(g).beliefs[0.01])
    beyond = (
        f" This fails with a small chance, δ = {at_most(g.delta)}; then more may be told."
        if g.delta
        else ""
    )
    return f"""\
<p>Protected: <strong>{safe_text(g.unit)}</strong>. Suppose someone knows everything else.</p>
<table class="odds">
<tr><th colspan="2">Sure before</th><th colspan="2">Sure after the release, at most</th></tr>
<tr><td>50%</td><td>{_bar(0.5)}</td><td>{safe_text(sure)}</td><td>{_bar(after)}</td></tr>
<tr><td>1%</td><td>{_bar(0.01)}</td><td>{safe_text(rare)}</td>\
<td>{_bar(posterior(0.01, g.effective_epsilon))}</td></tr>
</table>
<p>This is proved under what is public by assumption, below, and holds whatever is computed from \
the release.{safe_text(beyond)} {safe_text(g.caveat)}</p>"""


def _bar(share: float) -> str:
    return (
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="all" width="100" height="8" rx="2"/>'
        f'<rect class="share" width="{100 * share:.1f}" height="8" rx="2"/></svg>'
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
        "What follows from habits: who expects friends of friends to be friends may guess a "
        "connection from others, with or without this release."
    )
    yield from _always()


def _always() -> Iterator[str]:
    yield "A second release: it spends its own ε in addition."
    yield "This report itself, its pictures and numbers: they compare with the true graph."


def _measured(
    c: Comparison, drawing: str, draws: Sequence[Comparison], others: Sequence[Comparison]
) -> str:
    _, detail = c.answer_and_figures
    caption = (
        f"{graph_title(c)}, {c.mechanism.title}, ε = {c.epsilon:g}, noise draw {c.seed}. The left "
        "side, places, colours and which edges are kept read the true graph: not private."
    )
    figure = f"<figure>{drawing}\n<figcaption>{safe_text(caption)}</figcaption></figure>\n"
    return f"""\
<section>
<h2>What was measured</h2>
<p>{safe_text(c.analysis.summary)}</p>
<p>{safe_text(detail)}</p>
{figure if drawing else ""}{_numbers(c, draws)}
{_other_epsilons(c, others) if len(others) > 1 else ""}
</section>
"""


def _numbers(c: Comparison, draws: Sequence[Comparison]) -> str:
    rows = []
    for metric, said in zip(c.analysis.metrics, figures(c), strict=True):
        values = [at.metrics.get(metric.id, float("nan")) for at in draws]
        known = sorted(v for v in values if math.isfinite(v))
        ends = [format_number(v, percent=metric.percent) for v in (known[:1] + known[-1:])]
        spread = " to ".join(dict.fromkeys(ends))
        rows.append(
            f"<tr><th>{safe_text(said.label)}<small>{safe_text(said.help)}</small></th>"
            f'<td class="number">{safe_text(said.value)}</td><td>{safe_text(spread)}</td>'
            f"<td>{safe_text(said.chance or '—')}</td><td>{safe_text(said.reading)}</td></tr>"
        )
    heads = ("Number", "This draw", f"{len(draws)} draws", "By chance", "Reading")
    head = "".join(f"<th>{name}</th>" for name in heads)
    return (
        f'<table class="numbers"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _other_epsilons(c: Comparison, others: Sequence[Comparison]) -> str:
    ids = c.analysis.headline(c.graph)[:3]
    chosen = [metric for id in ids for metric in c.analysis.metrics if metric.id == id]
    head = "".join(f"<th>{safe_text(metric.label)}</th>" for metric in chosen)
    rows = []
    for at in others:
        g = at.guarantee
        sure = percent_at_most(one_edge(g).beliefs[0.5]) if g.protects else "100%"
        cells = "".join(
            f"<td>{safe_text(format_number(at.metrics.get(m.id), percent=m.percent))}</td>"
            for m in chosen
        )
        row = f"<th>ε = {at.epsilon:g}</th><td>{safe_text(sure)}</td>{cells}"
        rows.append(f'<tr class="own">{row}</tr>' if at is c else f"<tr>{row}</tr>")
    return (
        "<h3>Other values of ε, with the same noise</h3><table><thead><tr><th>Setting</th>"
        f"<th>50% sure becomes at most</th>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _promises(c: Comparison) -> str:
    g = c.guarantee
    return f"""\
<section>
<h2>The promise, its proof and its doubts</h2>
<p><strong>{safe_text(short_statement(g))}</strong></p>
{f"<p>{safe_text(g.statement())}</p><p>{safe_text(COVERED)}</p>" if g.protects else ""}
{_table({name: value for name, value in facts(g).items() if value})}
<h3>Doubts</h3>
<ul>{"".join(f"<li>{safe_text(line)}</li>" for line in _doubts(c))}</ul>
<h3>Mechanism and analysis</h3>
<p><strong>{safe_text(c.mechanism.title)}.</strong> {safe_text(c.mechanism.summary)} \
<span class="made">Source: {safe_text(c.mechanism.source)}</span></p>
<p><strong>{safe_text(c.analysis.title)}.</strong> {safe_text(c.analysis.summary)} \
<span class="made">Source: {safe_text(c.analysis.source)}</span></p>
</section>
"""


def _doubts(c: Comparison) -> Iterator[str]:
    g = c.guarantee
    if g.caveat:
        yield g.caveat
    if g.sampler != "exact":
        yield f"The noise is drawn so: {g.sampler}."
    yield from g.assumptions
    yield (
        f"The noise here has the number {c.seed}: everybody with this program can draw it again "
        "and take it off. It shows what a release would be like, and is none."
    )
    yield "One draw is luck: the table above shows how the numbers vary over several."


def _again(c: Comparison, recipe: Recipe) -> str:
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
    return f"""\
<section>
<h2>How to measure the same</h2>
{_table(settings)}
<h3>In Python</h3>
<pre><code>{safe_text(as_python(recipe))}</code></pre>
<h3>On the command line</h3>
<pre><code>{safe_text(shell)}</code></pre>
</section>
"""


def _settings(member: object) -> str:
    values = [f"{p.label} = {getattr(member, p.name)}" for p in schema(type(member))]
    title: str = getattr(member, "title", type(member).__name__)
    return f"{title} ({', '.join(values)})" if values else title


def _table(rows: Mapping[str, str]) -> str:
    lines = "".join(
        f"<tr><th>{safe_text(name)}</th><td>{safe_text(value)}</td></tr>\n"
        for name, value in rows.items()
    )
    return f'<table class="facts">{lines}</table>'
