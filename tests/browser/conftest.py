"""One app for all browser tests and one browser a worker; they skip where no browser can be had."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parent))

import harness

running = ExitStack()

AGAIN = "run once more"
OWN_APPS = {"pair_address", "slow_app"}
LONGEST = (
    "test_neither_browser_sees_the_other_and_nothing_outlives_its_page",
    "test_a_real_graph_is_finished_on_every_page",
    "test_memory_is_steady_after_a_hundred_moves",
    "test_a_deep_link_works_on_a_freshly_started_server_and_outlives_it",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one worker alone start an app that some tests have of their own; begin with the longest.

    The first needs `--dist loadgroup`.
    """
    for item in items:
        for app in OWN_APPS & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group(app))
    items.sort(key=lambda item: item.name not in LONGEST)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a browser test that failed once more, and say so: a busy machine may lose a click.

    What fails twice has failed.
    """
    if item.get_closest_marker("browser") is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        first = next(report for report in reports if report.failed)
        item._initrequest()  # type: ignore[attr-defined]
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        reports[-1].sections.append((AGAIN, f"{item.nodeid}\n{first.longreprtext[-800:]}"))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name what had to be run again, with what was said the first time."""
    for kind in ("passed", "failed", "error", ""):
        for report in terminalreporter.stats.get(kind, []):
            for title, text in getattr(report, "sections", ()):
                if title == AGAIN:
                    terminalreporter.section(AGAIN)
                    terminalreporter.line(text)


def pytest_configure_node(node: Any) -> None:
    """Tell every worker where the one app answers; it is started for the first of them."""
    config = node.config
    if not hasattr(config, "app_address"):
        config.app_address = running.enter_context(harness.server())
    node.workerinput["app_address"] = config.app_address


def pytest_unconfigure() -> None:
    """Stop the app that the workers shared."""
    running.close()


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The app that all workers share; without workers, one of our own."""
    shared = getattr(request.config, "workerinput", {}).get("app_address")
    if shared:
        yield shared
        return
    with harness.server() as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with harness.browser() as made:
        if made is None:
            pytest.skip(
                "no browser: install chromium, or run `.venv/bin/playwright install chromium`"
            )
        yield made


@pytest.fixture
def tab(chromium: Browser, address: str) -> Iterator[harness.Visit]:
    with harness.visit(chromium, address) as made:
        yield made
        assert made.problems == []


@pytest.fixture
def fresh_tab(chromium: Browser, address: str) -> Iterator[harness.Visit]:
    """A tab without a history."""
    with harness.visit(chromium, address, alone=True) as made:
        yield made
        assert made.problems == []
