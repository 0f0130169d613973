"""Graphs out of files that people bring: one door, `read_graph`, and what it understands."""

from __future__ import annotations

from graphdp_core.intake.formats import FORMATS
from graphdp_core.intake.files.writers import WRITERS
from graphdp_core.intake.readers.file_format import FileFormat
from graphdp_core.intake.files.graph_file import GraphFileError
from graphdp_core.intake.files.writers import GraphWriter
from graphdp_core.intake.files.graph_file import Limits
from graphdp_core.intake.files.raw_graph import Loaded
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import ReadingWarning
from graphdp_core.intake.files.writers import left_out
from graphdp_core.intake.loading import read_graph
from graphdp_core.intake.files.writers import write_graph
from graphdp_core.intake.files.writers import written

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
