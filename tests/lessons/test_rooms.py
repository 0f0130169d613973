"""Rooms of a class: who may do what, what is kept, and several servers at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from graphdp_core.lessons import rooms as module
from graphdp_core.lessons.rooms import CHOICES, HOURS, LETTERS, Rooms, WrongCode
from graphdp_core.params import Refused

GUESS = [0, 2, 5, 9, 10]


def phone(number: int) -> str:
    return f"token-of-phone-{number:04d}"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "rooms.sqlite"


@pytest.fixture
def rooms(path):
    made = Rooms(path)
    yield made
    made.close()


def test_a_class_guesses_changes_its_mind_and_sees(rooms):
    code, secret = rooms.open("L2")
    assert len(code) == 5
    assert set(code) <= set(LETTERS)
    assert not set(code) & set("AEIOUQLSV015")
    for number in range(3):
        assert rooms.join(code.lower(), phone(number)).step == 0
    assert rooms.tally(code).answers == 0
    rooms.answer(code, phone(0), GUESS)
    rooms.answer(code, phone(1), [10] * 5)
    rooms.answer(code, phone(0), [0] * 5)
    counts = rooms.tally(code)
    assert (counts.answers, rooms.phones(code)) == (2, 3)
    assert [row[0] for row in counts.shares] == [0.5] * 5
    assert [row[10] for row in counts.shares] == [0.5] * 5
    rooms.lead(code, secret, step=1, stop=3)
    rooms.answer(code, phone(2), GUESS)
    assert not rooms.room(code).is_revealed
    rooms.lead(code, secret, step=2, stop=3)
    with pytest.raises(Refused, match="count no more"):
        rooms.answer(code, phone(2), [0] * 5)
    assert rooms.lead(code, secret, step=0).is_revealed, "what was seen stays seen"
    assert rooms.join(code, phone(9)).is_revealed, "a late phone may look on"
    assert [rooms.seat(code, phone(number)) for number in (2, 0, 2)] == [0, 1, 0]
    assert rooms.seats(code) == 2
    rooms.end(code, secret)
    assert rooms.seats(code) == 0
    with pytest.raises(WrongCode, match="has ended"):
        rooms.room(code)


def test_a_room_goes_on_with_another_lesson(rooms):
    code, secret = rooms.open("L2", epsilon=1.0)
    rooms.join(code, phone(0))
    rooms.answer(code, phone(0), [3, 1])
    rooms.lead(code, secret, step=3, stop=2)
    assert rooms.move(code, secret, "L2").step == 3, "the same one goes on where it was"
    assert rooms.tally(code).answers == 1
    room = rooms.move(code, secret, "L4")
    assert (room.lesson, room.step, room.stop, room.is_revealed) == ("L4", 0, -1, False)
    assert (rooms.tally(code).answers, rooms.phones(code)) == (0, 1)
    rooms.answer(code, phone(0), [0, 2])
    with pytest.raises(WrongCode, match="did not open"):
        rooms.move(code, "x", "L1")
    with pytest.raises(Refused, match="lesson must be"):
        rooms.move(code, secret, "L9")


def test_a_room_goes_on_with_a_question_of_the_teachers_own(rooms):
    code, secret = rooms.open("L2")
    rooms.join(code, phone(0))
    room = rooms.ask(code, secret, " Will the tree stay? ", "explore?see=tree&graph=karate")
    assert room.asked == {
        "question": "Will the tree stay?", "address": "explore?see=tree&graph=karate",
    }  # fmt: skip
    assert room.coin is None
    rooms.answer(code, phone(0), [len(CHOICES) - 1])
    assert rooms.tally(code).told == ((0, 0, 1),)
    with pytest.raises(Refused, match="whole numbers"):
        rooms.answer(code, phone(0), [len(CHOICES)])
    assert rooms.move(code, secret, "L4").asked is None
    for question, address in (("", "board"), ("?" * 201, "board"), ("Why?", "//elsewhere/x")):
        with pytest.raises(Refused, match="must"):
            rooms.ask(code, secret, question, address)


def test_a_private_room_takes_one_answer_of_a_phone(rooms):
    code, _ = rooms.open("L2", epsilon=2.0)
    rooms.join(code, phone(0))
    rooms.answer(code, phone(0), [3, 1])
    rooms.answer(code, phone(0), [3, 1])  # a message that was sent twice
    with pytest.raises(Refused, match="more about you than ε promises"):
        rooms.answer(code, phone(0), [3, 2])
    counts = rooms.tally(code)
    assert counts.counts == (0, 0, 0, 1, 0)
    assert counts.shares[3][1] > 1.0, "corrected for the lies"
    with pytest.raises(Refused, match=r"from 0\.1 to 10"):
        rooms.open("L2", epsilon=0.0)


def test_who_does_not_belong_is_told_so(rooms, monkeypatch):
    code, secret = rooms.open("L4")
    other, _ = rooms.open("L4")
    for wrong, said in (("XXXXX", "has ended"), ("", "5 letters"), ("HTK1M", "5 letters"),
                        ("x" * 10_000, "5 letters"), ("' OR 1=1 --", "5 letters")):  # fmt: skip
        with pytest.raises(WrongCode, match=said):
            rooms.join(wrong, phone(0))
    for token in ("", "short", "a b" * 10, "é" * 20, "x" * 65):
        with pytest.raises(Refused, match="no token"):
            rooms.join(code, token)
    with pytest.raises(Refused, match="not in the class"):
        rooms.answer(code, phone(0), [0, 0])
    for guess in ("", secret + "x"):
        with pytest.raises(WrongCode, match="did not open"):
            rooms.lead(code, guess, step=1)
        with pytest.raises(WrongCode, match="did not open"):
            rooms.end(code, guess)
    with pytest.raises(WrongCode):
        rooms.led(other, secret)
    with pytest.raises(Refused, match="from 0 to 3"):
        rooms.lead(code, secret, step=4)
    with pytest.raises(Refused, match="lesson must be"):
        rooms.open("L9")
    monkeypatch.setattr(module, "MOST_PHONES", 1)
    rooms.join(code, phone(0))
    rooms.join(code, phone(0))
    with pytest.raises(Refused, match="class is full"):
        rooms.join(code, phone(1))
    monkeypatch.setattr(module, "MOST_ROOMS", 2)
    with pytest.raises(Refused, match="takes no more"):
        rooms.open("L2")


def test_rooms_survive_the_server_and_end_by_the_clock(path):
    time = [1000.0]
    first = Rooms(path, now=lambda: time[0])
    code, secret = first.open("L2")
    first.join(code, phone(0))
    first.answer(code, phone(0), GUESS)
    first.close()
    second = Rooms(path, now=lambda: time[0])
    assert second.tally(code).answers == 1
    assert second.led(code, secret).code == code
    time[0] += 3600 * HOURS + 1
    with pytest.raises(WrongCode, match="has ended"):
        second.room(code)
    second.open("L1")
    assert second.phones(code) == 0, "its answers are gone"
    second.close()


def test_nothing_in_the_file_names_a_phone_or_the_secret(path, rooms):
    code, secret = rooms.open("L2")
    rooms.join(code, phone(0))
    rooms.answer(code, phone(0), GUESS)
    kept = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"[0, 2, 5, 9, 10]" in kept
    assert phone(0).encode() not in kept
    assert secret.encode() not in kept
    rooms.end(code, secret)
    kept = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"[0, 2, 5, 9, 10]" not in kept


def test_four_servers_take_answers_at_once(path, rooms):
    code, _ = rooms.open("L2")

    def serve(server: int) -> None:
        own = Rooms(path)
        for number in range(25):
            own.join(code, phone(100 * server + number))
            own.answer(code, phone(100 * server + number), [server] * 5)
        own.close()

    with ThreadPoolExecutor(4) as servers:
        list(servers.map(serve, range(4)))
    counts = rooms.tally(code)
    assert (counts.answers, rooms.phones(code)) == (100, 100)
    assert counts.shares[0][:4] == (0.25,) * 4


def test_a_damaged_file_is_moved_aside_and_anothers_left_alone(path):
    path.parent.mkdir()
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    rooms = Rooms(path)
    code, _ = rooms.open("L2")
    assert rooms.room(code).code == code
    rooms.close()
    assert any("damaged" in file.name for file in path.parent.iterdir())
    (path.parent / "file").write_text("in the way")
    with pytest.raises(Refused, match="GRAPHDP_STORE"):
        Rooms(path.parent / "file" / "rooms.sqlite")


def test_a_full_disk_is_said(rooms):
    rooms._database.execute("PRAGMA max_page_count = 3")
    with pytest.raises(Refused, match="cannot be used"):
        [rooms.open("L2") for _ in range(100)]
