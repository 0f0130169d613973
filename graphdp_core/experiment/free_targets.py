"""Targets that are met without any epsilon: by guessing, or by the number of edges alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts
from graphdp_core.experiment.chance import DataIndependent, SameSize
from graphdp_core.experiment.chance_draws import CHANCE_DRAWS, CHANCE_SEED
from graphdp_core.experiment.targets import Target
from graphdp_core.experiment.worker import Job
from graphdp_core.mechanisms.mechanism import Mechanism

NAME = "chance"

Measure: TypeAlias = Callable[[Sequence[Job]], Sequence[Mapping[str, Mapping[str, float] | str]]]
"""Gives the metrics of each job by the names of its analyses, or the sentence of a refusal."""


@dataclass(frozen=True)
class Free:
    """What meets a target although it says nothing of the graph, or hardly anything.

    Parameters
    ----------
    target : Target
    by_chance : bool
        Whether releases that ignore the data meet it; else those that keep the number of edges.
    value : float
        Median of the metric over the draws, all of which meet the target.
    """

    target: Target
    by_chance: bool
    value: float

    @property
    def in_words(self) -> str:
        """Two sentences: what meets the target, and what to do."""
        what = (
            "Releases that ignore the data reach"
            if self.by_chance
            else "A random graph with as many edges reaches"
        )
        value = self.target.written(self.value)
        tells = "nothing" if self.by_chance else "no more than the number of edges"
        return (
            f"{what} {value} as well: this target asks for {tells}. Ask for more, or take another "
            "metric."
        )


def free_of(
    target: Target,
    mechanism: Mechanism,
    analysis: Analysis,
    measure: Measure,
    *,
    try_chance: bool = True,
) -> Free | None:
    """What meets the target without epsilon, if anything does.

    Parameters
    ----------
    target : Target
    mechanism : Mechanism
        Says what is public and which weights are protected.
    analysis : Analysis
        With the settings that suit the mechanism.
    measure : callable
    try_chance : bool
        Whether guessing is tried too, which draws dense graphs. It need not be where the mechanism
        misses the target at its lowest epsilon, which is little more than guessing.

    Notes
    -----
    *Privacy*: reads the true graph; not private.
    """
    ignoring = DataIndependent.instead_of(mechanism)
    tried: list[tuple[bool, Mechanism, float]] = [(True, ignoring, 0.0)] if try_chance else []
    asks_size = isinstance(analysis, SubgraphCounts) and analysis.count == "edges"
    if not (ignoring.public_topology or ignoring.weight_range or asks_size):
        tried.append((False, SameSize(), 1.0))
    for by_chance, drawn_by, epsilon in tried:
        jobs = [
            Job(drawn_by, {NAME: analysis}, epsilon, CHANCE_SEED, repeat)
            for repeat in range(CHANCE_DRAWS)
        ]
        results = [cells.get(NAME) for cells in measure(jobs)]
        metrics = [cell for cell in results if isinstance(cell, Mapping) and target.is_met(cell)]
        if len(metrics) == CHANCE_DRAWS:
            return Free(target, by_chance, median(m[target.metric.id] for m in metrics))
    return None
