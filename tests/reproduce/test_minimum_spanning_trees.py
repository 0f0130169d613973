"""The reproduced table and curve of the thesis: shape, honesty of the notes, agreement."""

import json

import numpy as np
import pytest

from graphdp_core.cli.commands import main
from graphdp_core.reproduce.minimum_spanning_trees import (
    SpanningTreeFigure33,
    SpanningTreeTable31,
)


def test_the_curve_agrees_with_the_printed_values():
    """Four graphs of the printed size: PAMST within 15%, Laplace within 5%, at fixed seed."""
    table = SpanningTreeFigure33(repeats=4).run()
    assert "it matches" in table.notes[1]
    rows = table.rows.set_index("epsilon")
    printed = rows.loc[[0.1, 0.4, 0.7, 1.0]]
    np.testing.assert_allclose(printed["pamst"], printed["pamst_published"], rtol=0.15)
    np.testing.assert_allclose(printed["laplace"], printed["laplace_published"], rtol=0.05)
    assert rows["pamst_published"].isna().sum() == 6
    assert (rows["pamst"] < rows["laplace"] / 5).all()


def test_the_table_has_every_setting_and_says_how_it_was_read():
    steps = []
    table = SpanningTreeTable31(n=60, repeats=2).run(progress=lambda part, text: steps.append(part))
    assert len(table.rows) == 20
    assert list(table.rows) == list(table.columns)
    assert table.rows["laplace_published"].iloc[0] == 4055.5
    assert len(steps) == 10
    notes = " ".join(table.notes)
    for words in (
        "transposed",
        "repeat those of p = 0.5",
        "n = 60: the numbers do not",
        "protect different things",
    ):
        assert words in notes
    wins = int((table.rows["same_pamst"] < table.rows["same_laplace"]).sum())
    assert f"PAMST beats Laplace noise in {wins} of 20 rows" in notes
    one = table.rows.drop(columns=[c for c in table.rows if "published" in c])
    assert np.isfinite(one.to_numpy()).all()


def test_a_run_can_be_repeated_and_stopped():
    one, two = (SpanningTreeFigure33(n=30, density=0.5, repeats=2).run().rows for _ in range(2))
    assert one.equals(two)

    def stop(part: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SpanningTreeTable31(n=30, repeats=2).run(progress=stop)


def test_the_command_line_prints_it(capsys):
    arguments = [
        "reproduce",
        "mst-figure-3-3",
        "--set",
        "n=30",
        "--set",
        "repeats=2",
        "--json",
    ]
    assert main(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["id"] == "mst-figure-3-3"
    assert len(answer["rows"]) == 10
