"""Stored cells name the code that decided them."""

from pathlib import Path

import graphdp_core
from graphdp_core.experiment.store_file import _DECIDE_NOTHING, code_version

CORE = Path(graphdp_core.__file__).parent


def test_the_version_of_the_code_is_the_same_twice():
    assert code_version() == code_version.__wrapped__()
    assert len(code_version()) == 16


def test_every_file_that_decides_nothing_is_there():
    files = [CORE / name for name in _DECIDE_NOTHING if name.endswith(".py")]
    assert [file for file in files if not file.is_file()] == []
