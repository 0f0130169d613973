"""Tables with rows that are no data: titles above, totals and notes below, gaps in between."""

from __future__ import annotations

from tests.datasets.people.kind import Kind

__all__ = ["ODD"]

_RING = "Ann ~ Bob = 3 / Bob ~ Cid = 2 / Cid ~ Ann = 1"
_CLUBS = "Ann ~ Chess / Ann ~ Choir / Bob ~ Chess / Cid ~ Choir / Cid ~ Rowing"

ODD = {
    "two title rows": Kind(
        "bericht.csv",
        "Kontakte im Betrieb\nStand: 03.01.2024\n\nVon;Nach;Anzahl\nAnn;Bob;3\nBob;Cid;2\n"
        "Cid;Ann;1\n",
        means=_RING,
    ),
    "title rows filled up with commas": Kind(
        "report.csv",
        "Contacts in the firm,,\n,,\nFrom,To,Count\nAnn,Bob,3\nBob,Cid,2\nCid,Ann,1\n",
        means=_RING,
    ),
    "a title with a comma": Kind(
        "report.csv",
        "Contacts, January 2024\nPrepared by: HR, Ulm\nFrom,To,Count\nAnn,Bob,3\nBob,Cid,2\n"
        "Cid,Ann,1\n",
        means=_RING,
    ),
    "a source and a note below": Kind(
        "kontakte.csv",
        "Von;Nach;Anzahl\nAnn;Bob;3\nBob;Cid;2\nCid;Ann;1\n\nQuelle: eigene Erhebung\n"
        "* geschätzt\n",
        means=_RING,
    ),
    "a total below": Kind(
        "contacts.csv",
        "From,To,Count\nAnn,Bob,3\nBob,Cid,2\nCid,Ann,1\nTotal,,6\n",
        means=_RING,
    ),
    "a sum in German below": Kind(
        "kontakte.csv", "Von;Nach;Anzahl\nAnn;Bob;3\nBob;Cid;2\nCid;Ann;1\nSumme;;6\n", means=_RING
    ),
    "members and groups with a total": Kind(
        "mitglieder.csv",
        "Mitglied;Gruppe\nAnn;Schach\nBob;Schach\nAnn;Chor\nCid;Chor\nGesamt;4\n",
        means="Ann ~ Schach / Bob ~ Schach / Ann ~ Chor / Cid ~ Chor",
    ),
    "members and groups with n = below": Kind(
        "members.csv",
        "Member,Group\nAnn,Chess\nBob,Chess\nAnn,Choir\nCid,Choir\nn = 4,\n",
        means="Ann ~ Chess / Bob ~ Chess / Ann ~ Choir / Cid ~ Choir",
    ),
    "marks with a total row": Kind(
        "clubs.csv",
        "Member,Chess,Choir,Rowing\nAnn,x,x,\nBob,x,,\nCid,,x,x\nTotal,2,2,1\n",
        means=_CLUBS,
    ),
    "marks with a total row and column": Kind(
        "vereine.csv",
        "Mitglied;Chess;Choir;Rowing;Summe\nAnn;1;1;0;2\nBob;1;0;0;1\nCid;0;1;1;2\nSumme;2;2;1;5\n",
        means=_CLUBS,
    ),
    "marks with a title above": Kind(
        "clubs.csv",
        "Our clubs,,,\nMember,Chess,Choir,Rowing\nAnn,x,x,\nBob,x,,\nCid,,x,x\n",
        means=_CLUBS,
    ),
    "the total of a pivot table in Spanish": Kind(
        "socios.csv",
        "Socio;Club;Visitas\nAnn;Ajedrez;3\nBob;Ajedrez;2\nCid;Coro;1\nTotal general;;6\n",
        means="Ann ~ Ajedrez = 3 / Bob ~ Ajedrez = 2 / Cid ~ Coro",
    ),
    "a company called Total": Kind(
        "owners.csv",
        "Owner,Company,Share\nAnn,Total,3\nTotal,Elf,80\nBob,Elf,2\nCid,Total,5\n",
        means="Ann ~ Total = 3 / Total ~ Elf = 80 / Bob ~ Elf = 2 / Cid ~ Total = 5",
    ),
    "a company called Total in the last row": Kind(
        "owners.csv",
        "Owner,Company,Share\nAnn,Total,3\nBob,Elf,2\nTotal,Elf,80\n",
        means="Ann ~ Total = 3 / Total ~ Elf = 80 / Bob ~ Elf = 2",
    ),
    "the last row was cut off": Kind(
        "kontakte.csv",
        "Von;Nach;Anzahl\nAnn;Bob;3\nBob;Cid;2\nCid;Ann;1\nDan\n",
        means=_RING,
    ),
    "a row without its weight": Kind(
        "kontakte.csv",
        "Von;Nach;Anzahl\nAnn;Bob;3\nBob;Cid;2\nCid;Ann\n",
        means=_RING,
    ),
    "separators at the end of some rows": Kind(
        "kontakte.csv",
        "Von;Nach;Anzahl\nAnn;Bob;3;\nBob;Cid;2\nCid;Ann;1;\n",
        means=_RING,
    ),
    "rows of nothing but separators": Kind(
        "kontakte.csv",
        "Von;Nach;Anzahl\nAnn;Bob;3\n;;\nBob;Cid;2\n;;\nCid;Ann;1\n;;\n",
        means=_RING,
    ),
    "the header again on every page": Kind(
        "kontakte.csv",
        "Von;Nach;Anzahl\nAnn;Bob;3\nBob;Cid;2\nVon;Nach;Anzahl\nCid;Ann;1\n",
        means=_RING,
    ),
    "a person who named nobody": Kind(
        "survey.csv",
        "Student,Friend\nAnn,Bob\nBob,Cid\nDan,\nCid,Ann\n",
        means="Ann ~ Bob / Bob ~ Cid / Cid ~ Ann / Dan",
    ),
    "nobody written as a dash": Kind(
        "survey.csv",
        "Student,Friend\nAnn,Bob\nBob,Cid\nDan,-\nEve,n/a\nCid,Ann\n",
        means="Ann ~ Bob / Bob ~ Cid / Cid ~ Ann / Dan / Eve",
    ),
    "employees and their managers": Kind(
        "staff.csv",
        "employee,manager\nEve,\nAnn,Eve\nBob,Eve\nCid,Ann\nDan,Ann\n",
        means="Ann ~ Eve / Bob ~ Eve / Cid ~ Ann / Dan ~ Ann",
    ),
    "employees with numbers, a name and a manager": Kind(
        "staff.csv",
        "employee_id,name,manager_id,title\n1,Eve,,Head\n2,Ann,1,Lead\n3,Bob,1,Lead\n4,Cid,2,Clerk\n",
        means="2 ~ 1 / 3 ~ 1 / 4 ~ 2",
    ),
    "calls without a caller": Kind(
        "calls.csv",
        "caller,callee,seconds\nAnn,Bob,10\n,Bob,5\nBob,Cid,7\nCid,Ann,9\n",
        asks={
            "odd_rows=skip": "Ann ~ Bob = 10 / Bob ~ Cid = 7 / Cid ~ Ann = 9",
            "odd_rows=above": "Ann ~ Bob = 10 / Bob ~ Cid = 7 / Cid ~ Ann = 9",
        },
    ),
}
