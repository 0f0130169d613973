"""The app's own widgets: their files under `assets`, joined without a build step, for Streamlit."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

__all__ = ["SOURCES", "component", "revision", "script"]

SOURCES = Path(__file__).parents[2] / "assets"
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?/[\w/-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


@cache
def component(name: str, entry: str, *, css: str = "") -> Any:
    """A part of a widget as Streamlit mounts it, registered once.

    Parameters
    ----------
    name : str
        Of the part, among all of the app.
    entry, css : str
        Files below `assets`, without their endings; "" for no style.
    """
    style = (SOURCES / f"{css}.css").read_text(encoding="utf-8") if css else None
    return st.components.v2.component(f"graphdp.{name}", js=script(entry), css=style)


def revision(answer: Any) -> int:
    """Number of the last answer heard from a widget, so that it can tell late messages."""
    found = answer.get("revision") if isinstance(answer, dict) else None
    return found if isinstance(found, int) else 0


def script(entry: str) -> str:
    """One module from `entry` and all it imports.

    Each imported file becomes a function that returns what it exports, in the order of the
    imports; whole-line comments are left out. Files use only ``import { a, b } from "./x.js"``, or
    ``"../folder/x.js"``, and ``export`` before const, class or function.

    Parameters
    ----------
    entry : str
        A file below `assets`, without its ending.

    Examples
    --------
    >>> lines = script("pair/main").splitlines()
    >>> [line for line in lines if line.startswith(("import", "export"))]
    ['export default function ({ data }) {']
    """
    parts: dict[str, str] = {}
    _collect(entry, parts)
    body = parts.pop(entry)
    modules = [f"const {_name(name)} = (() => {{\n{text}}})();\n" for name, text in parts.items()]
    return "".join([*modules, body])


def _collect(name: str, parts: dict[str, str]) -> None:
    text = COMMENT.sub("", (SOURCES / f"{name}.js").read_text(encoding="utf-8"))
    folder = posixpath.dirname(name)

    def there(path: str) -> str:
        return posixpath.normpath(posixpath.join(folder, path))

    for _, other in IMPORT.findall(text):
        if there(other) not in parts:
            _collect(there(other), parts)
    text = IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_name(there(found[2]))};\n", text)
    exports = EXPORT.findall(text)
    text = EXPORT.sub("", text)
    parts[name] = text + (f"return {{ {', '.join(exports)} }};\n" if exports else "")


def _name(module: str) -> str:
    return "module_" + re.sub(r"\W", "_", module)
