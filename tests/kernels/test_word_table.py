"""Words are numbered as a dictionary of Python numbers them."""

import numpy as np

from graphdp_core.kernels.word_table import empty_table, joined_words, node_of, with_room


def test_words_are_numbered_as_they_appear_and_come_back_whole() -> None:
    chance = np.random.default_rng(0)
    texts = [f"n{i:o}".encode() for i in chance.integers(0, 3_000, 8_000)]
    data = np.frombuffer(b"".join(texts), dtype=np.uint8)
    stops = np.cumsum([len(text) for text in texts])
    words, slots = empty_table()
    expected: dict[bytes, int] = {}
    for text, stop in zip(texts, stops.tolist(), strict=True):
        nodes = len(expected)
        words, slots = with_room(words, slots, nodes)
        node = node_of(data, stop - len(text), stop, (words, slots), nodes)
        assert node == expected.setdefault(text, nodes)
    assert len(expected) > 2_000, "the table has grown"
    assert joined_words(data, words[: len(expected)]).tobytes() == b"\n".join(expected)


def test_words_of_one_hash_code_are_told_apart() -> None:
    pair = b"costarring" + b"liquid"  # a collision of 32-bit FNV-1a
    data = np.frombuffer(pair, dtype=np.uint8)
    words, slots = empty_table()
    assert node_of(data, 0, 10, (words, slots), 0) == 0
    assert node_of(data, 10, 16, (words, slots), 1) == 1
    assert node_of(data, 0, 10, (words, slots), 2) == 0
    assert node_of(data, 10, 16, (words, slots), 2) == 1
