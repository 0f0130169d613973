"""How large each room is, and how large it may be: `make size`; `--lower` takes what was saved.

Code lines hold a statement: no docstring, comment, blank line or import. Of JavaScript all lines
count. `budgets.toml` beside this file holds what each room may have; above it a test is red, and
a commit that makes a room smaller lowers its number.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
BUDGETS = Path(__file__).with_name("budgets.toml")
TOPS = ("graphdp_core", "pages", "tests", "assets")


class Size(NamedTuple):
    """Of one room."""

    files: int = 0
    lines: int = 0
    code: int = 0

    def __add__(self, other: object) -> Size:
        """Both together."""
        return Size(*(a + b for a, b in zip(self, other, strict=True)))  # type: ignore[call-overload]


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All of them at every depth; what stands in their expressions is passed over."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, part, ()))


def code_lines(text: str) -> int:
    """How many lines of a Python file hold a statement that is no import and no docstring.

    Within a text of many lines a blank one and one that begins with `#` are not counted.
    """
    rows = enumerate(map(str.strip, text.splitlines()), start=1)
    lines = {number for number, row in rows if row and not row.startswith("#")}
    for node in statements(ast.parse(text).body):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def sizes() -> dict[str, Size]:
    """Of every room, and of each top as a whole."""
    named = subprocess.check_output(["git", "ls-files", *TOPS], cwd=ROOT, text=True)
    found: defaultdict[str, Size] = defaultdict(Size)
    for name in named.splitlines():
        path = ROOT / name
        if path.suffix not in (".py", ".js") or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        lines = text.count("\n")
        size = Size(1, lines, code_lines(text) if path.suffix == ".py" else lines)
        top, *rest = name.split("/")
        for room in (top, f"{top}/{rest[0]}" if len(rest) > 1 else f"{top}/*"):
            found[room] += size
    return dict(sorted(found.items()))


def budgets() -> dict[str, dict[str, int]]:
    """Files and code lines that each room may have."""
    return tomllib.loads(BUDGETS.read_text(encoding="utf-8"))


def table(found: dict[str, Size], allowed: dict[str, dict[str, int]]) -> str:
    """A row a room."""
    rows = [f"{'room':<28}{'files':>7}{'lines':>9}{'code':>8}{'at most':>9}"]
    for room, size in found.items():
        most = allowed.get(room, {}).get("code", 0)
        mark = "" if size.code <= most else "  too large"
        rows.append(f"{room:<28}{size.files:>7,}{size.lines:>9,}{size.code:>8,}{most:>9,}{mark}")
    return "\n".join(rows)


def lowered(found: dict[str, Size], allowed: dict[str, dict[str, int]]) -> str:
    """The settings with each number at most what is there; rooms that are gone are left out."""
    rows = ["# What each room may have at most: `make size` compares. Numbers fall, never rise."]
    for room, size in found.items():
        most = allowed.get(room, {"files": size.files, "code": size.code})
        rows.append(
            f'"{room}" = {{ files = {min(most["files"], size.files)}, '
            f"code = {min(most['code'], size.code)} }}"
        )
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    if "--lower" in sys.argv:
        BUDGETS.write_text(lowered(sizes(), budgets() if BUDGETS.exists() else {}), "utf-8")
    print(table(sizes(), budgets()))
