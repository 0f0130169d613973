"""Binary files that are not read: the right name of each, and the one step that helps."""

from __future__ import annotations

__all__ = ["binary_kind"]

_EDGES = "write the edges as CSV, two names on each row, and bring that"
_UNPACK = "unpack it and bring the file of edges"
_KINDS: tuple[tuple[tuple[bytes, ...], str, str], ...] = (
    ((b"X\n\0\0\0", b"B\n\0\0\0", b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n"), "R data", _EDGES),
    ((b"\x89HDF\r\n",), "HDF5 (.h5, or .mat of MATLAB 7.3)", _EDGES),
    ((b"MATLAB 5.0",), "MATLAB data (.mat)", _EDGES),
    ((b"SQLite format 3\0",), "an SQLite database", _EDGES),
    ((b"ARROW1", b"FEA1"), "a Feather or Arrow file", "write it as Parquet or CSV"),
    (
        tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6)),
        "a Python pickle, which is never opened because it can run code",
        "in Python write the graph by networkx.write_graphml, or its edges as CSV",
    ),
    ((b"7z\xbc\xaf\x27\x1c",), "a 7z archive", _UNPACK),
    ((b"Rar!\x1a\x07",), "a RAR archive", _UNPACK),
    ((b"\x28\xb5\x2f\xfd",), "packed by Zstandard (.zst)", _UNPACK),
    ((b"\x04\x22\x4d\x18",), "packed by LZ4", _UNPACK),
    ((b"\x1f\x9d", b"\x1f\xa0"), "packed by compress (.Z)", _UNPACK),
    ((b"%PDF-",), "a PDF", "copy its table into a spreadsheet and save it as CSV"),
    (
        (b"\x89PNG", b"\xff\xd8\xff", b"GIF8"),
        "a picture",
        "bring the table or the graph file that it was drawn from",
    ),
    ((b"$FL2", b"$FL3"), "SPSS data (.sav)", "save it as CSV"),
    ((b"<stata_dta>", b"\x72\x02\x01\0", b"\x73\x02\x01\0"), "Stata data (.dta)", "save it as CSV"),
)
_ENDINGS = (
    (".gephi", "a project of Gephi", "in Gephi choose File, Export, Graph file: GEXF or GraphML"),
    (".cys", "a session of Cytoscape", "in Cytoscape export the network as GraphML or .cyjs"),
    (".gpickle", *_KINDS[5][1:]),
)
_HEAD = 4096
_TAR = b"ustar"
_TAR_AT = 257


def binary_kind(data: bytes, name: str = "") -> str:
    r"""What a binary file is, and what to do with it, as a sentence; empty where nobody knows.

    Examples
    --------
    >>> binary_kind(b"7z\xbc\xaf\x27\x1c")
    'this is a binary file, a 7z archive; unpack it and bring the file of edges.'
    >>> binary_kind(b"a,b")
    ''
    """
    if data[_TAR_AT:].startswith(_TAR):
        return f"this is a binary file, a tar archive; {_UNPACK}."
    by_name = ((what, step) for end, what, step in _ENDINGS if name.lower().endswith(end))
    may_be_text = b"\0" not in data[:_HEAD]  # a table may begin with the word ARROW1
    by_sign = (
        (what, step)
        for signs, what, step in _KINDS
        if any(data.startswith(s) and not (may_be_text and s.isalnum()) for s in signs)
    )
    for what, step in (*by_name, *by_sign):
        return f"this is a binary file, {what}; {step}."
    return ""
