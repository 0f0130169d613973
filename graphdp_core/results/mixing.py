"""Edges between public groups, as a result of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.results.records import Counts, Result, Rows, Tables


@dataclass(frozen=True, eq=False)
class Mixing(Counts):
    """Edges within every public group and between every two.

    The counts stand row by row of the upper half of the table: first group with itself, first with
    second, and so on.

    Examples
    --------
    >>> Mixing.of(np.array([[4.0, 1.0], [1.0, 2.0]]), ("a", "b"), (5, 3)).names
    ('a – a', 'a – b', 'b – b')
    """

    kind: ClassVar[str] = "mixing"
    called: ClassVar[str] = "edges between groups"
    in_zip: ClassVar[str] = (
        "the names of the groups, how many nodes each has, and noisy edges between them"
    )
    told_worst: ClassVar[str] = "two groups with few edges between them"
    wish: ClassVar[str] = "mixing"
    groups: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()  # nodes of each group: public

    @classmethod
    def of(
        cls, table: Floats, groups: tuple[str, ...], sizes: tuple[int, ...],
        notes: tuple[str, ...] = (),
    ) -> Mixing:  # fmt: skip
        """From a symmetric table, shape (k, k)."""
        rows, columns = np.triu_indices(len(groups))
        names = tuple(f"{groups[a]} – {groups[b]}" for a, b in zip(rows, columns, strict=True))
        return cls(np.asarray(table, dtype=np.float64)[rows, columns], names, notes, groups, sizes)

    def tables(self, names: Sequence[str]) -> Tables:
        """The public groups with their sizes, and the edges of each pair of groups."""
        first, second = np.triu_indices(len(self.groups))
        rows = (
            (self.groups[a], self.groups[b], f"{edges:.17g}")
            for a, b, edges in zip(first, second, self.values.tolist(), strict=True)
        )
        sized = zip(self.groups, map(str, self.sizes), strict=True)
        return {
            "groups.csv": (("group", "nodes"), sized),
            "mixing.csv": (("group", "other", "edges"), rows),
        }

    @classmethod
    def of_tables(cls, rows: Rows, measure: str = "") -> tuple[Result, tuple[str, ...]]:
        """With the groups and their sizes."""
        listed = rows("groups.csv")
        groups, sizes = tuple(row[0] for row in listed), tuple(int(row[1]) for row in listed)
        table = np.zeros((len(groups), len(groups)))
        table[np.triu_indices(len(groups))] = [float(row[2]) for row in rows("mixing.csv")]
        return cls.of(table, groups, sizes), ()

    @property
    def table(self) -> Floats:
        """The counts as a symmetric table, shape (k, k)."""
        k = len(self.groups)
        table = np.zeros((k, k))
        table[np.triu_indices(k)] = self.values
        return table + np.triu(table, 1).T

    @property
    def pairs(self) -> Floats:
        """Pairs of nodes within every group and between every two, shape (k, k)."""
        sizes = np.array(self.sizes, dtype=np.float64)
        table = np.outer(sizes, sizes)
        np.fill_diagonal(table, sizes * (sizes - 1.0) / 2.0)
        return table
