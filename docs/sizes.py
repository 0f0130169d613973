"""What an installation weighs: the packages of the core and of each extra, by their files.

Usage: python docs/sizes.py, in an environment that has them. `made.py` writes it as a page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
MB = 1e6


def closure(asked: Iterable[str]) -> dict[str, Distribution]:
    """By name: the installed distributions that these requirements bring, theirs included."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(line) for line in asked]
    while waiting:
        wanted = waiting.pop()
        name = wanted.name.lower().replace("_", "-")
        is_meant = wanted.marker is None or any(
            wanted.marker.evaluate({"extra": extra}) for extra in ("", *wanted.extras)
        )
        if name in found or not is_meant:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        waiting += [
            one
            for line in found[name].requires or []
            if "extra ==" not in line or wanted.extras
            for one in [Requirement(line)]
        ]
    return found


def weight(package: Distribution) -> int:
    """Bytes of its files on the disk, compiled Python left out."""
    return sum(
        path.stat().st_size
        for file in package.files or []
        if file.suffix != ".pyc" and (path := Path(str(file.locate()))).is_file()
    )


def sizes() -> str:
    """A row for the core and for each extra: how many packages, how heavy, the heaviest three."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = closure(project["dependencies"])
    rows = ["| install | packages | MB | the heaviest |", "|---|---:|---:|---|"]
    for extra, lines in {"": [], **project["optional-dependencies"]}.items():
        brought = core if not extra else {
            name: one for name, one in closure(lines).items() if name not in core
        }  # fmt: skip
        heavy = sorted(((weight(one), name) for name, one in brought.items()), reverse=True)
        total = sum(size for size, _ in heavy) / MB
        said = ", ".join(f"{name} {size / MB:.0f}" for size, name in heavy[:3])
        what = f"and `[{extra}]`" if extra else "the core"
        rows.append(f"| {what} | {len(heavy)} | {total:.0f} | {said} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(sizes())  # noqa: T201
