"""One person's session of the app without a browser, and what every finished page must show."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from graphdp_core.experiment.scenario import Scenario
from graphdp_core.stage import Beside, Packing, Stage, Stop, Truths
from pages.ground.records import RECORDS, Person
from pages.server.stages import STAGES
from pages.session.address_words import Words
from pages.table import TABLE

__all__ = ["FRAME", "UPLOAD", "Visitor", "offered"]

FRAME = Path(__file__).parents[1] / "pages" / "frame.py"
EXPLORE = "explore"
UPLOAD = "Your own file…"
FIGURE = re.compile(r"\*\*(?P<value>[^*]+)\*\* (?P<label>[^:]+?)(?: :gray\[.*\])?$")
STAGE = "graphdp.stage"
AROUND = re.compile(r" \((by chance|the same|[AB] nearer).*")
NO_PICTURES = ("find", "theme")  # widgets of ours

T = TypeVar("T")


def offered(*pages: str) -> list[str]:
    """Of these pages those that are in the menu: a wing may have been taken off."""
    here = {line.address for line in TABLE}
    return [page for page in pages if address_of(page) in here]


def address_of(page: str) -> str:
    """A page's address, also from the name of a script as it once was, such as "board"."""
    return page.removesuffix("/page.py").replace("_", "-")


@dataclass
class Visitor:
    """One person's session: chooses, visits, reads."""

    at: AppTest
    stops: dict[tuple[str, float], Stop] = field(default_factory=dict)

    def open(self, page: str = EXPLORE, **query: str) -> Visitor:
        """Visit a page; keywords are the address's query.

        The page may have words of the query behind it, too. Streamlit's testing knows pages by
        their scripts: one without is told by the hash of its address.
        """
        page, _, words = page.partition("?")
        for name, value in (*parse_qsl(words), *query.items()):
            self.at.query_params[name] = value
        self.at._page_hash = calc_hash(address_of(page))
        self.at.run()
        return self

    @property
    def address(self) -> dict[str, str]:
        """The words of the address in the browser, where a stage may write them."""
        said = {k: v if isinstance(v, str) else v[-1] for k, v in self.at.query_params.items()}
        said |= self.mine(Words).said
        return {key: word for key, word in said.items() if word}

    def mine(self, kind: type[T]) -> T:
        """The record of a class that the session holds; an empty one before it holds any."""
        if RECORDS not in self.at.session_state:
            self.at.session_state[RECORDS] = {}
        name = f"{kind.__module__}.{kind.__name__}"
        record: T = self.at.session_state[RECORDS].setdefault(name, kind())
        return record

    @property
    def scenario(self) -> Scenario:
        """The choices of the sidebar, of the last run."""
        outcome = self.mine(Person).scenario
        assert outcome is not None
        return outcome

    def rest(self, epsilon: float) -> Visitor:
        """Let the stage stand at another epsilon, as a link that is followed does."""
        self.at.query_params["epsilon"] = f"{epsilon:g}"
        self.at.run()
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
        """Set one widget, of the drawer too, and run; a mechanism may be in the gallery alone."""
        if key == "mechanism" and not any(
            str(value) in line
            for box in self.at.selectbox if box.key == key for line in box.options
        ):  # fmt: skip
            self.mine(Person).wished_mechanism = str(value)  # as the gallery does
            self.at.run()
            return self
        if all(one.key != key for one in getattr(self.at, kind)):
            self.at.session_state["drawer"] = True
            self.at.run()
        getattr(self.at, kind)(key=key).set_value(value).run()
        return self

    @property
    def numbers(self) -> dict[str, str]:
        """The figures of the page by label: cards, and the line below the picture."""
        line = (FIGURE.match(str(item.value)) for item in self.at.markdown)
        shown = {card.label: card.value for card in self.at.metric} | {
            one["label"]: one["value"] for one in line if one
        }
        if self.stop is None:
            return shown
        return shown | {AROUND.sub("", name): value for name, value in self.stop.figures}

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
        sent = [one for one in self.widgets if STAGE.encode() not in one[:300]]
        return [hashlib.blake2b(one).hexdigest() for one in (*self._drawn(), *sent)] + plots

    @property
    def stop(self) -> Stop | None:
        """What the stage of Explore shows, computed here; None on other pages."""
        shown = self._shown()
        return None if shown is None else shown[1]

    def told(self, name: str) -> list[dict[str, Any]]:
        """What the app's own widgets of this name are sent, one by one."""
        sent = [widget.proto for widget in self.at.get("bidi_component")]
        return [json.loads(proto.json)[0] for proto in sent if proto.component_name == name]

    def _asked(self) -> tuple[str, float] | None:
        """Key of the open view's stage, and where it stands."""
        if not (told := self.told(STAGE)):
            return None
        (asked,) = told
        (key,) = (view["key"] for view in asked["views"] if view["id"] == asked["view"])
        return key, asked["epsilon"]

    def _shown(self) -> tuple[Stage | Beside | Truths, Stop] | None:
        if (asked := self._asked()) is None:
            return None
        key, epsilon = asked
        stage = STAGES._stages[key].stage
        if not isinstance(stage, Stage | Beside | Truths):
            raise TypeError("the key of a view is that of a board")
        if (key, epsilon) not in self.stops:
            self.stops[key, epsilon] = stage.stop(epsilon)
        return stage, self.stops[key, epsilon]

    def _drawn(self) -> list[bytes]:
        """The picture on the stage, without the words beside it."""
        shown = self._shown()
        if shown is None or shown[1].drawing is None:
            return []
        stage, stop = shown
        bare = replace(stop, answer="", detail="", figures=(), statement="", odds="", notes=())
        packing = Packing.of(stage, bare)
        packed = packing.shared + packing.stop(bare)
        for name in (stage.key, packing.id):
            packed = packed.replace(name.encode(), b"")
        return [packed]

    @property
    def text(self) -> str:
        """All prose and all cards of the page."""
        kinds = ("title", "markdown", "caption", "warning", "error", "info", "success")
        prose = [str(item.value) for kind in kinds for item in getattr(self.at, kind)]
        if self.stop is not None:
            said = self.stop
            prose += [said.answer, said.detail, said.statement, said.odds, *said.notes]
        return "\n".join(prose + [f"{k}: {v}" for k, v in self.numbers.items()])

    def check(self, *, draws: bool = True) -> None:
        """No exception, one question, charts (where it draws) or one warning, and no naked nan."""
        assert [e.value for e in self.at.exception] == []
        stop = self.stop
        stages = [w for w in self.widgets if re.search(rb"graphdp\.(stage|board)", w[:300])]
        leads = any(b'"level":' not in stage for stage in stages)
        assert len(self.at.title) == (0 if leads else 1)  # the stage writes its own
        warned = len(self.at.main.warning) or int(stop is not None and not stop.figures)
        assert warned == 1 or (warned == 0 and (self.charts or not draws)), self.text
        assert not re.search(r"\b(nan|inf|None)\b", self.text), self.text
