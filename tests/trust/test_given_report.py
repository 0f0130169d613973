"""What a receiver takes away: every sample has a report, and nothing of a stranger's is markup."""

from dataclasses import replace

import pytest

from graphdp_core.params import Refused
from graphdp_core.trust.given_report import given_report
from graphdp_core.trust.received import received
from graphdp_core.trust.samples import SAMPLES, sample


@pytest.mark.parametrize("id", SAMPLES)
def test_every_sample_is_verified_and_told(id):
    found = received(sample(id), truths=2)
    said = given_report(found, title="<script>a</script>")
    assert "<script" not in said
    assert "&lt;script&gt;" in said
    assert found.known
    assert found.promise in said
    assert said.count("<svg") == (3 if id in ("club", "school") else 0)
    bad = {**found.given.certificate, "question": "<img src=x>"}
    asked = given_report(replace(found, given=replace(found.given, certificate=bad)), title="a")
    assert "<img" not in asked


@pytest.mark.parametrize("id", ["", "karate", "../../etc/passwd", "http://127.0.0.1/a.zip"])
def test_an_address_names_a_sample_and_nothing_else(id):
    with pytest.raises(Refused, match="name one of club"):
        sample(id)
