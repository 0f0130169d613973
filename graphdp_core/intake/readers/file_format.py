"""A file format: its id, its name for people, its file name endings and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.files.reading import Reading, Shape
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.data_rows import data_rows

_HELD = {"weight": "weights and no classes", "label": "classes"}


@dataclass(frozen=True)
class FileFormat:
    """A file format: its id, its name for people, its file name endings and how it is read.

    Parameters
    ----------
    read : callable, optional
        Reads a graph format whole.
    table : callable, optional
        Finds the rows of a format that holds a table; `table_shapes` says what they mean.
    shape : str, optional
        What the rows of such a table are, if the format leaves no choice.
    sign : callable, optional
        Of a format that is no text: whether a file is of it. Its reader gets the bytes as they
        are.
    holds : tuple of str
        Of a graph format: whether it holds a "weight" and a class ("label").
    two_kinds : bool
        Whether a graph format may hold nodes of two kinds.
    provider : str
        The package that adds it, with its version; "" for ours.
    """

    id: str
    title: str
    endings: tuple[str, ...]
    read: Callable[[GraphFile, Columns], RawGraph] | None = None
    table: Callable[[GraphFile, Reading], Table] | None = None
    shape: Shape | None = None
    sign: Callable[[GraphFile], bool] | None = None
    holds: tuple[str, ...] = ("weight", "label")
    two_kinds: bool = False
    provider: str = ""

    def graph(self, file: GraphFile, columns: Columns) -> RawGraph:
        """What a graph format holds; refused if it cannot hold what is asked for."""
        assert self.read is not None
        for role, words in _HELD.items():
            if getattr(columns, role) and role not in self.holds:
                raise file.refuse(f"the format names no {words}; leave {role} out.")
        return self.read(file, columns)

    def data(self, file: GraphFile, reading: Reading) -> Table:
        """The rows of data of a format that holds a table, without titles and totals."""
        assert self.table is not None
        return data_rows(self.table(file, reading), reading)
