"""Every mechanism brings its proof or its counterexample along."""

import pytest

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.argument import argument


@pytest.mark.parametrize("kind", MECHANISMS, ids=lambda kind: kind.id)
def test_there_is_one_without_the_section_s_own_lines(kind):
    text = argument(kind.id)
    assert len(text) > 100
    assert "*Reference*:" in text
    assert "- Status" not in text
    assert "###" not in text


def test_an_unknown_mechanism_has_none():
    assert argument("nothing") == ""
