"""What README and the other top-level documents claim is true: commands, snippet, links."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

import graphdp_core as gdp
from graphdp_core.cli.commands import COMMANDS, WING_OF, _parser, main
from pages.table import ALL

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = (ROOT / "docs" / "shell.md").read_text(encoding="utf-8")
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *(ROOT / "docs").glob("*.md"),
]
QUICK = ("mechanisms", "compare", "sweep")


def blocks(text, language):
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text):
    """Every line of the shell blocks that starts graphdp, as words."""
    lines = "\n".join(blocks(text, "sh")).splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("graphdp ")]


def rows(heading, page):
    """The cells of the table under a header line of a page."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    lines = text[text.index(heading) :].splitlines()[2:]
    table = lines[: next(i for i, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_design_names_every_room():
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    for top in ("pages", "graphdp_core"):
        for path in (ROOT / top).iterdir():
            if path.is_dir() and (path / "__init__.py").exists():
                assert path.name in design


QUICK_LINES = [words for words in commands(SHELL) if words[0] in QUICK]


def test_every_command_line_is_understood():
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    lines = {tuple(words): words for text in texts for words in commands(text)}
    for words in lines.values():
        if words[0] in WING_OF.keys() - COMMANDS.keys():
            continue  # of a wing that somebody took off
        assert words[0] in COMMANDS
        assert _parser(words).parse_args(words).command == words[0]


@pytest.mark.parametrize("words", QUICK_LINES, ids=" ".join)
def test_the_quick_commands_run(capsys, words):
    assert main(words) == 0
    assert capsys.readouterr().out


def test_every_make_target_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        named = re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)
        assert set(named) <= targets, document.name


def test_every_extra_that_is_named_exists():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = set(re.findall(r'"\.\[(\w+)\]"', SHELL))
    assert named == set(project["optional-dependencies"])


def test_the_python_snippet_runs():
    (snippet,) = blocks(README, "python")
    names = {}
    exec(snippet, names)
    assert names["c"].metrics
    assert set(names["t"]["epsilon"]) == {1.0, 2.0, 4.0}


def test_the_table_of_pages_lists_each():
    titles = [entry.title for entry in ALL]
    assert {row[0] for row in rows("| page | question |", "app")} == set(titles)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_inside_the_repository_leads_somewhere(document):
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        path = document.parent / file if file else document
        assert path.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}


def test_the_changelog_tells_of_this_version_and_the_citation_names_it():
    assert gdp.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {gdp.__version__}\n" in citation
