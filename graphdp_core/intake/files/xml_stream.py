"""Feeds XML to a reader piece by piece, with every document type and entity refused."""

from __future__ import annotations

from typing import Protocol
from xml.etree.ElementTree import ParseError

from graphdp_core.intake.files.graph_file import GraphFile, plain_text

HARMFUL = "it has a document type or an entity, which may be harmful; remove the DOCTYPE part."
_DEEPEST = 64


class Elements(Protocol):
    """What is called for every element of a document."""

    def start(self, tag: str, given: dict[str, str]) -> None:
        """An element opens, with these attributes."""

    def end(self, tag: str) -> None:
        """It closes."""

    def data(self, text: str) -> None:
        """Text inside it, perhaps in several pieces."""

    def close(self) -> None:
        """The document ends."""


def feed_xml(file: GraphFile, elements: Elements) -> None:
    """Parse the file.

    Raises
    ------
    GraphFileError
        If the file is not UTF-8, not well-formed, or has a document type or an entity.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    parser = DefusedXMLParser(target=elements, forbid_dtd=True)
    try:
        for piece in file.pieces():
            parser.feed(piece)
        parser.close()
    except DefusedXmlException:
        raise file.refuse(HARMFUL) from None
    except ParseError as error:
        raise file.refuse(f"it is not well-formed XML ({error}); export it again.") from None


def start_element(file: GraphFile, path: list[str], tag: str, *, root: str, title: str) -> str:
    """Put an element's name without its name space on the path, and return it.

    Raises
    ------
    GraphFileError
        If the outermost element is not the format's own, or the nesting is too deep.
    """
    name = tag.rpartition("}")[2]
    if not path and name != root:
        shown = plain_text(name, longest=20)
        raise file.refuse(f"its XML is <{shown}>, not <{root}>; export it as {title}.")
    path.append(name)
    if len(path) > _DEEPEST:
        raise file.refuse(f"its elements are nested too deeply; export it as {title}.")
    return name
