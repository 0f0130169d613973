"""What is kept of a mechanism is measured by one command."""

from graphdp_core.lab.audits import evidence_run
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees


def test_one_command_measures_it(tmp_path, monkeypatch):
    monkeypatch.setattr(evidence_run, "EPSILONS", (0.5, 8.0))
    monkeypatch.setattr(evidence_run, "DRAWS", 1)
    monkeypatch.setattr(evidence_run, "RUNS", 60)
    monkeypatch.setattr(evidence_run, "PAIRS", 60)
    monkeypatch.setattr(
        evidence_run, "standard_graphs",
        lambda mechanism: [("Karate club", evidence_run.load_graph("karate"), None)],
    )  # fmt: skip
    file = evidence_run.keep_evidence(NoisyDegrees, folder=tmp_path)
    text = file.read_text(encoding="utf-8")
    assert file.name == "noisy_degrees.json"
    assert '"top_nodes"' in text
    assert '"verdict": "consistent"' in text
