"""Reads a graph from a file of any known format, and says what was cleaned.

Asks what the letters of a text are, where it is not UTF-8 and Western letters make no words.
"""

from __future__ import annotations

import codecs
import re
import warnings
from dataclasses import fields, replace
from typing import Any

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.encoding import ENCODINGS, FALLBACK
from graphdp_core.intake.files.graph_file import (
    GraphFile,
    Limits,
    Source,
    listed,
    open_packed,
)
from graphdp_core.intake.files.notices import FIELD_OF_NOTE
from graphdp_core.intake.files.people_names import tidy_names
from graphdp_core.intake.files.question import Question, Unclear, option
from graphdp_core.intake.files.raw_graph import Loaded, RawGraph, clean, sentence_of
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.sheets import with_nodes
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.formats import binary_format, format_of, shape_of
from graphdp_core.intake.largest_component import in_largest_component
from graphdp_core.intake.readers.class_rows import class_rows, with_classes
from graphdp_core.intake.readers.edge_columns import find_columns
from graphdp_core.intake.readers.edge_list import of_two_kinds, projected
from graphdp_core.intake.readers.file_format import FileFormat
from graphdp_core.intake.readers.other_kinds import refuse_chat
from graphdp_core.intake.readers.questions import question_about
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress, Report

_HEAD = 1 << 16
_MOST = 5  # answers
_GOOD = 0.9
_ODD = re.compile(
    r"[À-ÿ]{3}|([À-Þ])(?!\1)[À-Þ]|[a-z][À-Þ]|[\x80-\x9f]"
    r"|[A-Za-zÀ-ÿ][¹³¿¯£¥¼¾¢¤¦¨±¶¸]|[¹³¯£¥¼¾¢¤¦¨±¶¸][a-zà-ÿ]"
)
"""What stands in no Western word."""
_TOGETHER = (("ø", "ìù"), ("ðþýÞÝ", "üçÜÇ"))
"""Letters that no Western language has together: Czech and Turkish names, read as Western."""
_LIKELY = (
    "gb18030", "big5", "euc_kr", "euc_jp", "cp1251", "koi8-r", "cp1253", "cp1255", "cp1256",
    "cp1250", "iso8859-2", "cp1254", "cp1257", FALLBACK,
)  # fmt: skip
_WORD = re.compile(r"[A-Za-z]{0,40}[^\x00-\x7f][A-Za-z\x80-\U0010ffff]*")
_SCRIPTS = re.compile(r"[A-Za-z][\u0370-\u07ff\u3000-\ud7a3]|[\u0370-\u07ff\u3000-\ud7a3][A-Za-z]")


def about_encoding(data: bytes) -> Question | None:
    r"""Which encoding gives the right names, with the first of them in each that may be it.

    Parameters
    ----------
    data : bytes
        A text that is not UTF-8, as it came.

    Examples
    --------
    >>> asked = about_encoding("Gąska,Żółw\nŻółw,Ćma\n".encode("cp1250"))
    >>> asked.options[0].words
    "Central European (Windows-1250): 'Gąska', 'Żółw'"
    >>> about_encoding("Zoë,Jürgen\n".encode("cp1252"))
    """
    head = data[:_HEAD]
    western = head.decode(FALLBACK, errors="replace").replace("\ufffd", "\x81")
    together = any(set(one) & set(western) and set(two) & set(western) for one, two in _TOGETHER)
    if not together and _ODD.search(western) is None:
        return None
    titles = dict(ENCODINGS)
    read = {name: words for name in _LIKELY if (words := _words(head, name))}
    best = sorted(read, key=lambda name: -_score(read[name]))[:_MOST]
    options = [
        option(f"{titles[name]}: {listed(list(dict.fromkeys(read[name][:2])), 2)}", encoding=name)
        for name in best
        if _score(read[name]) >= _GOOD or name == FALLBACK
    ]
    text = "The text is not UTF-8, and its letters can be read in several ways. Which is right?"
    return Question("encoding", text, tuple(options)) if options else None


def _words(head: bytes, encoding: str) -> list[str]:
    """The words with other letters than a to z; none where it is no text of the encoding."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return []
    return _WORD.findall(text)


def _score(words: list[str]) -> float:
    """The share of words that are letters of one script, with capitals where they belong."""
    good = [
        word.isalpha()
        and _SCRIPTS.search(word) is None
        and (word.istitle() or word.islower() or word.isupper() or word.lower() == word.upper())
        for word in words
    ]
    return sum(good) / len(words)


class ReadingWarning(UserWarning):
    """What a reader left out or took for granted, where nothing was said of it."""


OF_NAMES = ("edges", "lists", "dictionaries", "adjacency_list", "sif", "ncol")
"""Shapes of tables and formats in which people write names by hand."""


def read_graph(
    path_or_file: Source,
    reading: Reading | str | None = None,
    *,
    classes: Source | None = None,
    limits: Limits = Limits(),
    **said: Any,
) -> Graph:
    r"""Read a graph from a path or an open file; packed files are unpacked.

    Directions, loops and repeated edges are dropped, nothing else: isolated nodes stay. What is
    not said is guessed; `preview` shows the guesses.

    Parameters
    ----------
    path_or_file : str, path or binary file
    reading : Reading or str, optional
        How it is to be understood, or the id of one of `FORMATS`. By default the ending of the
        file name decides on the format, or the first bytes where it says nothing.
    classes : str, path or binary file, optional
        A file that gives every node its class: node and class on each line of text or of a
        sheet, packed or not.
    limits : Limits
        How large the file and the graph may be.
    **said : optional
        Fields of `Reading`, such as ``source="Person"``, ``target="Friend"``, ``header=True``,
        ``weight="hours"`` or ``largest_component=True``. *Privacy*: which nodes are in the
        largest component depends on the edges, so that no guarantee for the smaller graph covers
        this choice.

    Raises
    ------
    GraphFileError
        One sentence that names the file, what is wrong and what to do. It is an `Unclear` where
        the file can be read in several ways: it names the words to add for each.

    Warns
    -----
    ReadingWarning
        Of what was left out or taken for granted, in the words of `graphdp convert`, such as
        that an edge without a weight counts as 1; of nothing that `reading` or `said` decides.

    Examples
    --------
    >>> import io
    >>> read_graph(io.BytesIO(b"source,target,weight\nann,bob,2.5\n"), "edge_list")
    <weighted Graph the file: n=2, m=1>
    >>> read_graph("friends.csv", wieght="hours")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    graphdp_core.params.Refused: read_graph has no 'wieght'; it has format, ... weight, ...
    """
    if "repeats" in said:
        said["repeated"] = said.pop("repeats")  # what it was called once
    known = [field.name for field in fields(Reading)]
    if unknown := said.keys() - set(known):
        raise Refused(f"read_graph has no {min(unknown)!r}; it has {', '.join(known)}.")
    said |= {"format": reading} if isinstance(reading, str) else {}
    reading = replace(reading if isinstance(reading, Reading) else Reading(), **said)
    labels = None if classes is None else open_packed(classes, limits=limits)
    loaded = load_file(path_or_file, reading, classes=labels, limits=limits)
    decided = [words for words, field in FIELD_OF_NOTE if getattr(reading, field) is not None]
    told = [note for note in loaded.notes if not any(re.match(words, note) for words in decided)]
    if told:
        title = loaded.graph.title or "the file"
        warnings.warn(f"{title}: {sentence_of(told)}", ReadingWarning, stacklevel=2)
    return loaded.graph


def load_file(
    source: Source,
    reading: Reading = Reading(),
    *,
    name: str | None = None,
    classes: GraphFile | None = None,
    limits: Limits = Limits(),
    progress: Report | None = None,
) -> Loaded:
    """Read a graph and say what was cleaned; see :func:`read_graph`.

    `progress` is called now and then with the share of the file that has been read; what it
    raises ends the reading.
    """
    watched = Progress.of(progress)
    file, known = open_for(reading, source, name=name, limits=limits, progress=watched)
    raw = read_known(file, known, reading if classes is None else replace(reading, label=None))
    if classes is not None:
        raw = with_classes(raw, classes, class_rows(classes), reading.label)
    loaded = clean(raw, repeats=reading.repeated or "first", title=file.name)
    if reading.large is not None and loaded.graph.weights is not None:
        near = reading.large != "far"
        loaded = replace(loaded, graph=replace(loaded.graph, near=near))
    return in_largest_component(loaded) if reading.largest_component else loaded


def open_for(
    reading: Reading,
    source: Source,
    *,
    name: str | None = None,
    limits: Limits,
    progress: Progress = SILENT,
) -> tuple[GraphFile, FileFormat]:
    """Open a file and find its format; what is not in a binary format comes as text."""
    packed = open_packed(source, name=name, part=reading.sheet, limits=limits, progress=progress)
    known = format_of(packed, reading.format) if reading.format else binary_format(packed)
    if known is not None and known.sign is not None:
        return packed, known
    file = packed.as_text(reading.encoding)
    is_guess = reading.encoding is None and file.encoding in (FALLBACK, "iso8859-1")
    if is_guess and (asked := about_encoding(packed.data)) is not None:
        raise Unclear(file, asked)
    if reading.format is None:
        refuse_chat(file)
    return file, known or format_of(file, None)


def read_raw(file: GraphFile, reading: Reading) -> RawGraph:
    """Read what an open file says, before anything is cleaned."""
    return read_known(file, format_of(file, reading.format), reading)


def read_known(file: GraphFile, known: FileFormat, reading: Reading) -> RawGraph:
    """The same in a format that is known."""
    if known.table is not None:
        reading = replace(reading, shape=known.shape or reading.shape)
        table = known.data(file, reading)
        if (asked := open_question(file, known, table, reading)) is not None:
            raise Unclear(file, asked)
        shape = shape_of(file, table, reading)
        if reading.large == "turned" and shape.id != "matrix":
            raise file.refuse("only the distances of a matrix can be turned: say near or far.")
        raw = shape.read(file, table, reading)
        if table.nodes is not None and shape.id == "edges":
            raw = with_nodes(raw, table.nodes, file, reading.label)
        elif shape.id in OF_NAMES:
            raw = tidy_names(file, raw, reading)
        if reading.projection is not None and shape.id == "edges" and not reading.listed:
            raw = of_two_kinds(raw, find_columns(file, table, reading).titles)
        left_out = (f"taken for no data: {clause}" for clause in table.left_out)
        raw = replace(raw, notes=(*raw.notes, *left_out, *table.notes))
    else:
        raw = known.graph(file, reading.attributes())
        raw = tidy_names(file, raw, reading) if known.id in OF_NAMES else raw
    raw = projected(raw, reading.projection or "none", file)
    file.check_size(nodes=raw.n, edges=len(raw.edges))
    told = ["invisible characters were taken out of the text"] * file.unseen
    if file.encoding == FALLBACK and reading.encoding is None:
        told.append(f"the text was taken for {file.encoding}")
    return replace(raw, notes=(*raw.notes, *told))


def open_question(
    file: GraphFile, known: FileFormat, table: Table, reading: Reading
) -> Question | None:
    """What has to be asked about a table, with the size of the graph of every answer.

    An answer that gives no graph is left out. Nothing is asked if only the answer is left that
    would be taken without asking.
    """
    asked = question_about(file, table, reading)
    if asked is None or not asked.options:
        return asked
    options = []
    watched = replace(file, progress=file.progress.between(0.0, 0.0))  # what it raises ends it
    for answer in asked.options:
        try:
            raw = read_known(watched, known, answer.reading(reading))
        except Unclear:
            options.append(answer)  # another question follows
            continue
        except Refused:  # no graph, or no such reading: columns of one name
            continue
        graph = clean(raw, repeats=reading.repeated or "first").graph
        options.append(replace(answer, n=graph.n, m=graph.m))
    plain = [answer for answer in options if answer.changes != (("shape", "edges"),)]
    return replace(asked, options=tuple(options)) if plain else None
