"""Feeds the readers many damaged files; prints crashes, the slowest file and the growth of memory.

Run as ``PYTHONPATH=. python tests/bench/fuzz_readers.py [inputs]`` (default 100,000). Every
input is a valid file of some format with a few random changes: bytes flipped, dropped, doubled,
moved, cut, spliced with another format, or packed and then damaged. Anything but a graph or a
GraphFileError counts as a crash. Exit 1 if there is one, or if memory grows by more than 20 MB
after the first tenth.
"""

import collections
import gzip
import random
import sys
import time
import traceback

import networkx as nx

from graphdp_core.datasets import FORMATS, WRITERS, GraphFileError, load_graph, read_upload, written

INPUTS = 100_000
ALLOWED_GROWTH = 20.0  # MB
MARKS = [
    b"\0",
    b"\xff",
    b"nan",
    b"1e999",
    b"-1",
    b"<!DOCTYPE a>",
    b"&b;",
    b'"',
    b"[" * 40,
    b"\n" * 5,
    b"999999999999999999999",
    b"\xc3",
    b"*Vertices",
    b"{",
    b"]",
    b"\r",
    b"%",
    b"#",
]


def main(inputs: int) -> int:
    """Run, report, and say whether all was well."""
    random.seed(1)
    seeds = _seeds()
    for name, data in seeds:  # compile and import before the clock runs
        try:
            read_upload(data, name)
        except GraphFileError:
            continue
    outcomes: collections.Counter[str] = collections.Counter()
    slowest, before, start = (0.0, b""), 0.0, time.perf_counter()
    for i in range(inputs):
        if i == inputs // 10:
            before = _memory()
        name, data = _damaged(seeds)
        began = time.perf_counter()
        try:
            read_upload(data, name)
            outcomes["graph"] += 1
        except GraphFileError:
            outcomes["refused"] += 1
        except Exception:  # noqa: BLE001 - every crash counts
            outcomes["CRASH"] += 1
            print(name, data[:300], traceback.format_exc(), sep="\n")
        slowest = max(slowest, (time.perf_counter() - began, data[:60]))
    growth = _memory() - before
    seconds = time.perf_counter() - start
    print(f"{inputs:,} files in {seconds:.0f} s: {dict(outcomes)}")
    print(
        f"slowest {slowest[0]:.3f} s; memory {before:.0f} MB after a tenth, {growth:+.1f} MB since"
    )
    return int(outcomes["CRASH"] > 0 or growth > ALLOWED_GROWTH)


def _seeds() -> list[tuple[str, bytes]]:
    graph = load_graph("les_miserables")
    small = nx.relabel_nodes(nx.path_graph(5), str)
    pajek = '*Vertices 4\n1 "a b" 0.1 0.2\n2 "b"\n*Edges\n1 2 1.5\n*Arcs\n2 3 1\n*Arcslist\n1 4\n'
    return [
        *((f"g{writer.ending}", written(graph, writer.id)[:3_000]) for writer in WRITERS),
        *((f"g{writer.ending}", written(load_graph("karate"), writer.id)) for writer in WRITERS),
        ("g.gml", "\n".join(nx.generate_gml(small)).encode()),
        ("g.gexf", "\n".join(nx.generate_gexf(small)).encode()),
        ("g.net", pajek.encode()),
        ("g.mtx", b"%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 2\n2 1 1\n3 2 .5\n"),
        ("g.mtx", b"%%MatrixMarket matrix array real general\n2 2\n0\n1\n1.5\n0\n"),
        ("g.graph", b"4 3 1\n2 1 3 2\n1 1 4 1\n1 2\n2 1\n"),
        ("g.txt", b"# comment\r\n1\t2\t0.5\r\n3\t4\t1e3\r\n4\t1\t-2\r\n"),
        ("g.csv", b'source,target,weight\nann,"Bob, jr",1\nBob,ann,2\n'),
        ("g.xml", b"<graphml><graph><node id='a'/><edge source='a' target='b'/></graph></graphml>"),
    ]  # fmt: skip


def _damaged(seeds: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    name, data = random.choice(seeds)
    pieces = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        place = random.randrange(len(pieces) + 1)
        span = random.randint(1, 30)
        match random.randrange(7):
            case 0 if pieces:
                pieces[min(place, len(pieces) - 1)] = random.randrange(256)
            case 1:
                del pieces[place : place + span]
            case 2:
                pieces[place:place] = pieces[place : place + span] * random.randint(1, 4)
            case 3:
                pieces[place:place] = random.choice(MARKS)
            case 4:
                del pieces[place + span * 20 :]
            case 5:
                other = random.choice(seeds)[1]
                pieces[place:place] = other[: random.randrange(200)]
            case _:
                pieces = pieces[place:] + pieces[:place]
    if random.random() < 0.1:
        packed = bytearray(gzip.compress(bytes(pieces)))
        if random.random() < 0.5:
            packed[random.randrange(len(packed))] = random.randrange(256)
        return f"{name}.gz", bytes(packed)
    if random.random() < 0.1:
        name = f"g.{random.choice(random.choice(FORMATS).endings)}"
    return name, bytes(pieces)


def _memory() -> float:
    """Resident memory now, in MB (Linux; 0 elsewhere)."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else INPUTS))
