"""A notebook that measures the same again."""

from __future__ import annotations

import json
import math
from typing import Any

from graphdp_core.captions.words import NOT_PRIVATE
from graphdp_core.stage.stop import short_statement
from graphdp_core.takeaway.recipe import (
    AGREEMENT,
    Lines,
    Recipe,
    compare_lines,
    graph_lines,
)
from graphdp_core.version import versions

REPEATS = 5
EPSILONS = (0.5, 1.0, 2.0, 4.0, 8.0)

COMPARE_NUMBERS = """\
import math

for name, was in expected.items():
    now = comparison.metrics[name]
    same = repr(float(now)) == repr(was) or math.isclose(now, was, rel_tol=1e-9, abs_tol=1e-9)
    print(f"{name:<28}{now:<24}{'as on the page' if same else f'was {was}'}")"""


def notebook(recipe: Recipe) -> str:
    """The text of a notebook (nbformat 4.5) without outputs, which runs as it is.

    It gets the graph, measures, compares with the numbers of the page, shows the moving picture,
    and measures at other epsilons.

    Notes
    -----
    *Privacy*: it carries the numbers, which compare with the true graph, and of an own graph its
    file's name and checksums; no node and no edge.
    """
    cells = [_words(_opening(recipe)), *_measured(recipe)]
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


def _opening(recipe: Recipe) -> str:
    made = ", ".join(f"{name} {version}" for name, version in versions().items())
    lines = [
        "# With and without privacy",
        f"Made with {made}. Needs the Python package `graphdp`.",
        AGREEMENT,
        f"**Not private.** {NOT_PRIVATE}",
    ]
    if recipe.origin.is_own:
        file, checksum = _plain(recipe.origin.file), recipe.origin.checksum
        lines.append(f"Put your file beside this notebook: {file}, SHA-256 `{checksum}`.")
    return "\n\n".join(lines)


def _measured(recipe: Recipe) -> list[dict[str, Any]]:
    graph, compared = Lines(), Lines()
    graph.add(["import graphdp_core as gdp", *graph_lines(recipe), "graph"])
    compared.add([*compare_lines(recipe), "print(comparison.finding)"])
    promise = short_statement(recipe.mechanism.guarantee(recipe.epsilon))
    cells = [
        _words(f"## {_plain(recipe.name)}\n\n{_plain(promise)}"),
        _code(graph.text()),
        _code(compared.text()),
    ]
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
    r"""Text without what Markdown and HTML would read in it."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join(f"\\{sign}" if sign in "\\`*_[]#|!" else sign for sign in text)


def _number(value: float) -> str:
    """A literal that gives the same number; nan and infinity have none of their own."""
    return repr(float(value)) if math.isfinite(value) else f'float("{float(value)}")'
