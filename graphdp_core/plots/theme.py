"""Colours, marker symbols and chart settings for light and dark pages; figures hold none."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

DIMENSIONS: tuple[str | int, ...] = ("accent", "opposite", 2)
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "pentagon", "star", "hexagon")


@dataclass(frozen=True)
class Theme:
    """All colours a figure may use, as ``#rrggbb``.

    Every mark has a contrast of at least 3:1 and every text at least 4.5:1 on `background`
    (WCAG 2.2 AA). `categorical` and `symbols` go together: no category is told by colour alone.
    `invented` and `lost` are reserved: magenta with long dashes is what noise made up, brown with
    dots is what it took away, and nothing else is drawn so. `opposite` is the other of two where
    `accent` is the one: negative eigenvalues, what is below the noise, who leaves the top.

    References
    ----------
    M. A. Petroff (2021), Accessible color sequences for data visualization, arXiv 2107.02270: the
    eight-colour sequence that the two lists start from; colours too pale for the contrast above
    were moved, keeping all pairs apart under the three kinds of colour blindness.
    """

    name: str
    background: str
    surface: str
    text: str
    muted: str
    grid: str
    accent: str
    baseline: str
    kept: str
    lost: str
    invented: str
    opposite: str
    unproved: str
    categorical: tuple[str, ...]
    sequential: tuple[str, ...]
    symbols: tuple[str, ...] = SYMBOLS

    def ink(self, name: str | int) -> str:
        """The colour of this name, or that of a class by its number."""
        if isinstance(name, str):
            return str(getattr(self, name))
        return self.categorical[name % len(self.categorical)]


def dimension_ink(dimension: int) -> str | int:
    """What the colour of a homology dimension is called: components and loops are no classes."""
    return DIMENSIONS[min(dimension, len(DIMENSIONS) - 1)]


LIGHT = Theme(
    name="light",
    background="#FFFFFF",
    surface="#F4F6F8",
    text="#0A0F14",
    muted="#56616C",
    grid="#E4E8EC",
    accent="#0B5FA5",
    baseline="#6B7682",
    kept="#5F7488",
    lost="#6B5B4B",
    invented="#B5179E",
    opposite="#B45309",
    unproved="#B0281A",
    categorical=(
        "#1845fb", "#ff5e02", "#417e83", "#c91f16", "#600099", "#919469", "#2a95ff", "#383637",
    ),
    sequential=("#FFFFFF", "#D3E4F3", "#8DB9DE", "#3F86BF", "#0B5FA5"),
)  # fmt: skip

DARK = Theme(
    name="dark",
    background="#0F1419",
    surface="#1B222A",
    text="#E8EDF2",
    muted="#9AA7B4",
    grid="#2A333D",
    accent="#5AA9E6",
    baseline="#95A1AD",
    kept="#8497A9",
    lost="#A38F75",
    invented="#FF5CD6",
    opposite="#F0A044",
    unproved="#FF7A6B",
    categorical=(
        "#696bff", "#ffa131", "#bff3f7", "#e34830", "#8fbca0", "#c2c283", "#6fb7ff", "#7e7d7d",
    ),
    sequential=("#0F1419", "#17344F", "#235A87", "#3A82BB", "#5AA9E6"),
)  # fmt: skip

CONFIG: dict[str, Any] = {
    "displaylogo": False,
    "showSendToCloud": False,
    "showEditInChartStudio": False,
    "plotlyServerURL": "",
    "modeBarButtonsToRemove": [
        "sendDataToCloud",
        "autoScale2d",
        "zoomIn2d",
        "zoomOut2d",
        "resetCameraLastSave3d",
        "hoverClosest3d",
        "tableRotation",
    ],
    "toImageButtonOptions": {"format": "svg", "filename": "graphdp", "scale": 2},
}
"""For ``config=`` of a chart: no logo, no upload to anybody's cloud, pictures saved as SVG."""


def layout(
    theme: Theme,
    *,
    height: int = 420,
    bottom: int = 48,
    left: int = 56,
    top: int = 40,
    right: int = 16,
    legend: bool = True,
) -> dict[str, Any]:
    """Everything the figures share: type, paper, margins in pixels, legend, hover labels.

    The legend hangs at the lower edge of the figure, below `bottom` pixels of axis text; room for
    it is kept unless `legend` is false. The template is empty, so that no page or package can
    colour the figure from outside.
    """
    room = 30 if legend else 6
    words, clear = {"size": 13, "color": theme.text}, "rgba(0,0,0,0)"
    return {
        "template": {"data": {"scatter": [{"type": "scatter"}]}},
        "height": height,
        "margin": {"l": left, "r": right, "t": top, "b": bottom + room},
        "paper_bgcolor": clear,
        "plot_bgcolor": clear,
        "font": {**words, "family": "Source Sans, sans-serif"},
        "hoverlabel": {
            "bgcolor": theme.surface, "bordercolor": theme.grid, "font": words, "align": "left",
        },
        "hovermode": "closest",
        "legend": {
            "orientation": "h", "x": 0, "xanchor": "left", "yanchor": "top",
            "y": -(bottom + 4) / max(height - top - bottom - room, 1), "font": words,
            "bgcolor": clear, "itemsizing": "constant", "itemwidth": 36, "tracegroupgap": 0,
        },
        "modebar": {"bgcolor": clear, "color": theme.muted, "activecolor": theme.accent},
        "newselection": {"line": {"color": theme.accent, "width": 1.5, "dash": "dot"}},
        "activeselection": {"fillcolor": theme.accent, "opacity": 0.08},
        "uirevision": "keep",
        "selectionrevision": "keep",
    }  # fmt: skip


def see_through(colour: str, share: float) -> str:
    """A colour ``#rrggbb`` laid on thinly, for areas."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{share})"


def inked(svg: str, theme: Theme) -> str:
    """A picture of ``assets`` in the theme's colours, where no style sheet names them."""
    inks = {
        "var(--true)": theme.accent, "var(--other)": theme.opposite, "var(--noise)": theme.invented,
        "var(--lost)": theme.lost, "var(--quiet)": theme.muted, "currentColor": theme.text,
    }  # fmt: skip
    for name, ink in inks.items():
        svg = svg.replace(name, ink)
    return svg


def themes_by_name() -> dict[str, dict[str, Any]]:
    """The colours of both themes as plain data, for what is drawn in the browser."""
    return {theme.name: asdict(theme) for theme in (LIGHT, DARK)}
