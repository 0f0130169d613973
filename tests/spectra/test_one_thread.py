"""The limit holds inside, and what was before comes back."""

import scipy.linalg  # noqa: F401 (its library counts too, whichever test runs first)
from threadpoolctl import threadpool_info, threadpool_limits

from graphdp_core.spectra.one_thread import one_thread


def threads():
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


def test_one_thread_inside_and_as_many_as_before_outside():
    with threadpool_limits(2, user_api="blas"):
        for _ in range(2):
            before = threads()
            with one_thread():
                assert threads() == {1}
            assert threads() == before
