"""Searches side by side: what they tell meanwhile, and how they end before their time."""

from concurrent.futures import Future

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.crossing import confirm
from graphdp_core.experiment.race import Race, Runner
from graphdp_core.experiment.targets import targets_from
from graphdp_core.experiment.worker import measure
from graphdp_core.experiment.workers import Pool
from graphdp_core.progress import Progress


class Slow(Pool):
    """Two workers; the first job is done at once, the others never."""

    def __init__(self):
        super().__init__(2)
        self.taken = 0

    def submit(self, graph, job):
        self.taken += 1
        sent = Future()
        if self.taken == 1:
            sent.set_result(measure(graph, job))
        return sent


class Gone(Exception):
    """Nobody waits any more."""


def test_a_round_tells_of_every_release_and_ends_when_nobody_waits(karate):
    (target,), pool, heard = targets_from({"louvain.ari": 0.8}), Slow(), []
    flip = Runner(gdp.mechanism("edge_flip"), target.analysis, target, (1.0, 4.0))

    def report(fraction, text):
        heard.append(text)
        if text == "1 releases measured":
            raise Gone

    race = Race(karate, 0, CellStore(), pool)
    with pytest.raises(Gone):
        race.run({flip: confirm(1, 2, draws=range(29), misses=0)}, Progress(report))
    assert heard[-1] == "1 releases measured"
    assert pool.taken == 4  # of 8: one is done, two are measured, one is next, the rest is dropped
