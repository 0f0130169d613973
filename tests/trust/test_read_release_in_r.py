"""The reader in R: the same names and numbers as Python reads, to nine digits, on twenty zips."""

import csv
import gzip
import io
import shutil
import subprocess
import zipfile
from functools import cache

import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.files.writers import plain_cell
from graphdp_core.vocabulary import of_ties

R = shutil.which("Rscript")
pytestmark = pytest.mark.skipif(R is None, reason="no R here: apt-get install r-base-core")

WRITE = """
source("read_release.R")
release <- suppressMessages(read_release())
cat(release$statement, file = "said.txt")
for (name in names(release$tables)) {
  rows <- release$tables[[name]]
  for (i in which(vapply(rows, is.numeric, TRUE))) {
    rows[[i]] <- ifelse(is.na(rows[[i]]), "", sprintf("%.9g", rows[[i]]))
  }
  write.csv(rows, paste0("r-", name, ".csv"), row.names = FALSE, na = "")
}
"""
NAMED = Graph.from_edges(
    6, [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)], labels=["=a", "=a", "b", "b", "b", "=a"],
    names=["=1+1", "Ann, B.", "Zoë", "'=x", "-5", "it's"],
)  # fmt: skip
RELEASES = [
    *((name, "edge_flip", e) for name in ("karate", "named", "florentine_families")
      for e in ("1", "4", "8")),
    *((name, id, e) for name in ("karate", "named")
      for id in ("noisy_degrees", "group_mixing", "private_count") for e in ("1", "3")),
]  # fmt: skip


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The folder of a release, by its number: read by one process of R, once."""

    @cache
    def folder(i):
        name, id, epsilon = RELEASES[i]
        graph = NAMED if name == "named" else gdp.load_graph(name)
        place = tmp_path_factory.mktemp(f"release{i}")
        path = place / "a.zip"
        gdp.publish(
            graph, gdp.mechanism(id), epsilon=epsilon, to=path, ledger=place / "ledger.jsonl",
            names="public", groups_are_public=True,
        )  # fmt: skip
        with zipfile.ZipFile(path) as archive:
            archive.extractall(place)
        subprocess.run([R, "-e", WRITE], cwd=place, check=True, capture_output=True)
        return place

    return folder


def rows_of(path):
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    return list(csv.reader(io.StringIO(text)))


def alike(ours, theirs):
    try:
        return f"{float(ours):.9g}" == f"{float(theirs):.9g}"
    except ValueError:
        return plain_cell(ours) == theirs


@pytest.mark.parametrize(
    "releases", [(3, 9, 15), pytest.param(range(20), marks=pytest.mark.long)], ids=str
)
def test_r_reads_the_same_names_and_numbers(unpacked, releases):
    tables = 0
    for folder in map(unpacked, releases):
        for path in folder.glob("r-*.csv"):
            read, written = rows_of(path), rows_of(folder / path.name.removeprefix("r-"))
            assert read[0] == written[0]
            assert len(read) == len(written)
            cells = [
                pair for a, b in zip(written, read, strict=True) for pair in zip(a, b, strict=True)
            ]
            assert [pair for pair in cells if not alike(*pair)] == []
            tables += 1
    assert tables >= 2 * len(releases)


def test_r_says_what_is_promised(unpacked):
    said = (unpacked(3) / "said.txt").read_text(encoding="utf-8")
    assert said == of_ties(gdp.mechanism("edge_flip").guarantee(1.0).statement())
