"""Reads SIF, the simple interaction format of Cytoscape: a node, a kind of tie, and nodes."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph


def read_sif(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines "a pp b c": a is joined to b and to c; a line of one name is a node.

    If there is a tab anywhere in the file, tabs separate and blanks belong to names; else blanks
    separate. Kinds of ties are not kept.

    Raises
    ------
    GraphFileError
        With the number of the line, if it has two words, or if every third word is a number: such
        a file is a list of edges with weights.

    References
    ----------
    Cytoscape User Manual, Supported Network File Formats.
    """
    if columns.weight is not None or columns.label is not None:
        raise file.refuse("a SIF file names no weights and no classes; leave both out.")
    graph = RawBuilder(file, columns)
    separator = "\t" if b"\t" in file.data else None
    may_be_weights = True
    for line, text in file.lines():
        words = [word.strip() for word in text.split(separator) if word.strip()]
        if not words:
            continue
        if len(words) == 2:
            raise file.refuse(
                f"line {line} has two words; a line of SIF is a node, a kind of tie, and one node "
                "or more. Name a list of pairs .txt."
            )
        may_be_weights &= len(words) == 3 and looks_numeric(words[2])
        may_be_weights &= not looks_numeric(words[0])
        graph.add_node(words[0])
        for neighbour in words[2:]:
            graph.add_node(neighbour)
            graph.add_edge(words[0], neighbour)
    if graph.edges and may_be_weights:
        raise file.refuse(
            "the third word of every line is a number, where SIF has a node; if these are edges "
            "with weights, name the file .txt."
        )
    return graph.as_raw()
