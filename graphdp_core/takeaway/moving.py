"""The moving picture in one file: every stop and draw, no Python, no network.

How a comparison shows itself in a notebook: its moving picture, as small as it can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

from markupsafe import Markup

from graphdp_core.captions.words import (
    COVERED,
    NOT_PRIVATE,
    facts,
    file_name,
    graph_title,
    without_names,
)
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.markup import rendered
from graphdp_core.plots.board.pictures import Tiles
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.side_by_side import metric_table
from graphdp_core.progress import Progress, Report
from graphdp_core.stage import Packing, Stage, Stop, carried, usual_drawing
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
    draws : int
        Further noise draws at the comparison's epsilon, to be played or laid over each other;
        charts have none.

    Notes
    -----
    *Privacy*: the file contains the true graph's picture, and says so. It is not private, and with
    several stops of one draw it tells more than any single release.
    """
    whole = Progress.of(progress)
    c = c if names else without_names(c)
    stage = Stage.of(c, draw=draw, epsilons=epsilons)
    own = stage.epsilons.index(c.epsilon)
    now = stage.stop(c.epsilon)
    if now.drawing is None:
        return _page(c, now, recipe)
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
    data = {**carried(messages), "own": own, "file": file_name(c), "footnote": footnote(c)}
    return _page(c, now, recipe, kind, data)


def footnote(c: Comparison) -> str:
    """What stands below a saved picture: graph, mechanism and noise draw."""
    said = (graph_title(c), c.mechanism.title, f"noise draw {c.seed}", "GraphDP")
    return ", ".join(said)


def _page(c: Comparison, now: Stop, recipe: Recipe | None, kind: str = "", data: Any = None) -> str:
    """The file: around its picture what it is of and what is promised, in the template's order.

    The still picture is for readers who let no script run; a script takes it away, and prints its
    own. In the place of a picture that is not there stands every metric with what it means.
    """
    drawn = None if isinstance(now.drawing, Tiles) else now.drawing
    still = still_svg(c, drawn) if kind else ""
    body = rendered(
        "takeaway/moving.html", c=c, now=now, graph=graph_title(c), label=epsilon_label(c.epsilon),
        still=Markup(still if len(still) <= MOST_STILL else ""), numbers=metric_table(c),
        facts=facts(c.guarantee), not_private=NOT_PRIVATE, covered=COVERED,
        python="" if recipe is None else as_python(recipe),
        made=", ".join(f"{name} {version}" for name, version in versions().items()),
    )  # fmt: skip
    sheets = (*((f"{kind}/{kind}", "stage/stage") if kind else ()), "takeaway/moving")
    return page(
        title=f"{now.answer} - GraphDP", body=body, css="".join(map(style, sheets)),
        js=script(f"takeaway/file_{kind}") if kind else "", data=data,
    )  # fmt: skip


MOST_NODES = 5_000
QUICK_S, SLOW_S = 0.2, 2.0  # of one comparison: all stops, a few stops, no other stop
FEW = (0.5, 1.0, 2.0, 4.0, 8.0)
HEIGHT = 820  # pixels


def shown(c: Comparison) -> str | None:
    """A frame with the moving picture; it can reach neither the notebook nor a network.

    None for more than 5,000 nodes, for epsilon 0, and where nothing is drawn of its kind of
    result: a notebook then shows the plain words.

    Notes
    -----
    *Privacy*: it contains the true graph's picture, which stays in the notebook's file.
    """
    if c.graph.n > MOST_NODES or c.epsilon <= 0:
        return None
    draw = usual_drawing(c.baseline.kind)
    if draw(c) is None:
        return None
    stops = EPSILONS if c.seconds < QUICK_S else FEW if c.seconds < SLOW_S else ()
    text = moving_html(c, draw=draw, epsilons=stops, draws=0)
    return (
        f'<iframe sandbox="allow-scripts allow-downloads" title="{escape(c.finding)}" '
        f'style="width:100%;height:{HEIGHT}px;border:0" srcdoc="{escape(text)}"></iframe>'
    )
