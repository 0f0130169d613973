"""One person's session of the app without a browser, and what every finished page must show."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from streamlit.testing.v1 import AppTest

from pages.table import TABLE

__all__ = ["FRAME", "PAGES", "UPLOAD", "Visitor"]

FRAME = Path(__file__).parents[1] / "pages" / "frame.py"
PAGES = tuple(entry.path for entry in TABLE if not (entry.has_slider or entry.plain))
CALLED_AS_THEIR_FILES = {line.path for line in TABLE[1:] if line.address == Path(line.path).stem}
UPLOAD = "Your own file…"
FIGURE = re.compile(r"\*\*(?P<value>[^*]+)\*\* (?P<label>[^:]+?)(?: :gray\[.*\])?$")
NO_PICTURES = ("find", "theme")  # widgets of ours


@dataclass
class Visitor:
    """One person's session: chooses, visits, reads."""

    at: AppTest

    def open(self, page: str = PAGES[0], **query: str) -> Visitor:
        """Visit a page; keywords are the address's query.

        A new session begins there, as by a link. Streamlit's testing finds a page that is not
        called as its file only after a run: then the front page comes before.
        """
        for name, value in query.items():
            self.at.query_params[name] = value
        if not self.at.title and page not in CALLED_AS_THEIR_FILES:
            self.at.run()
        self.at.switch_page(page).run()
        return self

    def bring(self, name: str, content: bytes) -> Visitor:
        """Bring an own file, which is shown but not yet used."""
        self.at.run()
        self.at.selectbox(key="graph").set_value(UPLOAD).run()
        self.at.file_uploader(key="file").upload(name, content).run()
        return self

    def bring_again(self, name: str, content: bytes) -> Visitor:
        """Let go of the file that is shown, and bring another."""
        self.at.button(key="another").click().run()
        self.at.file_uploader(key="file").upload(name, content).run()
        return self

    def upload(self, name: str, content: bytes) -> Visitor:
        """Use an own file as the graph, as it is understood unasked."""
        self.bring(name, content)
        self.at.button(key="accept").click().run()
        return self

    def set(self, kind: str, key: str, value: object) -> Visitor:
        """Set one widget and run."""
        getattr(self.at, kind)(key=key).set_value(value).run()
        return self

    @property
    def numbers(self) -> dict[str, str]:
        """The figures of the page by label: cards, and the line below the picture."""
        line = (FIGURE.match(str(item.value)) for item in self.at.markdown)
        return {card.label: card.value for card in self.at.metric} | {
            found["label"]: found["value"] for found in line if found
        }

    @property
    def widgets(self) -> list[bytes]:
        """What every picture of ours was sent; the field and the watcher show none."""
        sent = self.at.get("bidi_component")
        return [
            widget.proto.SerializeToString() for widget in sent if widget.key not in NO_PICTURES
        ]

    @property
    def pairs(self) -> list[bytes]:
        """What every node picture was sent."""
        return [sent for sent in self.widgets if b"graphdp.pair" in sent[:300]]

    @property
    def charts(self) -> list[str]:
        """What every chart shows, the pictures of ours first."""
        plots = [json.dumps(json.loads(c.proto.spec)["data"]) for c in self.at.get("plotly_chart")]
        return [hashlib.blake2b(pair).hexdigest() for pair in self.widgets] + plots

    @property
    def text(self) -> str:
        """All prose and all cards of the page."""
        kinds = ("title", "markdown", "caption", "warning", "error", "info", "success")
        prose = [str(item.value) for kind in kinds for item in getattr(self.at, kind)]
        return "\n".join(prose + [f"{k}: {v}" for k, v in self.numbers.items()])

    def check(self, *, draws: bool = True) -> None:
        """No exception, one question, charts (where it draws) or one warning, and no naked nan."""
        assert [e.value for e in self.at.exception] == []
        on_stage = any(re.search(rb"graphdp\.(stage|board)", w[:300]) for w in self.widgets)
        assert len(self.at.title) == (0 if on_stage else 1)  # the stage writes its own
        warned = len(self.at.main.warning)
        assert warned == 1 or (warned == 0 and (self.charts or not draws)), self.text
        assert not re.search(r"\b(nan|inf|None)\b", self.text), self.text
