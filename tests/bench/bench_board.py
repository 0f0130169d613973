"""The board's first view and its curves, beside the bare measurements that they are made of.

What a board adds is the chance level of each property, small pictures and words, and for the
curves worker processes. Times by the clock depend on what else the machine does; processor time
beside that of the bare measurements in the same run does not.
"""

from __future__ import annotations

import itertools
import os
import statistics
import time
from dataclasses import replace

from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.compare import compare, noise_stream, run_baseline
from graphdp_core.experiment.curves import BOARD_EPSILONS, BOARD_REPEATS, start
from graphdp_core.experiment.workers import Pool, usual_workers
from graphdp_core.stage import Board, Packing
from pages.parts.board_first import first_board
from pages.session.stage_position import USUAL

MOST_MET, MOST_FIRST, MOST_CURVES = 50.0, 3.0, 4.0  # times the bare measurements
TURNS = 5
SEEDS = itertools.count()


def test_the_first_view_and_the_curves_of_the_default_graph() -> None:
    board = first_board()
    met = _first(board)  # with baselines and chance levels, which are kept for the graph
    seconds, bare = [], []
    for _ in range(TURNS):
        seconds.append(_first(board))
        bare.append(_bare(board, USUAL, 0))
    first, once = statistics.median(seconds), statistics.median(bare)
    print(
        f"\nfirst view: {met:.2f} s of the processor with what is kept for the graph, "
        f"{met / once:.0f} times its bare measurements; of another noise {first:.2f} s, "
        f"{first / once:.1f} times ({1e3 * once:.0f} ms), {_load()}"
    )
    assert met < MOST_MET * once
    assert first < MOST_FIRST * once
    every = sum(_bare(board, epsilon, 1) for epsilon in BOARD_EPSILONS) * BOARD_REPEATS
    pool = Pool(usual_workers())
    pool.warm()
    analyses = {id: tile.analysis for id, tile in board.fed.items()}
    began, spent = time.perf_counter(), _processor()
    curves = start(board.graph, board.mechanism, analyses, seed=board.seed, pool=pool)
    assert curves.wait(600.0)
    clock = time.perf_counter() - began
    cells = len(BOARD_EPSILONS) * BOARD_REPEATS * len(analyses)
    pool.shutdown()
    taken = _processor() - spent
    print(
        f"all curves, {cells} cells: {clock:.1f} s by the clock on {usual_workers()} "
        f"workers, {taken:.1f} s of the processor, {taken / every:.2f} times the bare "
        f"measurements ({every:.1f} s), {_load()}"
    )
    assert taken < MOST_CURVES * every


def _first(board: Board) -> float:
    """Processor seconds of the usual stop and its bytes, of another noise than before."""
    begun = time.process_time()
    fresh = replace(board, seed=next(SEEDS))
    stop = fresh.stop(USUAL)
    Packing.of(fresh, stop).stop(stop)
    return time.process_time() - begun


def _bare(board: Board, epsilon: float, seed: int) -> float:
    """Processor seconds of one release and of all analyses of it, without baselines."""
    mechanism = at_epsilon(board.mechanism, epsilon)
    baselines = [run_baseline(board.graph, tile.analysis) for tile in board.fed.values()]
    begun = time.process_time()
    release = mechanism.release(board.graph, epsilon=epsilon, rng=noise_stream(seed))
    for tile, baseline in zip(board.fed.values(), baselines, strict=True):
        compare(
            board.graph, mechanism, tile.analysis, epsilon=epsilon, seed=seed,
            baseline=baseline, release=release,
        )  # fmt: skip
    return time.process_time() - begun


def _processor() -> float:
    """Of this process and of workers that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"
