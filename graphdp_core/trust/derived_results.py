"""What follows from a release alone, computed in a process that was never given anything else.

The process is started afresh, in an empty folder, and hears the bytes of the release: what it
answers is post-processing, and costs nothing. Run as a module it answers on its own output.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.overview import Overview
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.trust.package import packed, table, unpacked
from graphdp_core.trust.read_release import flip_rates, released_graph

__all__ = ["derived_results"]

MOST_BYTES = 60_000_000  # of a release
MOST_SECONDS = 300.0
ROOT = Path(__file__).parents[2]
KEPT = ("PATH", "LANG", "NUMBA_CACHE_DIR", "SYSTEMROOT", "TEMP", "TMP")
"""Of this process's environment, what another needs to start at all."""


def derived_results(release: bytes, *, seconds: float = MOST_SECONDS) -> bytes:
    """Communities, ranking and statistics of a release, as a zip.

    Parameters
    ----------
    release : bytes
        The zip of a publication; nothing else is read.
    seconds : float
        After which it is given up.

    Raises
    ------
    Refused
        If the release is damaged, larger than 60 MB, of a kind from which nothing more is made
        here, or takes longer.

    Notes
    -----
    *Privacy*: post-processing of the release; its certificate covers the answer.
    """
    if len(release) > MOST_BYTES:
        raise Refused(
            f"the release has {len(release) / 1e6:.0f} MB, at most {MOST_BYTES / 1e6:.0f} are "
            "taken: read it with read_release.py, which lies in it."
        )
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with TemporaryDirectory(prefix="graphdp-after-") as empty:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "graphdp_core.trust.derived_results"],
                input=release, capture_output=True, cwd=empty, timeout=seconds, check=False,
                env=environment,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Refused(f"the release was not analysed within {seconds:.0f} s.") from None
    if done.returncode:
        raise Refused(done.stderr.decode(errors="replace").strip().splitlines()[-1])
    return done.stdout


def followed(release: bytes) -> dict[str, bytes]:
    """The files that follow from a release, by name.

    Raises
    ------
    Refused
        If the release is damaged, or nothing more is made of its kind here.
    """
    files = unpacked(release)
    certificate: dict[str, Any] = json.loads(files["certificate.json"])
    made = dict(_of_graph(files, certificate))
    if not made:
        raise Refused("from this release nothing more is computed here: it is used as it is.")
    made["ABOUT.txt"] = (
        "Computed from the release with this checksum alone, in a process that was given nothing "
        f"else: {certificate['checksum']}\n{certificate['statement']}\n"
    ).encode()
    return made


def _of_graph(
    files: Mapping[str, bytes], certificate: Mapping[str, Any]
) -> Iterable[tuple[str, bytes]]:
    read = released_graph(files)
    if read is None:
        return
    graph = replace(read, noise=flip_rates(certificate["sampler_facts"]))
    rng = np.random.default_rng(0)  # no secret: it decides ties, and anybody may know it
    labels = Louvain().run(graph, rng=rng).labels.tolist()
    yield "communities.csv", _rows(graph, "community", labels)
    scores = Centrality().run(graph, rng=rng)
    yield "ranking.csv", _rows(graph, scores.measure, _numbers(scores.values.tolist()))
    statistics = Overview().run(graph, rng=rng)
    yield (
        "statistics.csv",
        table(
            ["statistic", "of the release", "estimate of the truth"],
            [
                [name, *_numbers([value, statistics.estimates.get(name, math.nan)])]
                for name, value in statistics.values.items()
            ],
        ),
    )


def _rows(graph: Graph, head: str, values: Sequence[Any]) -> bytes:
    return table(["node", head], [[graph.name(i), str(v)] for i, v in enumerate(values)])


def _numbers(values: Sequence[float]) -> list[str]:
    return ["" if math.isnan(value) else f"{value:.10g}" for value in values]


def _answer() -> None:
    """Read a release from the input and write what follows from it."""
    try:
        sys.stdout.buffer.write(packed(followed(sys.stdin.buffer.read())))
    except Refused as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    _answer()
