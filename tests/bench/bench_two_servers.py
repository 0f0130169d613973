"""What the proxy before two servers costs a request."""

import os
import sys
import time
import urllib.request
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "browser"))

import harness


def test_what_the_proxy_adds_to_a_request(tmp_path):
    with harness.servers(harness.haproxy(), str(tmp_path)) as (address, servers):
        cost = _seconds(f"{address}/_stcore/health")
        alone = _seconds(f"{servers['one'].address}/_stcore/health")
    print(f"\na request through haproxy takes {1e3 * (cost - alone):.2f} ms more than the "
          f"{1e3 * alone:.2f} ms without it; load {os.getloadavg()[0]:.1f}")  # fmt: skip


def _seconds(url: str) -> float:
    """The median of a few requests."""
    times = []
    for _ in range(50):
        start = time.perf_counter()
        with urllib.request.urlopen(url) as answer:
            answer.read()
        times.append(time.perf_counter() - start)
    return float(np.median(times))
