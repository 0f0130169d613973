"""Graphs out of files that people bring: one door, `read_graph`, and what it understands."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFileError, Limits
from graphdp_core.intake.files.raw_graph import Loaded
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.writers import WRITERS, GraphWriter, left_out, write_graph, written
from graphdp_core.intake.formats import FORMATS
from graphdp_core.intake.loading import ReadingWarning, read_graph
from graphdp_core.intake.readers.file_format import FileFormat

__all__ = [
    "FORMATS",
    "WRITERS",
    "FileFormat",
    "GraphFileError",
    "GraphWriter",
    "Limits",
    "Loaded",
    "Reading",
    "ReadingWarning",
    "left_out",
    "read_graph",
    "write_graph",
    "written",
]
