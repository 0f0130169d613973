"""What a part of a page has sent to the browser: heard, kept, and sent again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pages.shared import streamlit_internals

__all__ = ["Drawn", "heard", "look_of", "record", "send_again"]


@dataclass(frozen=True, eq=False)
class Drawn:
    """What a part of a page has sent to the browser.

    Parameters
    ----------
    messages : tuple
        In their order; of those for one place the last.
    widgets : dict
        What the server knows of each widget among them and its key, by its id; None of what is no
        widget.
    """

    messages: tuple[Any, ...]
    widgets: dict[str, Any]


def record(draw: Callable[[], None]) -> Drawn | None:
    """Draw, and keep what is sent; None if it cannot be sent again just so.

    What holds parts that are drawn again alone, or files that the server keeps while they are in
    use, cannot. Without the private parts, nothing can: each stop is drawn each time.
    """
    run = streamlit_internals.run_context()
    if run is None:
        draw()
        return None
    shared = run.shared
    parts, widgets = shared.new_fragment_ids.snapshot(), shared.widget_ids_this_run.snapshot()
    with heard() as sent:
        draw()
    if shared.new_fragment_ids.snapshot() != parts or any(map(_is_borrowed, sent.values())):
        return None
    state = run.session_state._state
    known, keys = state._new_widget_state.widget_metadata, state._key_id_mapper.id_key_mapping
    added = shared.widget_ids_this_run.snapshot() - widgets
    drawn = {name: (known[name], keys.get(name)) if name in known else None for name in added}
    return Drawn(tuple(sent.values()), drawn)


@contextmanager
def heard() -> Iterator[dict[tuple[int, ...], Any]]:
    """What is sent to the browser here: for each place the last message, in their order.

    Without the private parts, nothing is heard.
    """
    sent: dict[tuple[int, ...], Any] = {}
    run = streamlit_internals.run_context()
    if run is None:
        yield sent
        return
    send, is_heard = run.enqueue, "enqueue" in vars(run)

    def take(message: Any) -> None:
        send(message)
        place = tuple(message.metadata.delta_path)
        for path in [path for path in sent if path[: len(place)] == place]:
            del sent[path]
        sent[place] = message

    run.enqueue = take
    try:
        yield sent
    finally:
        if is_heard:
            run.enqueue = send
        else:
            del run.enqueue


def look_of(sent: Mapping[tuple[int, ...], Any], *keys: str) -> str:
    """What tells pages apart by what :func:`heard` found, without the widgets of these keys.

    It is "" if nothing is known.
    """
    run = streamlit_internals.run_context()
    if run is None:
        return ""
    known = run.session_state._state
    without = {known.get_widget_id_from_key(key) for key in keys}
    return "\n".join(
        f"{place} {message.hash}" for place, message in sent.items() if _id(message) not in without
    )


def _id(message: Any) -> str:
    """The id of the widget that a message draws, "" if it draws none."""
    element = message.delta.new_element
    return str(getattr(getattr(element, element.WhichOneof("type") or "", None), "id", ""))


def _is_borrowed(message: Any) -> bool:
    """Whether a message is no drawing, or names what the server forgets when it is drawn anew."""
    if message.WhichOneof("type") != "delta":
        return True
    drawn = message.delta.new_element
    if drawn.WhichOneof("type") == "dataframe" and drawn.dataframe.HasField("lazy_data"):
        return True
    return b"/media/" in message.SerializeToString()


def send_again(drawn: Drawn) -> None:
    """Let the part that is drawn now be what was kept of it, with its widgets."""
    run = streamlit_internals.run_context()
    state = run.session_state._state
    known = state._new_widget_state.widget_metadata
    for name, widget in drawn.widgets.items():
        run.shared.widget_ids_this_run.check_and_add(name)
        if widget is None:
            continue
        if name in known:
            state._set_widget_metadata(widget[0])
        else:  # this person's page has not had it yet
            run.session_state.register_widget(*widget)
    for message in drawn.messages:
        run.enqueue(message)
