"""How a comparison shows itself in a notebook: its moving picture, as small as it can be."""

from __future__ import annotations

from html import escape

from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.stage import usual_drawing
from graphdp_core.takeaway.moving import moving_html

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
