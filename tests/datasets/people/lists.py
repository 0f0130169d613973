"""Files in which a cell or a line lists several people: recipients, authors, friends."""

from __future__ import annotations

from tests.datasets.people.kind import Kind

__all__ = ["LISTS"]

_MAILS = (
    "ann@x ~ bob@x / ann@x ~ cid@x / bob@x ~ ann@x / cid@x ~ ann@x / cid@x ~ bob@x / cid@x ~ dan@x"
)
_TOGETHER = "bob@x ~ cid@x / ann@x ~ bob@x / ann@x ~ dan@x / bob@x ~ dan@x"
_AUTHORS = (
    "Lee, Ann ~ Ray, Bob = 2 / Lee, Ann ~ Poe, Cid / Ray, Bob ~ Poe, Cid / Poe, Cid ~ Fox, Dan"
)
_WROTE = (
    "On trees ~ Lee, Ann / On trees ~ Ray, Bob / Flows ~ Lee, Ann / Flows ~ Ray, Bob / "
    "Flows ~ Poe, Cid / Cuts ~ Poe, Cid / Cuts ~ Fox, Dan / Alone ~ Lee, Ann"
)

LISTS = {
    "mails with several recipients": Kind(
        "mails.csv",
        """Date;From;To;Subject
2024-01-03;ann@x;bob@x; cid@x;Plan
""".replace("bob@x; cid@x", '"bob@x; cid@x"')
        + """2024-01-04;bob@x;ann@x;Re: Plan
2024-01-05;cid@x;"ann@x; bob@x; dan@x";Budget
2024-01-06;ann@x;bob@x;Lunch
""",
        asks={"listed=each": _MAILS, "listed=all": _TOGETHER},
    ),
    "mails with commas in the cell": Kind(
        "mails.csv",
        """from,to,date
ann@x,"bob@x, cid@x",2024-01-03
bob@x,ann@x,2024-01-04
cid@x,"ann@x, bob@x, dan@x",2024-01-05
""",
        asks={"listed=each": _MAILS, "listed=all": _TOGETHER},
    ),
    "mails with names before the addresses": Kind(
        "mails.csv",
        """Absender;Empfänger;Betreff
Ann Lee <ann@x>;"Bob Ray <bob@x>, Cid Poe <cid@x>";Plan
Bob Ray <bob@x>;Ann Lee <ann@x>;Antwort
Cid Poe <cid@x>;"Ann Lee <ann@x>, Bob Ray <bob@x>";Geld
""",
        asks={
            "listed=each": "Ann Lee <ann@x> ~ Bob Ray <bob@x> / Ann Lee <ann@x> ~ Cid Poe <cid@x>"
            " / Bob Ray <bob@x> ~ Cid Poe <cid@x>",
            "listed=all": "",
        },
    ),
    "authors of papers, Last, First; Last, First": Kind(
        "papers.csv",
        """Title,Authors,Year
On trees,"Lee, Ann; Ray, Bob",2019
Flows,"Lee, Ann; Ray, Bob; Poe, Cid",2020
Cuts,"Poe, Cid; Fox, Dan",2021
Alone,"Lee, Ann",2022
""",
        asks={"listed=all": _AUTHORS, "listed=each": _WROTE},
    ),
    "authors first, as a literature database writes": Kind(
        "export.csv",
        """Authors,Title,Year,Source title
"Lee, Ann; Ray, Bob",On trees,2019,J. Trees
"Lee, Ann; Ray, Bob; Poe, Cid",Flows,2020,J. Flows
"Poe, Cid; Fox, Dan",Cuts,2021,J. Trees
"Lee, Ann",Alone,2022,J. Flows
""",
        asks={"listed=all": _AUTHORS, "listed=each": _WROTE},
    ),
    "authors under two letters, as a citation index writes": Kind(
        "savedrecs.txt",
        """PT\tAU\tTI\tPY
J\tLee, Ann; Ray, Bob\tOn trees\t2019
J\tLee, Ann; Ray, Bob; Poe, Cid\tFlows\t2020
J\tPoe, Cid; Fox, Dan\tCuts\t2021
J\tLee, Ann\tAlone\t2022
""",
        asks={"listed=all": _AUTHORS, "listed=each": ""},
    ),
    "a paper a line, authors alone": Kind(
        "authors.txt",
        """Lee, Ann; Ray, Bob
Lee, Ann; Ray, Bob; Poe, Cid
Poe, Cid; Fox, Dan
Lee, Ann
""",
        asks={
            "shape=lists listed=all": _AUTHORS,
            "shape=lists": "Lee, Ann ~ Ray, Bob / Lee, Ann ~ Poe, Cid / Poe, Cid ~ Fox, Dan",
        },
    ),
    "events and who came": Kind(
        "events.csv",
        """event,date,participants
Ball,2023-05-01,"Ann, Bob, Cid"
Tea,2023-05-08,"Ann, Dan"
Walk,2023-06-01,"Bob, Cid, Dan, Eve"
""",
        asks={
            "listed=each": "Ball ~ Ann / Ball ~ Bob / Ball ~ Cid / Tea ~ Ann / Tea ~ Dan / "
            "Walk ~ Bob / Walk ~ Cid / Walk ~ Dan / Walk ~ Eve",
            "listed=all": "Ann ~ Bob / Ann ~ Cid / Bob ~ Cid = 2 / Ann ~ Dan / Bob ~ Dan / "
            "Bob ~ Eve / Cid ~ Dan / Cid ~ Eve / Dan ~ Eve",
        },
    ),
    "projects and members between bars": Kind(
        "projects.csv",
        "project,members\nP1,Ann|Bob|Cid\nP2,Bob|Dan\nP3,Ann\n",
        asks={
            "listed=each": "P1 ~ Ann / P1 ~ Bob / P1 ~ Cid / P2 ~ Bob / P2 ~ Dan / P3 ~ Ann",
            "listed=all": "Ann ~ Bob / Ann ~ Cid / Bob ~ Cid / Bob ~ Dan",
        },
    ),
    "papers in Japanese": Kind(
        "papers.csv",
        "論文,著者\n甲,佐藤、鈴木、高橋\n乙,佐藤、田中\n丙,高橋、田中\n",
        asks={
            "listed=each": "甲 ~ 佐藤 / 甲 ~ 鈴木 / 甲 ~ 高橋 / 乙 ~ 佐藤 / 乙 ~ 田中 / "
            "丙 ~ 高橋 / 丙 ~ 田中",
            "listed=all": "佐藤 ~ 鈴木 / 佐藤 ~ 高橋 / 鈴木 ~ 高橋 / 佐藤 ~ 田中 / 高橋 ~ 田中",
        },
    ),
    "films and their cast": Kind(
        "films.csv",
        """film;cast
Dawn;Ann Lee, Bob Ray, Cid Poe
Dusk;Ann Lee, Dan Fox
Noon;Cid Poe, Dan Fox, Bob Ray
""",
        asks={
            "listed=each": "Dawn ~ Ann Lee / Dawn ~ Bob Ray / Dawn ~ Cid Poe / Dusk ~ Ann Lee / "
            "Dusk ~ Dan Fox / Noon ~ Cid Poe / Noon ~ Dan Fox / Noon ~ Bob Ray",
            "listed=all": "",
        },
    ),
    "names with a comma that are no lists": Kind(
        "friends.csv",
        """Person;Freund;Seit
Lee, Ann;Ray, Bob;2019
Ray, Bob;Poe, Cid;2020
Poe, Cid;Lee, Ann;2020
""",
        means="Lee, Ann ~ Ray, Bob / Ray, Bob ~ Poe, Cid / Poe, Cid ~ Lee, Ann",
    ),
    "titles with semicolons that are no lists": Kind(
        "cites.csv",
        """citing,cited
"Trees; a survey",Flows
Flows,"Cuts; new bounds"
"Cuts; new bounds","Trees; a survey"
""",
        means="Trees; a survey ~ Flows / Flows ~ Cuts; new bounds / "
        "Cuts; new bounds ~ Trees; a survey",
    ),
    "one row for each author": Kind(
        "paper_author.csv",
        "paper,author\nTrees,Ann\nTrees,Bob\nFlows,Ann\nFlows,Cid\n",
        means="Trees ~ Ann / Trees ~ Bob / Flows ~ Ann / Flows ~ Cid",
    ),
    "authors in columns with numbers": Kind(
        "papers.csv",
        """title,author1,author2,author3
Trees,Ann,Bob,
Flows,Ann,Bob,Cid
Cuts,Cid,Dan,
""",
        asks={
            "shape=lists": "Trees ~ Ann / Trees ~ Bob / Flows ~ Ann / Flows ~ Bob / Flows ~ Cid / "
            "Cuts ~ Cid / Cuts ~ Dan",
            "shape=lists listed=all": "Ann ~ Bob = 2 / Ann ~ Cid / Bob ~ Cid / Cid ~ Dan",
        },
    ),
    "pupils and three friends": Kind(
        "survey.csv",
        """Schüler;Freund 1;Freund 2;Freund 3
Ann;Bob;Cid;
Bob;Ann;;
Cid;;;
Dan;Ann;Bob;Cid
""",
        asks={
            "shape=lists": "Ann ~ Bob / Ann ~ Cid / Dan ~ Ann / Dan ~ Bob / Dan ~ Cid",
            "shape=edges": "",
        },
    ),
    "several answers in a cell and blank cells": Kind(
        "survey.csv",
        """name;seeks advice of;age
Ann;Bob, Cid, Dan;31
Bob;;45
Cid;Ann;28
Dan;Ann, Bob;39
""",
        asks={
            "listed=each": "Ann ~ Bob / Ann ~ Cid / Ann ~ Dan / Dan ~ Bob",
            "listed=all": "Bob ~ Cid / Bob ~ Dan / Cid ~ Dan / Ann ~ Bob",
        },
    ),
    "a person and a line of friends": Kind(
        "friends.csv",
        "Ann,Bob,Cid\nBob,Ann\nCid,Ann,Dan,Eve\nDan,Cid\nEve,Cid\n",
        asks={
            "shape=lists": "Ann ~ Bob / Ann ~ Cid / Cid ~ Dan / Cid ~ Eve",
            "shape=lists listed=all": "Ann ~ Bob = 2 / Ann ~ Cid = 2 / Bob ~ Cid / Ann ~ Dan / "
            "Ann ~ Eve / Cid ~ Dan = 2 / Cid ~ Eve = 2 / Dan ~ Eve",
        },
    ),
    "friends behind a colon": Kind(
        "friends.txt",
        "Ann: Bob, Cid\nBob: Ann\nCid: Ann, Dan\nDan: Cid\n",
        means="Ann ~ Bob / Ann ~ Cid / Cid ~ Dan",
    ),
    "mother and father": Kind(
        "family.csv",
        "Person;Vater;Mutter\nAnn;Bob;Cleo\nDan;Bob;Cleo\nBob;Egon;\nEgon;;\nFay;Dan;Gina\n",
        asks={
            "shape=lists": "Ann ~ Bob / Ann ~ Cleo / Dan ~ Bob / Dan ~ Cleo / Bob ~ Egon / "
            "Fay ~ Dan / Fay ~ Gina",
            "shape=edges": "Ann ~ Bob / Dan ~ Bob / Bob ~ Egon / Fay ~ Dan",
        },
    ),
}
