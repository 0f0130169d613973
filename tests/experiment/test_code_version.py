"""Stored cells name the code that decided them."""

from graphdp_core.experiment.code_version import code_version


def test_the_version_of_the_code_is_the_same_twice():
    assert code_version() == code_version.__wrapped__()
    assert len(code_version()) == 16
