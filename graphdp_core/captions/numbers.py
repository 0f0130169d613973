"""The numbers behind a picture as CSV, with their promise above them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from graphdp_core.captions.words import NOT_PRIVATE, caption
from graphdp_core.experiment.compare import Comparison
from graphdp_core.intake.files.writers import safe_csv
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds import kind_named
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.side_by_side import WAYS
from graphdp_core.version import versions

if TYPE_CHECKING:
    import pandas as pd


BREAK = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
LATER_CELL = re.compile(r"([,;\t]\s*)(?=[=+\-@])")


def numbers_csv(c: Comparison, table: pd.DataFrame, *, what: str = "") -> str:
    """A table as CSV below lines that say where it is from and what it promises.

    The lines begin with ``#``: ``pandas.read_csv(file, comment="#")`` passes over them. No cell is
    run by a spreadsheet, in the lines as little as in the table.

    Parameters
    ----------
    c : Comparison
        What the table was made of.
    what : str
        What its rows are.
    """
    made = ", ".join(f"{name} {version}" for name, version in versions().items())
    said = {"GraphDP": what or "numbers", **caption(c), "Not private": NOT_PRIVATE, "Made by": made}
    return commented(said) + safe_csv(table)


def commented(said: Mapping[str, str]) -> str:
    """Facts as lines of comment, in which no cell begins like a formula."""
    lines = (BREAK.sub(" ", f"# {name}: {words}").replace('"', "'") for name, words in said.items())
    return "".join(LATER_CELL.sub(r"\1'", line) + "\n" for line in lines)


def metric_numbers(c: Comparison) -> pd.DataFrame:
    """Every metric with all its digits; a column for each repeat where there are several."""
    import pandas as pd

    chances = c.analysis.chances(c.graph.n)
    rows = []
    for metric in c.analysis.metrics:
        row = {
            "metric": metric.id,
            "value": c.metrics.get(metric.id),
            "by chance": chances.get(metric.id),
            "reading": WAYS[metric.better],
            "meaning": metric.help,
        }
        if len(c.repeats) > 1:
            row |= {f"repeat {k}": r.get(metric.id) for k, r in enumerate(c.repeats)}
        rows.append(row)
    return pd.DataFrame(rows)


def tables_of(c: Comparison) -> dict[str, Callable[[], pd.DataFrame]]:
    """What can be had as CSV, by its title: the metrics, and the tables of its kind of result."""
    tables: dict[str, Callable[[], pd.DataFrame]] = {"All numbers": lambda: metric_numbers(c)}
    for title, _, rows in kind_named(c.baseline.kind).tables:
        tables[title] = lambda rows=rows: rows(c)  # type: ignore[misc]
    return tables


def pair_table(pair: Pair) -> pd.DataFrame:
    """What a picture of nodes draws: each node's place on both sides, then each drawn edge."""
    import pandas as pd

    names = pair.baseline.names
    n = len(pair.baseline.positions)
    named = [str(i) for i in range(n)] if names is None else list(names)
    parts = []
    for side, picture in pair.drawn:
        title = ("without privacy", "private")[side]
        axes = "xyz"[: picture.positions.shape[1]]
        places = {axis: picture.positions[:, k] for k, axis in enumerate(axes)}
        nodes = {"side": title, "what": "node", "node": named, **places}
        nodes |= {"category": picture.categories, "diameter": picture.sizes}
        parts.append(pd.DataFrame(nodes))
        for kind, pairs in picture.edges.items():
            ends = {"node": [named[u] for u, _ in pairs], "other": [named[v] for _, v in pairs]}
            what = f"edge, {pair.legend[kind].lower()}"
            parts.append(pd.DataFrame({"side": title, "what": what, **ends}))
    return pd.concat(parts, ignore_index=True)


def chart_table(chart: Chart) -> pd.DataFrame:
    """What a chart draws: each dot, line and area in the units of its axes."""
    import pandas as pd

    parts = []
    for side, panel in enumerate(chart.panels):
        title = chart.titles[side] if len(chart.panels) > 1 else "both sides"
        for marks in panel.marks:
            columns = ("x", "y", "x2", "y2")[: marks.places.shape[1]]
            table = {"panel": title, "what": marks.kind, "of": marks.word or str(marks.ink)}
            places = {name: marks.places[:, k] for k, name in enumerate(columns)}
            parts.append(pd.DataFrame(table | places))
    return pd.concat(parts, ignore_index=True)
