"""What the garbage collector need not search: all that was loaded, but nobody's own graph.

Searching everything again and again for garbage stops every page for about 0.2 s at a time. But a
session that is open while its objects are taken out of sight would never be freed: so all are
looked at again soon after an owner of a graph has left.
"""

from __future__ import annotations

import gc
import threading

__all__ = ["free_soon", "put_out_of_sight"]

SOON_S = 2.0
"""After the farewell: the session itself is let go of last."""

REST_S = 60.0
"""For so long after a farewell all is searched as usual."""

_lock = threading.Lock()
_timers: list[threading.Timer] = []
_hidden: list[bool] = []


def put_out_of_sight() -> None:
    """Free what is garbage and search what is left no more."""
    _hidden[:] = [True]
    gc.collect()
    gc.freeze()


def free_soon() -> None:
    """Look at all again in a moment, if anything is out of sight; and hide the rest later."""
    with _lock:
        if not _hidden:
            return
        while _timers:
            _timers.pop().cancel()
        for seconds, task in ((SOON_S, _look), (REST_S, put_out_of_sight)):
            _timers.append(threading.Timer(seconds, task))
            _timers[-1].daemon = True
            _timers[-1].start()


def _look() -> None:
    gc.unfreeze()
    gc.collect()
