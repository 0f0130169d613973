"""Reads the files out.* of the KONECT collection: a line on what they hold, then the edges.

Reads what Neo4j writes as CSV where a plain table of edges would be read wrong.

Reads what Neo4j exports as JSON: a node or a relationship on each line.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, SURE_CLASS, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import text_table
from graphdp_core.intake.readers.edge_list import of_two_kinds, read_edges
from graphdp_core.intake.readers.json_records import json_lines, written
from graphdp_core.intake.readers.plain_rows import PlainRows, read_number_rows

KONECT_HEAD = re.compile(
    rb"%[ \t]*(sym|asym|bip)[ \t]+(unweighted|positive|posweighted|signed|multisigned|weighted"
    rb"|multiweighted|multiposweighted|dynamic)\b[^\n]*"
)
"""The first line: directions and kinds of nodes, and what the third column is."""
_SIZES = re.compile(rb"\n%[ \t]*(\d{1,12})[ \t]+(\d{1,12})[ \t]+(\d{1,12})[ \t]*(?=\n)")
_COUNTED = ("positive", "dynamic")
"""Third columns that count, so that lines of one pair are added up."""


def read_konect(file: GraphFile, columns: Columns) -> RawGraph:
    """Read lines of two nodes, perhaps a weight and a time, as the first line says.

    Nodes are numbered from 1, in two kinds ("bip") each for itself. Third columns that count edges
    ("positive") are added up, an edge that was removed again ("dynamic") is left out, and those of
    graphs without weights are not read.

    References
    ----------
    Kunegis (2013). KONECT: the Koblenz network collection. WWW 2013 Companion.
    """
    if (head := KONECT_HEAD.match(file.data)) is None:
        raise file.refuse(
            "its first line does not say what it holds, such as '% sym unweighted'; name a plain "
            "list of ties .txt."
        )
    kind, meaning = (word.decode() for word in head.groups())
    ends, third = _edges(file)
    if ends.min() < 1:
        raise file.refuse("it has a node below 1; nodes of KONECT are numbered from 1.")
    weights = None if meaning == "unweighted" else third
    sizes = _SIZES.match(file.data, head.end())
    said = [int(size) for size in sizes.groups()[1:]] if sizes else [0, 0]
    left, right = (max(size, int(side.max())) for size, side in zip(said, ends.T, strict=True))
    two_kinds = kind == "bip"
    n = left + right if two_kinds else max(left, right)
    file.check_size(nodes=n)
    ends = ends - 1 + np.array([0, left if two_kinds else 0])
    notes: tuple[str, ...] = ()
    if meaning in _COUNTED and weights is not None:  # every pair once, whatever its direction
        pairs, where = np.unique(ends.min(axis=1) * n + ends.max(axis=1), return_inverse=True)
        weights = np.bincount(where, weights=weights).astype(np.float64)
        ends = np.column_stack((pairs // n, pairs % n))
    if meaning == "dynamic" and weights is not None:
        there = weights > 0
        gone = len(there) - int(there.sum())
        ends, weights = ends[there], None
        notes = (f"{gone:,} ties that were removed again were left out",) if gone else ()
    names = [f"left {i + 1}" for i in range(left)] + [f"right {i + 1}" for i in range(right)]
    return RawGraph(
        n,
        ends,
        weights,
        names if two_kinds else NumberNames(np.arange(1, n + 1, dtype=np.int64)),
        directed=kind == "asym",
        notes=notes,
        rows=left if two_kinds else 0,
    )


def _edges(file: GraphFile) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Ends from 1, shape (rows, 2), and the third column, 1 where there is none."""
    start = 0
    while file.data[start : start + 1] == b"%":
        start = file.data.find(b"\n", start) + 1 or len(file.data)
    first = file.data[start : start + file.limits.line].partition(b"\n")[0]
    comma = b"," in first  # as the Network Repository writes
    width = len(first.split(b"," if comma else None))
    plan = PlainRows(start, "," if comma else "", width, 0, 1, 2 if width > 2 else None)
    says = "({}) does not begin with two numbers of nodes."
    ends, weights = read_number_rows(file, plan, exact=False, says=says)
    if not len(ends):
        raise file.refuse("it holds no ties; choose a file with a graph in it.")
    return ends, weights


NEO4J_HEAD = re.compile(
    rb"(?=[^\n]*(?<![\w.])_id\b)(?=[^\n]*(?<![\w.])_start\b)[^\n]*(?<![\w.])_end\b"
    rb"|(?=[^\n]*:START_ID\(([^)\n]+)\))[^\n]*:END_ID\((?!\1\))"
)
"""Nodes above relationships in one table, or relationships between nodes of two kinds."""
_KIND = re.compile(r".*:(?:START|END)_ID\(([^)]+)\)")


def read_neo4j_csv(file: GraphFile, columns: Columns) -> RawGraph:
    """Read ``apoc.export.csv``, or relationships whose ends count their ids each for itself.

    In the first, rows with an ``_id`` are nodes and rows with ``_start`` and ``_end`` edges; the
    property ``name``, where all have it, names the nodes, and the first of ``_labels`` is their
    class. In the second, ``:START_ID(Actor)`` and ``:END_ID(Movie)`` are nodes of two kinds. The
    column ``weight``, or the one asked for, holds the weights.
    """
    table = text_table(file, Reading())
    rows = iter(table.rows())
    _, head = next(rows, (0, []))
    kinds = {i: match[1] for i, cell in enumerate(head) if (match := _KIND.match(cell))}
    names = [cell.partition(":")[0] or cell for cell in head]
    if len(kinds) == 2 and not {"_start", "_end", "_id"} <= {*names}:
        source, target = sorted(kinds, key=lambda i: ":END_ID(" in head[i])
        weight = columns.weight or "weight" * ("weight" in names)
        place: int | str = names.index(weight) + 1 if weight in names else weight
        said = Reading(
            header=True, source=source + 1, target=target + 1, weight=place, odd_rows="stop",
            missing_weight="stop", label=columns.label, listed="one",
        )  # fmt: skip
        return of_two_kinds(read_edges(file, table, said), (kinds[source], kinds[target]))
    graph, has_name = RawBuilder(file, columns, directed=True), False
    for line, cells in rows:
        facts = {name: cell for name, cell in zip(names, cells, strict=False) if cell}
        if "_id" in facts:
            node = graph.add_node(facts.pop("_id"))
            if labels := facts.pop("_labels", "").strip(":"):
                graph.give(node, SURE_CLASS, labels.partition(":")[0])
            has_name |= NAME_ATTRIBUTE in facts
            for name, text in facts.items():
                graph.give(node, name, text)
        elif "_start" in facts and "_end" in facts:
            graph.add_edge(facts["_start"], facts["_end"], facts.get(graph.weight_attribute()))
        else:
            raise file.refuse(f"line {line} is neither a node nor a relationship; export it again.")
    if has_name:
        graph.fill_names()
    return graph.as_raw()


def read_neo4j_json(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the lines of ``apoc.export.json``; relationships of all types are edges.

    A node's label is its class and its property ``name``, where all have it, its name; the
    property ``weight`` of a relationship (or the one asked for) is the weight.
    """
    graph = RawBuilder(file, columns, directed=True)
    for line, record in json_lines(file):
        facts = record.get("properties")
        facts = facts if isinstance(facts, dict) else {}
        if record.get("type") == "node" and record.get("id") is not None:
            node = graph.add_node(written(record["id"]))
            labels = record.get("labels")
            if isinstance(labels, list) and labels:
                graph.give(node, SURE_CLASS, written(labels[0]))
            for key, value in facts.items():
                if value is not None:
                    graph.give(node, key, written(value))
        elif record.get("type") == "relationship":
            ends = [record.get(end) for end in ("start", "end")]
            ids = [end.get("id") if isinstance(end, dict) else end for end in ends]
            if None in ids:
                raise file.refuse(f"line {line} is a relationship; give it a start and an end.")
            weight = facts.get(graph.weight_attribute())
            source, target = map(written, ids)
            graph.add_edge(source, target, None if weight is None else written(weight))
        else:
            raise file.refuse(f"line {line} is neither a node nor a relationship; export it again.")
    return graph.as_raw()
