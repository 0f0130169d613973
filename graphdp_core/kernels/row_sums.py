"""Sums of rows of a table, eight columns in one register: one number of a row serves eight."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

__all__ = ["LANES", "add_rows"]

LANES = 8
_by_numba: Any = intrinsic


@_by_numba
def add_rows(  # noqa: PLR0917 (numba's intrinsics have no keywords)
    typingctx: Any, indices: Any, first: Any, last: Any, rows: Any, column: Any, sums: Any
) -> Any:
    """Set ``sums`` to the sum of ``rows[indices[e], column:column + 8]`` over first <= e < last.

    Only from compiled code: add_rows(indices, first, last, rows, column, sums). Numba's loops
    keep such sums in memory, and its option to merge scalars into registers has been wrong
    before; so the sum is written as LLVM's own vector of eight. `indices` are unsigned, `rows` of
    shape (n, a multiple of 8) and `sums` of shape (8,) hold floats of one type; all are
    contiguous. Every column is added up in the order of the indices: as one by one, bit for bit.
    """
    signature = types.void(indices, types.intp, types.intp, rows, types.intp, sums)

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        numbers, table, out = (
            context.make_array(signature.args[place])(context, builder, given[place])
            for place in (0, 3, 5)
        )
        vector = ir.VectorType(context.get_data_type(signature.args[3].dtype), LANES)
        align = signature.args[3].dtype.bitwidth // 8
        start, stop, whole = given[1], given[2], given[1].type
        begin = builder.gep(table.data, [given[4]])
        zeros = ir.Constant(vector, [0.0] * LANES)
        total = cgutils.alloca_once_value(builder, zeros)  # type: ignore[no-untyped-call]
        width = builder.extract_value(table.shape, 1)
        with cgutils.for_range_slice(builder, start, stop, whole(1), whole) as (e, _):
            number = builder.zext(builder.load(builder.gep(numbers.data, [e])), whole)
            place = builder.gep(begin, [builder.mul(number, width)])
            row = builder.load(builder.bitcast(place, vector.as_pointer()), align=align)
            builder.store(builder.fadd(builder.load(total), row), total)
        to = builder.bitcast(out.data, vector.as_pointer())
        builder.store(builder.load(total), to, align=align)
        return context.get_dummy_value()

    return signature, build
