"""Reading tells how far it is where it takes long, and ends where its listener raises."""

import io
from functools import cache

import networkx as nx
import pandas as pd
import pytest

from graphdp_core.intake.files.preview import preview
from graphdp_core.intake.loading import load_file
from tests.intake.rare_files import readable

ROWS = "".join(f"person{i % 997},friend{i % 1009},{i % 7}\n" for i in range(30_000))
GRAPH = nx.gnm_random_graph(2_000, 15_000, seed=1)


class Stopped(Exception):
    """What a listener raises to end the work."""


@cache
def file_of(ending: str) -> bytes:
    stream = io.BytesIO()
    if ending == "csv":
        return ROWS.encode()
    if ending == "xlsx":
        pd.read_csv(io.StringIO(ROWS), nrows=8_000).to_excel(stream, index=False)
    elif ending == "dot":
        lines = "".join(f"{u} -- {v};\n" for u, v in GRAPH.edges)
        return f"graph {{\n{lines}}}".encode()
    elif ending == "json":
        links = ", ".join(f'{{"source": {u}, "target": {v}}}' for u, v in GRAPH.edges)
        return f'{{"nodes": [], "links": [{links}]}}'.encode()
    else:
        {"graphml": nx.write_graphml_xml, "gml": nx.write_gml}[ending](GRAPH, stream)
    return stream.getvalue()


def test_quoted_cells_of_an_old_mac_may_hold_line_feeds() -> None:
    mac = b'"Person","Friend"\r"Ann\nSmith","Bob, Jr"\r"Bob, Jr","Cy"\r'
    graph = load_file(io.BytesIO(mac), name="mac.csv").graph
    assert (set(graph.names), graph.m) == ({"Ann Smith", "Bob, Jr", "Cy"}, 2)


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize(
    "name", readable(["g.csv", "g.graphml", "g.gml", "g.dot", "g.json", "g.xlsx"])
)
def test_reading_tells_how_far_it_is_and_can_be_ended(name: str) -> None:
    data, told = file_of(name.removeprefix("g.")), []
    load_file(io.BytesIO(data), name=name, progress=lambda share, text: told.append((share, text)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    assert {text for _, text in told} == {f"reading {name}"}

    def stop(share: float, text: str) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        load_file(io.BytesIO(data), name=name, progress=stop)


@pytest.mark.long
def test_a_workbook_tells_of_its_preview_too() -> None:
    told = []
    preview(file_of("xlsx"), "g.xlsx", progress=lambda share, text: told.append(share))
    assert told
