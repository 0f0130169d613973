"""The server's beginning and end.

Clients that never finish asking are let go, and nobody else is.
"""

import asyncio
import functools

import pytest

import graphdp_core as gdp
from graphdp_core.experiment import curves, workers
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.workers import Pool
from graphdp_core.stage import Board
from pages.parts import board_curves, board_first
from pages.parts.board_curves import BoardCurves
from pages.server import server
from pages.server.server import end_slow_clients, look_far_back


@pytest.mark.long
def test_a_server_that_ends_leaves_no_worker_and_begins_nothing_more(monkeypatch):
    pool = Pool(1)
    monkeypatch.setattr(workers, "_pools", [pool])
    monkeypatch.setattr(server, "FIRST_PAGE_DONE_S", 600.0)
    monkeypatch.setattr(server, "_import_early", lambda *first: None)
    karate, louvain = gdp.load_graph("karate"), {"communities": gdp.analysis("louvain")}
    measured = curves.start(karate, gdp.mechanism("edge_flip"), louvain, repeats=50)
    looked_at = BoardCurves(Board(karate, gdp.mechanism("edge_flip")), CellStore())
    looked_at._curves = measured
    monkeypatch.setattr(board_curves, "_looked_at", [looked_at])
    processes = list(pool._executor._processes.values())

    async def serve() -> None:
        async with server.warm_up(board_first.__name__)(None):
            assert any(process.is_alive() for process in processes)

    asyncio.run(serve())
    assert not measured.is_running
    assert not any(process.is_alive() for process in processes)
    assert pool._executor is None


def test_the_start_prepares_what_a_module_says_itself_and_nothing_that_it_has_imported(monkeypatch):
    told = []
    monkeypatch.setattr(board_first, "prepare", lambda: told.append("prepared"))
    server._import_early(board_first.__name__)
    assert told == []
    board_first.prepare.__module__ = board_first.__name__
    server._import_early(board_first.__name__)
    assert told == ["prepared"]


uvicorn = pytest.importorskip("uvicorn")
protocol = pytest.importorskip("uvicorn.protocols.http.h11_impl").H11Protocol
A_MINUTE = 60.0


async def app(scope, receive, send):
    """Answers after a while, longer than the head of a request may take."""
    await asyncio.sleep(0.4)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


@pytest.fixture
def quick(monkeypatch):
    """The server waits .2 s for the head of a request."""
    for name in ("connection_made", "data_received"):
        monkeypatch.setattr(protocol, name, getattr(protocol, name))
    end_slow_clients(0.2)


def served(clients):
    """What clients get of a server of their own."""

    async def run():
        config = uvicorn.Config(app, port=0, http="h11", lifespan="off", log_level="error")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            return await asyncio.wait_for(
                asyncio.gather(*(client(port) for client in clients)), A_MINUTE
            )
        finally:
            server.should_exit = True
            await serving

    return asyncio.run(run())


async def says(words, port):
    """All that comes back until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for word in words:
        writer.write(word)
        await writer.drain()
    back = await reader.read()
    writer.close()
    return back


WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


def test_a_head_that_never_ends_is_let_go_and_a_slow_answer_is_not(quick):
    back = served([
        functools.partial(says, words)
        for words in ([], [b"GET / HT"], [b"GET / HTTP/1.1\r\n", b"Host: here\r\n"], [WHOLE])
    ])  # fmt: skip
    assert back[:3] == [b"", b"", b""]
    assert back[3].startswith(b"HTTP/1.1 200")
    assert b"here" in back[3]


def test_a_second_request_that_never_ends_is_let_go(quick):
    first = WHOLE.replace(b"close", b"keep-alive")

    async def client(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(first)
        await reader.readuntil(b"here")
        writer.write(b"GET / HTTP/1.1\r\nHo")
        rest = await reader.read()
        writer.close()
        return rest.replace(b"\r\n0\r\n\r\n", b"")

    assert served([client]) == [b""]


def test_a_websocket_looks_far_back(monkeypatch):
    from uvicorn.protocols.websockets import websockets_sansio_impl as websockets

    name = "ServerPerMessageDeflateFactory"
    monkeypatch.setattr(websockets, name, getattr(websockets, name))
    look_far_back()
    assert getattr(websockets, name)(server_max_window_bits=12).server_max_window_bits == 15
