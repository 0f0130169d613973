"""The rows of a file with the classes of nodes, whatever holds them: text, a sheet, columns."""

from __future__ import annotations

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import text_table
from graphdp_core.intake.readers.parquet import is_parquet, parquet_table
from graphdp_core.intake.readers.workbook import is_excel, is_ods, workbook_table

_TABLES = ((is_excel, workbook_table), (is_ods, workbook_table), (is_parquet, parquet_table))


def class_rows(file: GraphFile) -> list[list[str]]:
    r"""All rows, without comments; of a workbook those of its first sheet.

    Raises
    ------
    GraphFileError
        If it is a binary file of another kind, or damaged.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> class_rows(GraphFile("classes.csv", b"ann;red\nbob;blue\n", Limits()))
    [['ann', 'red'], ['bob', 'blue']]
    """
    read = next((table for is_it, table in _TABLES if is_it(file)), None)
    table = text_table(file.as_text(), Reading()) if read is None else read(file, Reading())
    return [cells for _, cells in table.rows()]
