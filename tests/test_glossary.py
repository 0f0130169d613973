"""The glossary: every entry is short, and every term that the code asks for is in it."""

import re
from pathlib import Path

import pytest

from pages.shared.glossary import term, terms

ROOT = Path(__file__).parents[1]
USES = re.compile(r"\bterm\(\s*[\"']([^\"']+)[\"']")


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
