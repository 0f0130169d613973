"""Progress: parts lie in their whole, silence costs nothing, an exception stops the work."""

import pytest

from graphdp_core.progress import SILENT, Progress


def test_parts_of_parts_lie_in_their_whole():
    seen = []
    progress = Progress(lambda fraction, text: seen.append((round(fraction, 6), text)))
    for i in range(2):
        for j in range(2):
            progress.part(i, 2).part(j, 2)(1.0, f"{i}{j}")
    progress.between(0.5, 0.9).between(0.5, 1.0)(0.0, "nested")
    assert seen == [(0.25, "00"), (0.5, "01"), (0.75, "10"), (1.0, "11"), (0.7, "nested")]


def test_a_callable_is_wrapped_once_and_none_is_silent():
    progress = Progress.of(lambda fraction, text: None)
    assert Progress.of(progress) is progress
    assert Progress.of(None) is SILENT
    assert SILENT.part(1, 3) is SILENT


def test_what_watches_may_stop_the_work():
    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Progress(stop).part(0, 2)(0.5, "half")
