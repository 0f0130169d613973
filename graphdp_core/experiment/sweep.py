"""A table of analyses over mechanisms, epsilons, repeats and any parameter."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.data.generators.generator import Generator
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.grid import Grid, grid
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.workers import Pool, opened
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, refuse_strangers
from graphdp_core.privacy.amounts import checked_epsilon
from graphdp_core.progress import Progress, Report

if TYPE_CHECKING:
    import pandas as pd


MOST_RELEASES = 100_000
"""A larger sweep is refused with an estimate, unless `most` allows it."""

SEEN_EVERY_S = 0.1


def sweep(
    graph: Graph | Generator,
    mechanisms: Sequence[Mechanism],
    analysis: Analysis | Sequence[Analysis],
    *,
    epsilons: Sequence[float],
    repeats: int = 20,
    seed: int = 0,
    vary: Mapping[str, Sequence[Any]] | None = None,
    workers: int = 1,
    store: CellStore | str | Path | None = None,
    most: int = MOST_RELEASES,
    graph_seed: int = 0,
    progress: Report | None = None,
) -> pd.DataFrame:
    """Measure analyses over mechanisms, epsilons and repeats.

    Cells that the store has are not measured again, and every finished one is put there at once: a
    sweep that was stopped or killed goes on where it was. One release feeds every analysis that
    reads it. The numbers are the same with any number of workers, in any order.

    Parameters
    ----------
    graph : Graph or Generator
        A generator, such as ``gdp.generator("sbm", n=300)``, makes a new graph for every repeat:
        the spread is then that of graph and noise.
    mechanisms : sequence of Mechanism
    analysis : Analysis or sequence of Analysis
    epsilons : sequence of float
        In any order, each once.
    repeats : int
        Independent draws of the noise, at least 1.
    seed : int
        Of the noise.
    vary : mapping of str to sequence, optional
        Values to try of parameters of the mechanisms, the analyses or the generator, by name,
        such as ``{"theta": [0.5, 1, 2]}`` or ``{"n": [300, 600]}``; every combination is measured
        where the parameter exists.
    workers : int
        1 works in this process; more are processes of their own.
    store : CellStore, str or Path, optional
        Where finished cells are looked up and kept: a store, a file, or ":memory:", which is the
        default. :func:`graphdp_core.experiment.cells.default_store_path` names the usual file.
    most : int
        A sweep of more releases is refused with an estimate of its time.
    graph_seed : int
        Of the first graph that a generator makes; each repeat takes the next.
    progress : callable, optional
        ``progress(fraction, text)``; may raise to stop.

    Returns
    -------
    pandas.DataFrame
        Tidy: one row per mechanism, epsilon, repeat and metric, with the column value, and columns
        for the analysis, if there are several, and each varied parameter. ``attrs["failed"]``
        lists the releases that have no rows and why; a warning says the same.

    Raises
    ------
    Refused
        If a mechanism does not fit an analysis, a number is out of range, nothing at all can be
        measured, or the sweep is larger than `most`.

    Notes
    -----
    *Privacy*: the metrics read the true graph and are not private; nor are stored cells. A store
    names the graph by a fingerprint, which can confirm a guess: keep cells of a private graph in
    memory.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> table = sweep(
    ...     gdp.load_graph("karate"), [gdp.mechanism("edge_flip")], gdp.analysis("louvain"),
    ...     epsilons=[1, 4], repeats=2,
    ... )
    >>> table[table.metric == "ari"][["epsilon", "repeat"]].values.tolist()
    [[1.0, 0.0], [4.0, 0.0], [1.0, 1.0], [4.0, 1.0]]
    """
    refuse_strangers(graph=graph, mechanisms=mechanisms, analysis=analysis)
    analyses = [analysis] if isinstance(analysis, Analysis) else list(analysis)
    stops = check_grid(epsilons, repeats)
    planned = grid(
        graph, mechanisms, analyses, epsilons=stops, repeats=repeats, seed=seed,
        vary=vary or {}, graph_seed=graph_seed,
    )  # fmt: skip
    with opened(workers) as pool:
        if len(planned.jobs) > most:
            raise Refused(_estimate(planned, pool, most))
        return _measured(planned, chosen_store(store), pool, progress)


def _measured(grid: Grid, store: CellStore, pool: Pool, report: Report | None) -> pd.DataFrame:
    progress = Progress.of(report)
    progress(0.0, f"{len(grid.jobs)} releases")
    measuring = Measuring(grid.graphs, grid.jobs, store=store, pool=pool)
    wait_for(measuring, progress)
    table = grid.table(measuring)
    table.attrs["notes"] = list(store.notes)
    for sentence in table.attrs["failed"] + table.attrs["notes"]:
        warnings.warn(sentence, stacklevel=3)
    return table


def wait_for(measuring: Measuring, progress: Progress) -> None:
    """Wait until all is measured and say how far it is; stop it if this is stopped."""
    try:
        while not measuring.wait(SEEN_EVERY_S):
            share = measuring.done / measuring.total
            progress(share, f"release {measuring.done} of {measuring.total}")
    finally:
        measuring.stop()


def check_grid(epsilons: Sequence[float], repeats: int) -> list[float]:
    """The epsilons, rising."""
    stops = sorted(checked_epsilon(epsilon) for epsilon in epsilons)
    if not stops:
        raise Refused("epsilons must hold at least one number, got none.")
    twice = [a for a, b in pairwise(stops) if a == b]
    if twice:
        raise Refused(f"epsilons must differ, and {twice[0]:g} stands there twice.")
    if repeats < 1:
        raise Refused(f"repeats must be an integer from 1, got {repeats}.")
    return stops


def _estimate(planned: Grid, pool: Pool, most: int) -> str:
    """How long so many releases would take, and how to have them all the same."""
    jobs = len(planned.jobs)
    return (
        f"This sweep has {jobs:,} releases and would take {estimated_time(planned, pool)}; more "
        f"than {most:,} are measured only if you say so: most={jobs} (--most {jobs})."
    )


def estimated_time(planned: Grid, pool: Pool) -> str:
    """How long a grid would take, in words, from a few of its releases that are measured now."""
    jobs, workers = planned.jobs, max(pool.workers, 1)
    some = list(zip(planned.graphs, jobs, strict=True))[:: math.ceil(len(jobs) / 6)]
    pool.submit(*some[0]).result()  # imports, compiled loops, the baseline
    start = time.perf_counter()
    for graph, job in some:
        pool.submit(graph, job).result()
    seconds = (time.perf_counter() - start) / len(some) * len(jobs) / workers
    return f"about {_duration(seconds)} with {workers} worker{'s' if workers > 1 else ''}"


def _duration(seconds: float) -> str:
    """In the largest unit of which there are two.

    Examples
    --------
    >>> _duration(100.0), _duration(300.0), _duration(2e5)
    ('100 s', '5 min', '56 h')
    """
    for size, unit in ((86_400, "days"), (3_600, "h"), (60, "min")):
        if seconds >= 2 * size and (unit != "days" or seconds >= 4 * size):
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def chosen_store(wanted: CellStore | str | Path | None) -> CellStore:
    """The store itself, the file that is named, or one in memory."""
    if isinstance(wanted, CellStore):
        return wanted
    return CellStore() if wanted is None else CellStore(wanted)
