"""What whoever receives a release can know of it, as one page to take away."""

from __future__ import annotations

from collections.abc import Sequence

from graphdp_core.estimates.estimate import GRAPH, Estimate
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.markup import Markup, rendered
from graphdp_core.plots.ghosts import ghosts
from graphdp_core.privacy.guarantee import believed, posterior
from graphdp_core.trust.received import Received
from graphdp_core.web.pages import style

__all__ = ["ABOUT", "given_report", "number_rows"]

ABOUT = {
    True: "Of this graph: its edges are fixed, and only the noise of the release is uncertain.",
    False: "Of the population it was drawn from: the chance of every edge, so that another graph "
    "of the same kind would do. These are wider: the luck of this graph is added to the noise.",
}
"""What an interval is of, told by whether it is of this graph."""


def number_rows(rows: Sequence[Estimate]) -> list[dict[str, str]]:
    """What is listed of numbers with intervals: all as text, to the digits that they have.

    Examples
    --------
    >>> number_rows([Estimate("edges", "Edges", 812.4, 760, 864, "closed form")])[0]["Value"]
    '812'
    """
    return [
        {
            "Number": row.label,
            "Value": row.figures[0],
            "From": row.figures[1],
            "To": row.figures[2],
            "Holds it": f"{'at least ' if row.at_least else ''}{100 * row.level:.4g}%",
            "By": row.how,
        }
        for row in rows
    ]


def given_report(found: Received, *, title: str) -> str:
    """The page: checks, promise, possible truths, numbers, and what cannot be known.

    Parameters
    ----------
    found : Received
    title : str
        The name of the file; it is escaped, as everything that comes with a release.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    graph = found.given.released
    drawing = Markup()
    if isinstance(graph, Graph) and found.truths:
        drawing = ghosts(graph, found.truths, layout_positions(graph))
    of_graph = [row for row in found.known if row.of == GRAPH]
    of_others = [row for row in found.known if row.of != GRAPH]
    facts = found.given.certificate
    return rendered(
        "trust/given_report.html",
        title=title,
        promise=found.promise,
        sure=believed(posterior(0.5, float(facts["exact_epsilon"]))),
        question=str(facts.get("question") or ""),
        not_protected=str(facts.get("not_protected") or ""),
        public=[str(text) for text in facts.get("public", ())],
        checks=found.checks,
        note=found.note,
        drawing=drawing,
        style=Markup(style("given/ghosts")),
        truths=len(found.truths),
        parts=[
            (ABOUT[is_own], number_rows(rows))
            for is_own, rows in ((True, of_graph), (False, of_others))
            if rows
        ],
        unknown=[row.sentence() for row in found.unknown],
    )
