"""Kinds that came up later: two tables in one file, arrows, entries of several lines, own calls."""

from __future__ import annotations

from tests.datasets.people.kind import Kind

__all__ = ["SECOND"]

SECOND = {
    "mails of an office program": Kind(
        "mails.csv",
        """"Subject","Body","From: (Name)","From: (Address)","To: (Name)","To: (Address)"
"Plan","Hello,
see you, Bob, on Monday","Ann Lee","ann@x","Bob Ray;Cid Poe","bob@x;cid@x"
"Re: Plan","Fine
","Bob Ray","bob@x","Ann Lee","ann@x"
"Tea","Now, please","Cid Poe","cid@x","Ann Lee;Bob Ray","ann@x;bob@x"
""",
        asks={
            "listed=each": "Ann Lee ~ Bob Ray / Ann Lee ~ Cid Poe / Cid Poe ~ Bob Ray",
            "listed=all": "",
        },
    ),
    "contacts of a career network": Kind(
        "Connections.csv",
        """Notes:
"When exporting your connection data, you may notice that some addresses are missing."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Ann,Lee,https://x/ann,,Acme,Head,03 Jan 2024
Ann,Ray,https://x/ray,,Acme,Clerk,04 Jan 2024
Cid,Poe,https://x/cid,,Bolt,Clerk,05 Feb 2024
Dan,Poe,https://x/dan,,Bolt,Lead,05 Feb 2024
""",
        refuses="holds no edges",
    ),
    "how many messages friends sent since when": Kind(
        "friends.csv",
        "Person,Friend,messages,since\nann,bob,2,2010\nbea,bob,1,2011\ncid,dan,5,2012\n"
        "dan,eve,4,2013\neve,bob,3,2014\n",
        means="ann ~ bob = 2 / bea ~ bob = 1 / cid ~ dan = 5 / dan ~ eve = 4 / eve ~ bob = 3",
    ),
    "an account at a bank": Kind(
        "umsatz.csv",
        "Datum;Empfänger;Verwendungszweck;Betrag\n03.01.2024;Ann;Miete;1.250,00\n"
        "04.01.2024;Bob;Kuchen;12,50\n05.01.2024;Ann;Miete;20,00\n",
        refuses="holds no edges",
    ),
    "one's own calls": Kind(
        "calls.csv",
        "Date,Number,Direction,Duration\n2024-01-03,0171 11,incoming,62\n"
        "2024-01-03,0172 22,outgoing,10\n2024-01-04,0171 11,missed,0\n",
        refuses="holds no edges",
    ),
    "parents by number": Kind(
        "family.csv",
        "ID,Name,Father ID,Mother ID\n1,Ann,3,4\n2,Bob,3,4\n3,Cid,,\n4,Dea,,\n",
        asks={"shape=lists": "1 ~ 3 / 1 ~ 4 / 2 ~ 3 / 2 ~ 4"},
    ),
    "friends by number": Kind(
        "survey.csv",
        "id;f1;f2;f3\n1;2;3;\n2;1;;\n3;4;;\n4;1;2;3\n",
        asks={"shape=lists": "1 ~ 2 / 1 ~ 3 / 3 ~ 4 / 4 ~ 1 / 4 ~ 2"},
    ),
    "nominations by number": Kind(
        "survey.csv",
        "pupil,friend1,friend2,friend3,friend4\n1,2,3,4,5\n2,1,3,4,5\n3,1,2,4,5\n4,1,2,3,5\n"
        "5,1,2,3,4\n",
        asks={
            "shape=lists": "1 ~ 2 / 1 ~ 3 / 1 ~ 4 / 1 ~ 5 / 2 ~ 3 / 2 ~ 4 / 2 ~ 5 / 3 ~ 4 / "
            "3 ~ 5 / 4 ~ 5",
            "shape=answers": "",
        },
    ),
    "arrows": Kind(
        "links.txt",
        "Ann -> Bob\nBob -> Cid\nDan -> Eve\n",
        means="Ann ~ Bob / Bob ~ Cid / Dan ~ Eve",
    ),
    "arrows to several": Kind(
        "links.txt",
        "Ann Lee -> Bob Ray, Cid Poe\nBob Ray -> Cid Poe\n",
        means="Ann Lee ~ Bob Ray / Ann Lee ~ Cid Poe / Bob Ray ~ Cid Poe",
    ),
    "dashes between names": Kind(
        "couples.txt",
        "Ann Lee - Bob Ray\nBob Ray - Cid Poe\nDan Fox - Eve Orr\n",
        means="Ann Lee ~ Bob Ray / Bob Ray ~ Cid Poe / Dan Fox ~ Eve Orr",
    ),
    "nodes and edges below each other": Kind(
        "graph.csv",
        "id,name\n1,Ann\n2,Bob\n3,Cid\n\nsource,target\n1,2\n2,3\n",
        refuses="two tables",
    ),
    "a currency before the sum": Kind(
        "debts.csv",
        "Schuldner;Gläubiger;Betrag\nAnn;Bob;EUR 1.234,50\nBob;Cid;EUR 12,00\nCid;Ann;EUR 3,00\n",
        means="Ann ~ Bob = 1234.5 / Bob ~ Cid = 12 / Cid ~ Ann = 3",
    ),
    "several units in a column": Kind(
        "ways.csv",
        "From,To,Distance\nAnn,Bob,3 km\nBob,Cid,200 m\nCid,Ann,1 km\n",
        means="Ann ~ Bob / Bob ~ Cid / Cid ~ Ann",
    ),
    "months in words": Kind(
        "friends.csv",
        "Name,Since,Friend\nAnn,3 Jan 2024,Bob\nBob,4 Feb 2024,Cid\nCid,5 Mar 2024,Ann\n",
        means="Ann ~ Bob / Bob ~ Cid / Cid ~ Ann",
    ),
    "authors alone in columns": Kind(
        "authors.csv",
        "author1,author2,author3\nAnn,Bob,\nAnn,Bob,Cid\nCid,Dan,\n",
        asks={"shape=lists listed=all": "Ann ~ Bob = 2 / Ann ~ Cid / Bob ~ Cid / Cid ~ Dan"},
    ),
    "messages of a social network": Kind(
        "message_1.json",
        """{"participants": [{"name": "Ann"}, {"name": "Bob"}],
 "messages": [{"sender_name": "Ann", "timestamp_ms": 1700000000, "content": "hi"}]}
""",
        refuses="chat",
    ),
    "a merged column of groups": Kind(
        "groups.csv",
        "Group,Member\nChess,Ann\n,Bob\nChoir,Ann\n,Cid\n",
        asks={
            "odd_rows=above": "Chess ~ Ann / Chess ~ Bob / Choir ~ Ann / Choir ~ Cid",
            "odd_rows=skip": "Chess ~ Ann / Choir ~ Ann / Bob / Cid",
        },
    ),
    "a genealogy": Kind(
        "family.txt",
        "0 HEAD\n1 SOUR ABC\n0 @I1@ INDI\n1 NAME Ann /Lee/\n1 FAMC @F1@\n0 @F1@ FAM\n1 HUSB @I2@\n",
        refuses="genealogy",
    ),
    "NA of R": Kind(
        "friends.csv",
        '"person","friend"\n"Anna","Bert"\n"Bert","Cleo"\n"Dora",NA\n"Cleo","Anna"\n',
        means="Anna ~ Bert / Bert ~ Cleo / Cleo ~ Anna / Dora",
    ),
    "countries by two letters": Kind(
        "trade.csv",
        "from,to,value\nDE,NA,3\nZA,NA,5\nDE,ZA,2\n",
        asks={
            "nobody=keep": "DE ~ NA = 3 / ZA ~ NA = 5 / DE ~ ZA = 2",
            "nobody=skip": "DE ~ ZA = 2",
        },
    ),
    "couples": Kind(
        "couples.csv",
        "Husband,Wife,Year\nBob,Ann,1990\nDan,Eve,1991\nFox,Gina,1995\n",
        means="Bob ~ Ann / Dan ~ Eve / Fox ~ Gina",
    ),
    "a friend of each": Kind(
        "friends.csv",
        "person,friend\nAnn,Zed\nBob,Yan\nCid,Xia\nDan,Wim\n",
        means="Ann ~ Zed / Bob ~ Yan / Cid ~ Xia / Dan ~ Wim",
    ),
    "comments on a film": Kind(
        "comments.csv",
        "comment_id,author,text,likes\nc1,ann,nice,3\nc2,bob,great,2\nc3,ann,so,1\nc4,cid,na,0\n",
        refuses="holds no edges",
    ),
    "rides between stations, with their numbers": Kind(
        "trips.csv",
        "trip_id,started_at,start_station_name,end_station_name,member\n"
        "1,2024-01-01 10:00,A St,B St,yes\n2,2024-01-01 11:00,B St,C St,no\n"
        "3,2024-01-01 12:00,A St,C St,no\n",
        means="A St ~ B St / B St ~ C St / A St ~ C St",
    ),
    "who and whom": Kind("ties.csv", "who,whom\nann,bob\nbob,cid\n", means="ann ~ bob / bob ~ cid"),
    "accounts that one follows, with what is shown": Kind(
        "following_accounts.csv",
        "Account address,Show boosts,Notify on new posts,Languages\n"
        "ann@m,true,false,\nbob@m,true,false,\ncid@m,false,false,\n",
        refuses="holds no edges",
    ),
    "ratings of films by number": Kind(
        "ratings.csv",
        "userId,movieId,rating,timestamp\n1,31,2.5,1260759144\n1,2,3.0,1260759179\n"
        "2,31,4.0,835355493\n",
        asks={"source=userId target=movieId": "1 ~ 31 = 2.5 / 1 ~ 2 = 3 / 2 ~ 31 = 4"},
    ),
}
