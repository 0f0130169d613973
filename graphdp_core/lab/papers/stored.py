"""Reproductions that were run once and kept: the table, and when, where and how it was made."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from graphdp_core.lab.papers import study_of
from graphdp_core.lab.papers.study import Study, Table
from graphdp_core.params import Refused
from graphdp_core.progress import Report
from graphdp_core.stored import keep, kept, machine, number, plain, today
from graphdp_core.version import __version__


@dataclass(frozen=True, eq=False)
class Stored:
    """One run of a reproduction."""

    id: str
    table: Table
    parameters: dict[str, Any]
    date: str
    version: str
    machine: str
    seconds: float


def write(
    study: Study, *, version: str, folder: Path | None = None, progress: Report | None = None
) -> Stored:
    """Run a reproduction and keep what it gave."""
    begun = time.perf_counter()
    table = study.run(progress=progress)
    record = {
        "id": study.id,
        "parameters": dataclasses.asdict(study),
        "date": today(),
        "version": version,
        "machine": machine(),
        "seconds": round(time.perf_counter() - begun, 1),
        "columns": dict(table.columns),
        "rows": [
            [_plain(value) for value in row]
            for row in table.rows[list(table.columns)].to_numpy().tolist()
        ],
        "notes": list(table.notes),
    }
    keep((folder or study.kept_in) / f"{study.id}.json", record)
    return read(study.id, folder=folder)


def read(id: str, *, folder: Path | None = None) -> Stored:
    """What is kept of a reproduction."""
    import pandas as pd

    absent = f"nothing is stored of {id!r}: run 'graphdp reproduce {id} --store'."
    record = kept((folder or study_of(id).kept_in) / f"{id}.json", absent=absent)
    rows = [list(map(number, row)) for row in record["rows"]]
    table = Table(
        pd.DataFrame(rows, columns=list(record["columns"])),
        record["columns"],
        tuple(record["notes"]),
    )
    about = ("id", "parameters", "date", "version", "machine", "seconds")
    return Stored(table=table, **{name: record[name] for name in about})


def is_missing(id: str, *, folder: Path | None = None) -> bool:
    """Whether no run of a reproduction can be read."""
    try:
        read(id, folder=folder)
    except Refused:
        return True
    return False


def other_version(run: Stored, version: str) -> str:
    """That a run was stored by another version than this; "" if it was not."""
    if run.version == version:
        return ""
    return f"Version {run.version} made this run, and this is {version}: its numbers may be old."


@cache
def lacks(id: str) -> str:
    """That no run of a reproduction is stored, or one by another version; "" if there is one."""
    return "No run of it is stored." if is_missing(id) else other_version(read(id), __version__)


@cache
def is_met(id: str) -> bool:
    """Whether the stored run of a reproduction says what is claimed, by the rule of its own."""
    run = read(id)
    return study_of(id)(**run.parameters).is_met(run.table.rows)


def _plain(value: Any) -> Any:
    """A value of a table as JSON has it; null for what is not a number."""
    if hasattr(value, "item"):
        value = value.item()
    return plain(value) if isinstance(value, float) else value


def run_again(id: str) -> Iterator[Table | str]:
    """The table of a reproduction with the settings of its stored run; a refusal in words.

    It yields once: a generator, so that a worker process can be followed.
    """
    run = read(id)
    try:
        yield study_of(id)(**run.parameters).run()
    except Refused as refused:
        yield str(refused)


def differences(found: Table, older: Table, *, tolerance: float = 1e-6) -> list[str]:
    """Columns in which a new run has other numbers or words than an older one.

    Seconds are left out: a machine may be slower.
    """
    if list(found.rows.columns) != list(older.rows.columns) or len(found.rows) != len(older.rows):
        return ["the rows"]
    return [
        name
        for name in older.rows.columns
        if "second" not in name
        and not all(
            _same(a, b, tolerance)
            for a, b in zip(found.rows[name].tolist(), older.rows[name].tolist(), strict=True)
        )
    ]


def _same(a: Any, b: Any, tolerance: float) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        a, b = (math.nan if x is None else float(x) for x in (a, b))
        return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=tolerance)
    return bool(a == b)
