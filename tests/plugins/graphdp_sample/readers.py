"""A reader as a stranger would write it: an edge a line, `anna -- bert`."""

from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.readers.file_format import FileFormat


def read_dashes(file, columns):
    graph = RawBuilder(file, columns)
    for number, text in file.lines():
        left, dashes, right = (part.strip() for part in text.partition("--"))
        if not (left and dashes and right):
            raise file.refuse(f"line {number} is no pair of names with -- between; mend it.")
        graph.add_edge(left, right)
    return graph.as_raw()


DASHES = FileFormat("dashes", "Names with dashes between", (".dashes",), read_dashes)
