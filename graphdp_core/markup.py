"""Pages from templates: whatever is not declared to be markup is escaped, control letters too."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from graphdp_core.vocabulary import of_ties

if TYPE_CHECKING:
    from jinja2 import Environment


CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML forbids them


def safe_text(text: str) -> str:
    """Text inside markup: names come from files of strangers, some hold forbidden letters.

    Examples
    --------
    >>> safe_text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(CONTROL.sub("\ufffd", text))


def rendered(template: str, **values: Any) -> str:
    """A template below this package, with these values; a name that it lacks is an error.

    Parameters
    ----------
    template : str
        Its path, such as "takeaway/report.html".
    **values
        Texts are escaped; what is markup is given as `Markup`.
    """
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # only pages need it

    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=_without_control,
    )  # fmt: skip
    made.filters["ties"] = of_ties
    return made


def _without_control(value: Any) -> Any:
    """A text without letters that no page may hold; markup has been through it before."""
    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return CONTROL.sub("\ufffd", value) if is_text else value
