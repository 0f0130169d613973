"""A file format: its id, its name for people, its file name endings and how it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.files.reading import Reading, Shape
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.data_rows import data_rows


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
    rows : callable, optional
        Of a graph format that may hold nodes of two kinds: how many are rows of its table, from
        the head of the file; 0: one kind.
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
    rows: Callable[[GraphFile], int] | None = None
    provider: str = ""

    def data(self, file: GraphFile, reading: Reading) -> Table:
        """The rows of data of a format that holds a table, without titles and totals."""
        assert self.table is not None
        return data_rows(self.table(file, reading), reading)
