"""Charts that lead a page: stops are prepared beside it, a refusal at one of them stops nothing."""

import pytest

from graphdp_core.params import Refused
from pages.parts import live_chart
from pages.shared import beyond, scenario_cache

KARATE, PAGE = "karate", "explore/counts.py"


@pytest.fixture
def few_stops(monkeypatch):
    monkeypatch.setattr(beyond, "EPSILONS", (2.0, 3.0, 4.0))


@pytest.fixture
def drawn(monkeypatch):
    """What the widget is given: the epsilons of its stops, at each run."""
    seen = []

    def watched(stops):
        seen.append([(stop.epsilon, stop.around["answer"]) for stop in stops])
        return real(stops)

    real = live_chart.stops_message
    monkeypatch.setattr(live_chart, "stops_message", watched)
    return seen


@pytest.mark.usefixtures("few_stops")
def test_all_stops_are_there_once_they_are_prepared(visitor, drawn):
    visitor.open(PAGE, graph=KARATE, draw="17").check()
    if any(button.key == "prepare" for button in visitor.at.button):  # slow on a cold machine
        visitor.at.button(key="prepare").click().run()
    for _ in range(4):
        visitor.at.run()
    visitor.check()
    assert [epsilon for epsilon, _ in drawn[-1]] == [2.0, 3.0, 4.0]
    assert all(f"ε = {epsilon:g}" in answer for epsilon, answer in drawn[-1])


@pytest.mark.usefixtures("few_stops")
def test_a_stop_that_is_refused_is_left_out(visitor, drawn, monkeypatch):
    real = scenario_cache.compare_at

    def choosy(c, *, epsilon=None, **more):
        if epsilon == 2.0:
            raise Refused("too much noise.")
        return real(c, epsilon=epsilon, **more)

    monkeypatch.setattr(scenario_cache, "compare_at", choosy)
    visitor.open(PAGE, graph=KARATE, draw="18").check()
    if any(button.key == "prepare" for button in visitor.at.button):
        visitor.at.button(key="prepare").click().run()
    for _ in range(4):
        visitor.at.run()
    visitor.check()
    assert [epsilon for epsilon, _ in drawn[-1]] == [3.0, 4.0]
