"""A web page in one file: nothing from a network, nothing run but what was written into it.

The widgets' files under `assets`, each joined with all it imports, without a build step.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any

from graphdp_core.markup import safe_text
from graphdp_core.plots.theme import DARK, LIGHT, Theme

COLOURS = (
    "background", "surface", "text", "muted", "grid", "accent", "baseline", "unproved",
)  # fmt: skip


def page(*, title: str, body: str, css: str, js: str = "", data: Any = None) -> str:
    """A whole page that may ask for nothing and run only its own script.

    Parameters
    ----------
    title : str
        As text.
    body : str
        As markup.
    data : optional
        What the script reads from the element ``data``, as JSON.
    """
    policy = [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data: blob:",
        f"script-src '{_digest(js)}'" if js else "script-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    script = f"<script>{js}</script>\n" if js else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{safe_text(title)}</title>\n<style>\n{theme_style()}{css}</style>\n</head>\n"
        f"<body>\n{body}\n{data_block(data)}{script}</body>\n</html>\n"
    )


def data_block(data: Any) -> str:
    """JSON that a script of the page reads; no text in it can end the element."""
    if data is None:
        return ""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="data">{text}</script>\n'


def theme_style() -> str:
    """The themes' colours as variables: the system's choice, unless the page names one."""
    dark = _variables(DARK)
    return (
        f":root {{ {_variables(LIGHT)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}\n"
        f":root[data-theme=dark] {{ {dark} }}\n"
    )


def hosted_theme() -> str:
    """The same for a part of somebody else's page, which says its theme on the element."""
    return f":host {{ {_variables(LIGHT)} }}\n:host([data-theme=dark]) {{ {_variables(DARK)} }}\n"


def _variables(theme: Theme) -> str:
    own = "".join(f"--{name}: {getattr(theme, name)}; " for name in COLOURS)
    # The widgets read the names that Streamlit gives its pages
    return f"{own}--st-background-color: {theme.background}; color-scheme: {theme.name};"


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?/[\w/-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


@cache
def assets() -> Path:
    """The folder of the widgets' files: in the wheel's folder of the app, or in a checkout."""
    top = Path(__file__).parents[2]
    for folder in (top / "graphdp_app" / "assets", top / "assets"):
        if (folder / "pair").is_dir():
            return folder
    raise FileNotFoundError("the widgets' files are not beside the package: install graphdp anew.")


def style(name: str) -> str:
    """A style sheet below `assets`, named without its ending."""
    return (assets() / f"{name}.css").read_text(encoding="utf-8")


@cache
def script(entry: str) -> str:
    """One module from `entry` and all it imports.

    Each imported file becomes a function that returns what it exports, in the order of the
    imports; whole-line comments are left out. Files use only
    ``import { a, b as c } from "./x.js"``, or ``"../folder/x.js"``, and ``export`` before const,
    class or function.

    Parameters
    ----------
    entry : str
        A file below `assets`, without its ending.

    Examples
    --------
    >>> lines = script("takeaway/live").splitlines()
    >>> [line for line in lines if line.startswith(("import", "export"))]
    ['export default { render };']
    """
    parts: dict[str, str] = {}
    _collect(entry, parts)
    body = parts.pop(entry)
    modules = [f"const {_name(name)} = (() => {{\n{text}}})();\n" for name, text in parts.items()]
    return "".join([*modules, body])


def _collect(name: str, parts: dict[str, str]) -> None:
    text = COMMENT.sub("", (assets() / f"{name}.js").read_text(encoding="utf-8"))
    folder = posixpath.dirname(name)

    def there(path: str) -> str:
        return posixpath.normpath(posixpath.join(folder, path))

    for _, other in IMPORT.findall(text):
        if there(other) not in parts:
            _collect(there(other), parts)
    text = IMPORT.sub(
        lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = {_name(there(match[2]))};\n",
        text,
    )
    exports = EXPORT.findall(text)
    text = EXPORT.sub("", text)
    parts[name] = text + (f"return {{ {', '.join(exports)} }};\n" if exports else "")


def _name(module: str) -> str:
    return "module_" + re.sub(r"\W", "_", module)
