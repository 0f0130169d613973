"""Rows read all at once are the rows read one by one, and every other row is left to those."""

import io
import random

import pytest

from graphdp_core.intake.files.graph_file import GraphFileError
from graphdp_core.intake.files.preview import read
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import load_file
from graphdp_core.intake.readers import edge_list, plain_rows

CELLS = (
    *("a", "b", "Zoë", "x y", "7", "07", "12", "1.5", "2,5", "-3", "1e400", "nan", "", "日本"),
    *("'=x", "=x", "'tis", '"q, r"', '"q""r"', '"', "'a\"b", "#c", "%", "1.234,5", "1,234.5"),
    *("x\u2009y", "\u00a0a", "a\tb", "\x1cz", "\r", '" a"', '"a\\"'),
)
TRIES = 200


def outcome(data: bytes, reading: Reading):
    try:
        loaded = read(data, "g.csv", reading)
    except GraphFileError as error:
        return str(error)
    graph = loaded.graph
    weights = None if graph.weights is None else graph.weights.tolist()
    return graph.names, graph.edges.tolist(), weights, loaded.cleaned


def table_and_reading(chance: random.Random) -> tuple[bytes, Reading]:
    separator, width = chance.choice([",", ";", "\t", " ", "|"]), chance.choice([2, 3, 3, 4])
    cells = chance.sample(CELLS, 4) if chance.random() < 0.8 else CELLS
    rows = [
        separator.join(chance.choice(cells) for _ in range(width + (chance.random() < 0.02)))
        for _ in range(chance.choice([2, 5, 12]))
    ]
    text = chance.choice(["\n", "\r\n"]).join(rows).encode()
    if chance.random() < 0.03:
        text = text[: len(text) // 2] + b"\xff" + text[len(text) // 2 :]
    places = chance.sample(range(1, width + 1), min(width, 3))
    roles = dict(zip(("source", "target", "weight"), places, strict=False))
    return text, Reading(
        shape="edges", encoding="utf-8", separator=separator,
        header=chance.choice([None, False, True]), decimal=chance.choice([None, ",", "."]),
        missing_weight=chance.choice([None, "one", "drop", "stop"]), **roles,
    )  # fmt: skip


def test_tables_are_read_alike_at_once_and_row_by_row(monkeypatch) -> None:
    chance, at_once = random.Random(0), edge_list._read_plain
    taken = []

    def noted(*arguments, **options):
        taken.append(at_once(*arguments, **options))
        return taken[-1]

    for _ in range(TRIES):
        data, reading = table_and_reading(chance)
        monkeypatch.setattr(edge_list, "_read_plain", noted)
        quick = outcome(data, reading)
        monkeypatch.setattr(edge_list, "_read_plain", lambda *_, **__: None)
        assert outcome(data, reading) == quick, (data, reading)
    assert sum(raw is not None for raw in taken) > TRIES // 25


def test_names_that_appear_once_more_after_many_rows_are_the_same_nodes() -> None:
    rows = [f"n{i % 5_000},m{i * 7 % 3_000},{i}.5" for i in range(9_000)]
    graph = read("\n".join(rows).encode(), "g.csv", Reading(header=False)).graph
    assert (graph.n, graph.name(0), graph.name(1)) == (8_000, "n0", "m0")


@pytest.mark.parametrize("stop_at", [0.2, 0.6])
def test_reading_can_be_ended_between_two_blocks(monkeypatch, stop_at: float) -> None:

    monkeypatch.setattr(plain_rows, "_BLOCK", 100)
    told: list[float] = []

    def report(share: float, text: str) -> None:
        told.append(share)
        if share > stop_at:
            raise KeyboardInterrupt

    data = b"".join(b"ann%d,bob,\n" % i for i in range(2_000))
    with pytest.raises(KeyboardInterrupt):
        load_file(io.BytesIO(data), Reading(header=False), name="g.csv", progress=report)
    assert stop_at < told[-1] < stop_at + 0.2
