"""The app without a browser: a fresh session a test; board and advisor measure nothing."""

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.caching import clear_session_resource_cache
from streamlit.testing.v1 import AppTest

from graphdp_core.experiment.workers import Pool
from graphdp_core.wings import is_here
from pages.engine import measured
from pages.explore.sections import repeats
from pages.ground.background import ResultCache, Work
from pages.parts import advisor, sweep
from pages.release import publish_advice
from tests.patience import PATIENCE_S
from tests.visitor import FRAME, Visitor

if is_here("lab"):
    from pages.break_it import auditor

HERE = Pool(0)
SESSION = "test session id"  # of every session without a browser


class Idle(ResultCache):
    """Keeps what is there and begins nothing."""

    def ask(self, owner: str, name: str, work: object) -> None:
        """Leave the work undone."""


class AtOnce(ResultCache):
    """Does what is asked for before it returns."""

    def ask(self, owner: str, name: str, work: Work) -> None:
        """Do it."""
        for key, value in work(_silent):
            self._put(key, value)


def _silent(fraction: float, text: str = "") -> None:
    """Report nothing."""


@pytest.fixture(scope="session", autouse=True)
def _packages_are_looked_through_once() -> Iterator[None]:
    """For components, which each session without a browser does anew: a tenth of a second."""
    with pytest.MonkeyPatch.context() as patch:
        name = "scan_component_manifests"
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield


@pytest.fixture
def at_once() -> ResultCache:
    return AtOnce()


@pytest.fixture(autouse=True)
def _idle_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured behind any page, or prepared beside it."""
    monkeypatch.setattr(repeats, "SHOP", AtOnce())  # what is repeated is waited for
    monkeypatch.setattr(repeats, "ResultCache", AtOnce)
    monkeypatch.setattr(advisor, "SMALL", -1)
    monkeypatch.setattr(advisor, "MOST_LOOKED_AT", -1)
    monkeypatch.setattr(publish_advice, "SMALL", -1)
    monkeypatch.setattr(measured, "AT_ONCE_S", 60.0)  # a sweep is waited for
    monkeypatch.setattr(measured, "shared_pool", lambda: HERE)
    if is_here("lab"):
        monkeypatch.setattr(auditor, "AUDITOR", Idle())
        monkeypatch.setattr(auditor, "shared_pool", lambda: HERE)


@pytest.fixture
def visitor() -> Iterator[Visitor]:
    yield Visitor(AppTest.from_file(FRAME, default_timeout=PATIENCE_S))
    end_session()


def end_session() -> None:
    """What the server does with its caches when a page is closed; all tests share one session."""
    clear_session_resource_cache(SESSION)


@pytest.fixture
def short_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two epsilons a sweep instead of thirteen."""
    monkeypatch.setattr(sweep, "SWEPT", (1.0, 4.0))
