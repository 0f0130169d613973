"""Real exports of many programs: from file to the right graph, with at most two changes."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse

from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import edges_of, edges_written
from tests.intake.rare_files import readable

FILES = Path(__file__).parent / "files"
Write = Callable[[io.BytesIO], object]


def edges(*texts: str) -> dict[frozenset[str], float]:
    """Edges written "source|target|weight"."""
    parts = [text.split("|") for text in texts]
    return {frozenset(part[:2]): float(part[2]) for part in parts}


RING = edges("Ann|Bob|1", "Bob|Cy|2.5", "Cy|Di|3", "Ann|Di|4")
BARE_RING = dict.fromkeys(RING, 1.0)
FROM_0 = edges("0|1|1", "1|2|1", "2|3|1", "0|3|1")
FROM_0_WEIGHTED = edges("0|1|1", "1|2|2.5", "2|3|3", "0|3|4")
FROM_1 = edges("1|2|1", "2|3|1", "3|4|1", "1|4|1")
FROM_1_WEIGHTED = edges("1|2|1", "2|3|2.5", "3|4|3", "1|4|4")
FRIENDS = edges("Zoë|Bob, Jr|1.5", "Bob, Jr|Ann|2", "Ann|Zoë|0.25")
FRAME = edges(
    "Zoë|Bob, Jr|1.5", "Bob, Jr|O'Neil|2", 'O\'Neil|D "X" Y|1', 'D "X" Y|Zoë|4', "Zoë|O'Neil|0.25"
)
MATRIX = edges("A|B|3", "B|D|1", "C|E|2")

KEPT = {
    "igraph.dimacs": ({}, FROM_1, 5),
    "igraph.dot": ({}, RING, 5),
    "igraph.edgelist": ({}, FROM_0, 4),
    "igraph.gml": ({}, RING, 5),
    "igraph.graphml": ({}, RING, 5),
    "igraph.graphml.gz": ({}, RING, 5),
    "igraph.lgl": ({}, RING, 5),
    "igraph.lgr": ({}, RING, 5),
    "igraph.ncol": ({}, RING, 4),
    "igraph.net": ({}, RING, 5),
    "igraph_adjacency.txt": ({}, FROM_0, 5),
    "igraph_text_weights.graphml": ({}, edges("n0|n1|1", "n1|n2|1"), 3),
    "r_igraph.dot": ({}, RING, 5),
    "r_igraph.gml": ({}, RING, 5),
    "r_igraph.graphml": ({}, RING, 5),
    "r_igraph.lgr": ({}, FROM_1, 5),
    "r_igraph.lgl": ({}, RING, 4),
    "r_igraph.ncol": ({}, RING, 4),
    "r_igraph.net": ({}, FROM_1_WEIGHTED, 5),
    "r_write_csv.csv": ({}, FRAME, 4),
    "r_write_csv2.csv": ({}, FRAME, 4),
    "r_write_csv_no_row_names.csv": ({}, FRAME, 4),
    "r_write_table.txt": ({}, FRAME, 4),
    "r_write_table_tab.tsv": ({}, FRAME, 4),
    "r_matrix.csv": ({}, MATRIX, 5),
    "r_matrix_table.txt": ({}, MATRIX, 5),
    "r_igraph.edgelist": ({}, FROM_0, 4),
    "limesurvey_name_generator.csv": ({"shape": "lists", "header": True}, BARE_RING, 4),
    "qualtrics.csv": ({"shape": "lists"}, BARE_RING, 4),
    "libreoffice.xlsx": ({}, FRIENDS, 3),
    "libreoffice.ods": ({}, FRIENDS, 3),
    "libreoffice_english.csv": ({}, FRIENDS, 3),
    "libreoffice_french.csv": ({}, FRIENDS, 3),
    "libreoffice_german_cp1252.csv": ({}, FRIENDS, 3),
    "pandas.ods": ({}, FRIENDS, 3),
    "xlsxwriter.xlsx": ({"sheet": "Kanten"}, FRIENDS, 3),
    "graphviz.dot": ({}, edges("Ann|Bob C|2", "Bob C|Cy|3"), 4),
    "gephi_edges.csv": ({}, RING, 4),
    "neo4j_relationships.csv": ({"source": ":START_ID", "target": ":END_ID"}, RING, 4),
    "neo4j_apoc.json": ({}, RING, 4),
    "ucinet.dl": ({}, RING, 4),
    "graphology.gexf": ({}, RING, 5),
    "graphology.json": ({}, RING, 5),
    "cytoscape_js.json": ({}, RING, 5),
    "pyvis.json": ({}, RING, 5),
    "networkit.dot": ({}, FROM_0, 4),
    "networkit.gexf": ({}, FROM_0_WEIGHTED, 5),
    "networkit.gml": ({}, FROM_0, 5),
    "networkit.graph": ({}, FROM_0_WEIGHTED, 5),
    "networkit.graphml": ({}, FROM_0_WEIGHTED, 5),
    "networkit_space1.txt": ({}, FROM_1_WEIGHTED, 4),
    "networkit_tab0.txt": ({}, FROM_0_WEIGHTED, 4),
    "rustworkx.dot": ({}, RING, 5),
    "rustworkx.edgelist": ({}, FROM_0_WEIGHTED, 4),
    "rustworkx.graphml": ({}, RING, 5),
    "rustworkx.json": ({}, RING, 5),
}
"""File: the changes of the reading, the edges that it holds, and its number of nodes."""


def shown_and_read(data: bytes, name: str, changes: dict[str, object]):
    """What a person gets who looks at the preview, changes it, and accepts."""
    assert len(changes) <= 2
    shown = preview(data, name, Reading(**changes))
    return read(data, name, shown.reading)


@pytest.mark.sample
@pytest.mark.parametrize("name", readable(KEPT))
def test_a_file_of_another_program_is_the_graph_that_it_held(name: str) -> None:
    changes, expected, n = KEPT[name]
    loaded = shown_and_read((FILES / name).read_bytes(), name, changes)
    assert edges_of(loaded.graph) == expected
    assert loaded.graph.n == n


def test_every_file_kept_here_is_tried() -> None:
    assert {file.name for file in FILES.iterdir()} == set(KEPT)


NOVEL = nx.les_miserables_graph()
CLUB = nx.karate_club_graph()
TABLE = nx.to_pandas_edgelist(NOVEL)
NUMBERED = nx.convert_node_labels_to_integers(NOVEL)
WORDS = nx.relabel_nodes(NOVEL, {name: name.replace(" ", "_") for name in NOVEL})


def bare(graph: nx.Graph) -> nx.Graph:
    return nx.Graph(list(graph.edges))


def of(write: Callable[..., object], graph: nx.Graph, **options: object) -> Write:
    """A writer of networkx, which takes the file last."""
    return lambda stream: write(graph, stream, **options)


def to(write: Callable[..., object], data: object, **options: object) -> Write:
    """A writer that takes the file first."""
    return lambda stream: write(stream, data, **options)


def csv_of(**options: object) -> Write:
    return lambda stream: TABLE.to_csv(stream, **options)


def as_bytes(data: bytes) -> Write:
    return lambda stream: stream.write(data)


SQUARE, SPARSE = nx.to_numpy_array(NUMBERED), nx.to_scipy_sparse_array(NUMBERED)
ADJACENCY = nx.to_pandas_adjacency(NOVEL)
COLUMNS = TABLE[["weight", "target", "source"]]
QUOTED = {"sep": "\t", "quoting": csv.QUOTE_ALL}
PAIRS = np.array(NUMBERED.edges)
MADE: dict[str, tuple[str, Write, nx.Graph]] = {
    "networkx gexf": ("g.gexf", of(nx.write_gexf, NOVEL), NOVEL),
    "networkx gml": ("g.gml", of(nx.write_gml, NOVEL), NOVEL),
    "networkx graphml": ("g.graphml", of(nx.write_graphml_xml, NOVEL), NOVEL),
    "networkx pajek": ("g.net", of(nx.write_pajek, NOVEL), NOVEL),
    "networkx edge list": ("g.edgelist", of(nx.write_edgelist, WORDS), WORDS),
    "networkx bare edge list": ("g.txt", of(nx.write_edgelist, CLUB, data=False), bare(CLUB)),
    "networkx weighted edge list": ("g.txt", of(nx.write_weighted_edgelist, WORDS), WORDS),
    "networkx adjacency list": ("g.adjlist", of(nx.write_adjlist, CLUB), bare(CLUB)),
    "networkx multiline adjacency list": ("g.txt", of(nx.write_multiline_adjlist, NOVEL), NOVEL),
    "networkx graph6": ("g.g6", as_bytes(nx.to_graph6_bytes(NUMBERED)), bare(NUMBERED)),
    "networkx sparse6": ("g.s6", as_bytes(nx.to_sparse6_bytes(NUMBERED)), bare(NUMBERED)),
    "pandas csv": ("g.csv", csv_of(index=False), NOVEL),
    "pandas csv with index": ("g.csv", csv_of(), NOVEL),
    "pandas csv for Excel": ("g.csv", csv_of(index=False, encoding="utf-8-sig"), NOVEL),
    "pandas csv in German": ("g.csv", csv_of(index=False, sep=";", decimal=","), NOVEL),
    "pandas tsv, all quoted": ("g.tsv", csv_of(index=False, **QUOTED), NOVEL),
    "pandas csv without header": ("g.csv", csv_of(index=False, header=False), NOVEL),
    "pandas csv, gzip": ("g.csv.gz", csv_of(index=False, compression="gzip"), NOVEL),
    "pandas utf-16": ("g.csv", csv_of(index=False, encoding="utf-16"), NOVEL),
    "pandas columns in another order": (
        "g.csv",
        as_bytes(COLUMNS.to_csv(index=False).encode()),
        NOVEL,
    ),
    "pandas adjacency": ("g.csv", as_bytes(ADJACENCY.to_csv().encode()), NOVEL),
    "pandas excel": ("g.xlsx", lambda stream: TABLE.to_excel(stream, index=False), NOVEL),
    "pandas excel, matrix": ("g.xlsx", ADJACENCY.to_excel, NOVEL),
    "pandas parquet": ("g.parquet", TABLE.to_parquet, NOVEL),
    "pandas json records": ("g.json", lambda s: TABLE.to_json(s, orient="records"), NOVEL),
    "pandas json lines": (
        "g.jsonl",
        lambda s: TABLE.to_json(s, orient="records", lines=True),
        NOVEL,
    ),
    "numpy savetxt matrix": ("g.txt", to(np.savetxt, SQUARE), NUMBERED),
    "numpy savetxt edges": (
        "g.csv",
        to(np.savetxt, PAIRS, fmt="%d", delimiter=","),
        bare(NUMBERED),
    ),
    "numpy save": ("g.npy", to(np.save, SQUARE), NUMBERED),
    "scipy save_npz": ("g.npz", to(scipy.sparse.save_npz, SPARSE), NUMBERED),
    "scipy mmwrite": ("g.mtx", to(scipy.io.mmwrite, SPARSE), NUMBERED),
}
"""Program: name of the file, what it writes, and what it held."""


@pytest.mark.sample
@pytest.mark.parametrize("program", readable(MADE))
def test_what_a_library_writes_is_the_graph_that_it_held(program: str) -> None:
    name, write, original = MADE[program]
    stream = io.BytesIO()
    write(stream)
    changes = {"header": False} if "without header" in program else {}
    loaded = shown_and_read(stream.getvalue(), name, changes)
    assert edges_of(loaded.graph) == edges_written(original)


def test_there_are_forty_exports_and_more() -> None:
    assert len(KEPT) + len(MADE) >= 40
