"""Seconds and memory of the edge list reader and the large generator, beside networkx and pandas.

Run as ``GRAPHDP_DATA_DIR=... PYTHONPATH=. python tests/bench/bench_readers.py``. Candidates are
taken in turn, each in a process of its own, so that its peak memory is its own; medians over
repeats, ratios of processor time (steady on a busy machine). Reading means: from the gzip file to
simple edges with node numbers 0..n-1. pandas reads the columns and removes repeats; networkx
builds its own graph. Two floors do less: "bytes" unpacks the file and looks at every byte once,
"numbers" lets pandas read the columns and stops there.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPEATS = 3
LARGE = {"n": 1_134_890, "blocks": 5_000, "degree": 6.1, "mixing": 0.3}


def main() -> None:
    """Print one row per file and candidate."""
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.txt.gz"
        seconds, edges = _generate(large)
        print(f"generated {LARGE['n']:,} nodes, {edges:,} edges: {seconds}")
        files = {"1.1 million nodes": large}
        dblp = Path(os.environ.get("GRAPHDP_DATA_DIR", ".")) / "snap/com-dblp.ungraph.txt.gz"
        if dblp.is_file():
            files = {"com-DBLP": dblp, **files}
        else:
            print("com-DBLP not found: set GRAPHDP_DATA_DIR to the folder of real graphs")
        for name, path in files.items():
            _compare(name, path)


def _compare(name: str, path: Path) -> None:
    found: dict[str, list[dict]] = {reader: [] for reader in READERS}
    for _ in range(REPEATS):
        for reader in READERS:
            command = [sys.executable, __file__, reader, str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found[reader].append(json.loads(done.stdout))
    ours = statistics.median(run["cpu"] for run in found["graphdp"])
    for reader, runs in found.items():
        seconds, cpu = (statistics.median(run[key] for run in runs) for key in ("seconds", "cpu"))
        memory = max(run["memory"] for run in runs)
        sizes = f"n = {runs[0]['n']:,}, m = {runs[0]['m']:,}"
        times = f"{seconds:7.2f} s, processor {cpu:6.2f} s {cpu / ours:5.1f}x"
        print(f"{name:18} {reader:9} {times} {memory:6.0f} MB  {sizes}", flush=True)


def _generate(path: Path) -> tuple[str, int]:
    import gzip

    import numpy as np

    from graphdp_core.datasets import generate

    start, busy = time.perf_counter(), time.process_time()
    graph = generate("degree_corrected_sbm", **LARGE)
    wall, cpu = time.perf_counter() - start, time.process_time() - busy
    seconds = f"{wall:.1f} s, {cpu:.1f} s of them processor time"
    text = "\n".join("\t".join(map(str, pair)) for pair in (graph.edges * np.int64(3)).tolist())
    path.write_bytes(gzip.compress(text.encode(), 5))
    return seconds, graph.m


def _with_graphdp(path: str) -> tuple[int, int]:
    from graphdp_core.datasets import read_graph

    graph = read_graph(path)
    return graph.n, graph.m


def _with_networkx(path: str) -> tuple[int, int]:
    import networkx as nx

    graph = nx.read_edgelist(path, nodetype=int)
    return graph.number_of_nodes(), graph.number_of_edges()


def _with_pandas(path: str) -> tuple[int, int]:
    import numpy as np
    import pandas as pd

    rows = pd.read_csv(path, sep="\t", comment="#", header=None, dtype=np.int64).to_numpy()
    names, ends = np.unique(rows, return_inverse=True)
    pairs = np.sort(ends.reshape(-1, 2), axis=1)
    frame = pd.DataFrame(pairs[pairs[:, 0] != pairs[:, 1]]).drop_duplicates()
    return len(names), len(frame)


def _numbers_alone(path: str) -> tuple[int, int]:
    import numpy as np
    import pandas as pd

    rows = pd.read_csv(path, sep="\t", comment="#", header=None, dtype=np.int64)
    return 0, len(rows)


def _bytes_alone(path: str) -> tuple[int, int]:
    import gzip

    data = Path(path).read_bytes()
    return 0, (gzip.decompress(data) if path.endswith(".gz") else data).count(b"\n")


READERS = {
    "graphdp": _with_graphdp,
    "bytes": _bytes_alone,
    "numbers": _numbers_alone,
    "pandas": _with_pandas,
    "networkx": _with_networkx,
}


def _one(reader: str, path: str) -> None:
    read = READERS[reader]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as small:
        small.writelines(f"{i}\t{i + 2}\n" for i in range(1, 50_000))
        small.flush()
        read(small.name)  # imports and compiled code
    start, busy = time.perf_counter(), time.process_time()
    n, m = read(path)
    seconds, cpu = time.perf_counter() - start, time.process_time() - busy
    # Not ru_maxrss: that starts with the memory of the process that started this one.
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    memory = int(status["VmHWM"].split()[0]) / 1e3
    print(json.dumps({"n": n, "m": m, "seconds": seconds, "cpu": cpu, "memory": memory}))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        _one(*sys.argv[1:])
    else:
        main()
