"""Reading takes at most four times a file's size, and a fixed part, whatever the format."""

import io
import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

from graphdp_core.intake.files.graph_file import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from tests.intake.rare_files import readable

FIXED = 1_500_000  # bytes: the head of a table, a block of lines and what is looked at together
TIMES = 4
NODES, EDGES, ROWS = 8_000, 40_000, 300
FEW = 12_000  # edges, where every letter is looked at

pairs = np.random.default_rng(0).integers(0, NODES, (EDGES, 2)).tolist()
graph = nx.Graph(pair for pair in pairs[:FEW] if pair[0] != pair[1])
lists: dict[int, list[int]] = {}
for u, v in pairs:
    lists.setdefault(u, []).append(v)
half = np.random.default_rng(1).random((ROWS, ROWS)).round(3) * np.tri(ROWS)
square = half + half.T
marks = (square > 0.5).astype(int)


def stream(write: Callable[..., object], *arguments: object, **options: object) -> bytes:
    """What a function writes into a file, which it takes first or last."""
    file = io.BytesIO()
    write(*(file if argument is stream else argument for argument in arguments), **options)
    return file.getvalue()


FILES: dict[str, Callable[[], str | bytes]] = {
    "g.csv": lambda: "".join(f"ann{u},ann{v},1.5\n" for u, v in pairs),
    "quoted.csv": lambda: "".join(f'"ann, {u}","ann, {v}",1.5\n' for u, v in pairs),
    "classes.csv": lambda: (
        "source,target,class\n" + "".join(f"é{u},é{v},{u % 5}\n" for u, v in pairs)
    ),
    "g.txt": lambda: "".join(f"{7 * u} {7 * v}\n" for u, v in pairs),
    "g.dimacs": lambda: (
        f"p edge {NODES} {FEW}\n" + "".join(f"e {u + 1} {v + 1}\n" for u, v in pairs[:FEW])
    ),
    "g.lgl": lambda: "".join(f"# {u}\n" + "".join(f"{v}\n" for v in to) for u, to in lists.items()),
    "far.lgl": lambda: "".join(
        f"# 9{u}7\n" + "".join(f"9{v}7\n" for v in to) for u, to in lists.items()
    ),
    "g.dot": lambda: "graph {" + "".join(f"{u} -- {v};\n" for u, v in pairs[:FEW]) + "}",
    "names.dot": lambda: "graph {" + "".join(f"ann{u} -- ann{v};\n" for u, v in pairs[:FEW]) + "}",
    "g.adjlist": lambda: "".join(f"{u} {' '.join(map(str, to))}\n" for u, to in lists.items()),
    "g.ncol": lambda: "".join(f"ann{u} {v} 1.5\n" for u, v in pairs[: 2 * FEW]),
    "g.graph": lambda: (
        f"{NODES} {graph.number_of_edges()}\n"
        + "".join(" ".join(str(v + 1) for v in graph.adj.get(u, ())) + "\n" for u in range(NODES))
    ),
    "g.dl": lambda: (
        f"dl n={NODES} format=edgelist1\nlabels embedded:\ndata:\n"
        + "".join(f"ann{u} ann{v} 1\n" for u, v in pairs[: 2 * FEW])
    ),
    "g.net": lambda: stream(nx.write_pajek, graph, stream),
    "g.gml": lambda: stream(nx.write_gml, graph, stream),
    "g.graphml": lambda: stream(nx.write_graphml_xml, graph, stream),
    "g.gexf": lambda: stream(nx.write_gexf, graph, stream),
    "g.json": lambda: json.dumps(nx.node_link_data(graph, edges="edges")),
    "g.cyjs": lambda: json.dumps(nx.cytoscape_data(graph)),
    "g.s6": lambda: nx.to_sparse6_bytes(nx.convert_node_labels_to_integers(graph)),
    "g.g6": lambda: nx.to_graph6_bytes(nx.gnm_random_graph(1_500, FEW, seed=1)),
    "edges.npy": lambda: stream(np.save, stream, np.array(pairs)),
    "square.npy": lambda: stream(np.save, stream, square),
    "sparse.npz": lambda: stream(
        scipy.sparse.save_npz, stream, scipy.sparse.csr_array(square * marks)
    ),
    "dense.mtx": lambda: (
        f"%%MatrixMarket matrix array real general\n{ROWS} {ROWS}\n"
        + "".join(f"{x:g}\n" for x in square.ravel())
    ),
    "dense.csv": lambda: "".join(",".join(f"{x:g}" for x in row) + "\n" for row in square),
    "groups.csv": lambda: (
        ",".join(f"g{i}" for i in range(ROWS + 1))
        + "".join(f"\np{i}," + ",".join(map(str, row)) for i, row in enumerate(marks.tolist()))
    ),
}


SLOW = {
    "g.adjlist", "g.cyjs", "g.dimacs", "g.dl", "g.dot", "g.g6", "g.lgl", "g.ncol", "g.net",
    "far.lgl", "names.dot", "dense.csv", "dense.mtx", "groups.csv",
}  # fmt: skip
"""Files of which every letter is looked at while memory is traced: in the long form only."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "part"),
    [
        *(
            pytest.param(name, 1.0, marks=pytest.mark.long if name in SLOW else ())
            for name in readable(FILES)
        ),
        *((name, 0.6) for name in readable(["g.adjlist", "g.dot"])),
    ],
)
def test_a_file_whole_or_damaged_takes_little_memory(name: str, part: float) -> None:
    text = FILES[name]()
    data = text.encode() if isinstance(text, str) else text
    data = data[: int(part * len(data))]
    with suppress(GraphFileError):
        # What the first file of a kind loads and compiles.
        read(data[:2_000], name, preview(data[:2_000], name).reading)
    # Threads that other tests left behind only add to what is traced: the least of three counts.
    assert any(peak <= allowed for peak, allowed in (measured(data, name, part) for _ in range(3)))


def measured(data: bytes, name: str, part: float) -> tuple[int, int]:
    """Bytes that are held at once while a file is shown and read, and how many may be.

    sparse6 holds an edge in 3 bytes and the graph in 8: then the graph is what counts.
    """
    size = len(data)
    tracemalloc.start()
    try:
        shown = preview(data, name)
        loaded = read(data, name, shown.reading).graph
        assert loaded.m > len(data) // 40 or loaded.m > FEW // 2
        weights = 0 if loaded.weights is None else loaded.weights.nbytes
        size = max(size, loaded.edges.nbytes + weights)
    except GraphFileError:
        assert part < 1.0
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak, TIMES * size + FIXED
