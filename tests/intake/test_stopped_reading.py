"""A reading that nobody waits for any more ends within some thousand lines, wherever it is."""

import io

import pytest

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.graph_file import GraphFile, Limits
from graphdp_core.intake.files.preview import preview
from graphdp_core.intake.loading import load_file
from graphdp_core.intake.readers.edge_list_layout import whole_lines

LINES = 17_000
STEP = 8_192
ASKED = "from,to\n" + "ann,bob; cid\nbob,ann; cid; dan\n" * (LINES // 2)
PLAIN = "from,to\n" + '"a ""b""",c\n' * LINES


class Closed(Exception):
    """What a closed page raises."""


class Page:
    """Counts what it is told, and closes when it is told so often."""

    def __init__(self, closes: int = 0) -> None:
        self.told, self.closes = 0, closes

    def __call__(self, fraction: float, text: str) -> None:
        assert 0 <= fraction <= 1
        self.told += 1
        if self.told == self.closes:
            raise Closed


def look(text: str, page: Page) -> None:
    """What the intake does with a file until it has a question or a graph."""
    try:
        preview(text.encode(), "g.csv", progress=page)
        load_file(io.BytesIO(text.encode()), name="g.csv", progress=page)
    except GraphFileError:
        pass  # asked about


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("text", [ASKED, PLAIN], ids=["asked", "plain"])
def test_a_reading_is_told_of_all_the_way_and_can_be_ended_at_every_word(text: str) -> None:
    page = Page()
    look(text, page)
    passes = 3 if text is ASKED else 1  # the answers are tried as well
    assert page.told >= passes * (LINES // STEP)
    for closes in sorted({1, page.told // 2, page.told}):
        closing = Page(closes)
        with pytest.raises(Closed):
            look(text, closing)
        assert closing.told == closes


@pytest.mark.parametrize("body", ['"' + "x,\n" * 200_000, "x\n" * 200_000], ids=["quote", "short"])
def test_a_line_that_lacks_what_it_needs_is_said_before_the_others_are_read(body: str) -> None:
    page = Page()
    with pytest.raises(GraphFileError, match=r"line 2 (opens a quote|has 1 column)"):
        load_file(io.BytesIO(f"a,b\n{body}".encode()), name="g.csv", progress=page)
    assert page.told <= 4, "of more than twenty pieces; the last lines are looked at too"


def test_an_open_quote_costs_a_hundred_lines_and_no_more() -> None:
    taken = iter([(1, 'a,"b'), *((i, "c,d") for i in range(2, 10_000))])
    with pytest.raises(GraphFileError, match="line 1 opens a quote"):
        list(whole_lines(GraphFile("g.csv", b"", Limits()), taken, ","))
    assert next(taken)[0] == 101
