"""Tables of a comparison, by the result's kind: what the pictures show, node by node."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphdp_core.metrics.partitions import match_labels
from graphdp_core.metrics.spectra import absolute_cosines, principal_angles
from graphdp_core.plots.compared import Compared
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.edges import edge_kinds
from graphdp_core.plots.rankings import ranks
from graphdp_core.spectra.alignment import procrustes
from graphdp_core.spectra.breakdown import breakdown_epsilon

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TABLES", "Table", "metric_table"]

WAYS = {"higher": "higher is better", "lower": "lower is better", "neither": ""}
WHERE = {"kept": "both", "lost": "without privacy only", "invented": "private only"}


class Table(NamedTuple):
    """A table of a kind of result: its title, a key for widgets and files, and its rows."""

    title: str
    key: str
    rows: Callable[[Compared], pd.DataFrame]


def metric_table(c: Compared) -> pd.DataFrame:
    """Every metric of the comparison, with what it means."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "Metric": metric.label,
                "Value": format_number(c.metrics[metric.id], percent=metric.percent),
                "Reading": WAYS[metric.better],
                "Meaning": metric.help,
            }
            for metric in c.analysis.metrics
        ]
    )


def _statistics(c: Compared) -> pd.DataFrame:
    """Statistics of the true graph, of the release, and corrected where that brings them nearer."""
    import pandas as pd

    columns = {"Without privacy": c.baseline.values, "Release as it is": c.private.values}
    if c.release.noise is not None:
        columns["Corrected where that helps"] = c.private.estimates
    return pd.DataFrame(
        [
            {"Statistic": name.replace("_", " ").capitalize()}
            | {head: format_number(values.get(name)) for head, values in columns.items()}
            for name in c.baseline.values
        ]
    )


def _counts(c: Compared) -> pd.DataFrame:
    """The counts of both sides."""
    import pandas as pd

    return pd.DataFrame(
        {
            "count": list(c.baseline.names),
            "without privacy": c.baseline.values,
            "private": c.private.values,
        }
    )


def _degrees(c: Compared) -> pd.DataFrame:
    """How many nodes have each degree, on both sides."""
    import pandas as pd

    columns = {"without privacy": c.baseline.counts, "private": c.private.counts}
    length = max(map(len, columns.values()))
    table = {"degree": pd.Series(np.arange(length))}
    return pd.DataFrame(table | {name: pd.Series(values) for name, values in columns.items()})


def _positions(c: Compared) -> pd.DataFrame:
    """Coordinates of both embeddings, the private one turned onto the true one."""
    import pandas as pd

    table = pd.DataFrame({"node": _names(c)})
    aligned = procrustes(c.private.points, c.baseline.points)
    for side, cloud in (("without", c.baseline.points), ("private", aligned)):
        for d in range(cloud.shape[1]):
            table[f"{side} x{d + 1}"] = cloud[:, d]
    return table


def _features(c: Compared) -> pd.DataFrame:
    """Births and deaths of every feature of both diagrams."""
    import pandas as pd

    return pd.DataFrame(
        [
            {"graph": side, "dimension": f"H{k}", "birth": birth, "death": death}
            for side, diagram in (("without privacy", c.baseline), ("private", c.private))
            for k, pairs in enumerate(diagram.pairs)
            for birth, death in pairs
        ]
    )


def _communities(c: Compared) -> pd.DataFrame:
    """Each node's community on both sides; private ones by the numbers that they match."""
    import pandas as pd

    frame = pd.DataFrame({"node": _names(c)})
    frame["without privacy"] = c.baseline.labels + 1
    frame["private"] = match_labels(c.baseline.labels, c.private.labels) + 1
    if c.graph.labels is not None:
        frame["label"] = np.array(c.graph.label_names)[c.graph.labels]
    return frame


def _tree_edges(c: Compared) -> pd.DataFrame:
    """The edges of both trees, and in which of them each is."""
    import pandas as pd

    return pd.DataFrame(
        [
            {"from": c.graph.name(u), "to": c.graph.name(v), "in": WHERE[kind]}
            for kind, pairs in edge_kinds(c.baseline, c.private).items()
            for u, v in pairs
        ],
        columns=["from", "to", "in"],
    )


def _scores(c: Compared) -> pd.DataFrame:
    """Scores and ranks of every node, the truly highest first."""
    import pandas as pd

    return pd.DataFrame(
        {
            "node": _names(c),
            "score without privacy": c.baseline.values,
            "private score": c.private.values,
            "rank without privacy": ranks(c.baseline.values),
            "private rank": ranks(c.private.values),
        }
    ).sort_values("rank without privacy")


def _spectrum(c: Compared) -> pd.DataFrame:
    """Eigenvalues, cosines and angles by number; the shorter columns end in blanks."""
    import pandas as pd

    true, private = c.baseline, c.private
    columns = {
        "eigenvalue without privacy": true.values,
        "private eigenvalue": private.values,
        "|cos| of the vectors": absolute_cosines(true.vectors, private.vectors),
        "principal angle (degrees)": principal_angles(true.vectors, private.vectors),
        "breakdown ε of edgeFlip": breakdown_epsilon(true.values, n=c.graph.n),
    }
    table = {name: pd.Series(np.asarray(values)) for name, values in columns.items()}
    return pd.DataFrame({"number": pd.Series(np.arange(1, len(true.values) + 1)), **table})


def _vectors(c: Compared) -> pd.DataFrame:
    """Entries of every eigenvector of both sides, node by node."""
    import pandas as pd

    sides = {"true": c.baseline.vectors, "private": c.private.vectors}
    columns = {
        f"{side} u{i + 1}": vectors[:, i]
        for side, vectors in sides.items()
        for i in range(vectors.shape[1])
    }
    return pd.DataFrame({"node": _names(c), **columns})


def _names(c: Compared) -> list[str]:
    return [c.graph.name(i) for i in range(c.graph.n)]


TABLES: dict[str, tuple[Table, ...]] = {
    "statistics": (Table("All statistics", "statistics", _statistics),),
    "counts": (Table("The counts", "counts", _counts),),
    "mixing": (Table("The edges between groups", "mixing", _counts),),
    "degrees": (Table("The degrees", "degrees", _degrees),),
    "embedding": (Table("All positions", "positions", _positions),),
    "diagram": (Table("All features", "features", _features),),
    "partition": (Table("Everyone's community", "communities", _communities),),
    "spanning_tree": (Table("All tree edges", "tree-edges", _tree_edges),),
    "scores": (Table("All scores", "scores", _scores),),
    "spectrum": (
        Table("All eigenvalues and angles", "spectrum", _spectrum),
        Table("All eigenvectors", "eigenvectors", _vectors),
    ),
}
"""The tables of every kind of result, by ``result.kind``."""
