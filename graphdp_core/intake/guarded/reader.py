"""Runs alone, for `read_guarded`: reads bytes from the input and writes JSON."""

from __future__ import annotations

import datetime
import io
import json
import math
import sys
import warnings
from collections.abc import Callable
from typing import Any

MOST_CELLS = 20_000_000
DAMAGED = "the file is damaged or of an unusual kind; save it again."


def workbook(data: bytes) -> dict[str, list[list[str]]]:
    """The cells of all sheets as text: results of formulas, dates by ISO 8601."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    sheets, cells = {}, 0
    for sheet in book.sheets_metadata:
        if sheet.typ != SheetTypeEnum.WorkSheet:
            continue
        name = sheet.name
        rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
        cells += sum(map(len, rows))
        if cells > MOST_CELLS:
            raise MemoryError
        sheets[name] = [[cell_text(value) for value in row] for row in rows]
    return sheets


def cell_text(value: object) -> str:
    """A value as it is written in a table; nothing for none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bytes):
        return value.decode(errors="replace").strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    return str(value).strip()


READERS: dict[str, Callable[[bytes], Any]] = {"workbook": workbook}


def main(what: str, memory: str) -> None:
    """Read, within so many bytes of memory."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    except (ImportError, ValueError, OSError):  # no such limit here
        pass
    warnings.simplefilter("ignore")
    try:
        answer = {"read": READERS[what](sys.stdin.buffer.read())}
    except MemoryError:
        sys.exit(1)
    except ImportError as error:
        answer = {"refused": f"reading it needs the package {error.name}; install it, or use CSV."}
    except Exception:  # noqa: BLE001, of whatever kind: the file is read by nobody else
        answer = {"refused": DAMAGED}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
