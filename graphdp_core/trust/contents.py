"""The files of data in a publication, one form for each kind of release, and what reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphdp_core.datasets import written
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.results import Counts, Degrees, Partition, Result, Scores, SpanningTree
from graphdp_core.trust.package import slim, table

__all__ = ["READER", "data_files"]

READER = '''"""Reads the data of this release with nothing but Python itself."""

import csv, gzip, json, pathlib

here = pathlib.Path(__file__).parent
certificate = json.loads((here / "certificate.json").read_text(encoding="utf-8"))
print(certificate["statement"])
for name in certificate["files"]:
    if name.endswith((".csv", ".csv.gz")):
        opened = gzip.open if name.endswith(".gz") else open
        with opened(here / name, "rt", encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        print(f"{name}: {len(rows)} rows, columns {', '.join(rows[0]) if rows else 'none'}")
'''
"""The script that goes with the data."""


def data_files(released: Graph | Result, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    r"""Names and contents, large ones packed.

    Parameters
    ----------
    released : Graph or Result
        Of a partition its communities alone are written, of a tree its edges.
    names : sequence of str
        Of all nodes.

    Raises
    ------
    Refused
        If releases of this kind have no form in a publication.

    Examples
    --------
    >>> import numpy as np
    >>> found = Partition.from_labels(np.array([5, 5, 2]))
    >>> dict(data_files(found, ["a", "b", "=c"]))
    {'communities.csv': b"node,community\na,0\nb,0\n'=c,1\n"}
    """
    if isinstance(released, Graph):
        yield slim("nodes.csv", table(["node"], [[name] for name in names]))
        plain = replace(released, title="")
        for kind, name in (
            ("csv", "edges.csv"),
            ("graphml", "graph.graphml"),
            ("json", "graph.json"),
        ):
            yield slim(name, written(plain, kind))
    elif isinstance(released, SpanningTree):
        ends = [[names[u], names[v]] for u, v in released.edges.tolist()]
        yield slim("nodes.csv", table(["node"], [[name] for name in names]))
        yield slim("tree.csv", table(["source", "target"], ends))
    elif isinstance(released, Partition):
        yield _of_nodes("communities.csv", names, "community", map(str, released.labels.tolist()))
    elif isinstance(released, Scores):
        values = (f"{value:.12g}" for value in released.values.tolist())
        yield _of_nodes("scores.csv", names, released.measure, values)
    elif isinstance(released, Counts):
        counted = zip(released.names, released.values.tolist(), strict=True)
        rows = ([name, f"{value:.17g}"] for name, value in counted)
        yield slim("counts.csv", table(["count", "value"], rows))
    elif isinstance(released, Degrees):
        by_degree = enumerate(released.counts.tolist())
        lines = ([str(degree), f"{count:.12g}"] for degree, count in by_degree)
        yield slim("degrees.csv", table(["degree", "nodes"], lines))
    else:
        raise Refused(f"a {released.kind} cannot be published yet: choose a graph or scores.")


def _of_nodes(
    file: str, names: Sequence[str], head: str, values: Iterator[str]
) -> tuple[str, bytes]:
    return slim(file, table(["node", head], zip(names, values, strict=True)))
