"""A stopwatch counts the processor's time of each run, and waits for free."""

import time

from graphdp_core.lab.papers.study import Stopwatch


def test_waiting_costs_nothing_and_work_does():
    watch = Stopwatch()
    assert watch.mean == 0.0
    watch.take(lambda: time.sleep(0.4))
    assert watch.take(lambda: sum(range(300_000))) == sum(range(300_000))
    idle, busy = watch.seconds
    assert idle < 0.2
    assert busy > 0.0
    assert watch.mean == (idle + busy) / 2
