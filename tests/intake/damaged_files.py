"""Small files of every format, and ways to damage them."""

import gzip
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator

import networkx as nx
import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse

from tests.intake.rare_files import readable

__all__ = ["damaged", "samples"]

_JUNK = (
    b"\x00",
    b"\xff",
    b'"',
    b"[",
    b"{",
    b"<",
    b"9" * 400,
    b"-1",
    b"nan",
    b"\n",
    b"&#0;",
    b"=1+1",
)


def _bytes(write: Callable[..., object], *arguments: object, **options: object) -> bytes:
    stream = io.BytesIO()
    write(*arguments, stream, **options)
    return stream.getvalue()


def _first(write: Callable[..., object], *arguments: object, **options: object) -> bytes:
    stream = io.BytesIO()
    write(stream, *arguments, **options)
    return stream.getvalue()


def _zipped(parts: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return stream.getvalue()


def _ods(table: pd.DataFrame) -> bytes:
    """A spreadsheet of one sheet, as small as the format allows."""
    rows = [list(table.columns), *table.to_numpy().tolist()]
    cells = (
        "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row)
        for row in rows
    )
    body = "".join(f"<table:table-row>{row}</table:table-row>" for row in cells)
    spaces = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f"<office:document-content{spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="s">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), kind)
        archive.writestr(zipfile.ZipInfo("content.xml"), content)
    return stream.getvalue()


def samples() -> dict[str, bytes]:
    """A file of every format that is read here, by a name that tells the format."""
    graph = nx.karate_club_graph()
    table = nx.to_pandas_edgelist(graph)
    matrix = nx.to_numpy_array(graph)
    sparse = scipy.sparse.csr_array(matrix)
    pairs = [(u, v) for u, v in graph.edges]
    by_name = {
        "g.csv": table.to_csv(index=False).encode(),
        "g.txt": _bytes(nx.write_edgelist, graph),
        "many.txt": _bytes(nx.write_multiline_adjlist, graph),
        "matrix.csv": nx.to_pandas_adjacency(graph).to_csv().encode(),
        "g.graphml": _bytes(nx.write_graphml_xml, graph),
        "g.gexf": _bytes(nx.write_gexf, graph),
        "g.gml": _bytes(nx.write_gml, graph),
        "g.net": _bytes(nx.write_pajek, graph),
        "two.net": b"*Vertices 5 3\n*Matrix\n1 0\n1 2\n0 1\n",
        "g.mtx": _first(scipy.io.mmwrite, sparse),
        "g.json": json.dumps(nx.node_link_data(graph, edges="edges")).encode(),
        "adjacency.json": json.dumps(nx.adjacency_data(graph)).encode(),
        "g.cyjs": json.dumps(nx.cytoscape_data(graph)).encode(),
        "records.json": table.to_json(orient="records").encode(),
        "g.jsonl": table.to_json(orient="records", lines=True).encode(),
        "g.graph": b"4 3 1\n2 5\n1 5 3 7\n2 7 4 1\n3 1\n",
        "g.dot": "graph {{ {} }}".format(
            "; ".join(f'"{u}" -- {v} [w=1]' for u, v in pairs)
        ).encode(),
        "g.g6": nx.to_graph6_bytes(graph),
        "g.s6": nx.to_sparse6_bytes(graph),
        "g.adjlist": _bytes(nx.write_adjlist, graph),
        "g.ncol": "".join(f"{u} {v} 1.5\n" for u, v in pairs).encode(),
        "g.lgl": "".join(f"# {u}\n{v} 1.5\n" for u, v in pairs).encode(),
        "half.csv": b";a;b;c\na;0,0;;\nb;1,5;0,0;\nc;2,5;3,5;0,0\n",
        "half.txt": b"3\nann\nbob 1.5\ncy 2 3\n",
        "g.gdf": b"nodedef>name INT,label\n1,'a, b'\n2,c\nedgedef>node1,node2,weight\n1,2,3\n",
        "g.sif": b"a pp b\nb pd c d\ne\n",
        "out.g": b"% bip positive\n% 3 3 2\n1 1 2\n1 2 1 9\n3 1\n",
        "neo4j.csv": b"_id,_labels,name,_start,_end,_type\n0,:P,a,,,\n1,:P,b,,,\n,,,0,1,K\n",
        "kinds.csv": b":START_ID(A),:END_ID(B),weight\n1,1,2\n2,1,3\n",
        "mac.csv": b'"a\nb","c"\r"d","e"\r',
        "g.lgr": b"LEDA.GRAPH\nstring\ndouble\n-2\n2\n|{a}|\n|{b}|\n1\n1 2 0 |{2}|\n",
        "g.dimacs": ("p edge 34 78\n" + "".join(f"e {u + 1} {v + 1}\n" for u, v in pairs)).encode(),
        "g.dl": b"dl nr=2, nc=2, format=edgelist2\nlabels embedded:\ndata:\na x 1\nb x 2\nb y 3\n",
        "matrix.dl": b"dl n=3 diagonal=absent\nlabels:\na,b,c\ndata:\n2 0\n2 5\n0 5\n",
        "g.npy": _first(np.save, matrix),
        "edges.npy": _first(np.save, np.array(pairs)),
        "g.npz": _first(np.savez, matrix),
        "sparse.npz": _first(scipy.sparse.save_npz, sparse),
        "quoted.csv": "".join(f'"a, {u}";"b ""{v}""";1,5\n' for u, v in pairs).encode(),
        "wide.txt": table.to_csv(index=False).encode("utf-16"),
        "groups.csv": b"who,chess,choir,club\nann,1,0,x\nbob,0,1,\ncy,1,1,no\n",
        "survey.csv": b"id,q1,q2,q3,q4\nann,1,5,3,2\nbob,2,2,2,1\ncy,4,4,5,5\n",
        "lists.csv": b"ann,bob,cy\nbob,cy\ndi\n",
        "names.csv": "source,target,class\nann,bob,é\nbob,cy,b\ncy,ann,b\n".encode(),
        "dense.mtx": _first(scipy.io.mmwrite, matrix),
        "tree.json": json.dumps(nx.tree_data(nx.balanced_tree(2, 3, nx.DiGraph), 0)).encode(),
        "g.d6": b"&D" + bytes([63 + i % 60 for i in range(5)]) + b"\n",
        "exports.zip": _zipped({"edges.csv": table.to_csv(index=False), "note.txt": "no graph"}),
        "g.ods": _ods(table),
        "g.xlsx": _first(table.to_excel, index=False),
        "g.parquet": _first(table.to_parquet),
        "neo4j.json": b'{"type":"node","id":"0","labels":["U"],"properties":{"name":"a"}}\n'
        b'{"id":"0","type":"relationship","properties":{"weight":1},"start":{"id":"0"},'
        b'"end":{"id":"1"}}\n',
    }
    by_name["g.csv.gz"] = gzip.compress(by_name["g.csv"], mtime=0)
    return {name: by_name[name] for name in readable(by_name)}


def damaged(count: int, seed: int, files: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Names and contents: bits flipped, ends cut, blocks repeated or swapped between files."""
    chance = random.Random(seed)
    names = sorted(files)
    for _ in range(count):
        name = chance.choice(names)
        data = bytearray(files[name])
        for _ in range(chance.choice((1, 1, 2, 5, 20))):
            _damage(data, chance, files)
        yield name, bytes(data)


def _damage(data: bytearray, chance: random.Random, files: dict[str, bytes]) -> None:
    if not data:
        return
    start = chance.randrange(len(data))
    if chance.random() < 0.5:
        start = min(start, chance.randrange(200))  # heads matter most
    end = min(len(data), start + chance.choice((1, 4, 30, 300)))
    match chance.randrange(8):
        case 0:
            data[start] ^= 1 << chance.randrange(8)
        case 1:
            del data[start : len(data) if chance.random() < 0.3 else end]
        case 2:
            data[start:start] = data[start:end] * chance.choice((1, 2, 50))
        case 3:
            data[start:end] = chance.choice(_JUNK)
        case 4:
            data[start:start] = chance.choice(_JUNK)
        case 5:
            other = files[chance.choice(sorted(files))]
            data[: chance.randrange(200)] = other[: chance.randrange(200)]
        case 6:
            other = files[chance.choice(sorted(files))]
            place = chance.randrange(len(other))
            data[start:end] = other[place : place + 100]
        case _:
            data[start] = chance.randrange(256)
