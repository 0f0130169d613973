"""The kinds of result are listed where they are defined, and hardly anywhere else."""

import ast
from pathlib import Path

from graphdp_core import results

ROOT = Path(__file__).parents[2]
MANY, PLACES = 4, 3
KINDS = set(results.__all__) - {"Result"}


def kinds_in(path):
    """The kinds of result that a file imports."""
    text = path.read_text(encoding="utf-8")
    if "graphdp_core.results" not in text:
        return set()
    imports = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom))
    return KINDS & {
        name.name
        for node in imports
        if (node.module or "").startswith("graphdp_core.results")
        for name in node.names
    }


def test_at_most_three_places_outside_their_room_name_four_or_more_kinds():
    files = [path for top in ("graphdp_core", "pages") for path in (ROOT / top).rglob("*.py")]
    places = [
        str(path.relative_to(ROOT))
        for path in files
        if path.parent.name != "results" and len(kinds_in(path)) >= MANY
    ]
    assert len(places) <= PLACES, f"make it an attribute of the class: {places}"
