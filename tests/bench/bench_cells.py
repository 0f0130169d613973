"""Cells per second against workers, and what a cell costs beyond its measurement."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

import graphdp_core as gdp
from graphdp_core.experiment import worker
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.grid import grid
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.workers import Pool, usual_workers

MOST_OVERHEAD = 1.0  # times what is measured for a cell


def test_a_cell_costs_little_beyond_its_measurement() -> None:
    graph = gdp.load_graph("karate")
    planned = grid(
        graph, [gdp.mechanism("edge_flip")], [gdp.analysis("louvain"), gdp.analysis("centrality")],
        epsilons=[1.0, 2.0, 4.0, 8.0], repeats=100,
    )  # fmt: skip
    alone = [replace(job, seed=1) for job in planned.jobs]
    cells = len(planned.jobs) * 2
    worker.measure(graph, alone[0])
    start = time.process_time()
    for job in alone:
        worker.measure(graph, job)
    bare = time.process_time() - start
    print(f"{cells} cells, {1e3 * bare / cells:.2f} ms of processor time each when measured bare")
    worst = 0.0
    for count in dict.fromkeys((0, 1, 2, usual_workers())):
        pool = Pool(count)
        with tempfile.TemporaryDirectory() as folder:
            store = CellStore(Path(folder) / "cells.sqlite")
            warm = [replace(job, seed=2) for job in planned.jobs[:8]]
            Measuring(graph, warm, store=store, pool=pool).wait()
            start, spent = time.perf_counter(), time.process_time()
            measuring = Measuring(graph, planned.jobs, store=store, pool=pool)
            measuring.wait()
            took, here = time.perf_counter() - start, time.process_time() - spent
            begun = time.perf_counter()
            known = Measuring(graph, planned.jobs, store=store, pool=pool)
            again = time.perf_counter() - begun
            store.close()
        pool.shutdown()
        # What this process does for a cell: where it measures as well, what that leaves over.
        overhead = 1e3 * (here - (bare if count == 0 else 0.0)) / cells
        worst = max(worst, overhead)
        print(
            f"{count} workers: {cells / took:7.0f} cells/s, overhead {overhead:5.2f} ms a cell, "
            f"{1e3 * again / cells:.3f} ms to look one up ({known.known} known)"
        )
    print(f"overhead at most {worst:.2f} ms a cell, {1e-3 * worst / (bare / cells):.2f} of it")
    assert 1e-3 * worst < MOST_OVERHEAD * bare / cells
