"""The server's beginning and end."""

import asyncio

import graphdp_core as gdp
from graphdp_core.experiment import curves, workers
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.workers import Pool
from graphdp_core.stage import Board
from pages.parts import board_curves, board_first
from pages.parts.board_curves import BoardCurves
from pages.server import server


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
