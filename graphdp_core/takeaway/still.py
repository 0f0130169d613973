"""The picture that stands still, as SVG: in sizes for a page, a slide, a column, with a caption."""

from __future__ import annotations

import re
from textwrap import wrap

from graphdp_core.captions.words import graph_title
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.markup import safe_text
from graphdp_core.params import Refused
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.pair.svg import pair_svg
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import LIGHT, Theme
from graphdp_core.stage import usual_drawing
from graphdp_core.stage.stop import short_statement

SIZES = {"page": "Page", "slide": "Slide, 16:9", "column": "Paper column, 85 mm"}
"""Titles of the sizes, by id."""

PANELS = {"page": 460, "slide": 460, "column": 230}  # pixels of a panel of nodes
CHARTS = {"page": (944, 420), "slide": (944, 460), "column": (484, 300)}
COLUMN_MM = 85
SHAPE = 16 / 9
LINE, LETTER, MARGIN = 20, 6.4, 16  # pixels
ROOT = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" width="(\d+)" height="(\d+)" [^>]*>')


def still_svg(
    c: Comparison,
    drawn: Pair | Chart | None = None,
    *,
    theme: Theme = LIGHT,
    size: str = "page",
    caption: str = "",
) -> str:
    """What a comparison draws, as SVG; a picture with depth is seen from the front.

    Parameters
    ----------
    size : {"page", "slide", "column"}
        A slide is 16 to 9; a column is 85 mm wide, with letters of 6 points.

    Notes
    -----
    *Privacy*: it draws the true graph beside the release, and says so.
    """
    if size not in SIZES:
        raise Refused(f"size must be one of {', '.join(SIZES)}, got {size!r}.")
    drawn = usual_drawing(c.baseline.kind)(c) if drawn is None else drawn
    if drawn is None:
        raise Refused(f"nothing is drawn of {c.analysis.title}: take its numbers instead.")
    if isinstance(drawn, Chart):
        drawing = chart_svg(drawn, theme, size=CHARTS[size])
    else:
        drawing = pair_svg(drawn.flat, theme, sides=Sides.of(c), panel=PANELS[size])
    return _framed(drawing, theme, size=size, caption=caption)


def caption_lines(c: Comparison, *, link: str = "") -> str:
    """Graph, mechanism, epsilon, draw and promise, and where to find it again."""
    said = (
        f"{graph_title(c)}. {c.analysis.title}. {c.mechanism.title}, {epsilon_label(c.epsilon)}, "
        f"noise draw {c.seed}.",
        short_statement(c.guarantee),
        link,
    )
    return "\n".join(filter(None, said))


def _framed(drawing: str, theme: Theme, *, size: str, caption: str) -> str:
    """The drawing on its paper, with room for a caption, in the shape and unit of its size."""
    match = ROOT.match(drawing)
    if match is None:
        raise ValueError("the drawing does not begin as an SVG of ours.")
    wide, high = map(int, match.groups())
    lines = [
        line
        for words in caption.splitlines()
        for line in wrap(words, int((wide - 2 * MARGIN) / LETTER))
    ]
    whole = high + (LINE * len(lines) + MARGIN // 2 if lines else 0)
    width, height = (max(wide, round(whole * SHAPE)), whole) if size == "slide" else (wide, whole)
    if size == "slide":
        height = max(height, round(width / SHAPE))
    left, top = (width - wide) / 2, (height - whole) / 2
    unit = (
        f'width="{COLUMN_MM}mm" height="{COLUMN_MM * height / width:.2f}mm"'
        if size == "column"
        else f'width="{width}" height="{height}"'
    )
    words = "".join(
        f'<text x="{left + MARGIN:g}" y="{top + high + LINE * (row + 0.5):g}" '
        f'fill="{theme.muted}">{safe_text(line)}</text>\n'
        for row, line in enumerate(lines)
    )
    inner = drawing.replace("<svg ", f'<svg x="{left:g}" y="{top:g}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {unit} viewBox="0 0 {width} {height}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="13">\n'
        f'<rect width="100%" height="100%" fill="{theme.background}"/>\n{inner}{words}</svg>\n'
    )
