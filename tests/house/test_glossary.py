"""The glossary: every entry is short, and every term that the code asks for is in it."""

import ast
import re
from pathlib import Path

import pytest

from pages.ground.glossary import term, terms

ROOT = Path(__file__).parents[2]
USES = re.compile(r"\bterm(?:\(\s*|=)[\"']([^\"']+)[\"']")


def used_terms():
    """Every term named in a call of term("...") in the app and the core."""
    files = [*ROOT.glob("pages/**/*.py"), *ROOT.glob("graphdp_core/**/*.py")]
    return {name for file in files for name in USES.findall(file.read_text(encoding="utf-8"))}


def test_every_term_that_is_asked_for_is_defined():
    asked = used_terms()
    assert asked
    assert all(term(name) for name in asked)


def test_every_entry_is_one_to_three_sentences():
    for name, text in terms().items():
        assert text.endswith("."), name
        assert 1 <= len(re.findall(r"\.(?= [A-Z]|$)", text)) <= 3, name
        assert "\n" not in text


def test_no_term_is_defined_twice():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert len(headings) == len(terms())


def test_an_unknown_term_says_where_to_add_it():
    with pytest.raises(ValueError, match=r"does not define 'blot'.*glossary\.md"):
        term("blot")


ORDINARY = {
    "graph", "edge", "analysis", "release", "mechanism", "guarantee", "parameter", "metric", "draw",
    "community", "partition", "unit", "relation", "baseline", "repeat", "seed", "refusal", "audit",
}  # fmt: skip
"""Terms that a tooltip may use without saying what they mean: titles and menus do."""


def own_words(page):
    """The texts of all tooltips of a page, and whether each of them asks the glossary."""
    for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg == "help":
            parts = list(ast.walk(node.value))
            text = " ".join(str(p.value) for p in parts if isinstance(p, ast.Constant))
            calls = [p.func.id for p in parts if isinstance(p, ast.Call) and hasattr(p.func, "id")]
            yield text, "term" in calls


def test_no_tooltip_of_a_page_explains_a_term_in_words_of_its_own():
    """A tooltip with a word of the field in it begins with what the glossary says of one."""
    field = [name for name in terms() if name not in ORDINARY]
    pages = list(ROOT.glob("pages/**/*.py"))
    found = [
        f"{page.name}: {name} in {text!r}"
        for page in pages
        for text, asks in own_words(page)
        for name in field
        if re.search(rf"\b{re.escape(name)}s?\b", text, re.IGNORECASE) and not asks
    ]
    assert not found
    assert sum(asks for page in pages for _, asks in own_words(page)) >= 9
