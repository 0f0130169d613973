"""Which characters the bytes of a text file stand for: what the file says, else the likeliest.

Binary files that are not read: the right name of each, and the one step that helps.
"""

from __future__ import annotations

import codecs
import re

from graphdp_core.intake.words import WORDS

ENCODINGS: tuple[tuple[str, str], ...] = tuple(WORDS["encodings"].items())
"""The encodings that can be asked for, with their names for people."""

FALLBACK = "cp1252"
GUESSES = (FALLBACK, "iso8859-1", "shift_jis")
_INVISIBLE = re.compile(
    rb"\xe2\x80[\x8b\x8e\x8f\xaa-\xae]|\xe2\x81[\xa0-\xa9]|\xef\xbb\xbf|\xc2\xad"
)
"""Blanks without width, marks of direction and of bytes, soft hyphens; joiners shape letters."""
_XML = re.compile(rb"""\s*<\?xml[^>]{0,100}\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,20})["']""")
_MARKS = (
    ("utf-32", (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)),
    ("utf-16", (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)),
)
_JAPANESE = re.compile("[\u3005\u3041-\u30ff\u4e00-\u9fff\uff10-\uff5a]")
_HEAD = 400
_PIECE = 1 << 18
_UNDEFINED = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")


def known_encoding(name: str) -> str | None:
    """The encoding under the name that stands in the list; None if it is none of them.

    Examples
    --------
    >>> known_encoding("Latin-1"), known_encoding("UTF8"), known_encoding("zlib")
    ('iso8859-1', 'utf-8', None)
    """
    try:
        encoding = codecs.lookup(name).name
    except LookupError:
        return None
    if encoding in ("ascii", "utf-8-sig"):
        return "utf-8"
    return next((known for known, _ in ENCODINGS if codecs.lookup(known).name == encoding), None)


def guess_encoding(data: bytes) -> str | None:
    """What a byte order mark or XML says, else UTF-8 if it is valid; None if it is no text.

    Text that is not UTF-8 is taken for Windows-1252, or Shift JIS if that makes it Japanese,
    unless it holds control characters.

    Examples
    --------
    >>> guess_encoding("Zoë".encode()), guess_encoding("Zoë".encode("latin-1"))
    ('utf-8', 'cp1252')
    """
    marked = next((name for name, marks in _MARKS if data.startswith(marks)), None)
    declaration = _XML.match(data[:_HEAD])
    said = known_encoding(declaration[1].decode()) if declaration else None
    if known := marked or said or _wide(data[:_HEAD]):
        return known
    if is_utf8(data):
        return None if b"\0" in data else "utf-8"
    if data.lstrip()[:1] == b"<":
        return "utf-8"  # XML that says nothing has to be
    western = FALLBACK if _UNDEFINED.search(data) is None else "iso8859-1"
    likely = "shift_jis" if _is_japanese(data[:_PIECE]) else western
    return None if _CONTROL.search(data) else likely


def _is_japanese(data: bytes) -> bool:
    """Whether it is valid Shift JIS, with more kana and kanji than other letters."""
    try:
        text = codecs.getincrementaldecoder("shift_jis")().decode(data)
    except UnicodeDecodeError:
        return False
    letters = [letter for letter in text if letter.isalpha()]
    foreign = [letter for letter in letters if not letter.isascii()]
    return 2 * len(foreign) > len(letters) and all(map(_JAPANESE.match, foreign))


def _wide(head: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of its first letters is zero."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    is_wide = half and max(even, odd) > 0.8 * half and min(even, odd) == 0
    return ("utf-16-le" if odd else "utf-16-be") if is_wide else None


def is_utf8(data: bytes) -> bool:
    """Whether bytes are valid UTF-8, looked at in pieces."""
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _PIECE):
            decoder.decode(data[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def without_invisible(data: bytes) -> bytes:
    r"""UTF-8 text without signs that nobody sees: names that differ in them alone are the same.

    Examples
    --------
    >>> without_invisible("Ann\u200b,\u200eBob".encode())
    b'Ann,Bob'
    """
    if data.isascii() or _INVISIBLE.search(data) is None:
        return data
    return _INVISIBLE.sub(b"", data)


def without_old_ends(data: bytes) -> bytes:
    r"""Line ends of old Macs as today's; line feeds inside quotes, as Excel writes, as blanks.

    Examples
    --------
    >>> without_old_ends(b'"Ann\n Lee",b\rc,d')
    b'"Ann  Lee",b\nc,d'
    """
    if b"\r" not in data or b"\r\n" in data:
        return data
    parts = data.split(b'"')
    if any(b"\n" in part for part in parts[::2]):
        return data  # they are line ends themselves
    parts[::2] = [part.replace(b"\r", b"\n") for part in parts[::2]]
    parts[1::2] = [part.replace(b"\n", b" ").replace(b"\r", b" ") for part in parts[1::2]]
    return b'"'.join(parts)


_BINARY_HEAD, _TAR_AT = 4096, 257


def binary_kind(data: bytes, name: str = "") -> str:
    r"""What a binary file is, and what to do with it, as a sentence; empty where nobody knows.

    Examples
    --------
    >>> binary_kind(b"7z\xbc\xaf\x27\x1c")
    'this is a binary file, a 7z archive; unpack it and bring the file of edges.'
    >>> binary_kind(b"a,b")
    ''
    """
    may_be_text = b"\0" not in data[:_BINARY_HEAD]  # a table may begin with the word ARROW1
    for kind in WORDS["binary"]:
        signs = map(bytes.fromhex, kind.get("signs", ()))
        is_signed = any(data.startswith(s) and not (may_be_text and s.isalnum()) for s in signs)
        if is_signed or name.lower().endswith(kind.get("ending", "\0")):
            return f"this is a binary file, {kind['what']}; {kind['step']}."
    if data.startswith(b"ustar", _TAR_AT):
        return "this is a binary file, a tar archive; unpack it and bring the file of ties."
    return ""
