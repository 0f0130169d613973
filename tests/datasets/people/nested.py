"""JSON with records inside of records, as programs of the web give it."""

from __future__ import annotations

from tests.datasets.people.kind import Kind

__all__ = ["NESTED"]

_TRIANGLE = "u1 ~ u2 / u2 ~ u3 / u3 ~ u1"

NESTED = {
    "messages from and to a person with id and name": Kind(
        "messages.jsonl",
        """{"id": 71, "from": {"id": "u1", "name": "Ann"}, "to": {"id": "u2", "name": "Bob"}}
{"id": 72, "from": {"id": "u2", "name": "Bob"}, "to": {"id": "u3", "name": "Ann"}}
{"id": 73, "from": {"id": "u3", "name": "Ann"}, "to": {"id": "u1", "name": "Ann"}}
""",
        means=_TRIANGLE,
    ),
    "a list of records with logins": Kind(
        "follows.json",
        """[{"user": {"login": "ann", "site_admin": false}, "follows": {"login": "bob"}},
 {"user": {"login": "bob", "site_admin": false}, "follows": {"login": "cid"}},
 {"user": {"login": "cid", "site_admin": true}, "follows": {"login": "ann"}}]
""",
        means="ann ~ bob / bob ~ cid / cid ~ ann",
    ),
    "stars of repositories": Kind(
        "stars.jsonl",
        """{"starred_at": "2024-01-01", "user": {"login": "ann"}, "repo": {"full_name": "x/y"}}
{"starred_at": "2024-01-02", "user": {"login": "bob"}, "repo": {"full_name": "x/y"}}
{"starred_at": "2024-01-03", "user": {"login": "bob"}, "repo": {"full_name": "x/z"}}
""",
        means="ann ~ x/y / bob ~ x/y / bob ~ x/z",
    ),
    "posts and whom they mention": Kind(
        "posts.jsonl",
        """{"user": {"handle": "ann"}, "mentions": [{"handle": "bob"}, {"handle": "cid"}]}
{"user": {"handle": "bob"}, "mentions": [{"handle": "ann"}]}
{"user": {"handle": "cid"}, "mentions": []}
""",
        asks={"listed=each": "ann ~ bob / ann ~ cid", "listed=all": "bob ~ cid / ann"},
    ),
    "mails with lists of addresses": Kind(
        "mails.ndjson",
        """{"from": {"email": "ann@x"}, "to": [{"email": "bob@x"}, {"email": "cid@x"}]}
{"from": {"email": "bob@x"}, "to": [{"email": "ann@x"}]}
{"from": {"email": "cid@x"}, "to": [{"email": "bob@x"}, {"email": "dan@x"}]}
""",
        asks={
            "listed=each": "ann@x ~ bob@x / ann@x ~ cid@x / cid@x ~ bob@x / cid@x ~ dan@x",
            "listed=all": "bob@x ~ cid@x / ann@x / bob@x ~ dan@x",
        },
    ),
    "a person and a list of friends": Kind(
        "friends.jsonl",
        """{"name": "Ann", "age": 31, "friends": ["Bob", "Cid"]}
{"name": "Bob", "age": 45, "friends": ["Ann"]}
{"name": "Cid", "age": 28, "friends": []}
{"name": "Dan", "age": 39, "friends": ["Bob", "Cid", "Eve"]}
""",
        asks={
            "listed=each": "Ann ~ Bob / Ann ~ Cid / Dan ~ Bob / Dan ~ Cid / Dan ~ Eve",
            "listed=all": "Bob ~ Cid = 2 / Ann / Bob ~ Eve / Cid ~ Eve",
        },
    ),
    "one sender, an array of receivers": Kind(
        "calls.jsonl",
        """{"from": "ann", "to": ["bob", "cid"], "minutes": 3}
{"from": "bob", "to": ["cid"], "minutes": 5}
""",
        asks={"listed=each": "ann ~ bob = 3 / ann ~ cid = 3 / bob ~ cid = 5", "listed=all": ""},
    ),
    "links with attributes beside the ends": Kind(
        "links.jsonl",
        """{"source": "a", "target": "b", "attributes": {"weight": 2, "kind": "x"}}
{"source": "b", "target": "c", "attributes": {"weight": 3, "kind": "y"}}
""",
        means="a ~ b = 2 / b ~ c = 3",
    ),
    "records in an envelope": Kind(
        "answer.json",
        """{"data": [{"from": {"id": "u1"}, "to": {"id": "u2"}},
          {"from": {"id": "u2"}, "to": {"id": "u3"}},
          {"from": {"id": "u3"}, "to": {"id": "u1"}}],
 "paging": {"next": null}}
""",
        means=_TRIANGLE,
    ),
    "senders and receivers without id or name": Kind(
        "calls.jsonl",
        """{"sender": {"phone": "017", "city": "Ulm"}, "receiver": {"phone": "018", "city": "Bonn"}}
{"sender": {"phone": "018", "city": "Bonn"}, "receiver": {"phone": "019", "city": "Ulm"}}
{"sender": {"phone": "019", "city": "Ulm"}, "receiver": {"phone": "017", "city": "Ulm"}}
""",
        asks={
            "source=sender.phone target=receiver.phone": "017 ~ 018 / 018 ~ 019 / 019 ~ 017",
            "source=sender.city target=receiver.city": "Ulm ~ Bonn",
        },
    ),
    "answers to other posts": Kind(
        "posts.jsonl",
        """{"id": "1", "author": {"username": "ann"}, "reply_to": null, "text": "a"}
{"id": "2", "author": {"username": "bob"}, "reply_to": {"username": "ann"}, "text": "b"}
{"id": "3", "author": {"username": "cid"}, "reply_to": {"username": "bob"}, "text": "c"}
""",
        means="ann ~ bob / bob ~ cid",
    ),
}
