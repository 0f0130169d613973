"""The moving picture in one file: every stop and draw, no Python, no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphdp_core.captions.words import (
    COVERED,
    NOT_PRIVATE,
    facts,
    file_name,
    graph_title,
    without_names,
)
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.markup import safe_text
from graphdp_core.plots.board.pictures import Tiles
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.side_by_side import metric_table
from graphdp_core.progress import Progress, Report
from graphdp_core.stage import Packing, Stage, Stop, carried
from graphdp_core.stage.stage import Draw
from graphdp_core.takeaway.other_draws import at_other_draws
from graphdp_core.takeaway.recipe import Recipe, as_python
from graphdp_core.takeaway.still import still_svg
from graphdp_core.version import versions
from graphdp_core.web.pages import page, script, style

DRAWS = 20
MOST_STILL = 500_000  # characters of a picture for readers who let no script run


def moving_html(
    c: Comparison,
    *,
    draw: Draw | None = None,
    epsilons: Sequence[float] = EPSILONS,
    draws: int = DRAWS,
    names: bool = True,
    recipe: Recipe | None = None,
    progress: Report | None = None,
) -> str:
    """A comparison as one HTML file with a slider of epsilon, to be opened anywhere.

    Every stop is computed here and carried along; the file asks for nothing and runs nothing but
    its own script. It works by mouse, touch and keyboard, follows the system's light or dark
    scheme, and prints what it shows.

    Parameters
    ----------
    draw : callable, optional
        Comparison to pair or chart; by default as its page draws it first.
    epsilons : sequence of float
        Stops of the slider; the comparison's own is always one.
    draws : int
        Further noise draws at the comparison's epsilon, to be played or laid over each other;
        charts have none.
    names : bool
        Whether names of nodes and classes go along.
    recipe : Recipe, optional
        Adds the lines of Python that measure the same.
    progress : callable, optional
        ``progress(fraction, text)``; may raise to stop.

    Raises
    ------
    Refused
        If the comparison's epsilon is 0, which has no place on the slider.

    Notes
    -----
    *Privacy*: the file contains the true graph's picture, and says so. It is not private, and with
    several stops of one draw it tells more than any single release.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> c = gdp.compare(
    ...     gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis("louvain"),
    ...     epsilon=3.0,
    ... )
    >>> text = moving_html(c, epsilons=(1.0,), draws=0)
    >>> "http://" in text.replace("http://www.w3.org/", ""), len(text) < 400_000
    (False, True)
    """
    whole = Progress.of(progress)
    c = c if names else without_names(c)
    stage = Stage.of(c, draw=draw, epsilons=epsilons)
    own = stage.epsilons.index(c.epsilon)
    now = stage.stop(c.epsilon)
    if now.drawing is None:
        body = _body(c, now, _numbers(c), recipe)
        return page(title=_title(now), body=body, css=style("takeaway/moving"))
    stops = []
    for place, epsilon in enumerate(stage.epsilons):
        part = whole.between(0.0, 0.6).part(place, len(stage.epsilons))
        part(0.0, f"at {epsilon_label(epsilon)}")
        stops.append(now if place == own else stage.stop(epsilon, progress=part))
    repeats: list[Picture] = []
    if isinstance(now.drawing, Pair):
        others = at_other_draws(c, draws, progress=whole.between(0.6, 0.95))
        repeats = [made.private for made in map(stage.drawing, others) if isinstance(made, Pair)]
    packing = Packing.of(stage, now)
    kind = "pair" if isinstance(now.drawing, Pair) else "chart"
    messages = [
        packing.shared,
        *(packing.stop(replace(stop, repeats=repeats) if stop is now else stop) for stop in stops),
    ]
    data = {
        **carried(messages),
        "own": own,
        "file": file_name(c),
        "footnote": footnote(c),
    }
    return page(
        title=_title(now),
        body=_body(c, now, _still(c, now), recipe),
        css="".join(map(style, (f"{kind}/{kind}", "stage/stage", "takeaway/moving"))),
        js=script(f"takeaway/file_{kind}"),
        data=data,
    )


def footnote(c: Comparison) -> str:
    """What stands below a saved picture: graph, mechanism and noise draw."""
    said = (graph_title(c), c.mechanism.title, f"noise draw {c.seed}", "GraphDP")
    return ", ".join(said)


def _title(now: Stop) -> str:
    return f"{now.answer} - GraphDP"


def _body(c: Comparison, now: Stop, shown: str, recipe: Recipe | None) -> str:
    figures = "".join(
        f"<div><dd>{safe_text(value)}</dd><dt>{safe_text(label)}</dt></div>"
        for label, value in now.figures
    )
    return f"""\
<header>
<p class="of">{safe_text(graph_title(c))}<span>{safe_text(c.analysis.title)}</span>\
<span>{safe_text(c.mechanism.title)}</span></p>
<p class="open-lock">{OPEN_LOCK}Contains the true graph: not private</p>
{THEME if now.drawing else ""}
</header>
<main>
<div id="stage"><h1>{safe_text(now.answer)}</h1>
<p>{safe_text(now.detail)}</p>
<div id="still">{shown}</div>
<dl>{figures}</dl>
<p><strong>{safe_text(now.statement)}</strong> {safe_text(now.odds)}</p></div>
{_details(c, recipe)}
</main>"""


def _numbers(c: Comparison) -> str:
    """Every metric with what it means: a table in the place of a picture."""
    rows = metric_table(c).itertuples(index=False)
    cells = ("".join(f"<td>{safe_text(cell)}</td>" for cell in row) for row in rows)
    head = "".join(f"<th>{name}</th>" for name in metric_table(c).columns)
    lines = "".join(f"<tr>{line}</tr>" for line in cells)
    return (
        f"<p>{safe_text(epsilon_label(c.epsilon))}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def _still(c: Comparison, now: Stop) -> str:
    """The picture for readers who let no script run; a script takes it away, and prints its own."""
    words = "<noscript><p>Let this page run its script to see the picture move.</p></noscript>"
    drawn = None if isinstance(now.drawing, Tiles) else now.drawing
    drawing = still_svg(c, drawn)
    return words + (drawing if len(drawing) <= MOST_STILL else "")


def _details(c: Comparison, recipe: Recipe | None) -> str:
    rows = "".join(
        f"<tr><th>{safe_text(name)}</th><td>{safe_text(value)}</td></tr>"
        for name, value in facts(c.guarantee).items()
    )
    made = ", ".join(f"{name} {version}" for name, version in versions().items())
    lines = "" if recipe is None else f"<pre><code>{safe_text(as_python(recipe))}</code></pre>"
    again = f"<h2>How to measure the same</h2>{lines}" if lines else ""
    covered = f"<p>{safe_text(COVERED)}</p>" if c.guarantee.protects else ""
    return f"""\
<details>
<summary>What this file holds, and what is promised</summary>
<p><strong>{safe_text(NOT_PRIVATE)}</strong> It holds one noise draw at many values of ε side by \
side, which tells more than any single release: it is for teaching, and for people with access to \
the graph.</p>
<p>At {safe_text(epsilon_label(c.epsilon))}: {safe_text(c.guarantee.statement())}</p>
{covered}
<table>{rows}</table>
{again}
<p class="made">{safe_text(made)}; graph {c.graph.fingerprint}. This page asks for nothing \
from any network.</p>
</details>"""


def _icon(path: str, name: str) -> str:
    return (
        f'<svg class="{name}" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" '
        f'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" '
        f'stroke-linejoin="round"><path d="{path}"/></svg>'
    )


OPEN_LOCK = _icon("M6 11h12v9H6ZM9 11V7a3.5 3.5 0 0 1 6.8-1.2M12 15v2", "lock")
HALF_MOON = _icon("M12 4a8 8 0 1 0 0 16ZM12 4a8 8 0 0 1 0 16", "moon")
THEME = f'<button type="button" id="theme" aria-label="Light or dark">{HALF_MOON}</button>'
