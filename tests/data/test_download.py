"""Downloads from a server of our own: whole, checked and kept, or one clear sentence."""

import gzip
import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from uploads import zipped

from graphdp_core.data import dataset, download
from graphdp_core.data.download import fetch_bytes
from graphdp_core.data.registry import REGISTERED, RegisteredDataset, RegisteredFile
from graphdp_core.intake import GraphFileError

EDGES = b"".join(b"%d %d\n" % (i, i + 1) for i in range(5_000))
SUM = hashlib.sha256(EDGES).hexdigest()
PACKED = gzip.compress(EDGES)


@dataclass
class Server:
    """What the server answers, path by path, and what it was asked."""

    address: str
    answers: dict[str, list[tuple[int, bytes, int]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def says(self, path: str, *answers: tuple[int, bytes, int]) -> str:
        """Status, body, and bytes promised beyond the body, one after the other; the last stays."""
        self.answers[path] = list(answers)
        return self.address + path


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(download, "FIRST_WAIT", 0.01)
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said.asked.append(self.path)
            waiting = said.answers.get(self.path, [(404, b"", 0)])
            status, body, beyond = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            self.send_response(status)
            if beyond >= 0:
                self.send_header("Content-Length", str(len(body) + beyond))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    said = Server(f"http://127.0.0.1:{running.server_port}")
    thread = threading.Thread(target=running.serve_forever, args=(0.01,))
    thread.start()
    yield said
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRAPHDP_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def path_graph(url: str | None, **more: object) -> RegisteredDataset:
    facts = {"path": "snap/path.txt.gz", "sha256": SUM, "download": url, **more}
    return RegisteredDataset(
        id="path", title="A path", summary="A path.", n=5_001, m=5_000,
        citation="-", licence="-", source="http://example.org", file=RegisteredFile(**facts),
    )  # fmt: skip


def kept(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


def test_a_file_is_fetched_once_checked_and_found_again(server: Server, folder: Path) -> None:
    info = path_graph(server.says("/path.txt.gz", (200, PACKED, 0)))
    assert not info.available()
    assert info.can_be_fetched
    told: list[float] = []
    info.fetch(progress=lambda fraction, text: told.append(fraction))
    assert info.available()
    assert (info.load().n, info.load().m) == (5_001, 5_000)
    assert told[-1] == 1.0
    assert kept(folder) == ["path.txt.gz"]
    info.fetch()
    assert server.asked == ["/path.txt.gz"]


def test_a_busy_server_and_a_broken_connection_are_tried_again(
    server: Server, folder: Path
) -> None:
    half = (200, PACKED[:100], len(PACKED) - 100)
    info = path_graph(server.says("/p.gz", (503, b"", 0), half, (200, PACKED, 0)))
    info.fetch()
    assert info.load().m == 5_000
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "words", "attempts"),
    [
        ((200, PACKED[:100], 900), "it could not be fetched from 127", 3),
        ((200, PACKED[:100], -1), "the gzip data ends too early", 1),
        ((200, PACKED[:-9], -1), "the gzip data ends too early", 1),
        ((200, EDGES[:-20], 0), "its content is not the published one", 1),
        ((200, b"<html>Log in to the hotel network</html>", 0), "not the published one", 1),
        ((200, b"", 0), "the file is empty", 1),
        ((404, b"", 0), r"the server answers 404\)", 1),
        ((500, b"", 0), r"the server answers 500\)", 3),
    ],
)
def test_what_is_not_whole_is_never_kept(
    answer: tuple[int, bytes, int], words: str, attempts: int, server: Server, folder: Path
) -> None:
    info = path_graph(server.says("/p.gz", answer))
    with pytest.raises(GraphFileError, match=words) as caught:
        info.fetch()
    assert str(caught.value).endswith(".")
    assert kept(folder) == []
    assert not info.available()
    assert len(server.asked) == attempts


def test_a_stopped_download_leaves_nothing(server: Server, folder: Path) -> None:
    class Stopped(BaseException):
        pass

    def stop(fraction: float, text: str) -> None:
        raise Stopped

    info = path_graph(server.says("/p.gz", (200, PACKED, 0)))
    with pytest.raises(Stopped):
        info.fetch(progress=stop)
    assert kept(folder) == []


def test_offline_one_sentence_names_the_bundled_graphs(server: Server, folder: Path) -> None:
    info = path_graph("http://127.0.0.1:9/path.txt.gz")
    with pytest.raises(GraphFileError, match=r"check the connection .* bundled graph such as 'kar"):
        info.fetch()


def test_a_file_inside_a_zip_archive_is_fetched(server: Server, folder: Path) -> None:
    archive = zipped({"readme.txt": "hello", "path.txt": EDGES})
    url = server.says("/p.zip", (200, archive, 0))
    info = path_graph(url, member="path.txt")
    info.fetch()
    assert kept(folder) == ["path.txt"]
    assert info.load().m == 5_000
    for member, content in (("other.txt", archive), ("path.txt", b"no zip")):
        (folder / "path.txt").unlink(missing_ok=True)
        url = server.says("/q.zip", (200, content, 0))
        with pytest.raises(GraphFileError, match=f"no zip archive with {member}"):
            path_graph(url, member=member).fetch()


def test_without_a_checksum_the_counts_decide(server: Server, folder: Path) -> None:
    info = path_graph(server.says("/p.gz", (200, PACKED, 0)), sha256=None)
    with pytest.raises(GraphFileError, match="5,001 nodes and 5,000 edges, the published graph"):
        replace(info, m=5_001).fetch()
    assert kept(folder) == []
    info.fetch()
    assert info.available()


def test_a_flood_is_cut_off(server: Server) -> None:
    url = server.says("/flood", (200, b"a" * 300_000, -1))
    with pytest.raises(GraphFileError, match=r"larger than the 0\.2 MB allowed"):
        fetch_bytes(url, most=200_000)


def test_only_web_addresses_are_opened(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a b")
    with pytest.raises(GraphFileError, match="only http and https"):
        fetch_bytes((tmp_path / "secret").as_uri(), most=99)


def test_a_folder_that_cannot_be_written_hands_over_to_the_cache(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    info = path_graph(server.says("/p.gz", (200, PACKED, 0)))
    info.fetch()
    assert [p.name for p in (folder / "cache" / "graphdp").iterdir()] == ["path.txt.gz"]
    assert info.available()


def test_what_cannot_be_fetched_says_where_to_look(folder: Path) -> None:
    for info in (dataset("jazz"), path_graph(None)):
        assert not info.can_be_fetched
        with pytest.raises(GraphFileError, match="offers no file to download; see http"):
            info.fetch()
    dataset("karate").fetch()


def test_every_address_is_a_web_address_with_a_size() -> None:
    for info in REGISTERED:
        for file in info.files:
            if file.download is not None:
                assert file.download.startswith("https://")
                assert 0 < file.bytes < 50_000_000
                assert file.download.endswith((".gz", ".zip"))
                assert (file.member is not None) == file.download.endswith(".zip")
