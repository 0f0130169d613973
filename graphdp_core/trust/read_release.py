"""Read a release again: verified, with its mechanism, its epsilon and its public noise rates."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from graphdp_core.estimates.asked import Given
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.writers import plain_cell
from graphdp_core.intake.loading import read_graph
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.results import Degrees, Result
from graphdp_core.trust.package import unpacked, zip_at
from graphdp_core.trust.parcel import PlannedNumbers
from graphdp_core.trust.verify import GONE, mechanism_of, verify_bytes


def read_release(source: str | Path | bytes) -> Given:
    """What a zip of a release holds, after every byte of it was verified.

    Parameters
    ----------
    source : str, Path or bytes
        The zip.

    Returns
    -------
    Given
        A graph by flips carries its public rates, so that whatever reads it can correct for them.

    Raises
    ------
    Refused
        If the zip was changed, is of another version, or holds no release that can be read.
    OSError
        If the file cannot be read.
    """
    data = source if isinstance(source, bytes) else zip_at(Path(source))
    certificate = verify_bytes(
        data, name="the file" if isinstance(source, bytes) else Path(source).name
    ).certificate
    files = unpacked(data)
    said = certificate["mechanism"]
    facts = dict(certificate["sampler_facts"])
    mechanism = None if said["id"] in GONE else mechanism_of(said)
    if isinstance(mechanism, PlannedNumbers):
        numbers, names = mechanism.read(partial(_plain, files))
        whole = Given(
            numbers, mechanism, amount_of(certificate["epsilon"]), names, facts, certificate
        )
        return replace(whole, parts=mechanism.each(whole))
    kind = mechanism.returns if mechanism else GONE[said["id"]][1]
    measure = mechanism.measure if mechanism else GONE[said["id"]][2]
    released, names = _released(files, facts, kind, measure)
    return Given(released, mechanism, amount_of(certificate["epsilon"]), names, facts, certificate)


def flip_rates(facts: Mapping[str, str]) -> EdgeNoise | None:
    """The public rates of the flips, as a certificate states them; None if there are none.

    Examples
    --------
    >>> flip_rates({"present": "0xc000000000000000/2**64", "absent": "0x4000000000000000/2**64"})
    EdgeNoise(true_positive_rate=0.75, false_positive_rate=0.25)
    """
    if not {"present", "absent"} <= set(facts):
        return None
    present, absent = (
        int(facts[name].partition("/")[0], 16) / 2**64 for name in ("present", "absent")
    )
    return EdgeNoise(present, absent)


def released_graph(files: Mapping[str, bytes]) -> Graph | None:
    """The released graph, from JSON, or from the tables of nodes and edges of a large one."""
    for name in ("graph.json", "edges.csv"):
        for name_of_file in {name, f"{name}.gz"} & files.keys():
            stream = io.BytesIO(files[name_of_file])
            stream.name = name_of_file
            graph = read_graph(stream)
            return graph if name == "graph.json" else _with_all_nodes(graph, files)
    return None


def _with_all_nodes(graph: Graph, files: Mapping[str, bytes]) -> Graph:
    """The same edges among all nodes that are listed, also those without any."""
    names = [plain_cell(row[0]) for row in _rows(files, "nodes.csv")]
    place = {name: node for node, name in enumerate(names)}
    places = np.array([place[graph.name(node)] for node in range(graph.n)], dtype=np.int64)
    return Graph.from_edges(len(names), places[graph.edges], weights=graph.weights, names=names)


def _rows(files: Mapping[str, bytes], name: str) -> Iterator[list[str]]:
    """Of a table, packed or not, without its head."""
    packed = files.get(f"{name}.gz")
    text = gzip.decompress(packed) if packed else files[name]
    rows = csv.reader(io.StringIO(text.decode()))
    next(rows)
    yield from rows


def _released(
    files: Mapping[str, bytes],
    facts: Mapping[str, str],
    kind: type[Graph] | type[Result],
    measure: str,
) -> tuple[Graph | Result, tuple[str, ...]]:
    """What was released, in the form that its mechanism returns, and the names of the nodes."""
    graph = released_graph(files)
    if graph is not None:
        names = tuple(graph.all_names())
        return replace(graph, noise=flip_rates(facts)), names
    try:
        if issubclass(kind, Graph):  # still to be drawn, from its degrees
            kind = Degrees
        return kind.of_tables(partial(_plain, files), measure)
    except KeyError:
        raise Refused("the release holds no data that this version reads.") from None


def _plain(files: Mapping[str, bytes], name: str) -> list[list[str]]:
    """The rows of a table, as they were before a spreadsheet was thought of."""
    return [[plain_cell(cell) for cell in row] for row in _rows(files, name)]
