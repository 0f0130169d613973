"""A person's own file: shown before it is believed, kept over a reload, never replaced."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from graphdp_core.data import load_graph
from graphdp_core.intake import ReadingWarning, read_graph
from graphdp_core.intake.files.preview import preview
from graphdp_core.intake.files.reading import Reading
from pages.engine import progress
from pages.ground.own_file import Choices, FileToken, OwnFiles, Upload, UploadState
from pages.ground.records import Runs
from pages.ground.visitor_cookie import COOKIE
from pages.session import own_state
from pages.session.own_state import Own, choices_of, words_of
from pages.table import TABLE
from pages.ui.own_reading import name_table, python_lines
from tests.patience import PATIENCE_S
from tests.visitor import FRAME, Visitor

EXPORT = (
    b"Person,Friend,messages,since\nann,bob,3,2020\nbob,cid,,2021\ncid,dan,2,2021\ndan,ann,7,2022\n"
)
TEAMS = (
    b"who,whom,team\nann,bob,<b>red\nann,cid,<b>red\nbob,ann,<b>red\nbob,dan,<b>red\n"
    b"cid,ann,blue\ncid,dan,blue\ndan,bob,blue\ndan,eve,blue\n"
)
DATA = "data"


def menu(visitor, key):
    return visitor.at.selectbox(key=key)


def code(visitor):
    return "\n".join(block.value for block in visitor.at.code)


def words(visitor):
    return visitor.text.replace("\\", "")


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: entry.address)
def test_no_page_shows_another_graph_while_nothing_of_the_person_s_is_loaded(visitor, entry):
    visitor.open(entry.address, graph="upload")
    assert visitor.at.title[0].value == "Bring your own graph"
    assert visitor.charts == []
    assert visitor.numbers == {}
    assert [e.value for e in visitor.at.exception] == []
    menus = [box.value for box in visitor.at.selectbox if box.key == "mechanism"]
    assert menus == ([] if entry.address == "mechanisms" else ["edgeFlip"])  # it has its own lists


def test_the_way_back_leads_to_the_first_example(visitor):
    visitor.open(graph="upload")
    visitor.at.button(key="to-examples").click().run()
    visitor.check()
    assert visitor.at.selectbox(key="graph").value == "A school of 300 pupils"


REGISTER = b"name,age\nAnna,31\nBen,29\nCleo,35\nDan,29\n"


def test_a_table_of_people_is_taken_for_edges_by_one_click_alone(visitor):
    visitor.bring("people.csv", REGISTER)
    assert "holds no ties" in visitor.at.main.warning[0].value
    assert visitor.at.button(key="accept").disabled
    visitor.at.button(key="answer-0").click().run()
    assert visitor.at.title[0].value == "Is this your graph?"
    assert any("list of people" in info.value for info in visitor.at.info)


def test_a_file_of_several_meanings_is_asked_about_and_read_by_the_answer(visitor):
    mails = b"from,to\nann,bob; cid\nbob,ann; cid; dan\ncid,\nTotal,\n"
    visitor.bring("mails.csv", mails)
    assert visitor.at.title[0].value == "mails\\.csv: one question first"
    assert visitor.at.button(key="accept").disabled
    assert "4 nodes, 4 ties" in visitor.text
    visitor.at.button(key="answer-0").click().run()
    assert visitor.at.title[0].value == "Is this your graph?"
    assert 'listed="each"' in code(visitor)
    visitor.at.segmented_control(key="notice-odd_rows").set_value("stop").run()
    assert "has an empty node name" in words(visitor)


def test_a_file_is_shown_with_its_columns_and_used_after_one_click(visitor):
    visitor.bring("friends.csv", EXPORT)
    assert visitor.at.title[0].value == "Is this your graph?"
    assert visitor.charts == []
    assert [menu(visitor, f"role-{i}").value for i in (1, 2)] == ["source", "target"]
    assert visitor.at.get("html")[0].proto.body.count("a guess") == 1
    assert "4 nodes" in visitor.text
    visitor.at.button(key="accept").click().run()
    visitor.check()
    assert "friends.csv" in visitor.at.selectbox(key="graph").options
    visitor.open(DATA).check()
    assert visitor.numbers["Nodes"] == "4"


def test_every_role_can_be_changed_and_two_columns_never_share_one(visitor):
    visitor.bring("friends.csv", EXPORT)
    visitor.set("selectbox", "role-3", "weight")
    visitor.set("selectbox", "role-4", "weight")
    assert menu(visitor, "role-3").value == "ignore"
    assert "as chosen" in visitor.at.get("html")[3].proto.body
    assert 'weight="since"' in code(visitor)
    visitor.set("selectbox", "role-1", "target")
    assert menu(visitor, "role-2").value == "source"
    visitor.set("selectbox", "role-4", "target")
    assert menu(visitor, "role-1").value == "ignore"
    assert "7 nodes" in visitor.text  # four people and three years
    visitor.set("selectbox", "role-4", "ignore")
    assert menu(visitor, "role-4").value == "target"
    assert "A tie needs a target" in visitor.at.toast[0].value


def test_edges_without_a_weight_are_decided_on(visitor):
    visitor.bring("friends.csv", EXPORT)
    visitor.set("selectbox", "role-3", "weight")
    assert "1 tie without a weight" in words(visitor)
    assert "4 ties" in visitor.text
    visitor.at.segmented_control(key="notice-missing_weight").set_value("drop").run()
    assert "3 ties" in visitor.text
    visitor.at.segmented_control(key="notice-missing_weight").set_value("stop").run()
    assert "was not read" in visitor.at.title[0].value
    assert visitor.at.button(key="accept").disabled
    assert len(visitor.at.main.warning) == 1


def test_the_header_switch_and_the_separator_are_followed(visitor):
    visitor.bring("words.csv", b"Person,Friend\nann,bob\nbob,cid\n")
    now = visitor.at.toggle(key="read-header").value
    visitor.set("toggle", "read-header", not now)
    assert visitor.at.toggle(key="read-header").value is not now
    assert ("5 nodes" in visitor.text) is now
    visitor.set("toggle", "read-header", now)
    assert ("5 nodes" in visitor.text) is not now
    visitor.set("selectbox", "read-separator", ";")
    assert "was not read" in visitor.at.title[0].value
    visitor.set("selectbox", "read-separator", ",")
    assert visitor.at.title[0].value == "Is this your graph?"


def test_the_python_line_gives_the_same_graph(visitor, tmp_path):
    visitor.bring("friends.csv", EXPORT)
    visitor.set("selectbox", "role-3", "ignore")
    call = re.search(r"g = gdp\.(read_graph\(.*\))", code(visitor)).group(1)
    path = tmp_path / "friends.csv"
    path.write_bytes(EXPORT)
    with pytest.warns(
        ReadingWarning,
        match="Column 'messages' was ignored and the time in column 'since' was left out",
    ):
        made = eval(call.replace('"friends.csv"', repr(str(path))), {"read_graph": read_graph})
    visitor.at.button(key="accept").click().run()
    visitor.open(DATA)
    assert visitor.numbers["Ties"] == str(made.m) == "4"
    assert made.weights is None
    assert "Weights" not in visitor.numbers


def test_choices_are_remembered_for_the_next_file_of_the_same_shape(visitor):
    visitor.bring("friends.csv", EXPORT)
    visitor.set("selectbox", "role-4", "weight")
    visitor.at.button(key="accept").click().run()
    visitor.at.button(key="change-file").click().run()
    visitor.at.button(key="another").click().run()
    visitor.at.file_uploader(key="file").upload("later.csv", EXPORT + b"eve,ann,1,2023\n").run()
    assert menu(visitor, "role-4").value == "weight"
    assert "5 nodes" in visitor.text


def test_a_change_that_is_not_accepted_changes_nothing(visitor):
    visitor.upload("friends.csv", EXPORT)
    visitor.at.button(key="change-file").click().run()
    visitor.set("toggle", "numbered", True)
    visitor.at.button(key="unchanged").click().run()
    visitor.check()
    visitor.at.button(key="change-file").click().run()
    assert visitor.at.toggle(key="numbered").value is False


def test_names_are_replaced_by_numbers_and_can_be_saved_apart(visitor):
    visitor.bring("friends.csv", EXPORT)
    visitor.set("toggle", "numbered", True)
    assert "Names were replaced by numbers" in words(visitor)
    assert [b.key for b in visitor.at.get("download_button")] == ["save-names"]
    brought, choices = Upload("f.csv", b"=1+1,bob\n"), Choices(numbered=True)
    assert name_table(brought, choices) == b"number,name\n0,'=1+1\n1,bob\n"


def test_pasted_text_and_the_example_file_are_read(visitor):
    visitor.open(graph="upload")
    visitor.at.button(key="read-pasted").click().run()
    assert "Nothing was pasted" in visitor.at.main.warning[0].value
    visitor.at.text_area(key="pasted").set_value("a\tb\t1\nb\tc\t2\n").run()
    visitor.at.button(key="read-pasted").click().run()
    assert "3 nodes" in visitor.text
    visitor.at.button(key="another").click().run()
    visitor.at.button(key="example-file").click().run()
    assert f"{load_graph('les_miserables').m} ties" in visitor.text


def test_a_graph_and_a_class_file_are_told_apart(visitor):
    visitor.open(graph="upload")
    box = visitor.at.file_uploader(key="file")
    box.upload("node-classes.csv", b"ann,x\nbob,y\ncid,x\ndan,x\n" * 1)
    box.upload("friends.csv", EXPORT).run()
    assert "2 groups" in visitor.text
    assert "node-classes.csv gives the groups" in words(visitor)


def test_a_column_of_the_file_becomes_the_groups_when_it_is_chosen(visitor):
    visitor.bring("staff.csv", TEAMS)
    asked = visitor.at.segmented_control(key="notice-label")
    assert asked.value == ""  # nothing is taken silently
    assert "Does 'team' (<b>red, blue) say the group" in visitor.text.replace("\\", "")
    asked.set_value("team").run()
    assert "2 groups (not said of 1 node)" in visitor.text
    visitor.at.button(key="accept").click().run()
    graph = visitor.mine(Own).held.loaded.graph
    assert graph.label_names == ("<b>red", "blue", "not said")


def test_which_way_weights_go_is_asked_once_and_kept_with_the_graph(visitor):
    visitor.bring("friends.csv", EXPORT)
    asked = visitor.at.segmented_control(key="notice-large")
    assert asked.value is None
    asked.set_value("near").run()
    assert 'large="near"' in code(visitor)
    visitor.at.button(key="accept").click().run()
    assert visitor.mine(Own).held.loaded.graph.near is True


def test_a_refused_file_says_what_to_do_and_shows_no_number(visitor):
    visitor.bring("broken.graphml", b"<graphml><graph>")
    assert words(visitor).startswith("broken.graphml was not read")
    assert len(visitor.at.main.warning) == 1
    assert (visitor.charts, visitor.numbers) == ([], {})
    visitor.at.button(key="another").click().run()
    visitor.bring("notes.docx", b"PK\x03\x04" + bytes(200))
    assert "notes.docx was not read" in words(visitor)
    visitor.at.button(key="another").click().run()
    assert visitor.at.title[0].value == "Bring your own graph"


@pytest.mark.long
def test_reading_that_was_cancelled_takes_nothing_and_can_be_started_again(visitor, monkeypatch):
    drawn = []
    monkeypatch.setattr(progress, "BAR_AFTER_S", 0.0)
    monkeypatch.setattr(progress._Bar, "draw", lambda bar, *said: drawn.append(said))
    visitor.bring("friends.csv", EXPORT + b"".join(b"a%d,b,1,2\n" % i for i in range(17_000)))
    assert any(text == "reading friends.csv" for _, text in drawn)
    held = visitor.mine(Own).held
    work = f"stopped reading {held.brought.digest} {held.choices.key}"
    visitor.mine(Runs).is_on[work] = True  # what the Cancel button does
    visitor.at.run()
    assert visitor.at.title[0].value.endswith("was not read")
    assert "the reading was stopped before the end; no graph was taken" in words(visitor)
    assert visitor.at.button(key="accept").disabled
    visitor.at.button(key="start-again").click().run()
    assert visitor.at.title[0].value == "Is this your graph?"


def test_a_link_tells_a_colleague_which_file_is_needed(visitor):
    brought = Upload("friends.csv", EXPORT)
    visitor.open(graph="upload", file=str(brought.mark))
    assert words(visitor).startswith("This page needs a file")
    assert brought.mark.checksum in visitor.text
    assert visitor.charts == []
    visitor.at.file_uploader(key="file").upload("other.csv", b"a,b\nb,c\n").run()
    assert "This is not the file that the link names" in visitor.at.main.info[0].value
    visitor.at.button(key="another").click().run()
    visitor.at.file_uploader(key="file").upload("friends.csv", EXPORT).run()
    assert len(visitor.at.main.info) == 0


def test_a_link_carries_how_the_file_is_read_and_nothing_of_what_is_in_it(visitor):
    visitor.bring("friends.csv", EXPORT)
    visitor.set("selectbox", "role-4", "weight")
    visitor.at.button(key="accept").click().run()
    said = visitor.address["read"]
    said = said[0] if isinstance(said, list) else said
    assert "since" in said
    assert not any(name in said for name in ("ann", "bob", "2020"))
    mark = str(Upload("friends.csv", EXPORT).mark)
    other = Visitor(AppTest.from_file(FRAME, default_timeout=PATIENCE_S))
    other.open(graph="upload", file=mark, read=said)
    other.at.file_uploader(key="file").upload("friends.csv", EXPORT).run()
    assert menu(other, "role-4").value == "weight"
    assert [e.value for e in other.at.exception] == []


@pytest.mark.parametrize(
    "text", ["nonsense", "[]", '{"sheet":5}', '{"header":"yes"}', '{"most":1}', '{"source":0}']
)
def test_what_a_link_says_without_sense_is_nothing(text):
    assert choices_of(text) == Choices()


def test_what_was_chosen_survives_the_address():
    reading = Reading(source="Zoë's, name", target=2, separator="\t", header=False, weight="")
    for choices in (Choices(), Choices(reading, numbered=True), Choices(points=True)):
        assert choices_of(words_of(choices)) == choices


def with_cookie(monkeypatch, secret):
    """A visitor whose browser sends this secret."""
    monkeypatch.setattr(own_state, "person", lambda: secret)
    return Visitor(AppTest.from_file(FRAME, default_timeout=PATIENCE_S))


def test_a_reload_finds_the_file_and_another_browser_does_not(monkeypatch):
    first = with_cookie(monkeypatch, "a" * 43)
    first.upload("friends.csv", EXPORT)
    mark = str(Upload("friends.csv", EXPORT).mark)
    assert first.address["file"] == mark
    assert "a" * 43 not in str(first.address)
    again = with_cookie(monkeypatch, "a" * 43).open(DATA, graph="upload", file=mark)
    again.check()
    assert again.numbers["Nodes"] == "4"
    other = with_cookie(monkeypatch, "b" * 43).open(DATA, graph="upload", file=mark)
    assert other.at.title[0].value.startswith("This page needs")
    assert other.numbers == {}
    assert COOKIE not in other.text


def test_the_address_forgets_the_file_with_another_graph(visitor):
    visitor.upload("friends.csv", EXPORT)
    visitor.set("selectbox", "graph", "Karate club (34 nodes)")
    assert "file" not in visitor.address
    visitor.set("selectbox", "graph", "Your own file…")
    visitor.check()
    assert "4 nodes, " in visitor.at.sidebar.caption[1].value


@pytest.mark.parametrize(
    "text", ["", "x", "1a2b3c4d", "1a2b3c4d.x.f.csv", "zzzzzzzz.3.f.csv", "1a2b3c4d.", "1.2.3"]
)
def test_a_mark_that_is_none_is_refused(text):
    assert FileToken.parse(text) is None


def test_marks_survive_the_address():
    mark = Upload("Zoë's friends (2).csv", b"1,2").mark
    assert FileToken.parse(str(mark)) == mark
    assert "friends" not in str(mark), "the name leaves no link"
    assert FileToken.parse(f"{mark}.of a former link.csv") == mark


def test_files_are_forgotten_an_hour_after_the_last_use():
    now = [0.0]
    files = OwnFiles(kept=3600.0, clock=lambda: now[0])
    held = UploadState(Upload("g.csv", b"1,2"))
    files.keep("me", held)
    now[0] = 3000.0
    assert files.find("me", held.brought.mark) is held
    now[0] = 6000.0
    assert files.of("me") == [held]
    now[0] = 6601.0
    assert files.find("me", held.brought.mark) is None
    assert files.of("me") == []


def test_the_oldest_files_give_way():
    files = OwnFiles(most_bytes=10, most_files=2)
    helds = [UploadState(Upload(f"{i}.csv", bytes([i]) * 4)) for i in range(3)]
    for held in helds:
        files.keep("me", held)
    assert files.of("me") == [helds[2], helds[1]]
    files.keep("you", UploadState(Upload("large.csv", b"x" * 8)))
    assert files.of("me") == []


def test_a_file_that_was_never_read_gives_way_before_one_that_was():
    files = OwnFiles(most_files=2)
    first, unread, new = (UploadState(Upload(f"{i}.csv", bytes([i]))) for i in range(3))
    read = replace(first, loaded=object())
    for held in (read, unread, new):
        files.keep("me", held)
    assert files.of("me") == [new, read]


def test_python_lines_quote_what_they_name():
    brought = Upload('a"b.csv', b"ann,bob\n")
    lines = python_lines(brought, Choices(), preview(brought.data, brought.name))
    compile(lines, "lines", "exec")
    compile(python_lines(brought, Choices(points=True), None), "lines", "exec")


STAFF = (
    "Name;Who do you ask?\nAnn Lee;Bob Ray, Cid Poe\nBob Ray;nobody\nCid Poe;ANN LEE\nDan Fox;-\n"
    "Eve Ash;Bob Ray, Dan Fox\n"
)


def test_words_for_nobody_and_names_that_look_alike_are_asked_about_and_taken_back(visitor):
    visitor.bring("staff.csv", STAFF.encode())
    for asked in ("several names", "'nobody' in the place of a name", "only in capitals or blanks"):
        assert asked in words(visitor)
        assert visitor.at.button(key="accept").disabled
        visitor.at.button(key="answer-0").click().run()
        assert not visitor.at.exception
    assert "5 nodes" in words(visitor)
    visitor.at.button(key="accept").click().run()
    visitor.open(DATA)
    visitor.at.button(key="read-alike").click().run()
    assert not visitor.at.exception
    assert "6 nodes" in words(visitor)
    visitor.at.segmented_control(key="notice-alike").set_value("one").run()
    visitor.at.segmented_control(key="notice-nobody").set_value("keep").run()
    assert "6 nodes" in words(visitor)


def test_letters_that_may_be_several_are_asked_about_with_the_names_in_each(visitor):
    visitor.bring("pl.csv", "od,do\nGąska,Żółw\nŻółw,Ćma\nĆma,Gąska\n".encode("cp1250"))
    assert "letters can be read in several ways" in words(visitor)
    (right,) = [b for b in visitor.at.button if "'Gąska'" in b.label and "1250" in b.label]
    right.click().run()
    visitor.at.button(key="answer-0").click().run()  # the first line names the columns
    assert not visitor.at.exception
    assert "3 nodes" in words(visitor)
    assert 'encoding="cp1250"' in code(visitor)


@pytest.mark.long
def test_a_name_that_only_a_large_file_s_reading_meets_is_asked_about_as_well(visitor):
    rows = "".join(f"p{i:06},p{(i * 7) % 70_000:06}\n" for i in range(70_000))
    visitor.bring("large.csv", f"person,friend\n{rows}p000001,nobody\n".encode())
    assert "'nobody' in the place of a name (1 tie)" in words(visitor)
    visitor.at.button(key="answer-0").click().run()
    assert not visitor.at.exception
    assert "70,000 nodes" in words(visitor)
