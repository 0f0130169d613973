"""The moving picture in one file: every stop and draw, no Python, no network."""

from __future__ import annotations

from collections.abc import Sequence

from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.params import Refused
from graphdp_core.plots.chart.message import ChartStop, chart_message, stops_message
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.pair.webgl import Stop, pair_payload
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.symbols import safe_text
from graphdp_core.plots.tables import metric_table
from graphdp_core.progress import Progress, Report
from graphdp_core.takeaway.frames import (
    Draw,
    Frame,
    at_other_draws,
    at_stops,
    frame,
    usual_drawing,
)
from graphdp_core.takeaway.names import without_names
from graphdp_core.takeaway.pages import packed, page
from graphdp_core.takeaway.recipe import Recipe, as_python, versions
from graphdp_core.takeaway.scripts import script, style
from graphdp_core.takeaway.still import still_svg
from graphdp_core.takeaway.words import COVERED, NOT_PRIVATE, facts, file_name, graph_title

__all__ = ["chart_parts", "moving_html", "pair_parts"]

DRAWS = 20
MOST_STILL = 500_000  # characters of a picture for who lets no script run


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
    scheme, and prints what it shows. Where nothing is drawn of this kind of result, it is a page
    that stands still, with all numbers at the comparison's epsilon.

    Parameters
    ----------
    c : Comparison
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
    if c.epsilon <= 0:
        raise Refused(f"epsilon must be above 0 for a moving picture, got {c.epsilon:g}.")
    whole = Progress.of(progress)
    c = c if names else without_names(c)
    make = draw or usual_drawing(c)
    drawn = make(c)
    if drawn is None:
        now = frame(c, None)
        body = _body(c, now, _numbers(c), recipe)
        return page(title=_title(now), body=body, css=style("takeaway/moving"))
    stops = at_stops(c, epsilons, progress=whole.between(0.0, 0.6))
    frames = [frame(at, drawn if at is c else make(at)) for at in stops]
    own = stops.index(c)
    if isinstance(drawn, Pair):
        others = at_other_draws(c, draws, progress=whole.between(0.6, 0.95))
        pictures = [made.private for made in map(make, others) if isinstance(made, Pair)]
        kind, parts = "pair", pair_parts(c, drawn, frames, pictures)
    else:
        kind, parts = "chart", chart_parts(c, drawn, frames)
    data = {"parts": list(map(packed, parts)), "stops": [f.words for f in frames], "own": own}
    return page(
        title=_title(frames[own]),
        body=_body(c, frames[own], _moving(c, drawn, frames[own]), recipe),
        css=style(f"{kind}/{kind}") + style("takeaway/moving"),
        js=script(f"takeaway/moving_{kind}"),
        data=data,
    )


def pair_parts(
    c: Comparison, drawn: Pair, frames: Sequence[Frame], draws: Sequence[Picture] = ()
) -> tuple[bytes, bytes]:
    """What stays and what changes of a pair with its stops and draws, as messages."""
    stops = [Stop(f.epsilon, f.drawing) for f in frames if isinstance(f.drawing, Picture)]
    payload = pair_payload(
        drawn, sides=Sides.of(c), stops=stops, draws=draws, file=file_name(c),
        footnote=_footnote(c),
    )  # fmt: skip
    # The page's own slider leads; a name that no element has keeps the widget's away
    return payload.shared, payload.changing(follows="none")


def chart_parts(c: Comparison, drawn: Chart, frames: Sequence[Frame]) -> tuple[bytes, bytes]:
    """The stops of a chart and the chart itself, as messages."""
    stops = [ChartStop(f.epsilon, f.drawing) for f in frames if isinstance(f.drawing, Chart)]
    name, shelf = stops_message(stops)
    now = chart_message(
        ChartStop(c.epsilon, drawn), stops=name, file=file_name(c), footnote=_footnote(c)
    )  # fmt: skip
    return shelf, now


def _footnote(c: Comparison) -> str:
    said = (graph_title(c), c.mechanism.title, f"noise draw {c.seed}", "GraphDP")
    return ", ".join(said)


def _title(now: Frame) -> str:
    return f"{now.answer} - GraphDP"


def _body(c: Comparison, now: Frame, shown: str, recipe: Recipe | None) -> str:
    cards = "".join(
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
<h1 id="answer">{safe_text(now.answer)}</h1>
<p id="detail">{safe_text(now.detail)}</p>
{shown}
<dl id="figures">{cards}</dl>
<p id="promise" data-protects="{str(now.protects).lower()}">{SHIELD}{OPEN_LOCK}\
<span><span id="statement">{safe_text(now.statement)}</span> \
<span id="odds">{safe_text(now.odds)}</span></span></p>
<div id="heard" class="unseen" role="status" aria-live="polite"></div>
{_details(c, recipe)}
</main>"""


def _moving(c: Comparison, drawn: Pair | Chart, now: Frame) -> str:
    """The slider, and the place of the picture."""
    return f"""\
<div class="slider">
<button type="button" id="play" aria-label="Play all stops" aria-pressed="false">{PLAY}</button>
<label for="stop">Privacy loss ε</label>
<div class="epsilon"><input type="range" id="stop" min="0" step="1" \
aria-describedby="ends"><div id="ticks" aria-hidden="true"></div></div>
<output for="stop" id="epsilon">{safe_text(now.label)}</output>
</div>
<p id="ends" class="unseen">Small is more private, large is closer to the true graph.</p>
<div id="picture"></div>
<div id="still">{_still(c, drawn)}</div>"""


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


def _still(c: Comparison, drawn: Pair | Chart) -> str:
    """The picture for who lets no script run; a script takes it away, and prints its own."""
    words = "<noscript><p>Let this page run its script to see the picture move.</p></noscript>"
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
side, which tells more than any single release: it is for teaching, and for those who may see \
the graph.</p>
<p>At {safe_text(f"ε = {c.epsilon:g}")}: {safe_text(c.guarantee.statement())}</p>
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
SHIELD = _icon("M12 3l7 3v5c0 4.6-2.9 8-7 10-4.1-2-7-5.4-7-10V6ZM9 12l2.2 2.2L15.5 10", "shield")
PLAY = _icon("M8 5l11 7-11 7Z", "go") + _icon("M8 5v14M16 5v14", "pause")
HALF_MOON = _icon("M12 4a8 8 0 1 0 0 16ZM12 4a8 8 0 0 1 0 16", "moon")
THEME = f'<button type="button" id="theme" aria-label="Light or dark">{HALF_MOON}</button>'
