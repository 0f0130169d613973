"""The Release page: from a mechanism to a zip, and every refusal before anything is spent."""

import io
import re
import zipfile
from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.count_errors import model_sentence
from graphdp_core.experiment.scenario import Scenario, next_stop
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.intake.engines import WITH_TIES
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.privacy.guarantee import is_hardly
from graphdp_core.results import Partition
from graphdp_core.trust.certificate import checked, with_checksum
from graphdp_core.trust.in_memory_release import Parcel
from graphdp_core.trust.package import packed, unpacked
from graphdp_core.trust.received import sample
from pages.ground.background import ResultCache
from pages.release import number_plan, publication, publish_advice, published
from pages.release.published import Publication

PAGE = "release"


@pytest.fixture(autouse=True)
def no_recommendation_unasked(monkeypatch):
    """The advisor waits for its button, and knows nothing that another test has measured."""
    monkeypatch.setattr(publish_advice, "SMALL", -1)
    monkeypatch.setattr(publish_advice, "RECOMMENDER", ResultCache())


def released(visitor) -> Parcel | None:
    """What the page keeps for this person."""
    return visitor.mine(Publication).done


def go(visitor):
    """Say that little protection is meant where it is asked, and release."""
    for box in visitor.at.checkbox:
        if box.label.startswith("I know"):
            box.check().run()
    visitor.at.button(key="release.go").click().run()


def test_a_release_is_made_and_kept_until_it_is_saved(visitor):
    visitor.open(graph="karate", epsilon="1").open(PAGE).check(draws=False)
    assert "is at most 73.2% sure after" in visitor.text
    assert visitor.at.button(key="release.go").label == "Spend ε = 1 and release once"
    go(visitor)
    visitor.check(draws=False)
    done = released(visitor)
    assert done is not None
    assert done.line == 2
    assert "Released once at ε = 1: your browser saves release-1.zip" in visitor.text
    with zipfile.ZipFile(io.BytesIO(done.release)) as archive:
        assert "certificate.html" in archive.namelist()
    next(b for b in visitor.at.button if b.label.startswith("I have saved")).click().run()
    assert released(visitor) is None


def test_a_link_says_epsilon(visitor):
    visitor.open(PAGE, graph="karate", epsilon="1")
    assert visitor.at.text_input(key="release.epsilon").value == "1"


def test_neither_a_second_look_nor_a_second_press_draws_again(visitor, monkeypatch):
    visitor.open(graph="karate", epsilon="1").open(PAGE)
    go(visitor)
    first = released(visitor)
    visitor.at.run()
    assert released(visitor) is first
    held = Publication(done=first)
    monkeypatch.setattr(publication, "session_record", lambda _: held)
    monkeypatch.setattr(publication.own_state, "widget", lambda _: "2")
    asked = {"epsilon": "1"}
    publication._publish(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), asked)
    assert held.done is first
    held.done = None
    publication._publish(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), asked)
    assert held.done is None, "another ε was typed than the button says"
    assert "nothing was spent" in held.failed


def test_what_cannot_be_published_says_why_and_what_can(visitor):
    visitor.open(PAGE, graph="karate", mechanism="lnpp")
    visitor.check(draws=False)
    assert "cannot be published" in visitor.text
    assert not any(b.key == "release.go" for b in visitor.at.button)
    visitor.set("pills", "release.thing", "ranking").check(draws=False)
    assert visitor.at.selectbox(key="release.mechanism").value == "Noisy degrees"
    assert "a noisy score for every node (degree)" in visitor.text


def test_every_thing_that_this_graph_has_is_asked_for_first(visitor):
    visitor.open(PAGE, graph="karate")
    offered = visitor.at.pills(key="release.thing").options
    assert offered == ["A graph", "Communities", "A ranking", "Statistics"]
    said = visitor.at.pills(key="release.thing").help
    assert "Not from this graph: a spanning tree, edge weights" in said
    visitor.set("pills", "release.thing", "communities").check(draws=False)
    chosen = visitor.at.selectbox(key="release.mechanism")
    proved = [
        kind for kind in MECHANISMS
        if kind.returns is Partition and kind.exact_sampler and kind().guarantee(1.0).protects
    ]  # fmt: skip
    assert chosen.options == [kind.called() for kind in proved]
    chosen.set_value(proved[-1].title).run()
    visitor.check(draws=False)
    assert visitor.at.selectbox(key="mechanism").value == proved[-1].title


def test_whom_it_protects_is_asked_first_and_what_a_person_has_stands_beside(visitor):
    visitor.open(PAGE, graph="karate")
    visitor.at.text_input(key="release.epsilon").set_value("0.5").run()
    assert visitor.at.pills(key="release.unit").value == "tie"
    assert ":material/warning: **All 10 ties together have ε = 5" in visitor.text
    visitor.at.text_input(key="release.epsilon").set_value("-1").run()
    assert "10 ties" not in visitor.text, "of an epsilon that is refused nothing is said"
    visitor.at.text_input(key="release.epsilon").set_value("0").run()
    assert ":material/warning: **All" not in visitor.text, "nothing is better"
    visitor.at.text_input(key="release.epsilon").set_value("0.5").run()
    visitor.set("pills", "release.unit", "person").check(draws=False)
    assert visitor.scenario.mechanism.guarantee(1.0).unit.startswith("all edges of any one node")
    visitor.set("pills", "release.unit", "tie").check(draws=False)
    assert visitor.at.pills(key="release.thing").value == "graph", "of the same thing"


def test_the_curator_says_whom_to_ask(visitor):
    visitor.open(graph="karate", epsilon="1").open(PAGE)
    visitor.at.text_input(key="release.contact").set_value("Ann, room 5").run()
    go(visitor)
    with zipfile.ZipFile(io.BytesIO(released(visitor).release)) as archive:
        assert archive.namelist()[0] == "README.html"
        assert "Ann, room 5" in archive.read("README.html").decode()


def test_whoever_was_given_one_asks_whether_a_group_is_denser_than_chance(visitor):
    visitor.open(PAGE, given="club")
    names = visitor.at.multiselect(key="given.members")
    names.set_value(names.options[:1]).run()
    assert "Among its" not in visitor.text
    visitor.at.multiselect(key="given.members").set_value(names.options[:12]).run()
    visitor.check(draws=False)
    answered = r"Among its 12 members [\d.]+% to [\d.]+% of all pairs|It cannot be told from this"
    assert re.search(answered, visitor.text), "the sample is drawn anew in each process"


def test_the_recommendation_is_taken_by_a_button(visitor, monkeypatch):
    flip = gdp.mechanism("edge_flip")
    advice = gdp.answer(gdp.load_graph("karate"), {"louvain.ari": 0.3}, mechanisms=[flip])
    shop = ResultCache()
    monkeypatch.setattr(shop, "get", lambda key: advice)
    monkeypatch.setattr(publish_advice, "RECOMMENDER", shop)
    visitor.open(graph="karate", epsilon="1").open(PAGE)
    stop = next_stop(advice.needs[0].nominal)
    shown = visitor.text.replace("\\", "")
    assert f"You need {epsilon_label(stop)} with" in shown, "as on Which epsilon?"
    assert f"The least is ε = {advice.needs[0].in_words}" in shown
    visitor.at.button(key="release.take").click().run()
    visitor.check(draws=False)
    assert "This spends" in " ".join(title.value for title in visitor.at.header)
    assert float(visitor.at.text_input(key="release.epsilon").value) == stop
    assert any(box.label.startswith("I know") for box in visitor.at.checkbox) is is_hardly(stop)


@pytest.mark.long
def test_who_asks_for_the_size_of_an_epidemic_is_told_what_the_model_does_to_it(
    visitor, monkeypatch
):
    made = gdp.mechanism("dk_series")
    karate, target = gdp.load_graph("karate"), {"conclusions.epidemic": 0.9}
    # As on a graph whose epidemic no random one matches: there nothing would be recommended
    advice = replace(gdp.answer(karate, target, mechanisms=[made]), free={})
    shop = ResultCache()
    monkeypatch.setattr(shop, "get", lambda key: advice)
    monkeypatch.setattr(publish_advice, "RECOMMENDER", shop)
    visitor.open(graph="karate", mechanism="dk_series").open(PAGE)
    assert "that is the model" not in visitor.text
    visitor.set("selectbox", publish_advice.KEEP, "How far an epidemic gets").check(draws=False)
    stop = next_stop(advice.needs[0].nominal)
    assert model_sentence(made, 34, stop) in visitor.text.replace("\\", "")
    assert "that is the model" in visitor.text


def test_for_own_weights_a_range_must_be_stated_and_then_made_up_ones_are_measured(visitor):
    rows = "".join(f"{i};{(i * k + k) % 31};{i % 5 + 1}\n" for i in range(31) for k in (2, 3, 5))
    visitor.upload("calls.csv", f"source;target;weight\n{rows}".encode())
    visitor.open(PAGE)
    visitor.set("selectbox", "mechanism", "Laplace on weights").check(draws=False)
    assert "Nothing can be recommended without a public range" in visitor.text
    visitor.set("toggle", "weight_laplace.clip", True).check(draws=False)
    assert "Nothing can be recommended" not in visitor.text
    assert any(button.label == "Recommend" for button in visitor.at.button)


def test_an_epsilon_that_protects_little_is_called_that(visitor):
    visitor.open(PAGE, graph="karate", mechanism="noisy_degrees")
    visitor.at.text_input(key="release.epsilon").set_value("12").run()
    assert "Hardly protects any one tie, proved: ε = 12" in visitor.text
    assert "a secret may be more than 99.99% sure after" in visitor.at.checkbox[-1].label


@pytest.mark.sample
@pytest.mark.parametrize("typed", ["0", "", "lots", "-1", "1e9", "1/0", "1,5,2"])
def test_nonsense_for_epsilon_is_one_clear_sentence(visitor, typed):
    visitor.open(PAGE, graph="karate", mechanism="edge_flip")
    visitor.at.text_input(key="release.epsilon").set_value(typed).run()
    visitor.check(draws=False)
    assert visitor.at.warning[0].value.startswith("Epsilon")
    assert visitor.at.button(key="release.go").disabled


def test_another_mechanism_must_be_meant_anew_where_it_hardly_protects(visitor):
    visitor.open(PAGE, graph="karate", mechanism="noisy_degrees", epsilon="4")
    (sure,) = (box for box in visitor.at.checkbox if box.label.startswith("I know"))
    sure.check().run()
    assert not visitor.at.button(key="release.go").disabled
    visitor.set("selectbox", "release.mechanism", "Threshold peeling")
    assert visitor.at.button(key="release.go").disabled


def test_who_says_that_there_is_a_ledger_hands_it_in(visitor):
    visitor.open(PAGE, graph="karate", mechanism="noisy_degrees")
    visitor.set("radio", "release.earlier", "some").check(draws=False)
    assert "Hand in the ledger of these people" in visitor.text
    assert not any(b.key == "release.go" for b in visitor.at.button)
    visitor.set("selectbox", "graph", "Florentine families (15 nodes)")
    assert visitor.at.radio(key="release.earlier").value == "some"
    assert not any(b.key == "release.go" for b in visitor.at.button)


def test_a_cap_is_written_before_the_release_and_one_that_is_broken_is_refused(visitor):
    visitor.open(graph="karate", epsilon="1").open(PAGE)
    visitor.set("text_input", "release.cap", "0.9")
    assert "more than the ledger has left: 0.9 of 0.9" in visitor.text.replace("\\", "")
    visitor.set("text_input", "release.cap", "1.5")
    assert "together at most 1.5" in visitor.text
    go(visitor)
    done = released(visitor)
    assert done is not None
    assert done.line == 3
    assert "0.5 of 1.5 left" in done.spent


def test_a_full_disk_is_said_and_nothing_is_kept(visitor, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device. Whatever.", "x")

    monkeypatch.setattr(publication, "in_memory_release", full)
    visitor.open(graph="karate", epsilon="1").open(PAGE)
    go(visitor)
    assert visitor.at.error[0].value.startswith("No space left on device. The server could not")
    assert "Nothing was released or spent" in visitor.text
    assert released(visitor) is None


@pytest.mark.long
def test_a_ledger_changed_by_hand_and_a_certificate_of_another_version_are_named(visitor):
    visitor.open(graph="karate", epsilon="1").open(PAGE)
    go(visitor)
    done = released(visitor)
    next(b for b in visitor.at.button if b.label.startswith("I have saved")).click().run()
    visitor.set("radio", "release.earlier", "some")
    changed = done.ledger.replace(b'"1"', b'"0.1"')
    assert changed != done.ledger
    ledger = [("people.jsonl", changed, ""), ("people.jsonl.key", done.key, "")]
    visitor.at.file_uploader(key="release.ledger").set_value(ledger).run()
    assert "line 2 was changed after it was written" in visitor.at.warning[0].value
    assert not any(b.key == "release.go" for b in visitor.at.button)
    files = unpacked(done.release)
    facts = checked(files["certificate.json"])
    facts["versions"]["graphdp"] = "0.0.1"
    facts["statement"] = "As it was said then."
    old = packed({**files, "certificate.json": with_checksum(facts)})
    visitor.set("segmented_control", "do", "Check one")
    visitor.at.file_uploader(key="verify.files").set_value([("old.zip", old, "")]).run()
    assert "made by GraphDP 0\\.0\\.1, and this is" in visitor.at.error[-1].value


def test_what_follows_is_computed_from_the_release_on_request(visitor, monkeypatch):
    given = []
    monkeypatch.setattr(published, "derived_results", lambda data: given.append(data) or b"zip")
    visitor.open(graph="karate", epsilon="1").open(PAGE)
    go(visitor)
    visitor.at.button(key="release.after").click().run()
    visitor.check(draws=False)
    assert given == [released(visitor).release]
    assert "from the release alone" in visitor.text
    handed = [("a.zip", released(visitor).release, ""), ("friends.csv", b"a,b", "")]
    visitor.set("segmented_control", "do", "Check one")
    for files in (handed[1:], handed):
        visitor.at.file_uploader(key="verify.files").set_value(files).run()
        assert "friends.csv** is no release" in visitor.at.warning[0].value.replace("\\", "")
    assert "Nothing has changed" in visitor.at.success[0].value


@pytest.mark.parametrize("largest", ["false", "true"])
def test_a_component_that_was_chosen_by_looking_is_said_to_be_unprotected(visitor, largest):
    pieces = {"graph": "sbm", "sbm.n": "40", "sbm.within": "0.1", "sbm.between": "0.01"}
    visitor.open(PAGE, epsilon="1", largest=largest, **pieces)
    said = any("no ε covers that" in warning.value for warning in visitor.at.warning)
    assert said == (largest == "true")


def test_who_was_given_a_release_sees_what_it_tells_and_what_not(visitor):
    visitor.open(PAGE, given="club").check(draws=False)
    assert "is as it was made" in visitor.text
    assert "98.3%" in visitor.text
    assert visitor.stop.answer == "20 graphs that it may have come from"
    assert len(visitor.at.dataframe) >= 2
    visitor.at.button(key="given.sample mixing").click().run()
    visitor.check(draws=False)
    assert "73.2%" in visitor.text
    titles = [str(table.value["Number"].tolist()) for table in visitor.at.dataframe]
    assert any("Segregation" in words for words in titles)


@pytest.mark.parametrize("id", ["http://127.0.0.1/x.zip", "../a", "<b>"])
def test_a_link_that_names_no_sample_computes_nothing(visitor, id):
    visitor.open(PAGE, given=id).check(draws=False)
    assert "there are club, school, mixing, degrees" in visitor.text
    assert not visitor.at.dataframe


def test_a_changed_zip_is_one_sentence(visitor):
    visitor.open(PAGE, do="given")
    files = unpacked(sample("degrees"))
    changed = packed({**files, "scores.csv": files["scores.csv"] + b"x,1\n"})
    for data in (changed, b"nonsense", sample("degrees")[:-9]):
        visitor.at.file_uploader(key="given.file").upload("a.zip", data, "application/zip").run()
        visitor.check(draws=False)
        assert "Nothing was computed and nothing was kept." in visitor.text
        assert not visitor.at.dataframe


def test_whom_a_release_leaves_recognisable_is_said_on_a_public_graph_alone(visitor):
    visitor.open(graph="karate", epsilon="4").open(PAGE)
    (said,) = (one.value for one in visitor.at.caption if "recognises" in one.value)
    assert "At ε = 4 an attacker who knows 9 in 10 ties and 10 names recognises" in said
    assert "hides no person" in said
    assert "public" in said
    visitor.set("text_input", "release.epsilon", "1,5")
    assert "Spend ε = 1.5 and release once" in [button.label for button in visitor.at.button]
    assert "The noise would hide every number in it." in visitor.text


def test_the_private_graph_is_not_attacked_for_advice(monkeypatch):
    """An own graph has a public look-alike attacked in its place."""
    monkeypatch.setattr(publish_advice.session, "keep_last", lambda part, key, make: make())
    monkeypatch.setattr(
        publish_advice.scenario_cache, "of_graph", lambda graph, part, make: make(graph)
    )
    attacked = []

    def compare(graph, *args, **options):
        attacked.append(graph.fingerprint)
        return gdp.compare(graph, *args, **options)

    monkeypatch.setattr(publish_advice, "compare", compare)
    own = gdp.generate("sbm", n=90, seed=5)
    now = Scenario(own, "mine", gdp.mechanism("edge_flip"), 2.0, 0)
    assert "a public graph like yours" in publish_advice.foretold(now, 2.0)[1]
    assert attacked
    assert own.fingerprint not in attacked
    ranking = Scenario(own, "mine", gdp.mechanism("noisy_degrees"), 2.0, 0)
    assert publish_advice.foretold(ranking, 2.0) == ("", "")


def test_the_numbers_of_a_plan_are_released_in_one_parcel(visitor):
    visitor.open(graph="karate", epsilon="1", mechanism="private_count").open(PAGE)
    visitor.set("text_input", "release.epsilon", "6")
    visitor.at.multiselect(key="plan.want").set_value(["edges", "triangles"]).run()
    visitor.at.button(key="plan.go").click().run()
    visitor.at.button(key="plan.settle").click().run()
    assert "Planned numbers" in visitor.text
    go(visitor)
    parcel = released(visitor)
    assert [row["title"] for row in parcel.certificate["releases"]] == ["Private count"] * 2
    assert parcel.certificate["epsilon"] == "6"
    assert len(parcel.checks) == 3, "the ledger has charged it once"


def test_another_epsilon_or_mechanism_leaves_the_plan(visitor):
    visitor.open(graph="karate", epsilon="1", mechanism="private_count").open(PAGE)
    visitor.at.multiselect(key="plan.want").set_value(["edges"]).run()
    visitor.at.button(key="plan.go").click().run()
    visitor.at.button(key="plan.settle").click().run()
    assert "Planned numbers" in visitor.text
    visitor.set("text_input", "release.epsilon", "2")
    assert "Planned numbers" not in visitor.text
    assert "Private count\\).**" in visitor.text


def test_numbers_are_planned_behind_statistics_and_nothing_is_spent(visitor):
    visitor.open(graph="karate", epsilon="1", mechanism="private_count").open(PAGE)
    visitor.at.multiselect(key="plan.want").set_value(["edges", "mixing", "degrees"]).run()
    visitor.at.button(key="plan.go").click().run()
    visitor.check(draws=False)
    made = gdp.plan(gdp.load_graph("karate"), 1.0, ["edges", "mixing", "degrees"], public=True)
    assert made.sentence() in visitor.text.replace("\\", "")
    table = visitor.at.dataframe[-1].value
    assert list(table["Number"]) == [row.title for row in made.rows]
    assert list(table["From a graph"]) == ["not known"] * 3
    assert released(visitor) is None


def test_a_table_too_large_to_open_is_added_up_and_released(visitor, monkeypatch, tmp_path):
    between = np.array([4, 5, 1]) * 10**6
    sums = Aggregates({20: 1_000_000}, ("a", "b"), (600_000, 400_000), between, WITH_TIES)
    monkeypatch.setattr(number_plan, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(number_plan, "large_tables", lambda _: [tmp_path])
    visitor.open(PAGE, graph="karate").set("selectbox", "release.table", tmp_path.name)
    assert visitor.at.button(key="release.add-up").disabled, "first it is asked who is public"
    visitor.set("selectbox", "release.people", number_plan.EVERYBODY)
    visitor.at.button(key="release.add-up").click().run()
    assert "holds no Parquet file" in visitor.text
    monkeypatch.setattr(number_plan, "aggregates", lambda *_, **__: sums)
    visitor.at.button(key="release.add-up").click().run()
    assert visitor.at.header[0].value.startswith("Of 6,800 ties that flips show at ε = 2 one is")
    assert "**In the zip:** how many nodes have each noisy degree" in visitor.text
    offered = visitor.at.selectbox(key="release.by-table").options
    assert offered == ["Noisy degrees", "Private count", "dK-series", "Group mixing"]
    visitor.set("selectbox", "release.by-table", "Private count")
    visitor.at.text_input(key="release.epsilon").set_value("0.5").run()
    assert "Noise moves each count by at most 6, in 95 of 100 cases." in visitor.text
    assert "The nodes are those of the table that have a tie: the private" in visitor.text
    go(visitor)
    done = released(visitor)
    assert (done.mapping, done.certificate["epsilon"]) == (b"", "0.5")
    assert "have a tie" in done.certificate["not_protected"]
    assert unpacked(done.release)["counts.csv"].startswith(b"count,value\nedges,")
