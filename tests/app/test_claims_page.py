"""The false claims and the mechanism's page: the numbers are stored ones, the audit is near."""

from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.evidence import claim_records, evidence
from pages.break_it import auditor
from pages.ground.background import ResultCache
from pages.mechanisms import mechanism_list
from pages.session import session


def test_all_are_in_the_list_and_one_is_shown_with_what_was_counted(visitor):
    visitor.open("break_it/page.py", graph="karate", **{"try": "claims"})
    assert (
        visitor.at.title[0].value == "Seven published claims and four easy slips that do not hold"
    )
    for claim in FALSE_CLAIMS:
        visitor.set("selectbox", "claim", claim.title).check()
        kept = claim_records()[claim.id]
        assert f"Seen in {kept.counts[0]:,} and in {kept.counts[1]:,} of" in visitor.text
        assert visitor.address["try"] == "claims"


def test_a_claim_is_in_the_address_and_leads_to_its_audit(visitor):
    visitor.open("break_it/page.py", graph="karate", claim="undivided-radius", **{"try": "claims"})
    visitor.at.button(key="run undivided-radius").click().run()
    visitor.check(draws=False)
    assert visitor.address["audit.error"] == "undivided-radius"
    assert "claim" not in [box.key for box in visitor.at.selectbox], "only what is open is drawn"


OPEN = dict.fromkeys(("how", "kept", "false", "published-of-it", "survives", "rivals"), "true")


def test_a_mechanism_has_its_audit_its_curves_and_what_was_claimed_of_it(visitor):
    visitor.open("mechanisms/page.py", graph="karate", mechanism="top_m_filter", **OPEN)
    visitor.check(draws=False)
    certified = f"{evidence('top_m_filter').audit.certified:.3g}"
    assert certified in visitor.at.success[0].value.replace("\\", "")
    assert "**As many edges come out as were counted.** **Claimed.**" in visitor.text
    assert len(visitor.at.get("plotly_chart")) == 3


def test_the_sheet_says_what_it_is_and_what_the_chosen_epsilon_promises(visitor):
    visitor.open("mechanisms/page.py", graph="karate", epsilon="0.5")
    visitor.check(draws=False)
    assert visitor.at.title[0].value == "Coin for every pair (edgeFlip)"
    assert "Leaves the house: a whole graph" in visitor.text
    assert "at ε = 0.5" in visitor.text or "ε = 0.5" in visitor.text
    visitor.set("select_slider", "epsilon", 2.0)
    assert "ε = 2" in visitor.text
    assert "hardly anything is promised" not in visitor.text.split("after the release")[0]
    assert not visitor.at.get("plotly_chart"), "what explains is closed"


def test_the_list_goes_by_what_leaves_the_house_and_holds_all(visitor):
    visitor.open("mechanisms/page.py", graph="karate")
    listed = []
    for group in visitor.at.selectbox(key="leaving").options:
        visitor.set("selectbox", "leaving", group).check(draws=False)
        lines = visitor.at.selectbox(key="mechanism-line").options
        assert len(lines) <= 9
        listed += lines
        first = visitor.at.selectbox(key="mechanism-line").value
        visitor.set("selectbox", "mechanism-line", first)
        assert visitor.at.title[0].value in lines[0]
    assert len(listed) == len(MECHANISMS)
    assert sum("not private" in line for line in listed) == 3
    asked = [box.label for box in visitor.at.selectbox]
    assert asked.count("What should leave the house?") == asked.count("Mechanism") == 1


def test_a_mechanism_that_does_not_suit_the_graph_has_its_sheet_all_the_same(visitor):
    visitor.open("mechanisms/page.py", graph="karate", mechanism="pamst")
    visitor.check(draws=False)
    assert visitor.at.title[0].value == "Tree grown by lot (PAMST)"


def test_what_no_count_can_show_has_its_chances_by_integration(visitor):
    visitor.open("mechanisms/page.py", graph="karate", mechanism="sbmf", **OPEN)
    visitor.check(draws=False)
    assert "a loss of 19.3 where ε = 13" in visitor.text.replace("\\", "")
    titles = [box.label for box in visitor.at.expander]
    assert "Beside others" not in titles
    assert not visitor.at.success, "an audit that finds nothing proves nothing of what is false"


def test_the_audit_page_runs_a_false_claim_as_it_was_made(visitor, monkeypatch):
    class AtOnce(ResultCache):
        """Does what is asked for before it returns."""

        def ask(self, owner, name, work):
            for key, value in work(lambda fraction, text="": None):
                self._put(key, value)

    monkeypatch.setattr(auditor, "AUDITOR", AtOnce())
    monkeypatch.setattr(auditor, "MOST", 512)
    visitor.open("break_it/page.py", graph="karate", **{"audit.error": "undivided-radius"})
    visitor.check()
    assert "Refuted:" in visitor.at.title[0].value.replace("\\", "")
    assert "Event: the tree is the path 0, 1, 2, 3" in visitor.text
    assert "Why it does not hold" in [box.label for box in visitor.at.expander]


def test_the_list_of_mechanisms_has_each_with_its_claim_and_audit():
    rows = mechanism_list.rows().set_index("Mechanism")
    assert list(rows.index) == [kind.title for kind in MECHANISMS]
    assert rows.loc["LNPP (as published)", "Claimed ε"] == "none"
    assert rows.loc["edgeFlip", "Certified ε"].startswith("≥ 0.")
    assert rows["False claims about it"].replace("", "0").astype(int).sum() == len(FALSE_CLAIMS)


def test_buttons_lead_from_a_mechanism_to_its_audit_and_back(visitor, monkeypatch):
    gone = []
    monkeypatch.setattr(session.st, "switch_page", lambda page, **_: gone.append(page.url_path))
    visitor.open("mechanisms/page.py", graph="karate", mechanism="top_m_filter", **OPEN)
    visitor.at.button(key="run fixed-total").click().run()
    assert gone == ["break-it"]
    visitor.open("break_it/page.py")
    assert "/mechanisms?mechanism=top_m_filter" in visitor.at.selectbox(key="mechanism").help
    assert visitor.at.selectbox(key="audit.error").value.startswith(
        "False claim about Top-m filter"
    )
    assert visitor.address["audit.error"] == "fixed-total"
