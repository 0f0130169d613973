"""Which tests are nearest to what has changed: by imports, names of members and files.

Ranks count from 0, the nearest: the test of a module's own name, then cases about its members (a
mechanism, an analysis), then test files that import it, then the same for what imports it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from inspect import isclass
from pathlib import Path, PurePosixPath
from types import CodeType
from typing import Any

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("graphdp_core", "pages")
FAMILIES = {"ANALYSES", "MECHANISMS", "every_setting", "proved_settings"}
"""A test that walks one of these walks its members; only those near the change are run."""

OWN, MEMBER, IMPORTS, STEP = 0, 1, 2, 3
FAR = 2
"""Imports that are followed upwards from what has changed."""

DOTTED = re.compile(r"[\"']((?:graphdp_core|pages)(?:\.\w+)+)[\"']")
WORDS = (".md", ".yml", ".yaml", ".toml", ".lock", ".txt", "file", ".cfg", ".cff", ".conf")


def module_of(path: str) -> str:
    """The dotted name of a Python file of the product, as `a/b/__init__.py` is `a.b`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def text_of(module: str) -> str:
    """The text of a module; "" for a package, which only gathers."""
    file = ROOT / f"{module.replace('.', '/')}.py"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


class Source:
    """What one test file names: modules, words in quotes, families."""

    def __init__(self, path: str, modules: frozenset[str], homes: dict[str, str]) -> None:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        self.path, self.known = path, modules
        self.imports: set[str] = set()
        self.helpers: set[str] = set()
        self.words: set[str] = set()
        names: set[str] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=aliases):
                    for alias in aliases:
                        self._imported(alias.name)
                case ast.ImportFrom(module=str(origin), names=aliases):
                    self._imported(origin)
                    for alias in aliases:
                        names.add(alias.name)
                        self._imported(f"{origin}.{alias.name}")
                        self.imports.update(_home(origin, alias.name, modules))
                case ast.Attribute(value=ast.Name(id="gdp"), attr=name):
                    names.add(name)
                    self.imports.add(f"graphdp_core.{homes.get(name, '')}".rstrip("."))
                case ast.Constant(value=str(word)) if len(word) < 120:
                    self.words.add(word)
                    self.imports.update(self._named(word))
        self.walks_families = bool(names & FAMILIES)
        self.is_test = PurePosixPath(path).name.startswith("test_")

    def _imported(self, name: str) -> None:
        if name in self.known:
            self.imports.add(name)
        elif not name.startswith(PACKAGES):
            self.helpers.update(name.removeprefix("tests.").split("."))

    def _named(self, word: str) -> Iterator[str]:
        """The module that a string names, as a page's path, or as where something is patched."""
        if word.endswith(".py") and (name := f"pages.{module_of(word)}") in self.known:
            yield name
        while word.startswith(PACKAGES) and "." in word:
            if word in self.known:
                yield word
                return
            word = word.rpartition(".")[0]


def _home(origin: str, name: str, modules: frozenset[str]) -> Iterator[str]:
    """Where a package takes a name from that it offers as its own."""
    is_package = f"{origin}.{name}" not in modules and origin.startswith("graphdp_core.")
    if is_package and origin in modules and (ROOT / origin.replace(".", "/")).is_dir():
        home = getattr(getattr(import_module(origin), name, None), "__module__", "")
        if home in modules:
            yield home


@cache
def test_sources(known: frozenset[str]) -> list[Source]:
    """Every test file but those of speed; what their helpers import counts as theirs."""
    from graphdp_core import HOMES

    files = sorted(p for p in (ROOT / "tests").rglob("*.py") if not {"bench", "apps"} & {*p.parts})
    made = [Source(p.relative_to(ROOT).as_posix(), known, HOMES) for p in files]
    helpers = {PurePosixPath(source.path).stem: source for source in made if not source.is_test}
    for source in made:
        for name in source.helpers & helpers.keys():
            source.imports |= helpers[name].imports - {"graphdp_core"}
    return [source for source in made if source.is_test]


@dataclass(frozen=True)
class Nearest:
    """The tests near some changed files, and how near.

    Parameters
    ----------
    changed : tuple of str
        Paths below the root of the checkout, with slashes.
    """

    changed: tuple[str, ...]
    files: dict[str, int] = field(default_factory=dict)
    """Test files of which every test is near, and their rank."""

    def __post_init__(self) -> None:
        for path in self.changed:
            if path.startswith("tests/") and path.endswith(".py"):
                self._add_tests(path)
            elif not path.startswith(PACKAGES) or not path.endswith(".py"):
                self._add_readers(path)
        for source in self.sources:
            ranks = [
                STEP * d + IMPORTS for m in source.imports if (d := self.modules.get(m, -1)) >= 0
            ]
            if ranks:
                self._add(source.path, min(ranks))
        for name, distance in self.modules.items():
            for path in mirrors(name):
                self._add(path, STEP * distance + OWN)
            own = f"{name.replace('.', '/')}.py"
            if not distance and (ROOT / own).is_file() and not own.startswith("pages"):
                self._add(own, OWN)  # its doctests

    @cached_property
    def graph(self) -> grimp.ImportGraph:
        """Who imports whom; names in quotes count, as they are imported when they are needed."""
        graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        for module in tuple(graph.modules):
            for name in DOTTED.findall(text_of(module)):
                if name in graph.modules:
                    graph.add_import(importer=module, imported=name)
        return graph

    @cached_property
    def modules(self) -> dict[str, int]:
        """The changed modules and what imports them, with the number of imports between.

        A package that only gathers its modules, as that of all mechanisms, leads no further.
        """
        found = {
            module_of(path): 0 for path in self.changed
            if path.startswith(PACKAGES) and module_of(path) in self.graph.modules
        }  # fmt: skip
        edge = list(found)
        for distance in range(1, FAR + 1):
            above = {
                name for module in edge
                for name in self.graph.find_modules_that_directly_import(module)
                if name not in found and not (ROOT / name.replace(".", "/")).is_dir()
            }  # fmt: skip
            found.update(dict.fromkeys(sorted(above), distance))
            edge = sorted(above)
        return found

    @cached_property
    def sources(self) -> list[Source]:
        """Every test file but those of speed."""
        return test_sources(frozenset(self.graph.modules))

    @cached_property
    def members(self) -> dict[str, int]:
        """Ids and titles of the members whose class stands in a near module, and how near."""
        words: dict[str, int] = {}
        for module, distance in self.modules.items():
            is_command = module.startswith("graphdp_core.cli.")  # which holds no member
            if not module.startswith("graphdp_core.") or is_command or distance > 1:
                continue
            for value in vars(import_module(module)).values():
                if isclass(value) and value.__module__ == module:
                    for word in (getattr(value, "id", ""), getattr(value, "title", "")):
                        if isinstance(word, str) and word:
                            words.setdefault(word, distance)
        return words

    def collected(self) -> list[str]:
        """The files to look for tests in: the near ones, and those that may hold near cases."""
        words = set(self.members)
        maybe = {
            source.path for source in self.sources
            if words and (source.walks_families or words & source.words)
        }  # fmt: skip
        return sorted(self.files.keys() | maybe)

    def rank(self, path: str, code: CodeType | None, params: Iterable[Any]) -> int | None:
        """How near one test is; None for one that is not near.

        Parameters
        ----------
        path : str
            Of its file, below the root.
        code : code or None
            Of its function.
        params : iterable
            The values that it runs with.
        """
        found = [self.files[path]] if path in self.files else []
        found += [STEP * d + MEMBER for value in params if (d := self.distance(value)) is not None]
        words = constants(code) & self.members.keys() if code else set()
        found += [STEP * self.members[word] + IMPORTS for word in words]
        return min(found, default=None)

    def distance(self, value: Any) -> int | None:
        """How near to the change the class of a value is, or of what it wraps, or its id."""
        if isinstance(value, str):
            return self.members.get(value)
        wrapped = [getattr(value, name, None) for name in ("inner", "made", "kind", "mechanism")]
        classes = [
            c for part in (value, *wrapped) if part is not None
            for c in (part if isclass(part) else type(part)).__mro__
        ]  # fmt: skip
        near = [d for c in classes if (d := self.modules.get(c.__module__)) is not None]
        return min(near, default=None)

    def _add(self, path: str, rank: int) -> None:
        self.files[path] = min(rank, self.files.get(path, sys.maxsize))

    def _add_tests(self, path: str) -> None:
        """A changed test file, or the test files of a changed helper."""
        if not (ROOT / path).is_file():
            return
        name = PurePosixPath(path)
        if name.name.startswith("test_"):
            self._add(path, OWN)
        elif name.name == "conftest.py":
            for file in sorted((ROOT / name.parent).glob("test_*.py")):
                self._add(file.relative_to(ROOT).as_posix(), STEP)
        else:
            for source in self.sources:
                if name.stem in source.helpers:
                    self._add(source.path, IMPORTS)

    def _add_readers(self, path: str) -> None:
        """The tests of a file that is no Python: those that name it, and who reads it."""
        name = PurePosixPath(path)
        if path.startswith(("docs/", ".github/", ".ci/")) or path.endswith(WORDS):
            for file in sorted((ROOT / "tests" / "house").glob("test_*.py")):
                self._add(file.relative_to(ROOT).as_posix(), IMPORTS)
        if path.startswith("assets/") and len(name.parts) > 2:
            for file in sorted((ROOT / "tests").rglob(f"test_{name.parts[1]}*.py")):
                self._add(file.relative_to(ROOT).as_posix(), OWN)
        spelled = {name.name, "/".join((*name.parts[-2:-1], name.stem))}
        for source in self.sources:
            if any(part in word for word in source.words for part in spelled):
                self._add(source.path, IMPORTS)
        for module in self.graph.modules:
            if any(part in text_of(module) for part in spelled):
                for mirror in mirrors(module):
                    self._add(mirror, STEP)


def mirrors(module: str) -> Iterator[str]:
    """The test files that bear a module's name."""
    package, *folders, stem = module.split(".") if "." in module else ("", module)
    where = ROOT / "tests" / ("app" if package == "pages" else "/".join(folders))
    names = (
        (f"test_{stem}.py", f"test_{stem}_page.py", f"test_{stem}_view.py")
        if package == "pages"
        else (f"test_{stem}.py",)
    )
    for name in names:
        if (where / name).is_file():
            yield (where / name).relative_to(ROOT).as_posix()


def constants(code: CodeType) -> set[str]:
    """The words in quotes of a function and of those inside it."""
    found: set[str] = set()
    for value in code.co_consts:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, tuple):
            found.update(word for word in value if isinstance(word, str))
        elif isinstance(value, CodeType):
            found |= constants(value)
    return found
