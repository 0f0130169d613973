"""What is kept beside the code: words, and what was measured once, with when and where it was."""

from __future__ import annotations

import datetime
import json
import math
import os
import platform
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphdp_core.params import Refused


def today() -> str:
    """The day of a measurement, as ISO writes it."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def machine() -> str:
    """Processor's kind, number of cores and Python's version."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def keep(file: Path, record: Mapping[str, Any]) -> Path:
    r"""Write a record as JSON, one part or one entry of a list a line, and say where.

    Examples
    --------
    >>> import tempfile
    >>> file = keep(Path(tempfile.mkdtemp()) / "a.json", {"id": "a", "rows": [[1, None], [2, 3]]})
    >>> file.read_text(), kept(file, absent="")["rows"]
    ('{\n"id": "a",\n"rows": [\n[1, null],\n[2, 3]\n]\n}\n', [[1, None], [2, 3]])
    """
    parts = ",\n".join(f"{_text(name)}: {_lines(value)}" for name, value in record.items())
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"{{\n{parts}\n}}\n", encoding="utf-8")
    return file


def kept(file: Path, *, absent: str) -> dict[str, Any]:
    """The record of a file."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        record = None
    if not isinstance(record, dict):
        raise Refused(absent)
    return record


def table(file: Path) -> dict[str, Any]:
    """What a file of TOML says."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def plain(value: float, digits: int | None = None) -> float | None:
    """A number as JSON has it, to so many digits; null for what is not finite.

    Examples
    --------
    >>> plain(0.123456, 3), plain(float("inf"))
    (0.123, None)
    """
    known = value if digits is None else float(f"{value:.{digits}g}")
    return known if math.isfinite(value) else None


def number(value: float | None, absent: float = math.nan) -> float:
    """The inverse: what null stands for is said."""
    return absent if value is None else value


def _lines(value: Any) -> str:
    if not (isinstance(value, list) and value and isinstance(value[0], list | tuple | dict)):
        return _text(value)
    entries = ",\n".join(map(_text, value))
    return f"[\n{entries}\n]"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
