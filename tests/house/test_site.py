"""The documentation's site: what its menu names is there, and every mechanism can be cited."""

import importlib.util
import re
from pathlib import Path

import pytest

import graphdp_core as gdp

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MADE = ("mechanisms", "gallery", "reference")  # by docs/made.py
SPEC = importlib.util.spec_from_file_location("made", DOCS / "made.py")
made = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(made)
MENU = re.findall(r"^[a-z/_-]+$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_menu_names_every_page_once():
    written = {
        str(file.relative_to(DOCS).with_suffix(""))
        for file in [*DOCS.glob("*.md"), *DOCS.glob("tutorials/*.md")]
    }
    assert sorted(MENU) == sorted({*written - {"index"}, *(f"{one}/index" for one in MADE)})


def test_every_mechanism_has_the_entries_of_its_source():
    cited = made.entries()
    assert set(cited) == {kind.id for kind in gdp.MECHANISMS}
    for kind in gdp.MECHANISMS:
        for entry in cited[kind.id]:
            family = re.search(r"author = \{(?:\S+ )*?(\S+?)(?: and |\},)", entry)[1]
            (year,) = re.findall(r"year = \{(\d+)\}", entry)
            number = re.search(r"eprint = \{(\S+)\}", entry)
            named = family in kind.source or (number and number[1] in kind.source)
            assert named, entry
            assert year in kind.source, entry
        years = {entry.split("year = {")[1][:4] for entry in cited[kind.id]}
        assert set(re.findall(r"\b(?:19|20)\d\d\b(?!\.)", kind.source)) == years, kind.id


def test_the_paper_cites_what_is_there():
    cited = set(re.findall(r"@(\w+)", (ROOT / "paper.md").read_text(encoding="utf-8")))
    keys = set(re.findall(r"^@\w+\{(\w+),", (DOCS / "mechanisms.bib").read_text("utf-8"), re.M))
    assert cited
    assert cited <= keys


@pytest.mark.long
def test_every_public_name_is_in_the_reference():
    pages = dict(made.reference())
    text = "".join(pages.values())
    missing = [name for name in gdp.__all__ if f" graphdp_core.{name}\n" not in text]
    assert missing == ["__version__"]
    assert {f"{room}.md" for room in made.ROOMS} | {"index.md", "sizes.md"} == set(pages)


def test_every_mechanism_has_a_sheet_with_its_citation():
    sheets = dict(made.mechanisms())
    for kind in gdp.MECHANISMS:
        assert f"]({kind.id}.md)" in sheets["index.md"]
        assert "```bibtex\n@" in sheets[f"{kind.id}.md"]


@pytest.mark.long
@pytest.mark.parametrize(
    "page", [*sorted(DOCS.glob("tutorials/*.md")), DOCS / "adding.md"], ids=lambda page: page.stem
)
def test_a_tutorial_runs(page):
    """As in the site's build, which shows what they answer."""
    cells = re.findall(r"(?s)```(?:\{code-cell\}|python)\n(.*?)```", page.read_text("utf-8"))
    assert cells
    if page.stem == "opendp":
        pytest.importorskip("opendp", reason='no OpenDP here: pip install "graphdp[opendp]"')
    exec("\n".join(cells), {})
