"""What the benches of the app share: one browser a file."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

import harness


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with harness.browser() as made:
        if made is None:
            pytest.skip("no browser: install chromium")
        yield made
