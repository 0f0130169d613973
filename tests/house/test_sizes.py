"""The house's measures: a page stays short, a file of code is one thing."""

from pathlib import Path

import pytest

from pages.table import TABLE

ROOT = Path(__file__).parents[2]
LINES_OF_A_PAGE = 60
LINES_OF_A_FILE = 350  # 300 is the aim; a few files of one concept stand above it
CODE = sorted(
    file
    for room in ("graphdp_core", "pages")
    for file in (ROOT / room).rglob("*.py")
    if file.name != "__init__.py"
)


def lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("page", [line.path for line in TABLE])
def test_a_page_is_short(page: str) -> None:
    assert lines(ROOT / "pages" / page) <= LINES_OF_A_PAGE


def test_no_file_of_code_is_long() -> None:
    assert len(CODE) > 250
    long = {str(f.relative_to(ROOT)): n for f in CODE if (n := lines(f)) > LINES_OF_A_FILE}
    assert not long, "part them by concept"
