"""Binary files that are not read: the right name of each, and the one step that helps."""

from __future__ import annotations

from graphdp_core.intake.words import WORDS

_HEAD, _TAR_AT = 4096, 257


def binary_kind(data: bytes, name: str = "") -> str:
    r"""What a binary file is, and what to do with it, as a sentence; empty where nobody knows.

    Examples
    --------
    >>> binary_kind(b"7z\xbc\xaf\x27\x1c")
    'this is a binary file, a 7z archive; unpack it and bring the file of edges.'
    >>> binary_kind(b"a,b")
    ''
    """
    may_be_text = b"\0" not in data[:_HEAD]  # a table may begin with the word ARROW1
    for kind in WORDS["binary"]:
        signs = map(bytes.fromhex, kind.get("signs", ()))
        is_signed = any(data.startswith(s) and not (may_be_text and s.isalnum()) for s in signs)
        if is_signed or name.lower().endswith(kind.get("ending", "\0")):
            return f"this is a binary file, {kind['what']}; {kind['step']}."
    if data.startswith(b"ustar", _TAR_AT):
        return "this is a binary file, a tar archive; unpack it and bring the file of edges."
    return ""
