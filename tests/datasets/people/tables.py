"""Tables of many countries and programs: headers, units, decimal commas, encodings."""

from __future__ import annotations

from tests.datasets.people.kind import Kind

__all__ = ["TABLES"]


_OF = "\u00a0" + "%"  # as German spreadsheets write shares

TABLES = {
    "German shares in per cent": Kind(
        "anteile.csv",
        f"Land;Partner;Anteil\nDeutschland;Frankreich;8,2{_OF}\nFrankreich;Italien;12,5{_OF}\n"
        f"Italien;Deutschland;0,4{_OF}\n",
        means="Deutschland ~ Frankreich = 8.2 / Frankreich ~ Italien = 12.5 / "
        "Italien ~ Deutschland = 0.4",
    ),
    "French euros": Kind(
        "echanges.csv",
        "Pays;Partenaire;Montant\nFrance;Espagne;1\u202f234,50 €\nEspagne;Italie;12,00 €\n"
        "Italie;France;980,10 €\n",
        means="France ~ Espagne = 1234.5 / Espagne ~ Italie = 12 / Italie ~ France = 980.1",
    ),
    "Spanish millions": Kind(
        "comercio.csv",
        "País;Socio;Exportaciones (M€)\nEspaña;Francia;1.234,5\nFrancia;Italia;812,25\n"
        "Italia;España;2.000,0\n",
        means="España ~ Francia = 1234.5 / Francia ~ Italia = 812.25 / Italia ~ España = 2000",
    ),
    "Japanese shares": Kind(
        "wariai.csv",
        "国,相手国,割合\n日本,米国,8.2%\n米国,中国,12.5%\n中国,日本,0.4%\n".encode("shift_jis"),
        means="日本 ~ 米国 = 8.2 / 米国 ~ 中国 = 12.5 / 中国 ~ 日本 = 0.4",
    ),
    "kilometres": Kind(
        "wege.csv",
        "Stadt;Nachbarstadt;Entfernung\nUlm;Bonn;385 km\nBonn;Kiel;1.020 km\nKiel;Ulm;810 km\n",
        asks={
            "decimal=,": "Ulm ~ Bonn = 385 / Bonn ~ Kiel = 1020 / Kiel ~ Ulm = 810",
            "decimal=.": "Ulm ~ Bonn = 385 / Bonn ~ Kiel = 1.02 / Kiel ~ Ulm = 810",
        },
    ),
    "dollars": Kind(
        "payments.csv",
        'Payer,Payee,Amount\nAnn,Bob,"$1,200.50"\nBob,Cid,$80.00\nCid,Ann,$9.99\n',
        means="Ann ~ Bob = 1200.5 / Bob ~ Cid = 80 / Cid ~ Ann = 9.99",
    ),
    "pounds in brackets": Kind(
        "ledger.csv",
        "Debtor,Creditor,Owed\nAnn,Bob,£12\nBob,Cid,£7.5\nCid,Ann,£3\n",
        means="Ann ~ Bob = 12 / Bob ~ Cid = 7.5 / Cid ~ Ann = 3",
    ),
    "durations of calls": Kind(
        "anrufe.csv",
        "Anrufer;Angerufener;Dauer\n+49170111;+49170222;00:03:12\n+49170222;+49170333;00:00:40\n"
        "+49170333;+49170111;01:10:00\n",
        means="+49170111 ~ +49170222 / +49170222 ~ +49170333 / +49170333 ~ +49170111",
    ),
    "a call log": Kind(
        "calls.csv",
        """Calling number,Called number,Start,Duration (s)
49170111,49170222,2024-01-03 14:05,62
49170222,49170333,2024-01-03 14:06,10
49170111,49170333,2024-01-03 14:07,125
""",
        means="49170111 ~ 49170222 = 62 / 49170222 ~ 49170333 = 10 / 49170111 ~ 49170333 = 125",
    ),
    "bank transfers": Kind(
        "umsaetze.csv",
        """Buchungstag;Auftraggeber;Empfänger;Verwendungszweck;Betrag;Währung
03.01.2024;Ann Lee;Bob Ray;Miete;1.250,00;EUR
04.01.2024;Bob Ray;Cid Poe;Kuchen;12,50;EUR
05.01.2024;Cid Poe;Ann Lee;Buch;20,00;EUR
""".encode("cp1252"),
        means="Ann Lee ~ Bob Ray = 1250 / Bob Ray ~ Cid Poe = 12.5 / Cid Poe ~ Ann Lee = 20",
    ),
    "Polish without a number": Kind(
        "znajomi.csv",
        "Osoba;Kolega\nAnna;Jan\nJan;Ewa\nEwa;Piotr\nPiotr;Anna\nJan;Piotr\n",
        asks={
            "header=true": "Anna ~ Jan / Jan ~ Ewa / Ewa ~ Piotr / Piotr ~ Anna / Jan ~ Piotr",
            "header=false": "Anna ~ Jan / Jan ~ Ewa / Ewa ~ Piotr / Piotr ~ Anna / Jan ~ Piotr / "
            "Osoba ~ Kolega",
        },
    ),
    "no header at all": Kind(
        "friends.csv",
        "Ann;Bob\nBob;Cid\nCid;Dan\nDan;Ann\n",
        means="Ann ~ Bob / Bob ~ Cid / Cid ~ Dan / Dan ~ Ann",
    ),
    "thousands with a point": Kind(
        "pendler.csv",
        "Wohnort;Arbeitsort;Pendler\nUlm;Neu-Ulm;12.500\nNeu-Ulm;Augsburg;1.230\nUlm;Augsburg;980\n",
        asks={
            "decimal=,": "Ulm ~ Neu-Ulm = 12500 / Neu-Ulm ~ Augsburg = 1230 / Ulm ~ Augsburg = 980",
            "decimal=.": "Ulm ~ Neu-Ulm = 12.5 / Neu-Ulm ~ Augsburg = 1.23 / Ulm ~ Augsburg = 980",
        },
    ),
    "thousands with a comma": Kind(
        "trade.csv",
        'Reporter,Partner,Value (US$)\nA,B,"12,345"\nB,C,"1,000"\nA,C,999\n',
        means="A ~ B = 12345 / B ~ C = 1000 / A ~ C = 999",
    ),
    "UTF-16 with tabs, as Excel's Unicode text": Kind(
        "kontakte.txt",
        "Name\tFreundin\tTreffen\nAnn\tBea\t3\nBea\tCleo\t2\nCleo\tAnn\t1\n".encode("utf-16"),
        means="Ann ~ Bea = 3 / Bea ~ Cleo = 2 / Cleo ~ Ann = 1",
    ),
    "byte order mark and semicolons": Kind(
        "netz.csv",
        b"\xef\xbb\xbf" + "Von;Nach;Stärke\nÄnne;Bob;1,5\nBob;Cid;2\nCid;Änne;0,5\n".encode(),
        means="Änne ~ Bob = 1.5 / Bob ~ Cid = 2 / Cid ~ Änne = 0.5",
    ),
    "sep= in the first line": Kind(
        "netz.csv",
        "sep=;\r\nVon;Nach;Anzahl\r\nAnn;Bob;3\r\nBob;Cid;2\r\nCid;Ann;1\r\n",
        means="Ann ~ Bob = 3 / Bob ~ Cid = 2 / Cid ~ Ann = 1",
    ),
    "subject, verb, object": Kind(
        "triples.csv",
        "Ann,likes,Bob\nBob,knows,Cid\nCid,likes,Ann\nAnn,knows,Cid\n",
        means="Ann ~ Bob / Bob ~ Cid / Cid ~ Ann",
    ),
    "time before the ends, no header": Kind(
        "log.csv",
        "2024-01-03 10:00,ann,bob\n2024-01-03 10:05,bob,cid\n2024-01-04 09:00,cid,ann\n",
        means="ann ~ bob / bob ~ cid / cid ~ ann",
    ),
    "an id, two ends, a kind": Kind(
        "relations.csv",
        "id,person_a,person_b,relation\n1,Ann,Bob,friend\n2,Bob,Cid,cousin\n3,Cid,Ann,friend\n",
        means="Ann ~ Bob / Bob ~ Cid / Cid ~ Ann",
    ),
    "citations": Kind(
        "cites.csv",
        "citing;cited\n10.1/a;10.1/b\n10.1/b;10.1/c\n10.1/a;10.1/c\n",
        means="10.1/a ~ 10.1/b / 10.1/b ~ 10.1/c / 10.1/a ~ 10.1/c",
    ),
    "who likes whom, with a score of five": Kind(
        "ratings.csv",
        "rater,rated,score\nAnn,Bob,5\nBob,Ann,4\nCid,Ann,3\nCid,Bob,1\n",
        means="Ann ~ Bob = 5 / Cid ~ Ann = 3 / Cid ~ Bob = 1",
    ),
    "names above and beside": Kind(
        "matrix.csv",
        ";Ann;Bob;Cid\nAnn;0;1;1\nBob;1;0;0\nCid;1;0;0\n",
        means="Ann ~ Bob / Ann ~ Cid",
    ),
    "positions in a league, two columns of teams": Kind(
        "spiele.csv",
        "Datum;Heim;Gast;Tore\n03.01.2024;Ulm;Bonn;2:1\n10.01.2024;Bonn;Kiel;0:0\n"
        "17.01.2024;Kiel;Ulm;1:3\n",
        means="Ulm ~ Bonn / Bonn ~ Kiel / Kiel ~ Ulm",
    ),
}
