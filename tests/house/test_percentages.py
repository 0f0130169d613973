"""One style of percentages: "31%", whether a page, a figure, a table or a document says it."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("graphdp_core", "pages", "assets", "docs", "tests", ".")
APART = re.compile(r"[\d}*](?:[  ]|\\u00a0|&nbsp;)%(?![a-z({]|\s*\d)")
BY_HAND = re.compile(r"100(?:\.0)?\s*\*.*\}%")
TEMPLATE = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`|//.*|/\*.*?\*/", re.DOTALL)


def said(file: Path) -> Iterator[str]:
    """What a file says to people: its strings and comments, or the whole of a document."""
    text = file.read_text(encoding="utf-8")
    if not is_apart(text):
        return
    if file.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.STRING, tokenize.COMMENT):
                yield from token.string.splitlines()
    elif file.suffix == ".js":
        yield from TEMPLATE.findall(text)
    else:
        yield from text.splitlines()


def is_apart(words: str) -> bool:
    """Whether a number and its percent sign stand apart."""
    return bool(APART.search(words))


FILES = sorted(
    file
    for room in ROOMS
    for kind in ("py", "js", "md", "json")
    for file in (ROOT / room).glob(f"*.{kind}" if room == "." else f"**/*.{kind}")
    if "node_modules" not in file.parts
    if file != Path(__file__)
)


def test_no_percent_sign_stands_apart_from_its_number():
    assert len(FILES) > 500
    apart = {
        f"{file.relative_to(ROOT)}: {words.strip()[:90]}"
        for file in FILES
        for words in said(file)
        if is_apart(words)
    }
    assert not apart, 'write "31%", as `digits.percent` and Python\'s own "{:.0%}" do'


@pytest.mark.parametrize("words", ["50 % sure", 'f"{share} %"', "**95 %**", "5\\u00a0% of"])
def test_the_other_style_is_seen(words):
    assert is_apart(words)
    assert not is_apart(words.replace(" %", "%").replace("\\u00a0%", "%"))


def test_percentages_are_made_in_one_place():
    by_hand = []
    for file in [*(ROOT / "graphdp_core").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]:
        text = file.read_text(encoding="utf-8")
        if not BY_HAND.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.JoinedStr) and BY_HAND.search(ast.unparse(node)):
                by_hand.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    # Places in a drawing are no shares that anybody reads.
    assert [place for place in by_hand if "breakdown_strip" not in place] == []
