"""Modules are imported by one thread at a time: several first visitors at once would lock up."""

from __future__ import annotations

import ast
import importlib
import threading
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

__all__ = ["load", "load_for"]

_lock = threading.Lock()
_ready: set[Path] = set()


def load(name: str) -> ModuleType:
    """Import a module while nobody else imports one here."""
    with _lock:
        return importlib.import_module(name)


def load_for(script: Path) -> None:
    """Import what a page's script asks for, once; the script then finds it all there."""
    if script in _ready:
        return
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            package = load(node.module)
            if hasattr(package, "__path__"):
                for name in (f"{node.module}.{alias.name}" for alias in node.names):
                    if find_spec(name):
                        load(name)
    _ready.add(script)
