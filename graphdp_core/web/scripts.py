"""The widgets' files under `assets`, each joined with all it imports, without a build step."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

__all__ = ["assets", "script", "style"]

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?/[\w/-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


@cache
def assets() -> Path:
    """The folder of the widgets' files: in the wheel's folder of the app, or in a checkout.

    Raises
    ------
    FileNotFoundError
        If the package stands alone, without the app's files.
    """
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
        lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {_name(there(found[2]))};\n",
        text,
    )
    exports = EXPORT.findall(text)
    text = EXPORT.sub("", text)
    parts[name] = text + (f"return {{ {', '.join(exports)} }};\n" if exports else "")


def _name(module: str) -> str:
    return "module_" + re.sub(r"\W", "_", module)
