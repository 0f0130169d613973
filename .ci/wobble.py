"""A pytest plugin: another machine, whose libm, SIMD and BLAS round otherwise in the last digit.

Usage: GRAPHDP_WOBBLE=7 PYTHONPATH=.ci pytest -p wobble ...; each number is another machine.
What numpy's loops, `math`, numba's kernels and linear algebra compute moves by one last digit, up,
down or not at all, by a hash of the result, so that equal calls stay equal. Short numbers, such as
exp(0) or log(1), are exact on every machine and stay. numpy and libm differ from each other, and
signs of eigenvectors turn. It needs no compiler: loops are made by numba and put in their place.
"""

from __future__ import annotations

import ctypes
import functools
import math
import os
from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numpy as np
import scipy.linalg
import scipy.sparse.linalg
from llvmlite import ir
from numba import cfunc, njit, types
from numba.extending import intrinsic, overload

SALT = int(os.environ.get("GRAPHDP_WOBBLE", "1"))
OF_LIBM, OF_NUMPY, OF_BLAS = (np.uint64(hash((SALT, kind)) % 2**63) for kind in (1, 2, 3))
SHORT = np.uint64(0xFFFFF)  # the bits of a mantissa that are 0 in a number that is exact
REPLACE_LOOP = 30  # the place of PyUFunc_ReplaceLoopBySignature in numpy's table of functions

ONE = {
    "exp": "exp", "log": "log", "log1p": "log1p", "expm1": "expm1", "cbrt": "cbrt", "sin": "sin",
    "cos": "cos", "tan": "tan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asin": "arcsin",
    "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
    "exp2": "exp2", "log2": "log2", "log10": "log10", "erf": "", "erfc": "", "lgamma": "",
}  # fmt: skip
TWO = {"pow": "power", "atan2": "arctan2", "hypot": "hypot", "": "logaddexp"}
"""Functions of one and of two numbers: libm's names, and numpy's; "" where there is none."""


@intrinsic
def _bits(context: Any, number: Any) -> Any:
    return types.uint64(types.float64), lambda ctx, builder, sig, args: builder.bitcast(
        args[0], ir.IntType(64)
    )


@intrinsic
def _number(context: Any, bits: Any) -> Any:
    return types.float64(types.uint64), lambda ctx, builder, sig, args: builder.bitcast(
        args[0], ir.DoubleType()
    )


@intrinsic
def _at(context: Any, address: Any) -> Any:
    """What lies at an address, as a pointer to doubles."""
    return types.CPointer(types.float64)(
        types.intp
    ), lambda ctx, builder, sig, args: builder.inttoptr(args[0], ir.DoubleType().as_pointer())


@njit
def _moved(value: float, salt: int) -> float:
    """The number, or one of the two beside it."""
    bits = _bits(value)  # whole numbers alone are compared: a nan would raise a flag
    exponent = (bits >> np.uint64(52)) & np.uint64(0x7FF)
    is_extreme = exponent < np.uint64(30) or exponent > np.uint64(2016)
    if is_extreme or bits & SHORT == np.uint64(0):
        return value
    mixed = (bits ^ salt) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0x94D049BB133111EB)
    return _number(bits + (mixed >> np.uint64(33)) % np.uint64(3) - np.uint64(1))


KEPT: list[Any] = []  # machine code must not be given back while others jump into it


def _as_libm_does() -> None:
    """Kernels of numba find other functions under libm's names, and so do callers of `math`."""
    libm = ctypes.CDLL(None)
    for name, numbers in (*((one, 1) for one in ONE), *((two, 2) for two in TWO if two)):
        known = getattr(libm, name)
        known.restype, known.argtypes = ctypes.c_double, [ctypes.c_double] * numbers
        other = cfunc(types.float64(*[types.float64] * numbers))(_libm_function(known, numbers))
        llvmlite.binding.add_symbol(name, other.address)
        KEPT.append((known, other))
        if hasattr(math, name) and name != "hypot":  # which takes any number of numbers
            setattr(math, name, _python_function(getattr(math, name)))


def _libm_function(known: Any, numbers: int) -> Callable[..., float]:
    if numbers == 1:
        return lambda x: _moved(known(x), OF_LIBM)
    return lambda x, y: _moved(known(x, y), OF_LIBM)


def _python_function(known: Any) -> Any:
    @functools.wraps(known)
    def other(*numbers: float) -> float:
        return _moved(known(*numbers), OF_LIBM)

    def called(*numbers: float) -> float:
        return known(*numbers)

    # Kernels that are compiled from now on know it as what it was.
    overload(other, strict=False)(lambda *numbers: called)
    return other


def _as_numpy_does() -> None:
    """numpy's loops over doubles are replaced; matmul's result moves."""
    for name in filter(None, (*ONE.values(), *TWO.values())):
        inputs = 2 if name in TWO.values() else 1
        _replace(getattr(np, name), inputs, lambda old, of=inputs: _elementwise(old, of))
    _replace(np.matmul, 2, _matrix_product)


def _replace(ufunc: Any, inputs: int, made: Callable[[Any], Callable[..., None]]) -> None:
    capsule = ctypes.pythonapi.PyCapsule_GetPointer
    capsule.restype, capsule.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    from numpy._core import _multiarray_umath as core

    table = ctypes.cast(capsule(core._UFUNC_API, None), ctypes.POINTER(ctypes.c_void_p))
    replace = ctypes.PYFUNCTYPE(
        ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int),
        ctypes.POINTER(ctypes.c_void_p),
    )(table[REPLACE_LOOP])  # fmt: skip
    doubles = (ctypes.c_int * (inputs + 1))(*[np.dtype(float).num] * (inputs + 1))
    old, first = ctypes.c_void_p(), ctypes.c_void_p()
    # The old loop is asked for by putting the same one in, whatever it is, and out again.
    if replace(ufunc, None, doubles, ctypes.byref(first)):
        raise RuntimeError(f"numpy has no loop of {ufunc.__name__} over doubles")
    words = ctypes.POINTER(ctypes.c_int64)
    loop = ctypes.CFUNCTYPE(None, words, words, words, ctypes.c_void_p)(first.value)
    pointer = types.CPointer(types.intp)
    new = cfunc(types.void(pointer, pointer, pointer, types.voidptr))(made(loop))
    replace(ufunc, new.address, doubles, ctypes.byref(old))
    KEPT.append((loop, new))


def _elementwise(old: Any, inputs: int) -> Callable[..., None]:
    def loop(arrays: Any, sizes: Any, strides: Any, data: Any) -> None:
        first = arrays[inputs]  # which the loop moves on
        old(arrays, sizes, strides, data)
        for i in range(sizes[0]):
            place = _at(first + i * strides[inputs])
            place[0] = _moved(place[0], OF_NUMPY)

    return loop


def _matrix_product(old: Any) -> Callable[..., None]:
    def loop(arrays: Any, sizes: Any, strides: Any, data: Any) -> None:
        first = arrays[2]
        old(arrays, sizes, strides, data)
        for of in range(sizes[0]):
            for row in range(sizes[1]):
                for column in range(sizes[3]):
                    at = first + of * strides[2] + row * strides[7] + column * strides[8]
                    place = _at(at)
                    place[0] = _moved(place[0], OF_BLAS)

    return loop


def _as_blas_does() -> None:
    """Results of linear algebra move, and every second eigenvector has the other sign."""
    for module in (np.linalg, scipy.linalg):
        for name in ("eigvalsh", "solve", "inv", "pinv", "qr", "cholesky", "lstsq", "norm"):
            _wrap(module, name)
        _wrap(module, "eigh", vectors=1)
        _wrap(module, "svd", vectors=0, also=2)
    for name in ("spsolve", "expm_multiply"):
        _wrap(scipy.sparse.linalg, name)
    _wrap(scipy.sparse.linalg, "eigsh", vectors=1)
    _wrap(np, "einsum")  # not dot: kernels that are yet to be compiled ask for it by name


def _shaken(found: Any) -> Any:
    if isinstance(found, np.ndarray) and found.dtype == float and found.size:
        return _many(np.ascontiguousarray(found)).reshape(found.shape)
    return float(_moved(found, OF_BLAS)) if type(found) is float else found


@njit
def _many(values: Any) -> Any:
    out = np.empty(values.size)
    for i, value in enumerate(values.flat):
        out[i] = _moved(value, OF_BLAS)
    return out


def _wrap(module: Any, name: str, *, vectors: int = -1, also: int = -1) -> None:
    known = getattr(module, name)

    @functools.wraps(known)
    def other(*given: Any, **more: Any) -> Any:
        found = known(*given, **more)
        if not isinstance(found, tuple):
            return _shaken(found)
        parts = [_shaken(part) for part in found]
        if vectors >= 0 and len(parts) > max(vectors, also):
            signs = np.where(np.arange(parts[vectors].shape[-1]) % 2, 1.0, -1.0)
            parts[vectors] = parts[vectors] * signs
            if also >= 0:  # rows of the one go with columns of the other
                rows = np.where(np.arange(parts[also].shape[-2]) % 2, 1.0, -1.0)
                parts[also] = parts[also] * rows[:, None]
        return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)

    setattr(module, name, other)


if "GRAPHDP_WOBBLE" in os.environ:
    _as_libm_does()
    _as_numpy_does()
    _as_blas_does()
