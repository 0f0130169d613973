"""The page Mechanisms: the list by what leaves the house, and the sheet of one."""

from __future__ import annotations

from functools import partial

import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import first_sentence
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.fact_sheet import IN_WORDS, argument, fact_sheet, instead_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import LARGEST_EPSILON
from graphdp_core.plots.theme import inked
from graphdp_core.serving import command
from graphdp_core.stage.stop import posterior_belief, short_statement
from graphdp_core.trust.evidence import evidence
from graphdp_core.vocabulary import of_ties
from graphdp_core.wings import is_here
from pages.ground.records import Person, session_record
from pages.ground.widget_script import SOURCES
from pages.mechanisms import evidence_view, mechanism_list
from pages.session import odometer, session
from pages.ui import opened, page, protection, sidebar
from pages.ui.sections import section
from pages.ui.widgets import plain, typeset

if is_here("lab"):
    from graphdp_core.lab.audits.false_claims import claims_about, integral_about
    from pages.parts import false_claims, to_audit
if is_here("lab"):
    from pages.mechanisms import benchmark_view
if is_here("lab"):
    from pages.mechanisms import published_numbers

ABOVE = ("Formula", IN_WORDS, "Use instead", "How it works", "Steps")
LEAVING, PICTURE = SOURCES / "leaving", 330  # pixels wide
MOST = 5  # that are offered instead of one without a proof
AUDITED = "Opens the audit: fresh releases with your settings, drawn while you watch."


@st.fragment
def show() -> None:
    """Draw the page; with every choice on it again."""
    with opened.page_frame(has_slider=True):
        mechanism = _shown()
        place = st.container(key="page-answer").empty()
        mechanism_list.choose(type(mechanism))
        place.title(mechanism.called(), anchor=False)
        epsilon = _promise(mechanism)
        with st.container(key="sheet-parts"):
            _parts(mechanism, epsilon)


def _shown() -> Mechanism:
    """The one that was asked for last, also where the graph does not suit it."""
    now = session.current().mechanism
    wish = session_record(Person).wished_mechanism
    kind = next((kind for kind in MECHANISMS if kind.title == wish), type(now))
    return now if isinstance(now, kind) else kind()


def _promise(mechanism: Mechanism) -> float:
    """What it is, and what it promises at the epsilon of the slider, which is returned."""
    with st.container(horizontal=True, vertical_alignment="center", key="leaving-picture"):
        st.image(
            _picture(mechanism), width=PICTURE,
            alt=f"The graph stays in the house; leaves: {mechanism.releases()}.",
        )  # fmt: skip
        does = first_sentence(of_ties(mechanism.summary))[0]
        st.markdown(f"**Leaves the house: {mechanism.releases()}.** {typeset(plain(does))}")
    asked = sidebar.epsilon_slider()
    low, high = mechanism.epsilon_range
    epsilon = max(asked, low) if high >= LARGEST_EPSILON else min(max(asked, low), high)
    guarantee = mechanism.guarantee(epsilon)
    if epsilon != asked:
        st.caption(f":material/info: It takes ε from {low:g} to {high:g}; shown at {epsilon:g}.")
    belief = f" {posterior_belief(guarantee)}" if guarantee.protects else ""
    st.markdown(f"{protection.seal(mechanism, guarantee)} **{short_statement(guarantee)}**{belief}")
    with st.container(horizontal=True):
        odometer.people_on_demand(guarantee)
        if is_here("lab"):
            to_audit.button("Try to refute it", key="run-audit", help=AUDITED)
    _instead(mechanism, epsilon)
    return epsilon


def _parts(mechanism: Mechanism, epsilon: float) -> None:
    """All else, each behind a line; what was not measured or published has none."""
    kept = evidence(mechanism.id)
    protects = mechanism.guarantee(epsilon).protects
    why = "why" if protects else "why nothing is promised"
    section(f"How it works, and {why}", partial(_how, mechanism, epsilon), key="how")
    section("Its audit", partial(evidence_view.audit, mechanism), key="kept")
    if is_here("lab") and (claims_about(mechanism.id) or integral_about(mechanism.id)):
        title = "Claims that do not hold"
        section(title, partial(_false, mechanism), key="false")
    if is_here("lab") and published_numbers.has_rows(mechanism):
        title = "What was published"
        section(title, partial(published_numbers.show, mechanism), key="published-of-it")
    if kept is not None and kept.survival:
        title = "What survives"
        section(title, partial(evidence_view.survival, mechanism), key="survives")
    if is_here("lab") and benchmark_view.has_rivals(mechanism):
        section("Beside others", partial(benchmark_view.show, mechanism, epsilon), key="rivals")
    section("All facts, and whom to trust", partial(_facts, mechanism, epsilon), key="facts")
    section("All mechanisms", mechanism_list.table, key="table")


def _how(mechanism: Mechanism, epsilon: float) -> None:
    with st.container(key="formula"):  # over the whole width: it is one line
        st.latex(mechanism.formula)
    st.markdown(typeset(plain(of_ties(mechanism.summary))))
    left, right = st.columns(2, gap="large")
    left.markdown("\n".join(f"1. {typeset(plain(step))}" for step in mechanism.procedure))
    right.markdown(typeset(_harmless(argument(mechanism.id))))


def _false(mechanism: Mechanism) -> None:
    false_claims.cards(claims_about(mechanism.id))
    if claim := integral_about(mechanism.id):
        st.markdown(f"**{plain(claim.title)}.** **Claimed.** {plain(claim.claimed)}")
        st.markdown(f"**Why not.** {plain(claim.wrong)} **Here.** {plain(claim.instead)}")
        st.markdown(plain(claim.in_words()))
        st.caption(
            f"Neighbours: {plain(claim.neighbours)}. By integration: no count of releases "
            "can show so rare an event, and no audit finds it."
        )


def _facts(mechanism: Mechanism, epsilon: float) -> None:
    st.markdown(of_ties(mechanism.guarantee(epsilon).statement()))
    above = (*ABOVE, f"Guarantee at {epsilon_label(epsilon)}")
    facts = fact_sheet(mechanism, epsilon)
    rows = {name: text for name, text in facts.items() if name not in above}
    st.table(
        {"Fact": list(rows), "Value": [plain(text) for text in rows.values()]}, border="horizontal"
    )
    evidence_view.sizes(mechanism)
    st.caption(f"In a shell: {command()} mechanisms --show {plain(mechanism.id)}")


def _picture(mechanism: Mechanism) -> str:
    """The graph in its house, and what leaves it with its noise, as SVG in the page's colours."""
    kind = mechanism.returns
    name = "weights" if mechanism.protects_weights else "graph"
    if not issubclass(kind, Graph):
        name = kind.kind
    drawn = (LEAVING / f"{each}.svg" for each in (mechanism.id, name, "result"))
    file = next(each for each in drawn if each.is_file())
    return inked(file.read_text(encoding="utf-8"), page.theme())


def _instead(mechanism: Mechanism, epsilon: float) -> None:
    """Buttons that take over a mechanism with a proof, where this one has none."""
    others = instead_of(mechanism, epsilon)
    if not others:
        return
    st.markdown("**What to use instead**")
    with st.container(horizontal=True):
        for other in others[:MOST]:
            st.button(
                other.title, key=f"instead {other.id}", help=other.summary,
                on_click=session.use_mechanism, args=(other.title, epsilon),
            )  # fmt: skip


def _harmless(text: str) -> str:
    """The document's own Markdown: emphasis stays, signs that start mathematics or tags do not."""
    return "".join(f"\\{sign}" if sign in "$<>~[]" else sign for sign in text)
