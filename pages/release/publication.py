"""The Release page: what will be published, how much is spent, and the word that it is meant."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from graphdp_core.experiment.scenario import EPSILONS, Scenario
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.surveys import public_groups
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of, exact_text, tells_nothing
from graphdp_core.privacy.guarantee import NeighbouringRelation, half_sure
from graphdp_core.serving import is_demo
from graphdp_core.stage.stop import short_statement
from graphdp_core.trust.certificate import MOST_CONTACT, unprotected
from graphdp_core.trust.contents import FORMATS
from graphdp_core.trust.in_memory_release import in_memory_release, reviewed
from graphdp_core.trust.publish import NAMES, Data
from graphdp_core.vocabulary import of_ties
from pages.ground.glossary import term
from pages.ground.records import session_record
from pages.release import given, number_plan, publish_advice, publish_choice, published
from pages.session import odometer, own_state, session
from pages.ui import opened, page, protection
from pages.ui.widgets import choose, plain

FULL = "The server could not write it. Nothing was released or spent: try again later."
HEADINGS = {
    "make": ("Publish with noise", "A smaller ε protects more."),
    "check": ("Is a release as it was made?", "Its files, its claim, and its line in a ledger."),
    "given": ("What does a release tell?", "For people who hold one and have no other data."),
}
TASKS = {"Make one": "make", "Check one": "check", "I was given this": "given"}
DEMO = (
    "A demo: this graph is public, so that its release protects nobody, and its ledger lasts as "
    "long as this page. All else is as with a graph of your own."
)
LEDGERS = {"none": "None", "some": "Their ledger"}
NO_LEDGER = (
    "Hand in the ledger of these people and its key, which came with their last release: what was "
    "spent adds up. Without it nothing is released."
)
WAYS = {"numbers": "Numbers in random order", "public": "Their names: they are public"}
ADVICE = "Unsure? A recommendation"
EPSILON = publish_choice.EPSILON
DETAILS = (
    "release.earlier", "release.names", "release.cap", "release.question", "release.contact"
)  # fmt: skip


@st.fragment
def show() -> None:
    """Draw the page: one release is made, checked, or read by whoever was given it."""
    with opened.page_frame():
        head = st.container()
        given.follow_link("do", next(title for title, id in TASKS.items() if id == "given"))
        tasks = {title: id for title, id in TASKS.items() if id != "check" or not is_demo()}
        task = choose("What to do", tasks, key="do")
        with head:
            page.heading(*HEADINGS[task])
        if task != "given":
            given.leave_link()
        if task == "make":
            if is_demo():
                st.caption(DEMO)
            make(session.current())
            return
        with st.container(key="of-others"):  # beside it the visitor's own menus are out of sight
            given.show() if task == "given" else published.check()


def make(now: Scenario) -> None:
    """What was published last, or the way to it."""
    publication = session_record(published.Publication)
    if publication.done is not None:
        st.empty()  # what stood there goes before this comes
        published.take_home(publication.done)
        return
    with st.container():
        _make(now, publication)


def _make(now: Scenario, publication: published.Publication) -> None:
    """All that is asked, and the last look beside it."""
    linked = st.query_params.get("epsilon", publication.linked)
    if own_state.widget(EPSILON) is None or linked != publication.linked:
        asked = next((stop for stop in EPSILONS if f"{stop:g}" == linked), _stop(now.epsilon))
        session.set_widget(EPSILON, f"{asked:g}")
    publication.linked = linked
    if table := number_plan.table():
        session.keep(EPSILON, *DETAILS)
        if sums := number_plan.of_a_table(table):
            _asked_and_reviewed(*sums)
        return
    session.keep(*DETAILS)
    plan = publish_choice.Plan.of(now)
    publish_choice.unit_and_epsilon(plan, now)
    publish_choice.what(plan)
    if here := plan.here[plan.thing]:
        with st.expander(ADVICE, key="release-recommended", icon=":material/help:"):
            publish_advice.recommend(now, publish_choice.made_of(here, now))
    if plan.thing == "statistics":
        number_plan.show(now)
    by = _chosen(now, publication)
    if plan.fits and plan.refusal and by is now.mechanism:  # said why beside ε
        st.button("Release once", key="release.go", disabled=True)
    elif plan.fits:
        _asked_and_reviewed(now.graph, by, replace(now, mechanism=by))


def _chosen(now: Scenario, publication: published.Publication) -> Mechanism:
    """The numbers of a plan while graph, ε and mechanism are as they were, else the mechanism."""
    stands = now.graph.place, now.mechanism, own_state.widget(EPSILON)
    if publication.parcel and stands == publication.parcel[1:]:
        return publication.parcel[0]
    return now.mechanism


def _asked_and_reviewed(graph: Data, mechanism: Mechanism, now: Scenario | None = None) -> None:
    left, right = st.columns([2, 3], gap="medium")
    with left:
        asked = _asked(is_named=now is not None)
    with right:
        _review(graph, mechanism, asked, now)


def _asked(*, is_named: bool) -> dict[str, Any]:
    """All else that the curator says about the release."""
    epsilon = own_state.widget(EPSILON)
    has_ledger = "none" if is_demo() else st.radio(
        "Earlier releases", list(LEDGERS), format_func=LEDGERS.__getitem__,
        key="release.earlier", help=f"Of these people. {term('ledger')}",
    )  # fmt: skip
    files = []
    if has_ledger == "some":
        files = st.file_uploader(
            "The ledger of these people, and its key", accept_multiple_files=True,
            key="release.ledger",
        )  # fmt: skip
    with st.expander("Names, whom to ask …", icon=":material/tune:"):
        names = "numbers" if not is_named else st.radio(
            "What stands for the nodes", list(WAYS), format_func=WAYS.__getitem__,
            key="release.names",
            help="The number of nodes is public, unless the guarantee says that a node may join or "
            "leave. With numbers you get a table that says who is which, for yourself alone.",
        )  # fmt: skip
        cap = st.text_input(
            "The most that all releases of these people may cost", key="release.cap",
            help="Counted for what this release protects. From then on GraphDP refuses, here and "
            "in the shell, what goes beyond it or cannot be added up under it. A later number "
            "replaces it.",
        )  # fmt: skip
        question = st.text_input(
            "What it is for", key="release.question", max_chars=300,
            help=f"{term('certificate')} It is public, and so is what you write here.",
        )  # fmt: skip
        contact = st.text_input(
            "Whom to ask", key="release.contact", max_chars=MOST_CONTACT,
            help="On README.html, which opens the zip: a name, an address. It is public.",
        )  # fmt: skip
        logo = st.file_uploader(
            "Your logo", type=["png", "jpg", "jpeg", "gif"], key="release.logo",
            help="Above README.html.",
        ) if not is_demo() else None  # fmt: skip
    return {
        "epsilon": epsilon, "names": names, "question": question, "cap": cap.strip(),
        "contact": contact, "logo": logo.getvalue() if logo else b"",
        "files": {file.name: file.getvalue() for file in files},
        "lacks_ledger": has_ledger == "some" and not files,
    }  # fmt: skip


def _review(graph: Data, mechanism: Mechanism, asked: dict[str, Any], now: Scenario | None) -> None:
    """In plain words what will happen, what it costs, and the button."""
    with st.container(border=True, key="release-review"):
        if asked["lacks_ledger"]:
            st.info(NO_LEDGER, icon=":material/info:")
            return
        try:
            epsilon = amount_of(asked["epsilon"].strip())
            review = reviewed(
                graph, mechanism, epsilon=epsilon, files=asked["files"], cap=asked["cap"]
            )
            guarantee = mechanism.guarantee(float(epsilon))
        except Refused as refusal:
            st.warning(published.sentence(refusal), icon=":material/info:")
            return
        spends = f"ε = {exact_text(epsilon)}"
        st.header(f"This spends {spends}, once and for ever", anchor=False)
        if nothing := tells_nothing(float(epsilon)):
            st.warning(nothing, icon=":material/warning:")
        little = protection.little(guarantee.effective_epsilon)
        seal, by = protection.seal(mechanism, guarantee), plain(mechanism.called())
        promise = half_sure(guarantee.relation, guarantee.effective_epsilon)
        st.markdown(
            f"{seal} **{by}.** {short_statement(guarantee)}" + f"\n\n{promise}" * (not little)
        )
        slot = st.empty()
        if told := unprotected(graph):
            st.warning(told, icon=":material/warning:")
        for (relation, radius), before in review.spent.items():
            has_radius = NeighbouringRelation(relation).has_radius
            what = f"{relation} (radius {radius})" if has_radius else relation
            st.caption(f"Ledger so far, {what}: {before.statement()}")
        if review.voids:
            st.warning(review.voids, icon=":material/warning:")
        are_public = not mechanism.reads_groups or st.checkbox(
            f"The groups are public: {_groups(graph)}. Everybody may know whose is which.",
            key=f"release.groups {graph.fingerprint}",
        )
        if now is None:
            odometer.people(guarantee, warns=True)
        is_meant = not little or st.checkbox(
            f"I know: {little.partition(': ')[2]}", key=f"release.sure {mechanism!r} {epsilon}"
        )
        if failed := session_record(published.Publication).failed:
            st.error(failed, icon=":material/error:")
        if not asked["contact"]:
            st.caption("*Whom to ask*: nobody yet.")
        st.button(
            f"Spend {spends} and release once", type="primary", key="release.go",
            icon=":material/verified_user:", disabled=not (is_meant and are_public),
            help="It cannot be taken back. The zip is saved at once.",
            on_click=_publish, args=(graph, mechanism, asked),
        )  # fmt: skip
        together = exact_text(amount_of(asked["cap"])) if asked["cap"] else ""
        with st.expander("In full"):
            st.markdown(
                f"{of_ties(guarantee.statement())}\n\n"
                f"- **In the zip:** {_released(mechanism, graph)}; nodes as "
                f"{NAMES[asked['names']] if now else 'numbers alone'}; the certificate; "
                "README.html, which says what it is; a script that reads it.\n"
                f"- **Not in it:** {_labels(mechanism)}, positions, the order and the name of your "
                "file, the time.\n"
                "- **A second release** of these people costs its own ε on top"
                + (f"; together at most {together}." if together else ".")
            )
            hidden, people = publish_advice.foretold(now, float(epsilon)) if now else ("", "")
            if people:
                st.caption(f":material/person_search: {plain(people)}")
        if hidden:
            slot.markdown(f":material/visibility_off: **{hidden}**")


def _publish(graph: Data, mechanism: Mechanism, asked: dict[str, Any]) -> None:
    """Draw once (the button's callback): a second press finds what the first has made."""
    publication = session_record(published.Publication)
    if publication.done is not None:
        return
    if own_state.widget(EPSILON) != asked["epsilon"]:
        publication.failed = "ε was changed as you pressed: nothing was spent. Look again."
        return
    publication.failed = ""
    try:
        made = in_memory_release(
            graph, mechanism, epsilon=asked["epsilon"].strip(), names=asked["names"],
            question=asked["question"], files=asked["files"], cap=asked["cap"],
            groups_are_public=mechanism.reads_groups,  # the button waits for that word
            contact=asked["contact"], logo=asked["logo"],
        )  # fmt: skip
    except Refused as refusal:
        publication.failed = f"{published.sentence(refusal)} Nothing was released or spent."
        return
    except OSError as error:
        why = plain(os.strerror(error.errno or 0))
        publication.failed = f"{why}. {FULL}"
        return
    publication.done, publication.parcel, publication.is_saved = made, None, False


def _labels(mechanism: Mechanism) -> str:
    return "whose group is which" if mechanism.reads_groups else "labels"


def _groups(graph: Data) -> str:
    """The first of them, and how many there are."""
    names = public_groups(graph)[1] if isinstance(graph, Graph) else graph.groups
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return ", ".join(plain(name) for name in names[:4]) + more


def _released(mechanism: Mechanism, graph: Data) -> str:
    if isinstance(graph, Aggregates) and mechanism.returns is Graph:
        return "noisy degrees, from which `graphdp convert` draws a graph"
    if isinstance(graph, Aggregates) and mechanism.measure:
        return "how many nodes have each noisy degree"
    if not issubclass(mechanism.returns, Graph):
        measured = f" ({mechanism.measure})" if mechanism.measure else ""
        return f"{mechanism.returns.in_zip}{measured}"
    what = "the ties with noisy weights" if mechanism.protects_weights else "a noisy graph"
    return f"{what} ({FORMATS})"


def _stop(epsilon: float, stops: Sequence[float] = EPSILONS) -> float:
    return min(stops, key=lambda stop: abs(stop - epsilon))
