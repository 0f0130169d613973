"""Streamlit's private names: five, all in this file, and the app can do without each of them.

Each says what it is for and what a person loses where another Streamlit has moved it. Tests open
every page with the four in Python switched off, and one without the browser's. No file of the app
imports from within Streamlit when it is loaded.
"""

from __future__ import annotations

import logging
import sys
import time
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

NAMES = {
    "runtime.scriptrunner:get_script_run_ctx": "the present run, for the next line",
    "runtime.scriptrunner:ScriptRunContext.is_history_navigation": "Back and Forward",
    "net_util:get_external_ip": "a question to a host outside",
    "runtime.media_file_manager:MediaFileMetadata.mark_for_delete": "downloads on a busy server",
}
"""In Python, with what each is for; the fifth is the browser's ``window.__streamlit``."""


TRIED = ((1, 67), (1, 68))
"""The minor version that was tried, and the one below which requirements.txt therefore stays."""


def follows_history() -> bool:
    """Whether this run is to show what the address says, whatever was chosen since.

    It is after the browser's Back and Forward, and after a snapshot was opened. Without the private
    names, menus whose choices stand in the address as ids stay where they were.
    """
    run = _name("runtime.scriptrunner", "get_script_run_ctx")
    now = run(suppress_warning=True) if run is not None else None
    return bool(getattr(now, "is_history_navigation", False))


def ask_nobody_outside() -> None:
    """Let Streamlit ask no host on the internet for this machine's address.

    It does so where a page from an unknown address opens a connection, to compare the two. Where
    it knows nothing of this, such a page is refused all the same, after that question.
    """
    if _name("net_util", "get_external_ip") is not None:
        import_module("streamlit.net_util").get_external_ip = lambda: None  # type: ignore[attr-defined]


def keep_downloads(seconds: float = 15.0) -> None:
    """Let a file that was made for a download wait so long for the browser that asks for it.

    Streamlit drops it when two runs of anybody's page have ended, which on a busy server they do
    between the press of the button and the browser's request: that then saves an error's text
    under a number. Without the private name it may again.
    """
    files: Any = _name("runtime.media_file_manager", "MediaFileMetadata")
    mark_now = getattr(files, "mark_for_delete", None)
    if mark_now is None:
        return

    def mark(file: Any) -> None:
        file.unused_since = getattr(file, "unused_since", time.monotonic())
        if time.monotonic() - file.unused_since >= seconds:
            mark_now(file)

    files.mark_for_delete = mark


def keep_log_quiet() -> None:
    """Leave out of the log that a part of a page is gone for which a request was on its way.

    It is said, at "info" and as a warning, whenever a page changes between two looks of a timer;
    the values that such a request brings are kept for the next run. Where Streamlit says it in
    other words or elsewhere, the log is as full as it was.
    """
    for place in ("app_session", "scriptrunner.script_runner"):
        logging.getLogger(f"streamlit.runtime.{place}").addFilter(_means_something)


def _means_something(record: logging.LogRecord) -> bool:
    return "fragment with id" not in str(record.msg)


def address_script(base: str) -> str:
    """A script that tells Streamlit's page in the browser where its server is.

    It names a global that the page reads. Where that is no longer read, a deep link such as
    /explore costs a round trip more.
    """
    return (
        f'<script>window.__streamlit = {{BACKEND_BASE_URL: window.location.origin + "/{base}"}}'
        "</script>"
    )


def forget_last_script() -> None:
    """Let go of the variables of the script that ran last, whose graph may be a person's own.

    Streamlit makes each run's module the main one, where it stays until the next run of anybody.
    """
    if getattr(sys.modules.get("__main__"), "__file__", None) is not None:
        sys.modules["__main__"] = ModuleType("__main__")


@cache
def missing_names() -> tuple[str, ...]:
    """Which of the names this Streamlit lacks; said once in the log."""
    missing = tuple(name for name in NAMES if not _is_there(name))
    if missing:
        logging.getLogger("graphdp").warning("Streamlit is without %s.", ", ".join(missing))
    return missing


def _is_there(name: str) -> bool:
    place, _, rest = name.partition(":")
    first, _, last = rest.partition(".")
    member = _name(place, first)
    fields = {*dir(member), *getattr(member, "__annotations__", ())}
    return member is not None and (not last or last in fields)


def _name(place: str, name: str) -> Any:
    """What a module of Streamlit's calls so; None where there is none."""
    try:
        return getattr(import_module(f"streamlit.{place}"), name, None)
    except ImportError:
        return None
