"""Drawing a part of a page before its person asks for it, unseen: in a double of the session.

The double has the session's widgets and what is stored for it, at one moment. Whatever is drawn in
it is sent to nobody, and whatever is stored in it goes with it; the session's caches are shared.
Like `streamlit_internals` this touches Streamlit's private parts; without them nothing is drawn.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextvars import Context, ContextVar
from copy import copy, deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from pages.shared import streamlit_internals, turns

__all__ = ["Double", "double", "forget_caches", "is_drawing", "is_open", "part"]

_drawing: ContextVar[bool] = ContextVar("unseen", default=False)


def is_drawing() -> bool:
    """Whether what is drawn now is drawn unseen."""
    return _drawing.get()


def part() -> str:
    """The part of the page that is drawn now, by Streamlit's name; "" for the script itself."""
    if streamlit_internals.run_context() is None:
        return ""
    return streamlit_internals.thread_state().fragment_id or ""


def is_open(session: str) -> bool:
    """Whether a session, by Streamlit's name, has a page in a browser."""
    from streamlit import runtime

    return runtime.exists() and runtime.get_instance().is_active_session(session)


def forget_caches(session: str) -> None:
    """Forget what a session that is over has kept in Streamlit's caches."""
    from streamlit.runtime import caching

    caching.clear_session_data_cache(session)
    caching.clear_session_resource_cache(session)


def double(name: str) -> Double | None:
    """A double of the session that runs now, for its part of this name; None without one."""
    run = streamlit_internals.run_context()
    if not name or run is None:
        return None
    if not is_open(run.session_id):
        return None
    storage, pages = run.fragment_storage, copy(run.pages_manager)
    try:
        draw = storage.lookup(name)
    except KeyError:
        return None
    wrappers = {key: kept for key, kept in storage._outside_wrappers.items() if key[0] == name}
    return Double(
        run.session_id, name, draw, wrappers, replace(run, pages_manager=pages, cursors={}),
        _copied(run.session_state._state),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Double:
    """One part of a session's page, and what it needs to be drawn.

    Parameters
    ----------
    session : str
        By Streamlit's name.
    part : str
    draw_part : callable
    wrappers : mapping
        Streamlit's, around what the part draws elsewhere on the page.
    run : ScriptRunContext
        Of the run in which the double was made.
    state : SessionState
    """

    session: str
    part: str
    draw_part: Callable[[], Any]
    wrappers: Mapping[Any, Any]
    run: Any
    state: Any

    def draw(self, values: Mapping[str, Any], is_over: Callable[[], bool]) -> bool:
        """Draw the part, as if the session had stored these values; whether that came to an end.

        Parameters
        ----------
        values : mapping
            By key, as in `st.session_state`.
        is_over : callable
            Asked again and again: whether nobody wants it any more.
        """
        ended: bool = Context().run(self._draw, values, is_over)
        return ended

    def _draw(self, values: Mapping[str, Any], is_over: Callable[[], bool]) -> bool:
        from streamlit.runtime.scriptrunner_utils.exceptions import (
            ScriptControlException,
            StopException,
        )
        from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
        from streamlit.runtime.scriptrunner_utils.script_run_context import (
            ThreadState,
            in_cached_function,
        )
        from streamlit.runtime.scriptrunner_utils.script_run_context_attr import (
            SCRIPT_RUN_CONTEXT_ATTR_NAME,
        )

        requests = ScriptRequests()

        def look(message: Any = None) -> None:
            if is_over() or requests.on_scriptrunner_yield() is not None:
                raise StopException
            if not in_cached_function.get():  # others may wait for what is computed there
                turns.let_others()

        thread = threading.current_thread()
        ThreadState.initialize(active_script_hash=self.run.pages_manager.main_script_hash)
        setattr(thread, SCRIPT_RUN_CONTEXT_ATTR_NAME, run := self._context(look, requests))
        _drawing.set(True)
        try:
            with turns.apart():
                self._wrap(run.fragment_storage)
                self._store(values)
                self.draw_part()
        except ScriptControlException:
            return False
        except Exception:
            logging.getLogger("graphdp").debug("Nothing was drawn ahead", exc_info=True)
            return False
        finally:
            delattr(thread, SCRIPT_RUN_CONTEXT_ATTR_NAME)
        return True

    def _store(self, values: Mapping[str, Any]) -> None:
        state = streamlit_internals.run_context().session_state._state
        state._reset_triggers()
        state._compact_state()
        for key, value in values.items():
            state[key] = value

    def _wrap(self, parts: Any) -> None:
        """Wrappers of its own: they count what is drawn in them."""
        for (name, place), kept in self.wrappers.items():
            own = replace(kept, delta_generator=deepcopy(kept.delta_generator))
            parts.register_outside_wrapper(name, place, own)

    def _context(self, look: Callable[..., None], requests: Any) -> Any:
        from streamlit.runtime.fragment import MemoryFragmentStorage
        from streamlit.runtime.scriptrunner_utils.shared_run_state import SharedRunState
        from streamlit.runtime.state import SafeSessionState

        parts = MemoryFragmentStorage()
        parts.register(self.part, self.draw_part)
        return replace(
            self.run,
            _enqueue=look,
            session_state=SafeSessionState(_copied(self.state), look),
            shared=SharedRunState(),
            cursors={},
            fragment_storage=parts,
            fragment_ids_this_run=[self.part],
            script_requests=requests,
            parallel_coordinator=None,
            cached_message_hashes=frozenset(),
            on_script_error=lambda error: True,
            yield_check=look,
        )


def _copied(state: Any) -> Any:
    """Streamlit's records with their tables copied; what stands in the tables is shared."""
    if is_dataclass(state) and not isinstance(state, type):
        return type(state)(**{f.name: _copied(getattr(state, f.name)) for f in fields(state)})
    return copy(state) if isinstance(state, dict | set) else state
