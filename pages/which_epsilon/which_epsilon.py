"""The page Which epsilon?: a target, what each mechanism needs for it, and the curves behind it.

Part of the page Which epsilon?: further targets, each a metric of an analysis and its value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.recognition import Recognition
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.needed_epsilon import Needed, needed_epsilon, strictest
from graphdp_core.experiment.properties import BESIDES, MEASURES
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.experiment.targets import AIMED, Target
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.metrics import Metric
from graphdp_core.vocabulary import TOPICS
from pages.engine import jobs, measured
from pages.engine.progress import SMALL
from pages.ground import turns
from pages.ground.glossary import rules, term
from pages.parts import advisor, mechanism_choice, sweep
from pages.session import addresses, own_state, session
from pages.ui import far_epsilon_switch, protection, sections, widgets
from pages.ui.widgets import plain
from pages.which_epsilon import frontier, needed, unit_ladder
from pages.which_epsilon.needed import target_field
from pages.which_epsilon.vary import vary


def also_wanted(first: Target | None) -> list[Target]:
    """Ask what is to be kept beside the first target; all are kept in the address."""
    offered = {
        target.name: target.title
        for target in _offered()
        if first is None or target.name != first.name
    }
    missed = addresses.follow_links("also", offered)
    row = st.container(horizontal=True, vertical_alignment="bottom", key="also-controls")
    chosen = row.multiselect(
        "And also keep", list(offered.values()), key="also", placeholder="nothing else",
        help="What all targets cost together: compares one release that serves all of them "
        "with a release for each.",
        on_change=session.clear_unknown_param, args=("also",), persist_state="session",
        select_all=False,
    )  # fmt: skip
    addresses.chosen_all("also", chosen, offered)
    for name in missed:
        st.caption(f":material/link_off: The link also wants “{plain(name[:60])}”, no target.")
    ids = {title: name for name, title in offered.items()}
    with row:
        return [made for title in chosen if (made := _valued(ids[title])) is not None]


def _valued(name: str) -> Target | None:
    """The target with the value that the user gives it."""
    (usual,) = (target for target in _offered() if target.name == name)
    value = target_field(usual.metric, key=f"also.{name}", of=usual.analysis.title)
    return None if value is None else Target(usual.analysis, usual.metric, value)


def _offered() -> Sequence[Target]:
    """Every metric that has a usual value to aim at."""
    return [
        Target(kind(), metric, metric.aim)
        for kind in AIMED
        for metric in kind.metrics
        if metric.aim is not None
    ]


QUESTION = "Which ε do I need?"
WISH, ELSE = "right", "Something else"
_ASKED = {
    topic.title: (type(item.analyses[0]), item.analyses[0].yardsticks[0].metric)
    for topic, item in MEASURES.items()
} | {item.title: (type(item.analyses[0]), item.analyses[0].metrics[0].id) for item in BESIDES}
WISHES = {topic.title: _ASKED[topic.title] for topic in TOPICS}
"""By the Board's words: the analysis and its metric by which the Board judges them."""
REPEATS = {"10": 10, "20": 20, "50": 50}
FIRST = AIMED.index(Louvain)
DRAWN_ANEW = ("dk_series", "private_bter")  # compared unasked where a limit is asked for
FOLLOW_S = 0.5
USUAL = 3.0  # epsilon at which curves are read on a first visit
Place = st.delta_generator.DeltaGenerator


@dataclass(frozen=True)
class Asked:
    """What is to be kept, how well, and how often it is measured."""

    analysis: Analysis[Any]
    metric: Metric
    value: float | None
    others: tuple[Target, ...]
    repeats: int

    @property
    def targets(self) -> list[Target]:
        """All that have a value."""
        mine = [] if self.value is None else [Target(self.analysis, self.metric, self.value)]
        return [*mine, *self.others]

    @property
    def good(self) -> str:
        """What is good enough, in a sentence; how to read the curves where nothing is asked."""
        if not self.targets:
            return sweep.INTRODUCTION
        bounds = ", ".join(target.bound for target in self.targets)
        each = "each " if len(self.targets) > 1 else ""
        what = "The limit" if len(self.limits) == len(self.targets) else "Good enough means"
        right = f"{what}: {bounds}, {each}in nine of ten draws."
        attacks = [one for one in self.analyses if isinstance(one, Recognition)]
        if not attacks:
            return right
        return f"{right} The attacker knows {attacks[0].knows}; another may recognise more."

    @property
    def limits(self) -> list[Target]:
        """Those that must not be exceeded: they fall with ε, so that the sweep answers for all."""
        return [target for target in self.targets if target.metric.is_limit]

    @property
    def is_limited(self) -> bool:
        """Whether there is any, perhaps still without its value."""
        return bool(self.limits) or self.metric.is_limit

    @property
    def panels(self) -> list[frontier.Panel]:
        """A chart for each."""
        kind, others = self.analysis, self.others
        mine = frontier.Panel(kind.id, self.metric, self.value, kind.title if others else "")
        return [mine, *map(frontier.Panel.of, others)]

    @property
    def analyses(self) -> list[Analysis[Any]]:
        """Each once; the first one has its own settings, whatever else asks for it."""
        each = {kind.id: kind for kind in (self.analysis, *(o.analysis for o in self.others))}
        return list((each | {self.analysis.id: self.analysis}).values())


@st.fragment
def show() -> None:
    """Draw the page; what is measured for it shows itself, in a part that a timer draws again."""
    with turns.render_lock():
        _show(session.current())


def _show(now: Scenario) -> None:
    widgets.offer_missed()
    with st.container(key="page-answer", gap=None):
        words = st.empty()
    what = st.container(key="epsilon-what")
    what.empty()  # without a child it would take no room until it is asked
    with st.container(horizontal=True, vertical_alignment="center", key="epsilon-asked"):
        more = st.popover("More", icon=":material/tune:", key="more-asked")
        compared = st.popover("Mechanisms", icon=":material/compare_arrows:", key="compared")
        answer = st.container(key="epsilon-found")  # last, so that it pushes nothing when it comes
    asked = _asked(what, more)
    with answer:
        finding = advisor.find(now, [] if asked.is_limited else asked.targets)
    advice, is_looking = finding.advice, finding.is_looking
    if advice is not None:
        said, why = advisor.in_words(advice)
        where = " Both are under More." if advice.free else ""
        _say(words, said, f"{why}{where}", little := advisor.little(advice))
        with answer, st.container(horizontal=True, key="advice-best"):
            if little:
                _publish_less(now)
            advisor.offer(advice)
    elif finding.is_live:
        _follow(words, lambda: (
            finding.rough() or QUESTION, f"{asked.good} A first look takes seconds.",
        ))  # fmt: skip
    with compared:
        reading = replace(now, epsilon=session.asked_epsilon(USUAL, far_epsilon_switch.stops()))
        best = [*DRAWN_ANEW, now.mechanism.id] if asked.is_limited else advisor.best(advice)
        mechanisms = mechanism_choice.choose(reading, asked.analyses, best)
    now = _reading_at(now)
    curves = frontier.choose(now, mechanisms, asked.panels, advisor.best(advice), more)
    with st.container(key="curves"):  # holds the room of what is being measured
        if is_looking:
            jobs.end(sweep.SWEEP)  # of another question: what is asked now comes first
            curves.draw(pd.DataFrame(columns=sweep.COLUMNS))
        else:
            wait = None if advice is not None or finding.is_live else words
            question = finding.rough() or QUESTION
            _curves(now, asked, mechanisms, curves, words=wait, question=question)
    mechanism_choice.guarantees(mechanisms, now.epsilon)
    if advice is not None:
        needed.way_out(now)
        _box("What every mechanism needs", "table", "needs", partial(advisor.tables, advice))
    _box("Three rules before you choose", "rule", "rules", _rules)
    _box(unit_ladder.TITLE, "stairs", "units", partial(_ladder, now))
    _box("Sweep another parameter", "grid_on", "vary", partial(
        vary, now, mechanisms[0], asked.analysis, asked.metric, asked.value
    ))  # fmt: skip
    measured.offer_disk(now)


def _rules() -> None:
    """What to heed, as the documents say it."""
    st.markdown("\n".join(f"- {rule}" for rule in rules()))


def _asked(what: Place, more: Place) -> Asked:
    """The controls: what must stay right, in the Board's words; by which metric, in a drawer."""
    kinds = {a.title: a for a in AIMED}
    with more:
        kind = widgets.choose("Analysis", kinds, key="analysis", first=FIRST, as_list=True,
                              kept=True)  # fmt: skip
        metrics = {m.label: m for m in kind.metrics}
        metric = widgets.choose("Metric", metrics, key=f"{kind.id}.metric", as_list=True, kept=True)
        value = needed.target_field(metric, key=f"{kind.id}.{metric.id}.target")
        analysis = kind(**widgets.parameters(kind, prefix=kind.id))
    with what:
        _wish(kind, metric)
    with more:
        st.caption(f"{metric.label} {protection.NOT_PRIVATE}", help=metric.help)
        mine = None if value is None else Target(analysis, metric, value)
        others = also_wanted(mine)
        repeats = widgets.choose("Repeats", REPEATS, key="repeats", formerly="draws", kept=True,
                                 help=term("repeat"))  # fmt: skip
    frontier.follow_pointer(1 + len(others))
    return Asked(analysis, metric, value, tuple(others), repeats)


def _wish(kind: type[Analysis[Any]], metric: Metric) -> None:
    """What must stay right, as tiles; they follow the analysis and its metric in the drawer."""
    now = next((title for title, each in WISHES.items() if each == (kind, metric.id)), ELSE)
    session.set_widget(WISH, now)
    st.pills(
        "What must stay right, or stay rare?", [*WISHES, *([ELSE] if now == ELSE else [])],
        key=WISH, required=True, on_change=_take_wish,
    )  # fmt: skip


def _take_wish() -> None:
    """Let the drawer ask for what was chosen (the tiles' callback)."""
    if (chosen := WISHES.get(own_state.widget(WISH))) is None:
        return
    kind, id = chosen
    label = next(metric.label for metric in kind.metrics if metric.id == id)
    session.set_standing({"analysis": kind.title, f"{kind.id}.metric": label})


def _publish_less(now: Scenario) -> None:
    """The first remedy of an epsilon that hardly protects."""
    st.button(
        "Publish less", key="publish-less",
        icon=":material/arrow_forward:", on_click=_to_statistics, args=(now.epsilon,),
        help="A few numbers in place of a graph need a smaller ε: Release, at Statistics.",
    )  # fmt: skip


def _to_statistics(epsilon: float) -> None:
    """A count beside the page Release (the button's callback)."""
    session.request_page("release")
    session.use_mechanism(NodeCount.title, epsilon)


def _reading_at(now: Scenario) -> Scenario:
    """Where the curves are read: a slider of this page's, which all pages remember."""
    stops = far_epsilon_switch.stops()
    session.unknown_param("epsilon", [f"{stop:g}" for stop in stops].__contains__)
    session.hold_slider(stops)
    epsilon = float(st.select_slider(
        "Read the curves at ε", stops, value=USUAL, format_func=lambda e: f"{e:g}", key="epsilon",
        bind="query-params", on_change=session.clear_unknown_param, args=("epsilon",),
    ))  # fmt: skip
    missed = session.missed_param("epsilon")
    widgets.warn_unknown_param("Privacy loss ε", missed, epsilon_label(epsilon))
    far_epsilon_switch.say(epsilon)
    now = replace(now, epsilon=epsilon)
    session.remember(now)
    return now


def _curves(
    now: Scenario, asked: Asked, mechanisms: list[Mechanism], curves: frontier.Frontier,
    *, words: Place | None, question: str,
) -> None:  # fmt: skip
    """The curves, as they come, and what they say; they also answer, where `words` wait for it."""
    titles = {m.id: protection.full_title(m, m.guarantee(now.epsilon)) for m in mechanisms}
    good = asked.good
    floors = [target for target in asked.targets if not target.metric.is_limit]
    if asked.is_limited:  # what stands there from the beginning moves nothing later
        limit = next(iter(asked.limits), asked)
        luck = limit.analysis.chances(now.graph.n).get(limit.metric.id, 0.0)
        question = "Which ε does both?" if floors else "Up to which ε?"
        if luck and limit.value is not None:
            people = round(1 / luck)
            good = f"{good} Of the {people:,} others that is {int(limit.value * people):,}; "
            good += "guessing gets 1."
    said = [question, good]
    if words is not None:
        words.title(question, anchor=False)  # one element: nothing of it stays beside what follows

    def draw(table: pd.DataFrame) -> None:
        curves.draw(table)
        if floors or not (needs := strictest(table, asked.limits)):
            return
        if "name" not in table.attrs:
            said[0] = needed.limit_so_far(needs, titles, ": measuring …")
        elif all(need.draws == 1 for need in needs.values()):
            said[0] = needed.limit_so_far(needs, titles, " in one draw.")
        else:
            tried = needs.keys() & DRAWN_ANEW or any(each.safe for each in needs.values())
            hint = "" if tried else " Compare a graph drawn anew: dK-series or Private BTER."
            said[:] = needed.limit_in_words(needs, titles), f"{good}{hint}"

    table = sweep.live_sweep(now, mechanisms, asked.analyses, count=asked.repeats, show=draw)
    mine = table[table["analysis"] == asked.analysis.id] if "analysis" in table else table
    rests = not len(table) and jobs.in_place(sweep.SWEEP) is None
    if asked.limits and rests and SMALL < now.graph.n <= advisor.MOST_LOOKED_AT:
        cheap = min(mechanisms, key=lambda m: m.id != DRAWN_ANEW[0])  # the cheapest, if it is there
        sweep.live_sweep(now, [cheap], asked.analyses, count=1, show=draw, place=sweep.LOOK)
    if asked.limits and floors and len(mine):
        both = strictest(table, floors), strictest(table, asked.limits)
        answer, why = needed.together_in_words(*both, titles)
        said[:] = answer, f"{why} {good}".strip()
    elif not asked.limits and asked.value is not None and len(mine):
        needs = needed_epsilon(mine, asked.metric, asked.value)
        said[:] = *needed.in_words(needs, titles), _little(needs, mechanisms)
    if words is not None and (jobs.in_place(sweep.SWEEP) or jobs.in_place(sweep.LOOK)):
        _follow(words, lambda: said)
    elif words is not None:
        _say(words, *said)
    curves.say(table, sweep.reading(mine, asked.metric, now.epsilon, titles))
    sweep.offer_table(now, table, mechanisms)


def _say(words: Place, sentence: str, detail: str, warning: str = "") -> None:
    """The answer; what to beware of, and what it rests on."""
    with words.container(gap=None):
        st.title(sentence, anchor=False)
        st.markdown(f":red[**{warning}**] {detail}" if warning else detail or " ")


def _follow(words: Place, hear: Callable[[], Sequence[str]]) -> None:
    """The answer as it comes, in a part that a timer draws again."""
    with words.container(gap=None):
        _so_far(hear)


@addresses.of_page(run_every=FOLLOW_S)
def _so_far(hear: Callable[[], Sequence[str]]) -> None:
    _say(st.empty(), *hear())


def _little(needs: Mapping[str, Needed], mechanisms: list[Mechanism]) -> str:
    """That what the first answer needs protects next to nothing; "" where it protects more."""
    best = min(needs, key=lambda id: needs[id].safe)
    if needs[best].safe > needs[best].highest:
        return ""
    mechanism = next(m for m in mechanisms if m.id == best)
    return protection.little(mechanism.guarantee(needs[best].safe).effective_epsilon)


def _box(title: str, icon: str, key: str, draw: Callable[[], object]) -> None:
    """A closed line that is drawn while it is open."""
    box = sections.closed(title, f":material/{icon}:", key=key)
    if box.open:
        with box:
            draw()


def _ladder(now: Scenario) -> None:
    st.caption(unit_ladder.HELP)
    unit_ladder.show(now)
