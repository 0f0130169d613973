"""One app and one browser for all browser tests; they skip where no browser can be had."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parent))

import harness


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
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
