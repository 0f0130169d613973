"""Files that look like graphs and hold no edges: chats, and lists of accounts and people."""

from __future__ import annotations

from tests.datasets.people.kind import Kind

__all__ = ["CHATS"]

CHATS = {
    "WhatsApp, Android in German": Kind(
        "WhatsApp Chat mit Ruderclub.txt",
        """03.01.24, 14:05 - Nachrichten sind Ende-zu-Ende-verschlüsselt.
03.01.24, 14:05 - Ann: Wer kommt am Samstag?
03.01.24, 14:07 - Bob: Ich, und Cid auch
03.01.24, 14:09 - Cid: Bis dann!
Ich bringe Kuchen mit
03.01.24, 15:01 - Ann: <Medien ausgeschlossen>
""",
        refuses="WhatsApp chat",
    ),
    "WhatsApp, iPhone in English": Kind(
        "_chat.txt",
        """[1/3/24, 2:05:11 PM] Rowers: Messages are end-to-end encrypted.
[1/3/24, 2:05:12 PM] Ann: Who comes on Saturday?
[1/3/24, 2:07:00 PM] Bob: Me, and Cid too
[1/3/24, 2:09:40 PM] Cid: See you
""",
        refuses="WhatsApp chat",
    ),
    "Telegram": Kind(
        "result.json",
        """{"name": "Rowers", "type": "private_group", "id": 99,
 "messages": [
  {"id": 1, "type": "message", "from": "Ann", "from_id": "user1", "text": "hi"},
  {"id": 2, "type": "message", "from": "Bob", "reply_to_message_id": 1, "text": "ho"}
 ]}
""",
        refuses="chat",
    ),
    "Discord as a table": Kind(
        "general.csv",
        """AuthorID,Author,Date,Content,Attachments,Reactions
"101","ann#0","2024-01-03T14:05:00","hi all","",""
"102","bob#0","2024-01-03T14:06:00","hello","",""
"101","ann#0","2024-01-03T14:07:00","who comes?","","👍 (2)"
"103","cid#0","2024-01-03T14:08:00","me","",""
""",
        refuses="chat",
    ),
    "Discord as JSON": Kind(
        "general.json",
        """{"guild": {"id": "1", "name": "Rowers"}, "channel": {"id": "2", "name": "general"},
 "messages": [
  {"id": "11", "timestamp": "2024-01-03", "content": "hi", "author": {"id": "101", "name": "ann"}},
  {"id": "12", "timestamp": "2024-01-03", "content": "ho", "author": {"id": "102", "name": "bob"}}
 ], "messageCount": 2}
""",
        refuses="chat",
    ),
    "Slack, a day of a channel": Kind(
        "2024-01-03.json",
        """[{"type": "message", "user": "U1", "text": "hi all", "ts": "1704290700.1", "team": "T1"},
 {"type": "message", "user": "U2", "text": "hello", "ts": "1704290760.2", "team": "T1"},
 {"type": "message", "user": "U1", "text": "who comes?", "ts": "1704290820.3", "team": "T1"}]
""",
        refuses="chat",
    ),
    "a chat as a table": Kind(
        "chat.csv",
        """date,name,message
2024-01-03 14:05,Ann,Who comes on Saturday?
2024-01-03 14:07,Bob,I do
2024-01-03 14:09,Cid,Me too
2024-01-03 15:01,Ann,Fine
""",
        refuses="chat",
    ),
    "an IRC log": Kind(
        "irc.log.txt",
        """[14:05] <ann> hi all
[14:06] <bob> hello ann
[14:07] * cid waves
[14:08] <ann> who comes?
""",
        refuses="chat",
    ),
    "a chat that says who is answered": Kind(
        "messages.csv",
        """time,from,to,text
2024-01-03 14:05,Ann,Bob,hi
2024-01-03 14:07,Bob,Ann,hello
2024-01-03 14:09,Cid,Ann,so?
""",
        means="Ann ~ Bob / Cid ~ Ann",
    ),
    "followers with flags": Kind(
        "followers.csv",
        """username,full_name,is_verified,is_private
ann_lee,Ann Lee,False,True
bob,Bob Ray,False,False
cid.p,Cid Poe,True,False
dan,Dan Fox,False,True
""",
        refuses="holds no edges",
    ),
    "accounts one follows, yes and no": Kind(
        "following.csv",
        """account,verified,protected,follows you,muted
@ann,no,no,yes,no
@bob,yes,no,no,no
@cid,no,yes,yes,no
@dan,no,no,yes,yes
""",
        refuses="holds no edges",
    ),
    "accounts one follows, as JSON": Kind(
        "following.json",
        """{"relationships_following": [
  {"title": "", "string_list_data": [{"href": "https://x/ann", "value": "ann"}]},
  {"title": "", "string_list_data": [{"href": "https://x/bob", "value": "bob"}]}
]}
""",
        refuses="accounts",
    ),
    "one name a line": Kind("names.csv", "Follower\nann\nbob\ncid\ndan\n", refuses="one column"),
    "followers and since when": Kind(
        "followers.csv",
        "Username,Followed since\nann,2021-02-03\nbob,2022-03-04\ncid,2022-03-05\ndan,2023-01-01\n",
        refuses="holds no edges",
    ),
    "a book of addresses": Kind(
        "contacts.csv",
        """First Name,Last Name,Phone,E-mail,City
Ann,Lee,0171 111,ann@x,Ulm
Bob,Ray,0172 222,bob@x,Bonn
Cid,Poe,0173 333,cid@x,Ulm
Dan,Fox,0174 444,dan@x,Köln
""",
        refuses="holds no edges",
    ),
    "a class list": Kind(
        "pupils.csv",
        "Name,Class,Age\nAnn,7a,12\nBob,7b,13\nCid,7a,12\nDan,7b,13\n",
        asks={"source=Name target=Class weight=": "Ann ~ 7a / Bob ~ 7b / Cid ~ 7a / Dan ~ 7b"},
    ),
    "orders of a shop": Kind(
        "orders.csv",
        """order_id,order_date,customer,email,status
1001,2024-01-01,Ann Lee,ann@x,paid
1002,2024-01-02,Bob Ray,bob@x,paid
1003,2024-01-03,Ann Lee,ann@x,sent
1004,2024-01-04,Cid Poe,cid@x,sent
""",
        refuses="holds no edges",
    ),
}
