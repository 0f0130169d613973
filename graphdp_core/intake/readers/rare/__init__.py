"""Formats that few bring: a table of them and the first bytes that give them away.

Nothing but this table is known outside: without this folder the other formats are read as before.
"""

from __future__ import annotations

import re

from graphdp_core.intake.readers.file_format import FileFormat
from graphdp_core.intake.readers.rare.dot import read_dot
from graphdp_core.intake.readers.rare.konect import (
    KONECT_HEAD,
    NEO4J_HEAD,
    read_konect,
    read_neo4j_csv,
    read_neo4j_json,
)
from graphdp_core.intake.readers.rare.line_formats import (
    read_dimacs,
    read_gdf,
    read_graph6,
    read_leda,
    read_lgl,
    read_multiline_adjacency_list,
    read_ncol,
    read_sif,
    read_tgf,
)
from graphdp_core.intake.readers.rare.ucinet import read_ucinet

FORMATS: tuple[FileFormat, ...] = (
    FileFormat("gdf", "GDF (Gephi, GUESS)", (".gdf",), read_gdf),
    FileFormat("sif", "SIF (Cytoscape)", (".sif",), read_sif, holds=()),
    FileFormat("konect", "KONECT (out.*)", (), read_konect, holds=(), two_kinds=True),
    FileFormat("neo4j_csv", "CSV of Neo4j", (), read_neo4j_csv, two_kinds=True),
    FileFormat("neo4j_json", "JSON of Neo4j", (), read_neo4j_json),
    FileFormat("dot", "Graphviz DOT", (".dot", ".gv"), read_dot),
    FileFormat("graph6", "graph6, sparse6, digraph6", (".g6", ".s6", ".d6"), read_graph6, holds=()),
    FileFormat(
        "multiline_adjacency_list",
        "Adjacency list of several lines (networkx)",
        (".multiline_adjlist",),
        read_multiline_adjacency_list,
    ),
    FileFormat("ncol", "NCOL", (".ncol",), read_ncol),
    FileFormat("tgf", "TGF (yEd)", (".tgf",), read_tgf),
    FileFormat("lgl", "LGL (Large Graph Layout)", (".lgl",), read_lgl),
    FileFormat("leda", "LEDA", (".lgr", ".leda"), read_leda, holds=("weight",)),
    FileFormat("dimacs", "DIMACS", (".dimacs", ".col", ".clq"), read_dimacs, holds=("weight",)),
    FileFormat("ucinet", "UCINET DL", (".dl",), read_ucinet, holds=("weight",), two_kinds=True),
)
"""The rare formats."""

SIGNS: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("neo4j_json", re.compile(rb'\s*\{[^\n]*"type"\s*:\s*"(?:node|relationship)"')),
    ("graph6", re.compile(rb">>(?:graph6|sparse6|digraph6)<<")),
    ("leda", re.compile(rb"LEDA\.GRAPH\s")),
    ("dimacs", re.compile(rb"(?:c\b[^\n]*\n)*p[ \t]+[a-z]+[ \t]+\d+[ \t]+\d+\s")),
    ("ucinet", re.compile(rb"\s*dl\s[^:]*?\bn[rc]?\s*=\s*\d", re.IGNORECASE)),
    (
        "dot",
        re.compile(
            rb"\s*+(?:(?:/\*.*?\*/|//[^\n]*+|#[^\n]*+)\s*+)*+(?:strict\s+)?(?:di)?graph\b[^\[{}]*\{",
            re.I | re.S,
        ),
    ),
    (
        "multiline_adjacency_list",
        re.compile(rb"(?:#[^\n]*\n|[^\s#]\S* 0\n)*+\S[^\n]* [1-9]\d*\n\S[^\n]* \{[^\n]*\}\n"),
    ),
)
"""What the first bytes of a format look like; of several that fit, the first."""

SURE_SIGNS: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("gdf", re.compile(rb"\s*(?:nodedef|edgedef)\s*>", re.IGNORECASE)),
    ("konect", KONECT_HEAD),
    ("neo4j_csv", NEO4J_HEAD),
)
"""The same of formats that come with the ending of a table as well, such as .csv."""
