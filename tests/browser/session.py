"""A person's session without a browser: speaks the app's own protocol, for tests with many people.

Also for measuring what the server alone takes from a slider's move to the end of the run.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Data, Subprotocol

__all__ = ["Session", "open_session"]

DONE = (
    ForwardMsg.ScriptFinishedStatus.FINISHED_SUCCESSFULLY,
    ForwardMsg.ScriptFinishedStatus.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
)
SILENT_S = 0.5  # without a finished run
WIDGETS = ("slider", "number_input", "selectbox")
BOARD, STAGE = "graphdp.board", "graphdp.stage"


@dataclass
class Session:
    """One open page: what it last showed, and what its widgets hold."""

    socket: ClientConnection
    page: str = ""
    query: str = ""
    script: str = ""  # the page by the server's name: without it a redraw shows the front page
    ids: dict[str, str] = field(default_factory=dict)
    fragments: dict[str, str] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)  # widgets that stand in the address
    values: dict[str, WidgetState] = field(default_factory=dict)
    known: dict[str, ForwardMsg] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    data: dict[str, dict[str, Any]] = field(default_factory=dict)  # what widgets of ours were told
    places: dict[str, list[int]] = field(default_factory=dict)
    timers: dict[str, float] = field(default_factory=dict)  # seconds, by part of the page
    runs: list[str] = field(default_factory=list)  # pages by the server's names
    sizes: list[int] = field(default_factory=list)  # bytes of each thing the last run drew
    is_running: bool = False
    messages: int = 0

    async def run(self, fragment: str = "") -> float:
        """Ask for a run with the present values, perhaps of one part of the page only.

        Returns the seconds until the server has finished it.
        """
        start = time.perf_counter()
        await self.ask(fragment, self.script)
        await self.finish()
        return time.perf_counter() - start

    async def rest(self, seconds: float = 60.0) -> None:
        """Let the page's timers run as a browser does, until it has none any more."""
        end = time.monotonic() + seconds
        await self.listen()
        while self.timers:
            if time.monotonic() > end:
                raise RuntimeError(f"the page still prepares something after {seconds:.0f} s")
            await asyncio.sleep(min(self.timers.values()))
            for part in self.timers:
                await self.ask(part, self.script, by_timer=True)
            await self.listen()

    async def listen(self) -> None:
        """Read until the server is silent between runs, as it is of a part that is gone."""
        is_silent = False
        while not is_silent or self.is_running:
            is_silent = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.finish(), SILENT_S)
                is_silent = False

    async def ask(self, fragment: str = "", script: str = "", *, by_timer: bool = False) -> None:
        """Ask for a run, and do not wait for it."""
        ask = BackMsg()
        ask.rerun_script.is_auto_rerun = by_timer
        ask.rerun_script.query_string = self.query
        ask.rerun_script.page_name = self.page
        ask.rerun_script.fragment_id = fragment
        ask.rerun_script.page_script_hash = script
        for value in self.values.values():
            ask.rerun_script.widget_states.widgets.append(value)
        ask.rerun_script.cached_message_hashes.extend(self.known)
        await self.socket.send(ask.SerializeToString())

    async def begin(self) -> None:
        """Read what the server says until it has begun a run."""
        before = len(self.runs)
        while len(self.runs) == before:
            self.take(await self.socket.recv())

    async def finish(self) -> None:
        """Read what the server says until it has finished a run."""
        async for raw in self.socket:
            if self.take(raw):
                return
        raise RuntimeError("the server closed the connection")

    def take(self, raw: Data) -> bool:
        """Keep what one message says; whether it says that a run is finished."""
        self.messages += 1
        message = ForwardMsg.FromString(raw)
        if message.metadata.cacheable and message.hash:
            self.known[message.hash] = message
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.sizes.clear()
            self.is_running = True
            self.runs.append(message.new_session.page_script_hash)
            if not message.metadata.run.fragment_ids:
                self.timers.clear()
        elif kind == "auto_rerun":
            self.timers[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "stop_auto_rerun":
            for part in message.stop_auto_rerun.fragment_ids:
                self.timers.pop(part, None)
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "navigation":
            self.script = message.navigation.page_script_hash
        self.read(message)
        if kind == "ref_hash" and message.ref_hash in self.known:
            self.hear(self.known[message.ref_hash])
        self.is_running = self.is_running and kind != "script_finished"
        return kind == "script_finished" and message.script_finished in DONE

    def read(self, message: ForwardMsg) -> None:
        """Keep widgets' names, sizes and complaints of one message."""
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if message.WhichOneof("type") in ("delta", "ref_hash"):
            self.sizes.append(message.ByteSize())
        if kind in WIDGETS:
            widget = getattr(element, kind)
            key = widget.id.rsplit("-", 1)[-1]
            self.ids[key] = widget.id
            self.places[key] = list(message.metadata.delta_path)
            self.fragments[key] = message.delta.fragment_id
            if getattr(widget, "query_param_key", ""):
                self.bound.add(key)
        elif kind == "bidi_component":
            name = element.bidi_component.component_name
            self.hear(message)
            self.places[name] = list(message.metadata.delta_path)
            self.fragments[name] = message.delta.fragment_id
        elif kind in ("exception", "alert"):
            self.problems.append(str(getattr(element, kind))[:400])

    def hear(self, message: ForwardMsg) -> None:
        """Keep what a widget of ours is told, which the server may not say twice."""
        widget = message.delta.new_element.bidi_component
        if widget.component_name:
            self.ids[widget.component_name] = widget.id
            self.data[widget.component_name] = (
                json.loads(widget.json)[0] if widget.json.startswith("[") else {}
            )

    async def settle(self, widget: str, label: str) -> float:
        """Let the slider of a widget go at the stop with this label; seconds."""
        view = {"view": self.data[widget]["view"]} if "view" in self.data[widget] else {}
        said = json.dumps({"rested": {"epsilon": float(label), **view}})
        self.values[widget] = WidgetState(id=self.ids[widget], json_value=said)
        self.query = urlencode(dict(parse_qsl(self.query)) | {"epsilon": label})
        return await self.run(self.fragments[widget])

    async def close(self) -> None:
        """Leave the page."""
        await self.socket.close()

    async def move(self, key: str, label: str) -> float:
        """Set a slider of stops to the one with this label and run what it belongs to; seconds."""
        state = WidgetState(id=self.ids[key])
        state.string_array_value.data.append(label)
        self.values[key] = state
        if key in self.bound:  # a browser writes into the address itself what a widget has there
            self.query = urlencode(dict(parse_qsl(self.query)) | {key: label})
        return await self.run(self.fragments[key])


async def open_session(address: str, page: str = "", **query: str) -> Session:
    """Open a page as a browser would, and wait until it is finished."""
    url = address.replace("http", "ws", 1) + "/_stcore/stream"
    socket = await connect(url, subprotocols=[Subprotocol("streamlit")], max_size=None)
    session = Session(socket, page, urlencode(query))
    await session.run()
    return session
