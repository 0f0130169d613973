"""Communities: the confusion matrix, the sizes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.digits import percent
from graphdp_core.plots.cell_words import cell_words
from graphdp_core.plots.encode import encode_array, truncate
from graphdp_core.plots.panels import Figure, axis
from graphdp_core.plots.sides import WITHOUT, Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["community_sizes", "confusion_heatmap", "share_cells"]


def confusion_heatmap(
    matrix: NDArray[np.integer],
    row_names: Sequence[str],
    column_names: Sequence[str],
    theme: Theme,
    *,
    row_title: str = WITHOUT,
    column_title: str = "With privacy",
    unit: str = "nodes",
    shares: bool = False,
    height: int = 420,
    title: str = "",
) -> Figure:
    """How many nodes (or another unit) each pair of communities shares, shaded by share of row.

    Parameters
    ----------
    matrix : ndarray of int, shape (r, c)
    shares : bool
        Write shares of the row in the cells, where counts would be too long.
    title : str
        Written above; "" for none.
    """
    counts = np.asarray(matrix).reshape(len(row_names), len(column_names))
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    written = counts.size <= 200 and counts.size > 0
    hover = f"%{{customdata:,}} {unit} (%{{z:.0%}} of the row)<br>%{{y}} → %{{x}}<extra></extra>"
    cells = share_cells(counts, share, theme, hover) | {"hoverongaps": False}
    data = [cells]
    if written:
        words = _written(counts, share if shares else None)
        data.append(cell_words(share, words, theme, low=0.0, high=1.0))
    frame = layout(theme, height=height, bottom=44, left=110, top=16, legend=False)
    frame |= {
        "xaxis": _names_axis(theme, column_names, column_title, side="bottom"),
        "yaxis": _names_axis(theme, row_names, row_title, autorange="reversed"),
    }
    if title:
        frame["title"] = {
            "text": f"<b>{title}</b>", "x": 0, "xref": "container", "y": 0.98, "yanchor": "top",
            "font": {"size": 15, "color": theme.text},
        }  # fmt: skip
        frame["margin"] |= {"t": 34}
    return {"data": data, "layout": frame}


def share_cells(
    counts: NDArray[np.integer], share: NDArray[np.floating], theme: Theme, hover: str
) -> Figure:
    """Cells shaded by their share of the row, with the counts under the pointer.

    Parameters
    ----------
    counts, share : ndarray, shape (r, c)
    theme : Theme
    hover : str
        What the pointer shows, in Plotly's template: `customdata` is the count, `z` the share.
    """
    steps = len(theme.sequential) - 1
    return {
        "type": "heatmap",
        "z": encode_array(share.astype(np.float32)) if counts.size else [[]],
        "customdata": encode_array(counts) if counts.size else [[]],
        "zmin": 0,
        "zmax": 1,
        "xgap": 2,
        "ygap": 2,
        "colorscale": [[i / steps, colour] for i, colour in enumerate(theme.sequential)],
        "colorbar": {
            "title": {"text": "share of row", "side": "right", "font": {"color": theme.muted}},
            "tickformat": ".0%",
            "thickness": 10,
            "outlinewidth": 0,
            "nticks": 5,
            "tickfont": {"size": 12, "color": theme.muted},
        },
        "hovertemplate": hover,
    }


def _written(counts: NDArray[np.integer], share: NDArray[np.floating] | None) -> list[list[str]]:
    """What stands in the cells; nothing where the count is 0."""
    if share is None:
        return [[f"{n:,}" if n else "" for n in row] for row in counts.tolist()]
    return [[percent(part, whole=True) if part else "" for part in row] for row in share.tolist()]


def community_sizes(
    left: NDArray[np.integer],
    right: NDArray[np.integer],
    theme: Theme,
    *,
    sides: Sides,
    limit: int = 24,
    height: int = 300,
) -> Figure:
    """Nodes per community, matched communities side by side; beyond `limit` one bar for the rest.

    Parameters
    ----------
    left, right : ndarray of int, shape (k,)
        Sizes by (matched) community number.
    """
    count = max(len(left), len(right))
    shown = min(count, limit)
    words = [str(k + 1) for k in range(shown)] + (["rest"] if count > limit else [])
    data = []
    for private, sizes in ((False, left), (True, right)):
        bars = np.zeros(count, dtype=np.int64)
        bars[: len(sizes)] = sizes
        heights = [*bars[:shown].tolist(), *([int(bars[limit:].sum())] if count > limit else [])]
        data.append(
            {
                "type": "bar",
                "x": words,
                "y": encode_array(np.array(heights, dtype=np.int64)),
                "name": sides.titles[private],
                "marker": {
                    "color": sides.colours(theme)[private],
                    "line": {"width": 0},
                    "pattern": {
                        "shape": "" if private else "/",
                        "fillmode": "overlay",
                        "fgcolor": theme.background,
                        "size": 6,
                        "solidity": 0.25,
                    },
                    "cornerradius": 3,
                },
                "hovertemplate": "community %{x}: %{y:,} nodes<extra></extra>",
            }
        )
    frame = layout(theme, height=height, top=16)
    frame |= {
        "xaxis": axis(theme, "community", type="category", showgrid=False),
        "yaxis": axis(theme, "nodes", rangemode="tozero"),
        "bargap": 0.25,
        "bargroupgap": 0.08,
    }
    frame["xaxis"].pop("nticks")
    return {"data": data, "layout": frame}


def _names_axis(theme: Theme, names: Sequence[str], title: str, **more: object) -> Figure:
    places = {
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": [truncate(name, 16) for name in names],
        "showgrid": False,
    }
    frame = axis(theme, title, **places, **more)
    frame.pop("nticks")
    frame["automargin"] = True
    return frame
