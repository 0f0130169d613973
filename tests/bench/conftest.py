"""What the benches of the app share: one browser a file."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

import harness


@pytest.fixture(scope="module")
def chromium():
    with harness.browser() as made:
        if made is None:
            pytest.skip("no browser: install chromium")
        yield made
