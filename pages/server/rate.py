"""How often one may ask: so many times in so many seconds, then one waits."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from graphdp_core.params import Refused

__all__ = ["Rate"]

MOST_KNOWN = 10_000


class Rate:
    """A bucket for every caller that fills up again; callers are forgotten, the oldest first.

    Parameters
    ----------
    most : int
        Times at once, and within `seconds` in the long run.
    seconds : float
    now : callable
        The time in seconds.

    Examples
    --------
    >>> rate = Rate(1, 60)
    >>> rate.take("a", "questions came in a minute: wait.")
    >>> rate.take("a", "questions came in a minute: wait.")
    Traceback (most recent call last):
        ...
    graphdp_core.params.Refused: More than 1 questions came in a minute: wait.
    """

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic):
        self.most, self.seconds, self.now = most, seconds, now
        self._lock = threading.Lock()
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()  # left, when

    def take(self, who: str, what: str) -> None:
        """Count one more.

        Parameters
        ----------
        who : str
        what : str
            The rest of the refusal, after "More than so many".

        Raises
        ------
        Refused
            If it is one too many.
        """
        with self._lock:
            now = self.now()
            left, before = self._known.pop(who, (float(self.most), now))
            left = min(self.most, left + (now - before) * self.most / self.seconds)
            self._known[who] = (max(left - 1, 0.0) if left >= 1 else left, now)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        if left < 1:
            raise Refused(f"More than {self.most} {what}")
