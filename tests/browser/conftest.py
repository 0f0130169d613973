"""One app for all browser tests and one browser a worker; they skip where no browser can be had."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

sys.path.insert(0, str(Path(__file__).parent))

import harness

running = ExitStack()
expect.set_options(timeout=harness.PATIENCE_MS)

OWN_APPS = {"slow_app"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one worker alone start an app that some tests have of their own: `--dist loadgroup`."""
    for item in items:
        for app in OWN_APPS & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group(app))


@pytest.hookimpl(optionalhook=True)  # of xdist, without which `make quick` runs
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
    with harness.server() as url:
        yield url


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
