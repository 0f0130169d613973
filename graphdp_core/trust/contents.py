"""The files of data in a publication, one form for each kind of release, and what reads them.

The table of estimates that goes with a release: the same bytes whoever computes it.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from graphdp_core.estimates.asked import Asked, Given
from graphdp_core.estimates.estimate import GRAPH, Estimates
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import written
from graphdp_core.params import Refused
from graphdp_core.results import Result
from graphdp_core.trust.package import slim, table
from graphdp_core.vocabulary import of_ties

MOST_IN_ALL_FORMATS = 2_000_000
"""Edges of a graph that programs for GraphML and JSON still open: more are written as CSV alone."""

FORMATS = f"CSV, and up to {MOST_IN_ALL_FORMATS:,} ties GraphML and JSON too"
"""In what a graph is written, in words."""

READER = '''"""Reads the data of this release. It needs Python and no package.

python read_release.py                 says what is in it
python read_release.py graph.graphml   writes its nodes and ties as GraphML

To compute statistics.csv anew from the zip: graphdp estimate release.zip --csv numbers.csv
"""

import csv, gzip, json, pathlib, sys
from xml.sax.saxutils import quoteattr

here = pathlib.Path(__file__).parent
certificate = json.loads((here / "certificate.json").read_text(encoding="utf-8"))


def rows(name):
    """The rows of a table, packed or not; the first one names the columns."""
    path = here / name if (here / name).exists() else here / f"{name}.gz"
    opened = gzip.open if path.name.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8", newline="") as stream:
        yield from csv.reader(stream)


def write(path):
    with open(path, "x", encoding="utf-8") as out:
        print('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">', file=out)
        print('<key id="weight" for="edge" attr.name="weight" attr.type="double"/>', file=out)
        print('<graph edgedefault="undirected">', file=out)
        for number, (name,) in enumerate(rows("nodes.csv")):
            if number:
                print(f"<node id={quoteattr(name)}/>", file=out)
        for number, (u, v, *weight) in enumerate(rows("edges.csv")):
            if number:
                data = f'<data key="weight">{weight[0]}</data>' if weight else ""
                ends = f"source={quoteattr(u)} target={quoteattr(v)}"
                print(f"<edge {ends}>{data}</edge>", file=out)
        print("</graph></graphml>", file=out)


print(certificate["statement"], certificate.get("not_protected", ""))
if sys.argv[1:]:
    write(sys.argv[1])
else:
    for name in certificate["files"]:
        if name.endswith((".csv", ".csv.gz")):
            table = rows(name)
            columns = ", ".join(next(table))
            print(f"{name}: {sum(1 for _ in table)} rows, columns {columns}")
'''
"""The script that goes with the data."""

READER_IN_R = Path(__file__).with_name("read_release.R")
"""The same for R."""


def data_files(released: Graph | Result, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    r"""Names and contents, large ones packed.

    Parameters
    ----------
    released : Graph or Result
        Of a partition its communities alone are written, of a tree its edges; a graph of more
        than 2 million edges as CSV, from which the reader makes GraphML.
    names : sequence of str
        Of all nodes.

    Examples
    --------
    >>> import numpy as np
    >>> from graphdp_core.results import Partition
    >>> dict(data_files(Partition.from_labels(np.array([5, 5, 2])), ["a", "b", "=c"]))
    {'communities.csv': b"node,community\na,0\nb,0\n'=c,1\n"}
    """
    if isinstance(released, Graph):
        yield slim("nodes.csv", table(["node"], [[name] for name in names]))
        plain = replace(released, title="")
        yield slim("edges.csv", written(plain, "csv"))
        if released.m <= MOST_IN_ALL_FORMATS:
            yield slim("graph.graphml", written(plain, "graphml"))
            yield slim("graph.json", written(plain, "json"))
        return
    tables = released.tables(names)
    if not tables:
        raise Refused(f"a {released.kind} cannot be published yet: choose a graph or scores.")
    for name, (head, rows) in tables.items():
        yield slim(name, table(head, rows))


STATISTICS_FILE = "statistics.csv"
QUICK = ("edges", "density", "mean_degree")
HEAD = ("statistic", "about", "value", "low", "high", "level", "of", "how", "names")
DIGITS = 6
"""Of every number: what differs behind them is the processor's."""


def statistics_table(found: Estimates) -> bytes:
    """One row a number, or the reason why it cannot be known."""
    return table(HEAD, [
        [
            of_ties(row.title), row.about, *map(_number, (row.value, row.low, row.high)),
            f"{'at least ' if row.at_least else ''}{row.level:.4g}" if row.is_known else "",
            row.of,
            row.how if row.is_known else f"cannot be known from this release: {of_ties(row.why)}",
            " ".join(row.names),
        ]
        for row in found
    ])  # fmt: skip


def known_numbers(statistics: bytes) -> tuple[int, list[str]]:
    r"""How many statistics have a number in such a table, and which have none in any row.

    Examples
    --------
    >>> known_numbers(b"statistic,value\nEdges,4\nEdges,\nTriangles,\nTriangles,\n")
    (1, ['Triangles'])
    """
    rows = list(csv.DictReader(io.StringIO(statistics.decode())))
    known = {row["statistic"] for row in rows if row["value"]}
    return len(known), [
        one for one in dict.fromkeys(row["statistic"] for row in rows) if one not in known
    ]


TARGETS_FILE = "targets.csv"
TERMS = {"edges": "edges", "triangles": "triangle", "wedges": "kstar(2)", "within": "nodematch"}
"""The names of statistics among the terms of statnet's models."""


def targets_table(found: Estimates, n: int) -> bytes:
    """Counts with intervals under statnet's names; nothing where a number cannot be known."""
    rows = []
    for row in found:
        term, times = TERMS.get(row.statistic, ""), 1.0
        if row.statistic == "degree_shares" and row.about:
            low, *high = re.findall(r"\d+", row.about)
            term = f"degrange({low}, {int(high[0]) + 1})" if high else f"degree({low})"
            times = float(n)
        if term and row.of == GRAPH:
            numbers = (times * value for value in (row.value, row.low, row.high))
            rows.append([term, *map(_number, numbers)])
    return table(["term", "value", "low", "high"], rows)


def numbers_of(given: Given) -> dict[str, bytes]:
    """The tables of estimates that a parcel holds; none for a release that tells no number.

    Parameters
    ----------
    given : Given
        Of a graph with more than 2 million edges, only what its number of edges tells.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    released = given.released
    wanted: Sequence[str] | None = None
    if isinstance(released, Graph) and released.m > MOST_IN_ALL_FORMATS:
        wanted = QUICK if released.noise is not None else ("mean_weight",)
    try:
        found = estimates_from(given, Asked(), wanted)
    except Refused:
        return {}
    return {STATISTICS_FILE: statistics_table(found), TARGETS_FILE: targets_table(found, given.n)}


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.{DIGITS}g}"
