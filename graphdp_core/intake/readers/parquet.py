"""Finds the rows of a Parquet file, as pandas and databases write it."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

from graphdp_core.intake.files.graph_file import GraphFile, listed
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, Table

_ROWS = 10_000  # read at once
_MARK = b"PAR1"
_INDEX = "__index_level_"


def is_parquet(file: GraphFile) -> bool:
    """Whether the file begins as a Parquet file."""
    return file.data.startswith(_MARK)


def parquet_table(file: GraphFile, reading: Reading) -> Table:
    """The columns of plain values as text, below a header; nested columns are left out."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise file.refuse(
            "reading Parquet files needs the package pyarrow; install it, or save it as CSV."
        ) from None
    damage = (pa.ArrowException, OSError, ValueError)
    try:
        source = pyarrow.parquet.ParquetFile(io.BytesIO(file.data))
        facts, schema = source.metadata, source.schema_arrow
        groups = [facts.row_group(i) for i in range(facts.num_row_groups)]
        size = sum(group.total_byte_size for group in groups)
    except damage:
        raise _damaged(file) from None
    nested = [field.name for field in schema if pa.types.is_nested(field.type)]
    names = [name for name in schema.names if name not in nested and not name.startswith(_INDEX)]
    file.check_size(edges=facts.num_rows)
    file.check_bytes(max(size // 4, len(names) * facts.num_rows))

    def rows() -> Iterator[Row]:
        yield 1, list(names)
        number = 1
        try:
            for batch in source.iter_batches(_ROWS, columns=names):
                columns = [map(_text, batch.column(name).to_pylist()) for name in names]
                for cells in zip(*columns, strict=True):
                    number += 1
                    yield number, list(cells)
        except damage:
            raise _damaged(file) from None

    return Table(rows, header=True, notes=_left_out(nested))


def _left_out(nested: list[str]) -> tuple[str, ...]:
    word = "column" if len(nested) == 1 else "columns"
    more = f" and {len(nested) - 3:,} more" if len(nested) > 3 else ""
    note = f"the {word} {listed(nested, 3)}{more} of lists or records had to be left out"
    return (note,) if nested else ()


def _text(value: object) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, bytes):
        return value.decode(errors="replace").strip()
    return str(value).strip()


def _damaged(file: GraphFile) -> Exception:
    return file.refuse("the Parquet file is damaged; fetch or save it again.")
