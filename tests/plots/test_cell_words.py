"""Words on cells: each in the ink that can be read on its colour."""

import numpy as np
import pytest

from graphdp_core.plots.cell_words import INKS, cell_words, contrast
from graphdp_core.plots.theme import DARK, LIGHT

AA = 4.5  # contrast of small words by WCAG 2.2


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_words_can_be_read_on_every_shade(theme):
    shares = np.linspace(0, 1, len(theme.sequential))[None]
    inks = cell_words(shares, [["word"] * shares.size], theme)["textfont"]["color"]
    assert all(contrast(*two) >= AA for two in zip(inks, theme.sequential, strict=True))
    assert set(inks) == set(INKS), "no ink can be read on both ends"


def test_empty_cells_have_no_words_and_unknown_shades_do_no_harm():
    made = cell_words([[0.0, np.nan], [1.0, 2.0]], [["a", ""], ["b", "c"]], LIGHT, high=1.0)
    assert (made["text"], made["x"], made["y"]) == (["a", "b", "c"], [0, 0, 1], [0, 1, 1])
    assert cell_words(np.empty((0, 0)), [], LIGHT)["text"] == []
    assert cell_words([[3.0]], [["same"]], LIGHT)["textfont"]["color"] == ["#000000"]
