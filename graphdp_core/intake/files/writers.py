"""Writes a graph as GraphML, JSON node-link or CSV, so that reading it gives the graph again.

Text that a spreadsheet shows and never runs: a name that begins like a formula is marked.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.intake.files.raw_builder import COORDINATES, SURE_CLASS
from graphdp_core.intake.files.raw_graph import count_of, is_number
from graphdp_core.params import Refused, refuse_strangers

if TYPE_CHECKING:
    import pandas as pd

_BEGINS = r"[=+\-@\t\r\n＝＋－＠]"  # the wide ones are formulas where Chinese or Japanese is set
_FORMULA = re.compile(f"'*{_BEGINS}")
_MARKED = re.compile(f"'+{_BEGINS}")


def safe_cell(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet would run it; numbers stay numbers.

    Examples
    --------
    >>> safe_cell("=cmd()"), safe_cell("-5"), safe_cell("Zoë"), safe_cell("'=x")
    ("'=cmd()", '-5', 'Zoë', "''=x")
    """
    if _FORMULA.match(text) is None or is_number(text):
        return text
    return "'" + text


def plain_cell(text: str) -> str:
    """What `safe_cell` was given.

    Examples
    --------
    >>> [plain_cell(safe_cell(text)) for text in ("=cmd()", "'=x", "'tis", "-5")]
    ['=cmd()', "'=x", "'tis", '-5']
    """
    return text[1:] if text[:1] == "'" and _MARKED.match(text) else text


def safe_csv(table: pd.DataFrame) -> str:
    """A table as CSV in which no text is run by a spreadsheet."""
    safe = table.map(_safe).rename(columns=_safe)
    return str(safe.to_csv(index=False))


def _safe(value: Any) -> Any:
    return safe_cell(value) if isinstance(value, str) else value


_SPACE = "http://graphml.graphdrawing.org/xmlns"
_TYPES = {"name": "string", SURE_CLASS: "string"}


@dataclass(frozen=True)
class GraphWriter:
    """A format that can be written: its id, name for people, ending and media type."""

    id: str
    title: str
    ending: str
    media_type: str
    text: Callable[[Graph, str], Iterator[str]]


WAY = "What a large weight means"


def write_graph(graph: Graph, path: str | Path) -> str:
    """Write a graph to a file whose ending names the format (.gz after it packs); see `left_out`.

    Parameters
    ----------
    graph : Graph
    path : str or Path

    Returns
    -------
    str
        One sentence on what the format could not hold; empty if it holds everything.

    Raises
    ------
    Refused
        If the ending is not one of .graphml, .json, .csv.
    OSError
        If the file cannot be written.
    """
    refuse_strangers(graph=graph)
    path = Path(path)
    named = path.name.lower().removesuffix(".gz")
    writer = next((writer for writer in WRITERS if named.endswith(writer.ending)), None)
    if writer is None:
        endings = ", ".join(writer.ending for writer in WRITERS)
        raise Refused(
            f"{plain_text(path.name)}: graphs are written to files that end in {endings} (or .gz "
            "after it)."
        )
    packed = path.name.lower().endswith(".gz")
    opened = gzip.open if packed else open
    with opened(path, "wt", encoding="utf-8", newline="") as stream:
        stream.writelines(writer.text(graph, ""))
    return left_out(graph, writer.id)


def written(graph: Graph, format: str, *, remark: str = "") -> bytes:
    r"""The file's content.

    Parameters
    ----------
    format : str
        The id of one of `WRITERS`.
    remark : str
        One sentence that stands at the top: a comment, or in JSON the graph's own note.

    Examples
    --------
    >>> written(Graph.from_edges(2, [(0, 1)], weights=[0.5]), "csv")
    b'source,target,weight\n0,1,0.5\n'
    >>> written(Graph.from_edges(2, [(0, 1)]), "csv", remark="The TRUE graph.")
    b'# The TRUE graph.\nsource,target\n0,1\n'
    """
    return "".join(_writer(format).text(graph, plain_text(remark, longest=400))).encode()


def left_out(graph: Graph, format: str) -> str:
    """What the format cannot hold of this graph, in one sentence; empty if nothing.

    Examples
    --------
    >>> left_out(Graph.from_edges(3, [(0, 1)]), "csv")
    'CSV holds ties only: 1 isolated node was left out.'
    """
    way = "" if graph.near is None else f"{WAY} was left out: say it where the file is read."
    if _writer(format).id != "csv":
        return way
    alone = int((graph.degrees == 0).sum())
    parts = [count_of(alone, "isolated node")] if alone else []
    parts += ["the classes"] if graph.labels is not None else []
    parts += ["the positions"] if graph.positions is not None else []
    if not parts:
        return way
    single = len(parts) == 1 and alone == 1
    edges = f"CSV holds ties only: {', '.join(parts)} {'was' if single else 'were'} left out."
    return f"{edges} {way}".rstrip()


def _writer(id: str) -> GraphWriter:
    for writer in WRITERS:
        if writer.id == id:
            return writer
    raise Refused(f"format must be one of {', '.join(w.id for w in WRITERS)}, got {id!r}.")


def _node_facts(graph: Graph) -> dict[str, list[Any]]:
    """Name, class and coordinates of every node, as far as the graph has them."""
    facts: dict[str, list[Any]] = {}
    if graph.names is not None:
        facts["name"] = [plain_text(name) for name in graph.names]
    if graph.labels is not None:
        facts[SURE_CLASS] = [plain_text(graph.label_names[k]) for k in graph.labels]
    if graph.positions is not None:
        facts |= dict(zip(COORDINATES, graph.positions.T.tolist(), strict=False))
    return facts


def _edges(
    graph: Graph, before: str, between: str, after: str, *, ends: Sequence[str] | None = None
) -> Iterator[str]:
    """Text of many edges at a time; `after` has %s where a weight goes, if the graph has any."""
    texts = np.array(list(map(str, range(graph.n))) if ends is None else ends, dtype=object)
    cuts = [0, *(np.flatnonzero(np.diff(graph.edges[:, 0])) + 1).tolist(), graph.m]
    sources = texts[graph.edges[cuts[:-1], 0]].tolist() if graph.m else []
    for source, first, last in zip(sources, cuts[:-1], cuts[1:], strict=False):
        head = f"{before}{source}{between}"
        targets = texts[graph.edges[first:last, 1]].tolist()
        if graph.weights is None:  # a join writes a whole row at a quarter of the time
            yield head + (after + head).join(targets) + after
        else:
            pairs = zip(targets, graph.weights[first:last].tolist(), strict=True)
            yield "".join(f"{head}{target}{after % repr(weight)}" for target, weight in pairs)


def _graphml(graph: Graph, remark: str) -> Iterator[str]:
    facts = _node_facts(graph)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    if remark:
        yield f"<!-- {remark.replace('--', '-')} -->\n"
    yield f'<graphml xmlns="{_SPACE}">\n'
    for key in facts:
        kind = _TYPES.get(key, "double")
        yield f'<key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>\n'
    if graph.weights is not None:
        yield '<key id="weight" for="edge" attr.name="weight" attr.type="double"/>\n'
    yield '<graph edgedefault="undirected">\n'
    for i in range(graph.n):
        data = "".join(
            f'<data key="{key}">{escape(str(values[i]))}</data>' for key, values in facts.items()
        )
        yield f"<node id={quoteattr(str(i))}>{data}</node>\n" if data else f'<node id="{i}"/>\n'
    data = "" if graph.weights is None else '<data key="weight">%s</data>'
    yield from _edges(graph, '<edge source="', '" target="', f'">{data}</edge>\n')
    yield "</graph>\n</graphml>\n"


def _json(graph: Graph, remark: str) -> Iterator[str]:
    facts = _node_facts(graph)
    about = json.dumps({"note": remark} if remark else {}, ensure_ascii=False)
    yield f'{{"directed": false, "multigraph": false, "graph": {about},\n"nodes": ['
    for i in range(graph.n):
        node = {"id": i} | {key: values[i] for key, values in facts.items()}
        yield (",\n" if i else "\n") + json.dumps(node, ensure_ascii=False)
    yield '],\n"edges": ['
    after = "}" if graph.weights is None else ', "weight": %s}'
    comma = ""
    for text in _edges(graph, '\n{"source": ', ', "target": ', f"{after},"):
        yield comma + text[:-1]
        comma = ","
    yield "]}\n"


def _csv(graph: Graph, remark: str) -> Iterator[str]:
    names = [plain_text(name) for name in graph.all_names()]
    if len(set(names)) < graph.n or "" in names:
        names = list(map(str, range(graph.n)))
    fields = [_csv_field(name) for name in names]
    if remark:
        yield f"# {remark}\n"
    yield "source,target\n" if graph.weights is None else "source,target,weight\n"
    after = "\n" if graph.weights is None else ",%s\n"
    yield from _edges(graph, "", ",", after, ends=fields)


def _csv_field(name: str) -> str:
    """Quoted where a reader would take it apart, or its first sign for that of a comment."""
    name = safe_cell(name)
    if name.startswith(("#", "%", "//")) or any(mark in name for mark in ',"'):
        return '"' + name.replace('"', '""') + '"'
    return name


WRITERS: tuple[GraphWriter, ...] = (
    GraphWriter("graphml", "GraphML", ".graphml", "application/graphml+xml", _graphml),
    GraphWriter("csv", "CSV", ".csv", "text/csv", _csv),
    GraphWriter("json", "JSON", ".json", "application/json", _json),
)
