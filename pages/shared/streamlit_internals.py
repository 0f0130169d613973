"""Streamlit's private parts, touched here, in `drawings` and in `unseen`; the app can do without.

Each use says what it is for, and what a person loses where an other Streamlit lacks the part:
`missing_parts` names those, and a test fails on a version that has moved one.
"""

from __future__ import annotations

import logging
import math
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import streamlit as st

from pages.shared import streamlit_parts

__all__ = [
    "TRIED",
    "address_script",
    "ask_nobody_outside",
    "drop_late_requests",
    "follows_history",
    "forget_last_script",
    "has_nothing_there",
    "is_behind_pages",
    "is_chosen_beside",
    "is_told",
    "keep_downloads",
    "keep_log_quiet",
    "missing_parts",
    "of_page",
    "open_page",
    "run_context",
    "run_page",
    "serve_newer_action",
    "thread_state",
]

TRIED = ((1, 67), (1, 68))
"""Versions from the first up to, but without, the second: there the parts are relied on."""


def serve_newer_action() -> None:
    """Let this run end at its next checkpoint if the user has acted on the page meanwhile.

    Streamlit lets a run of a part of the script (the slider's, a button's on the page) wait until
    the present run is over, and has no public way to ask for it. Runs that a timer asks for do
    not count. Without the private parts, such a move waits until the work before it is done.
    """
    run = run_context()
    if run is None or run.script_requests is None:
        return
    waiting = run.script_requests
    if waiting._state.name != "RERUN":
        return
    drop_late_requests()
    asked = waiting._rerun_data
    if asked.is_auto_rerun and len(asked.fragment_id_queue) <= 1:
        return
    with waiting._lock:
        if waiting._state.name != "RERUN":
            return
        # As a run of the whole script it is served now; its address and widgets stay its own.
        waiting._rerun_data = replace(
            waiting._rerun_data, fragment_id_queue=[], is_auto_rerun=False
        )


def follows_history() -> bool:
    """Whether this run is to show what the address says, whatever was chosen since.

    It is after the browser's Back and Forward, and after a snapshot was opened. Without the private
    part, menus whose choices stand in the address as ids stay where they were.
    """
    run = run_context()
    return run is not None and bool(run.is_history_navigation)


def is_told(key: str) -> bool:
    """Whether the browser has told with this run what its widget shows; ask before it is drawn.

    A run that begins drops what the one before it has not yet sent: a value that was set there is
    lost with it. Without the private part it is, and the widget may show another until it is used.
    """
    run = run_context()
    if run is None:
        return True
    state = run.session_state._state
    return state.get_widget_id_from_key(key) in state._new_widget_state


def drop_late_requests() -> None:
    """Forget what waits for this run and was asked for on the page before; near its end.

    A timer's request can be on its way while another page is opened. Served after that, it tells
    the browser that the page before is back, and what the new one has drawn is taken away.
    """
    run = run_context()
    if run is None or run.script_requests is None:
        return
    waiting = run.script_requests
    with waiting._lock:
        asked = waiting._rerun_data
        is_part = waiting._state.name == "RERUN" and bool(asked.fragment_id_queue)
        page = asked.page_script_hash
        if is_part and page and page != run.page_script_hash:
            waiting._state = type(waiting._state).CONTINUE


def has_nothing_there(error: BaseException | None) -> bool:
    """Whether a part of a page failed to draw where the script's own run has drawn nothing.

    Where Streamlit calls this otherwise, the page says that it failed instead of running anew.
    """
    return type(error).__name__ == "StreamlitInvalidLayoutContextError"


@contextmanager
def of_page(page: Any) -> Iterator[None]:
    """What is drawn here belongs to a page of `st.navigation`, and goes when another is opened.

    Without the private parts, it stays until the other page is finished.
    """
    run = run_context()
    if run is None:
        yield
        return
    with run.run_with_active_hash(page._script_hash):
        yield


def is_behind_pages() -> bool:
    """Whether what is drawn now belongs to the script behind all pages, and not to one page.

    Without the private parts, everything counts as a page's own.
    """
    run = run_context()
    if run is None:
        return False
    return bool(thread_state().active_script_hash == run.pages_manager.main_script_hash)


def open_page(path: str, *, keeps: Collection[str] = ()) -> None:
    """Go to a page as its link in the menu does; nothing after this runs.

    `st.switch_page` empties the address, for the widgets of the next page to fill it again. A
    timer's request that comes meanwhile keeps some of them from it, or leads back. It also forgets
    widgets before the next page can draw them: in a run of the whole page the menus beside it, in
    a run of a part the slider's place in the address. Here neither happens. Without the private
    parts, both can.

    Parameters
    ----------
    path : str
        Of the page's script.
    keeps : collection of str
        What the address says of all pages; of the rest, what no widget is bound to is taken out.
    """
    run = run_context()
    if run is None:
        st.switch_page(path, query_params={})
    from streamlit.runtime.scriptrunner import RerunData, RerunException

    file = (Path(run.main_script_path).parent / path).resolve()
    found = (page for page in run.pages_manager.get_pages().values()
             if Path(page["script_path"]) == file)  # fmt: skip
    bound = run.session_state._state.query_params.is_bound
    for key in [key for key in st.query_params if not bound(key) and key not in keeps]:
        del st.query_params[key]
    run.fragment_ids_this_run = ["none"]  # what the next page does not draw goes at its end
    raise RerunException(
        RerunData(
            query_string=run.query_string,
            page_script_hash=next(found)["page_script_hash"],
            cached_message_hashes=run.cached_message_hashes,
            context_info=run.context_info,
        )
    )


def run_page(page: Any) -> None:
    """Run a page of `st.navigation` once more in one run of the script.

    A page object runs only once: it is the copy that runs. Where that stops working, a move of
    the slider leaves the page empty.
    """
    copy(page).run()


def is_chosen_beside(*keys: str) -> bool:
    """Whether this run was asked for with something new in any widget but those of these keys."""
    run = run_context()
    if run is None:
        return True
    state = run.session_state._state
    asked = set(state._new_widget_state) - {state.get_widget_id_from_key(key) for key in keys}
    return any(map(state._widget_changed, asked))


def forget_last_script() -> None:
    """Let go of the variables of the script that ran last, whose graph may be a person's own.

    Streamlit makes each run's module the main one, where it stays until the next run of anybody.
    """
    if getattr(sys.modules.get("__main__"), "__file__", None) is not None:
        sys.modules["__main__"] = ModuleType("__main__")


def ask_nobody_outside() -> None:
    """Let Streamlit ask no host on the internet for this machine's address.

    It does so where a page from an unknown address opens a connection, to compare the two. Where
    it knows nothing of this, such a page is refused all the same, after that question.
    """
    net_util = streamlit_parts.part("net_util")
    if hasattr(net_util, "get_external_ip"):
        net_util.get_external_ip = lambda: None


def keep_downloads(seconds: float = 15.0) -> None:
    """Let a file that was made for a download wait so long for the browser that asks for it.

    Streamlit drops it when two runs of anybody's page have ended, which on a busy server they do
    between the press of the button and the browser's request: that then saves an error's text
    under a number. Without the private part it may again.
    """
    files: Any = streamlit_parts.part("runtime.media_file_manager:MediaFileMetadata")
    if any(not hasattr(files, name) for name in ("is_marked_for_delete", "mark_for_delete")):
        return

    def mark(file: Any) -> None:
        file.unused_since = getattr(file, "unused_since", time.monotonic())

    def is_marked(file: Any) -> bool:
        return time.monotonic() - getattr(file, "unused_since", math.inf) >= seconds

    files.mark_for_delete, files.is_marked_for_delete = mark, property(is_marked)


def keep_log_quiet() -> None:
    """Leave out of the log that a part of a page is gone for which a request was on its way.

    It is said, at "info" and as a warning, whenever a page changes between two looks of a timer or
    two moves of the slider; the values that such a request brings are kept for the next run. Where
    Streamlit says it in other words or elsewhere, the log is as full as it was.
    """
    for place in ("app_session", "scriptrunner.script_runner"):
        logging.getLogger(f"streamlit.runtime.{place}").addFilter(_means_something)


def _means_something(record: logging.LogRecord) -> bool:
    return "fragment with id" not in str(record.msg)


def address_script(base: str) -> str:
    """A script that tells Streamlit's page in the browser where its server is.

    It names a global that the page reads. Where that is no longer read, a deep link such as
    /clusters costs a round trip more.
    """
    return (
        f'<script>window.__streamlit = {{BACKEND_BASE_URL: window.location.origin + "/{base}"}}'
        "</script>"
    )


@cache
def missing_parts() -> tuple[str, ...]:
    """What this Streamlit lacks of the private parts that runs and requests need."""
    found = tuple(_missing())
    if found:
        logging.getLogger("graphdp").warning(
            "Streamlit %s is without %s: a move of the slider waits for the work before it.",
            st.__version__,
            ", ".join(found[:3]) + f" and {len(found) - 3} more" * (len(found) > 3),
        )
    return found


def _missing() -> Iterator[str]:
    first, last = TRIED
    if first <= tuple(int(part) for part in st.__version__.split(".")[:2]) < last:
        yield from streamlit_parts.missing()
    else:
        yield f"a version from {first[0]}.{first[1]} to below {last[0]}.{last[1]}"


def run_context() -> Any:
    """Streamlit's own of the present run; None outside of one, and without the private parts."""
    if missing_parts():
        return None
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    return get_script_run_ctx(suppress_warning=True)


def thread_state() -> Any:
    """Streamlit's own of the present thread: whose script it runs, and which part of a page."""
    from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

    return ThreadState.get()
