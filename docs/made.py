"""Writes the pages that are made from the code: mechanisms, gallery, reference.

Usage: python docs/made.py; `make docs` runs it before Sphinx. What it writes is not kept in git.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import graphdp_core as gdp  # noqa: E402
from docs.sizes import sizes  # noqa: E402
from graphdp_core.experiment.scenario import Scenario  # noqa: E402
from graphdp_core.markup import safe_text  # noqa: E402
from graphdp_core.mechanisms.fact_sheet import IN_WORDS, rows_of  # noqa: E402
from graphdp_core.wings import is_here  # noqa: E402

DOCS = ROOT / "docs"
MOVING = ROOT / "build" / "moving" / "gallery"
ENTRY = re.compile(r"^@\w+\{(?P<key>\w+),\n(?P<fields>(?:  .+\n)+)\}\n", re.M)
SIZES = (
    "Files on the disk where this page was built, of each package and all that it brings, "
    "compiled Python left out. What an extra adds is counted beside the core. "
    "`python docs/sizes.py` prints it for an environment."
)
ROOMS = {
    "graphs": "Graphs", "data": "Making graphs", "intake": "Reading", "mechanisms": "Mechanisms",
    "privacy": "Guarantees", "analyses": "Analyses", "experiment": "Comparing and choosing",
    "trust": "Publishing, checking, reading releases", "lab": "Audits", "params": "Refusals",
}  # fmt: skip


def entries() -> dict[str, list[str]]:
    """The BibTeX entries of every mechanism, by its id.

    Examples
    --------
    >>> entries()["pamst"][0].splitlines()[0]
    '@mastersthesis{pinot2017,'
    """
    found: dict[str, list[str]] = {}
    for entry in ENTRY.finditer((DOCS / "mechanisms.bib").read_text(encoding="utf-8")):
        *fields, keywords = entry["fields"].splitlines()
        text = "\n".join([entry[0].splitlines()[0], *fields, "}"])
        for id in re.findall(r"\w+", keywords.partition("=")[2]):
            found.setdefault(id, []).append(text)
    return found


def mechanisms() -> Iterator[tuple[str, str]]:
    """A sheet for each mechanism, one for the false claims, and their table."""
    cited = entries()
    groups: dict[tuple[str, str], list[str]] = {}
    if is_here("lab"):
        from graphdp_core.lab.audits.document import whole_sheet as sheet
    else:
        from graphdp_core.trust.evidence import measured_sheet as sheet
    for kind in gdp.MECHANISMS:
        facts = sheet(kind.id)
        del facts[IN_WORDS]
        formula, badge = facts.pop("Formula"), facts["Status"]
        bibtex = "\n\n".join(cited[kind.id])
        yield (
            f"{kind.id}.md",
            (
                f"# {kind.title}\n\n`{kind.id}`, {badge}. The argument: "
                f"[proof or counterexample](../proofs.md#{kind.id}).\n\n$${formula}$$\n\n"
                f"{rows_of(facts)}\n\n## To cite\n\n```bibtex\n{bibtex}\n```\n"
            ),
        )
        key = (facts["Protected unit"], kind.returns.__name__)
        groups.setdefault(key, []).append(f"[{kind.title}]({kind.id}.md)")
    count, page = _false_claims() if is_here("lab") else ("", "")
    said = f"And [{count} that do not hold](false_claims.md), each with its counterexample."
    if page:
        yield "false_claims.md", page
    table = "\n".join(f"| {unit} | {what} | {', '.join(t)} |" for (unit, what), t in groups.items())
    names = "\n".join(kind.id for kind in gdp.MECHANISMS)
    yield (
        "index.md",
        (
            "# Mechanisms\n\nWhat each protects, how it is drawn, what was measured of it, and "
            "whom to cite: one sheet for each, made from its own declarations, at ε = 1.\n\n"
            f"| protects | releases | mechanisms |\n|---|---|---|\n{table}\n\n"
            f"{said if page else ''}\n\n```{{toctree}}\n:hidden:\n\n{names}\n"
            f"{'false_claims' if page else ''}\n```\n"
        ),
    )


def _false_claims() -> tuple[str, str]:
    """How many there are, and a page of them."""
    from graphdp_core.lab.audits.document import claim_facts, how_many_claims
    from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS

    claims = "\n\n".join(f"## {one.title}\n\n{rows_of(claim_facts(one))}" for one in FALSE_CLAIMS)
    return how_many_claims().lower(), f"# Claims that do not hold\n\n{claims}\n"


def gallery() -> Iterator[tuple[str, str]]:
    """Every view of Explore and every lesson as one file that asks for nothing, and their list."""
    shutil.rmtree(MOVING, ignore_errors=True)
    MOVING.mkdir(parents=True)
    views = ""
    if is_here("export"):
        views = f"## Views\n\n{_cards(_views())}\n\n"
    lessons = ""
    if is_here("lessons"):
        lessons = f"## Lessons\n\nGuess first, then see.\n\n{_cards(_lessons())}\n"
    yield (
        "index.md",
        (
            "# Gallery\n\nEach is one file that opens anywhere, from a disk too, and asks for "
            "nothing: move ε, play other draws, click a node. `graphdp picture --file "
            "friends.csv --epsilon 3 --out moving.html` makes one of your own graph. They show a "
            "true graph beside the release: for teaching, not releases.\n\n"
            f"{views}{lessons}"
        ),
    )


def _views() -> list[str]:
    """A card for each view, which is written beside it as one file."""
    from graphdp_core.takeaway import moving_html, still_svg
    from pages.explore.views import VIEWS

    graph = gdp.load_graph("les_miserables")
    weighed = gdp.mechanism("weight_laplace")
    cards = []
    for view in VIEWS:
        mechanism = weighed if view.id == "tree" else gdp.mechanism("edge_flip")
        now = Scenario(graph, "Les Misérables", mechanism, 3.0, 0)
        choice = view.usual(now)
        c = gdp.compare(graph, mechanism, choice.analysis, epsilon=now.epsilon)
        (MOVING / f"{view.id}.html").write_text(
            moving_html(c, draw=choice.draw, draws=5), encoding="utf-8"
        )
        drawn = choice.draw(c) if choice.draw else None
        (MOVING / f"{view.id}.svg").write_text(still_svg(c, drawn), encoding="utf-8")
        cards.append(_card(view.id, view.title, view.question, f'<img alt="" src="{view.id}.svg">'))
    return cards


def _lessons() -> list[str]:
    """A card for each lesson, which is written beside it as one file."""
    from graphdp_core.lessons import LESSONS, document
    from graphdp_core.lessons.sheet import lesson_html

    for lesson in LESSONS:
        (MOVING / f"{lesson.id}.html").write_text(lesson_html(lesson.id), encoding="utf-8")
    return [_card(one.id, f"{one.id} {one.title}", document(one.id)["question"]) for one in LESSONS]


def _card(file: str, title: str, words: str, picture: str = "") -> str:
    return (
        f'<a href="{file}.html">{picture}<strong>{safe_text(title)}</strong>'
        f"<span>{safe_text(words)}</span></a>"
    )


def _cards(cards: list[str]) -> str:
    return '```{raw} html\n<div class="cards">\n' + "\n".join(cards) + "\n</div>\n```"


def reference() -> Iterator[tuple[str, str]]:
    """Every public name with its docstring, a page for each room."""
    rooms: dict[str, list[str]] = {room: [] for room in ROOMS}
    for name in gdp.__all__:
        home = {"mechanism": "mechanisms", "analysis": "analyses"}.get(name, gdp.HOMES.get(name))
        if home is not None:
            rooms[home.partition(".")[0]].append(name)
    for room, names in rooms.items():
        yield f"{room}.md", f"# {ROOMS[room]}\n\n" + "\n".join(map(_documented, names))
    yield "sizes.md", f"# What an installation weighs\n\n{SIZES}\n\n{sizes()}\n"
    files = "\n".join((*rooms, "sizes"))
    lines = "\n".join(
        f"- [{ROOMS[room]}]({room}.md): {', '.join(f'`{name}`' for name in names)}"
        for room, names in rooms.items()
    )
    yield (
        "index.md",
        (
            "# Reference\n\nThe public names of `graphdp_core`, which scripts call `gdp`. "
            "Importing it loads nothing else: each name is fetched when it is first used.\n\n"
            f"{lines}\n\n```{{toctree}}\n:hidden:\n\n{files}\n```\n"
        ),
    )


def _documented(name: str) -> str:
    made = getattr(gdp, name)
    if isinstance(made, type):
        lines = f".. autoclass:: graphdp_core.{name}\n   :members:"
    elif callable(made):
        lines = f".. autofunction:: graphdp_core.{name}"
    else:
        lines = f".. autodata:: graphdp_core.{name}\n   :no-value:"
    return f"```{{eval-rst}}\n{lines}\n```\n"


def main() -> None:
    """Write all of them anew."""
    for make in (mechanisms, reference, gallery):
        folder = DOCS / make.__name__
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in make():
            (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
