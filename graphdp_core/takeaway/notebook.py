"""A notebook that measures the same again: the page's setting, or several."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from graphdp_core.params import Refused
from graphdp_core.takeaway.recipe import Lines, Recipe, compare_lines, graph_lines, versions
from graphdp_core.takeaway.words import NOT_PRIVATE, short_statement

__all__ = ["notebook"]

REPEATS = 5
EPSILONS = (0.5, 1.0, 2.0, 4.0, 8.0)

COMPARE_NUMBERS = """\
for name, was in expected.items():
    now = comparison.metrics[name]
    same = repr(float(now)) == repr(was)
    print(f"{name:<28}{now:<24}{'to the last digit' if same else f'was {was}'}")"""


def notebook(recipes: Sequence[Recipe]) -> str:
    """The text of a notebook (nbformat 4.5) without outputs, which runs as it is.

    It gets the graph, measures, compares with the numbers of the page, shows the moving picture,
    and measures at other epsilons.

    Parameters
    ----------
    recipes : sequence of Recipe
        One section each.

    Raises
    ------
    Refused
        If there is none.

    Notes
    -----
    *Privacy*: it carries the numbers, which compare with the true graph, and of an own graph its
    file's name and checksums; no node and no edge.
    """
    if not recipes:
        raise Refused("a notebook needs at least one setting: pin a snapshot first.")
    cells = [_words(_opening(recipes))]
    last_graph: tuple[str, ...] = ()
    for recipe in recipes:
        cells += _section(recipe, knows_graph=recipe.origin.python == last_graph)
        last_graph = recipe.origin.python
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    made = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _opening(recipes: Sequence[Recipe]) -> str:
    made = ", ".join(f"{name} {version}" for name, version in versions().items())
    own = {r.origin.file: r.origin.checksum for r in recipes if r.origin.is_own}
    lines = [
        "# With and without privacy",
        f"Made with {made}. Needs the Python package `graphdp`.",
        f"**Not private.** {NOT_PRIVATE}",
        *(
            f"Put your file beside this notebook: {_plain(f)}, SHA-256 `{s}`."
            for f, s in own.items()
        ),
    ]
    return "\n\n".join(lines)


def _section(recipe: Recipe, *, knows_graph: bool) -> list[dict[str, Any]]:
    graph, compared = Lines(), Lines()
    graph.add(["import graphdp_core as gdp", *graph_lines(recipe), "graph"])
    compared.add([*compare_lines(recipe), "print(comparison.finding)"])
    promise = short_statement(recipe.mechanism.guarantee(recipe.epsilon))
    cells = [_words(f"## {_plain(recipe.name)}\n\n{_plain(promise)}")]
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
