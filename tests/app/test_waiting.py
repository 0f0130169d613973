"""Long work below a stage: it shows itself, can be cancelled, and started again."""

import pytest

from pages.engine import progress
from pages.ground.records import Runs

CLUSTERS = "explore/page.py?see=clusters"
KARATE = "Karate club (34 nodes)"


def choose(visitor, mechanism):
    visitor.open(CLUSTERS, graph=KARATE, **{"numbers-table": "true"})
    visitor.set("selectbox", "mechanism", mechanism)


@pytest.mark.parametrize("mechanism", ["ModDivisive", "One-pass labelling"])
def test_a_partition_release_is_shown_with_its_guarantee(visitor, mechanism):
    choose(visitor, mechanism)
    visitor.check()
    assert len(visitor.charts) == 1
    claimed = "No privacy guarantee" not in visitor.text
    assert claimed == (mechanism == "One-pass labelling")


def test_work_that_is_drawn_at_once_is_drawn_outside_the_caches(visitor, monkeypatch):
    """With no patience the bar is drawn from inside cached functions; they are met twice."""
    drawn = []
    draw = progress._Bar.draw

    def spy(bar, fraction, text):
        drawn.append((fraction, text))
        draw(bar, fraction, text)

    monkeypatch.setattr(progress, "BAR_AFTER_S", 0.0)
    monkeypatch.setattr(progress, "BAR_EVERY_S", 0.0)
    monkeypatch.setattr(progress._Bar, "draw", spy)
    visitor.at.query_params["draw"] = "77"
    choose(visitor, "ModDivisive")
    visitor.check()
    assert any("splitting" in text for _, text in drawn)
    assert all(0.0 <= fraction <= 1.0 for fraction, _ in drawn)
    assert not [b for b in visitor.at.button if b.key.startswith("cancel-")], (
        "gone when all is done"
    )
    seen = len(drawn)
    visitor.at.run()
    visitor.check()
    assert len(drawn) == seen, "everything came from the caches"


def test_work_that_was_cancelled_waits_until_it_is_started_again(visitor, monkeypatch):
    labels = []
    shown = progress.shown
    monkeypatch.setattr(progress, "shown", lambda label: labels.append(label) or shown(label))
    choose(visitor, "ModDivisive")
    visitor.mine(Runs).is_on[f"stopped {labels[-1]}"] = True
    visitor.at.run()
    assert "Stopped before it was finished" in visitor.text
    assert not visitor.at.dataframe
    visitor.at.button(key="start-again").click().run()
    visitor.check()
    assert visitor.at.dataframe


def test_a_cancelled_epsilon_does_not_hold_up_another(visitor, monkeypatch):
    labels = []
    shown = progress.shown
    monkeypatch.setattr(progress, "shown", lambda label: labels.append(label) or shown(label))
    choose(visitor, "ModDivisive")
    visitor.mine(Runs).is_on[f"stopped {labels[-1]}"] = True
    visitor.open(CLUSTERS, epsilon="5").check()
    assert visitor.at.dataframe
