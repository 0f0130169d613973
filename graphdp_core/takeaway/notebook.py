"""A notebook that measures the same again: the page's setting, or several."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphdp_core.captions.words import NOT_PRIVATE
from graphdp_core.params import Refused
from graphdp_core.stage.words import short_statement
from graphdp_core.takeaway.recipe import (
    AGREEMENT,
    Lines,
    Recipe,
    compare_lines,
    graph_lines,
)
from graphdp_core.version import versions

__all__ = ["Section", "notebook"]

REPEATS = 5
EPSILONS = (0.5, 1.0, 2.0, 4.0, 8.0)

COMPARE_NUMBERS = """\
import math

for name, was in expected.items():
    now = comparison.metrics[name]
    same = repr(float(now)) == repr(was) or math.isclose(now, was, rel_tol=1e-9, abs_tol=1e-9)
    print(f"{name:<28}{now:<24}{'as on the page' if same else f'was {was}'}")"""


@dataclass(frozen=True)
class Section:
    """One measurement under a heading.

    Parameters
    ----------
    recipe : Recipe
    title, note : str
        In the person's own words; "" for what the recipe is called.
    """

    recipe: Recipe
    title: str = ""
    note: str = ""


def notebook(parts: Sequence[Recipe | Section], *, left_out: Sequence[str] = ()) -> str:
    """The text of a notebook (nbformat 4.5) without outputs, which runs as it is.

    It gets the graph, measures, compares with the numbers of the page, shows the moving picture,
    and measures at other epsilons.

    Parameters
    ----------
    parts : sequence of Recipe or Section
        One section each.
    left_out : sequence of str
        What has no section, and why, in a sentence each.

    Raises
    ------
    Refused
        If there is none.

    Notes
    -----
    *Privacy*: it carries the numbers, which compare with the true graph, and of an own graph its
    file's name and checksums; no node and no edge.
    """
    if not parts:
        raise Refused("a notebook needs at least one setting: pin a snapshot first.")
    sections = [part if isinstance(part, Section) else Section(part) for part in parts]
    cells = [_words(_opening([section.recipe for section in sections], left_out))]
    last_graph: tuple[str, ...] = ()
    for section in sections:
        origin = section.recipe.origin.python
        cells += _section(section, knows_graph=origin == last_graph)
        last_graph = origin
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    made = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "graphdp_left_out": list(left_out),
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _opening(recipes: Sequence[Recipe], left_out: Sequence[str]) -> str:
    made = ", ".join(f"{name} {version}" for name, version in versions().items())
    own = {r.origin.file: r.origin.checksum for r in recipes if r.origin.is_own}
    lines = [
        "# With and without privacy",
        f"Made with {made}. Needs the Python package `graphdp`.",
        AGREEMENT,
        f"**Not private.** {NOT_PRIVATE}",
        *(
            f"Put your file beside this notebook: {_plain(f)}, SHA-256 `{s}`."
            for f, s in own.items()
        ),
        *(["Left out:\n\n" + "\n".join(f"- {_plain(one)}" for one in left_out)] * bool(left_out)),
    ]
    return "\n\n".join(lines)


def _section(section: Section, *, knows_graph: bool) -> list[dict[str, Any]]:
    recipe = section.recipe
    graph, compared = Lines(), Lines()
    graph.add(["import graphdp_core as gdp", *graph_lines(recipe), "graph"])
    compared.add([*compare_lines(recipe), "print(comparison.finding)"])
    promise = short_statement(recipe.mechanism.guarantee(recipe.epsilon))
    named = [section.title or recipe.name, section.note, recipe.name if section.title else ""]
    heading, *rest = [_plain(words) for words in (*named, promise) if words]
    cells = [_words("\n\n".join([f"## {heading}", *rest]))]
    if not knows_graph:
        cells.append(_code(graph.text()))
    cells.append(_code(compared.text()))
    if recipe.numbers:
        values = "".join(f"    {k!r}: {_number(v)},\n" for k, v in recipe.numbers.items())
        cells.append(_code(f"expected = {{\n{values}}}\n{COMPARE_NUMBERS}"))
    cells += [
        _words("The same with a slider: drag it, or use the arrow keys."),
        _code("comparison"),
        _words(f"Other epsilons, {REPEATS} repeats each."),
        _code(
            "table = gdp.sweep(\n"
            "    graph, [comparison.mechanism], comparison.analysis,\n"
            f"    epsilons={list(EPSILONS)}, repeats={REPEATS},\n"
            ")\n"
            'table.groupby(["metric", "epsilon"])["value"].median().unstack()'
        ),
    ]
    return cells


def _words(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": text.strip().splitlines(keepends=True),
    }


def _plain(text: str) -> str:
    r"""Text without what Markdown and HTML would read in it.

    Examples
    --------
    >>> _plain("<b>[me](http://x)")
    '&lt;b&gt;\\[me\\](http://x)'
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join(f"\\{sign}" if sign in "\\`*_[]#|!" else sign for sign in text)


def _number(value: float) -> str:
    """A literal that gives the same number; nan and infinity have none of their own."""
    return repr(float(value)) if math.isfinite(value) else f'float("{float(value)}")'
