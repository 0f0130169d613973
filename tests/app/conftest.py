"""The app without a browser: one fresh session per test, and what every finished page must show."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts import sweep
from pages.table import TABLE

FRAME = Path(__file__).parents[2] / "pages" / "frame.py"
PAGES = tuple(entry.path for entry in TABLE)
UPLOAD = "Your own file…"


@dataclass
class Visitor:
    """One person's session: chooses, visits, reads."""

    at: AppTest

    def open(self, page: str = PAGES[0], **query: str) -> "Visitor":
        """Visit a page; keywords are the address's query."""
        for name, value in query.items():
            self.at.query_params[name] = value
        if not self.at.title:
            self.at.run()
        self.at.switch_page(page).run()
        return self

    def upload(self, name: str, content: bytes) -> "Visitor":
        """Choose an own file as the graph."""
        self.at.run()
        self.at.selectbox(key="graph").set_value(UPLOAD).run()
        self.at.file_uploader(key="file").upload(name, content).run()
        return self

    def set(self, kind: str, key: str, value: object) -> "Visitor":
        """Set one widget and run."""
        getattr(self.at, kind)(key=key).set_value(value).run()
        return self

    @property
    def numbers(self) -> dict[str, str]:
        """The metric cards, by label."""
        return {card.label: card.value for card in self.at.metric}

    @property
    def charts(self) -> list[str]:
        """What every chart shows, the node pictures of the pair widget first."""
        pairs = [pair.proto.SerializeToString() for pair in self.at.get("bidi_component")]
        plots = [json.dumps(json.loads(c.proto.spec)["data"]) for c in self.at.get("plotly_chart")]
        return [hashlib.blake2b(pair).hexdigest() for pair in pairs] + plots

    @property
    def text(self) -> str:
        """All prose and all cards of the page."""
        kinds = ("title", "markdown", "caption", "warning", "error", "info")
        prose = [str(item.value) for kind in kinds for item in getattr(self.at, kind)]
        return "\n".join(prose + [f"{k}: {v}" for k, v in self.numbers.items()])

    def check(self) -> None:
        """No exception, one question, charts or one clear warning, and no naked nan."""
        assert [e.value for e in self.at.exception] == []
        assert len(self.at.title) == 1
        warned = len(self.at.main.warning)
        assert warned == 1 or (warned == 0 and self.charts), self.text
        assert not re.search(r"\b(nan|inf|None)\b", self.text), self.text


@pytest.fixture
def visitor():
    return Visitor(AppTest.from_file(FRAME, default_timeout=60))


@pytest.fixture
def short_sweeps(monkeypatch):
    """Two epsilons a sweep instead of thirteen."""
    monkeypatch.setattr(sweep, "SWEPT", (1.0, 4.0))
