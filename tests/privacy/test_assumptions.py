"""What a publication assumes: all that its mechanism does, but for the draw."""

import pytest

import graphdp_core as gdp
from graphdp_core.privacy.assumptions import BYTES_ARE_GONE, of_a_publication


@pytest.mark.parametrize("kind", [kind for kind in gdp.MECHANISMS if kind.exact_sampler])
def test_a_publication_keeps_every_assumption_but_those_of_the_screen(kind):
    assumed = kind().guarantee(1.0).assumptions
    said = of_a_publication(assumed)
    of_the_screen = ("seed", "cryptographic", "ideal")
    assert not any(word in text for text in said for word in of_the_screen)
    left_out = [text for text in assumed if text not in said]
    assert all(any(word in text for word in of_the_screen) for text in left_out)
    assert said[-len(BYTES_ARE_GONE) :] == list(BYTES_ARE_GONE)
