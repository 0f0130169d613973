"""The private parts of Streamlit that the app uses, by name, and which this version lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from typing import Any

__all__ = ["missing", "part"]


def missing() -> Iterator[str]:
    """What is not there of the parts that runs and requests need."""
    for place, names in PARTS.items():
        found = part(place)
        if found is None:
            yield place
            continue
        made_with = getattr(getattr(found.__init__, "__code__", None), "co_names", ())
        known = {*dir(found), *getattr(found, "__annotations__", ()), *made_with}
        kind = place.rpartition(":")[2]
        yield from (f"{kind}.{name}" for name in names if name not in known)


def part(place: str) -> Any:
    """A module of Streamlit's, or what it calls so after a colon; None where there is none."""
    module, _, name = place.partition(":")
    try:
        found = import_module(f"streamlit.{module}")
    except ImportError:
        return None
    return getattr(found, name, None) if name else found


SCRIPTS = "runtime.scriptrunner_utils"
PARTS: Mapping[str, Collection[str]] = {
    "navigation.page:StreamlitPage": ["_script_hash"],
    "runtime:exists": [],
    "runtime.caching:clear_session_data_cache": [],
    "runtime.caching:clear_session_resource_cache": [],
    "runtime.fragment:MemoryFragmentStorage": [
        "_outside_wrappers", "lookup", "register", "register_outside_wrapper",
    ],
    "runtime.pages_manager:PagesManager": ["get_pages", "main_script_hash"],
    "runtime.runtime:Runtime": ["instance", "is_active_session"],
    "runtime.scriptrunner:RerunException": [],
    "runtime.scriptrunner:get_script_run_ctx": [],
    "runtime.state:SafeSessionState": ["_state", "register_widget"],
    "runtime.state.query_params:QueryParams": ["is_bound"],
    "runtime.state.session_state:KeyIdMapper": ["id_key_mapping"],
    "runtime.state.session_state:SessionState": [
        "_compact_state", "_key_id_mapper", "_new_widget_state", "_reset_triggers",
        "_set_widget_metadata", "_widget_changed", "get_widget_id_from_key", "query_params",
    ],
    "runtime.state.session_state:WStates": ["widget_metadata"],
    f"{SCRIPTS}.exceptions:ScriptControlException": [],
    f"{SCRIPTS}.exceptions:StopException": [],
    f"{SCRIPTS}.script_requests:RerunData": [
        "cached_message_hashes", "context_info", "fragment_id_queue", "is_auto_rerun",
        "page_script_hash", "query_string",
    ],
    f"{SCRIPTS}.script_requests:ScriptRequestType": ["CONTINUE", "RERUN"],
    f"{SCRIPTS}.script_requests:ScriptRequests": [
        "_lock", "_rerun_data", "_state", "on_scriptrunner_yield",
    ],
    f"{SCRIPTS}.script_run_context:FragmentThreadState": ["active_script_hash", "fragment_id"],
    f"{SCRIPTS}.script_run_context:ScriptRunContext": [
        "_enqueue", "cached_message_hashes", "context_info", "cursors", "enqueue",
        "fragment_ids_this_run", "fragment_storage", "is_history_navigation", "main_script_path",
        "on_script_error", "page_script_hash", "pages_manager", "parallel_coordinator",
        "query_string", "run_with_active_hash", "script_requests", "session_id", "session_state",
        "shared", "yield_check",
    ],
    f"{SCRIPTS}.script_run_context:ThreadState": ["get", "initialize"],
    f"{SCRIPTS}.script_run_context:in_cached_function": [],
    f"{SCRIPTS}.script_run_context_attr:SCRIPT_RUN_CONTEXT_ATTR_NAME": [],
    f"{SCRIPTS}.shared_run_state:SharedRunState": ["new_fragment_ids", "widget_ids_this_run"],
}  # fmt: skip
"""Where each part is, and which of its names are used."""
