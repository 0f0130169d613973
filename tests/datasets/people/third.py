"""Kinds that a fourth look met: headers behind signs, times first, grids, names of nobody."""

from __future__ import annotations

from tests.datasets.people.kind import Kind

__all__ = ["THIRD"]

_RING = "ada ~ boris / boris ~ cara / cara ~ ada"
_WEIGHTED = "ada ~ boris = 3 / boris ~ cara = 2 / cara ~ ada = 1"

THIRD = {
    "a header behind a comment sign": Kind(
        "bt.csv",
        "# timestamp,user_a,user_b,rssi\n0,1,2,80\n0,2,3,75\n300,1,3,60\n300,3,4,90\n600,4,5,70\n",
        means="1 ~ 2 = 80 / 2 ~ 3 = 75 / 1 ~ 3 = 60 / 3 ~ 4 = 90 / 4 ~ 5 = 70",
    ),
    "interactors A and B beside the number of the row": Kind(
        "biogrid.txt",
        "#BioGRID ID\tGene Interactor A\tGene Interactor B\n103\t6416\t2318\n117\t84665\t88\n"
        "183\t90\t2339\n184\t2339\t88\n",
        means="6416 ~ 2318 / 84665 ~ 88 / 90 ~ 2339 / 2339 ~ 88",
    ),
    "a header behind a sign, of words that say nothing, between other blanks": Kind(
        "g.tsv", "#u v\n1\t2\n2\t3\n3\t1\n", means="1 ~ 2 / 2 ~ 3 / 3 ~ 1"
    ),
    "a comment that is no header": Kind(
        "g.txt", "# a graph of friends\nada boris 3\nboris cara 2\ncara ada 1\n", means=_WEIGHTED
    ),
    "the time first": Kind(
        "contacts.txt",
        "".join(
            f"{20 * i}\t{ends}\t3B\n"
            for i, ends in enumerate(("15\t16", "16\t17", "17\t15", "15\t18", "18\t16"))
        ),
        asks={
            "source=2 target=3 weight=": "15 ~ 16 / 16 ~ 17 / 17 ~ 15 / 15 ~ 18 / 18 ~ 16",
            "source=1 target=2": "",
        },
    ),
    "a layer first": Kind(
        "multiplex.edges",
        "1 3 11 25\n2 9 12 25\n3 3 9 16\n1 11 12 9\n2 9 11 2\n3 3 12 12\n",
        asks={
            "source=2 target=3 weight=4": "3 ~ 11 = 25 / 9 ~ 12 = 25 / 3 ~ 9 = 16 / 11 ~ 12 = 9"
            " / 9 ~ 11 = 2 / 3 ~ 12 = 12",
            "source=1 target=2": "",
        },
    ),
    "edges in order with small weights": Kind(
        "sorted.txt",
        "1 2 1\n1 3 2\n2 3 1\n2 4 3\n3 4 2\n",
        means="1 ~ 2 = 1 / 1 ~ 3 = 2 / 2 ~ 3 = 1 / 2 ~ 4 = 3 / 3 ~ 4 = 2",
    ),
    "crosses in a square": Kind(
        "matrix.csv", ";ada;boris;cara\nada;;x;x\nboris;x;;x\ncara;x;x;\n", means=_RING
    ),
    "true and false in a square": Kind(
        "matrix.csv",
        ",ada,boris,cara\nada,False,True,True\nboris,True,False,True\ncara,True,True,False\n",
        means=_RING,
    ),
    "crosses below other names": Kind(
        "clubs.csv",
        "Name;Chess;Choir;Go\nada;x;;x\nboris;;x;\ncara;x;x;\n",
        means="ada ~ Chess / ada ~ Go / boris ~ Choir / cara ~ Chess / cara ~ Choir",
    ),
    "a matrix that R wrote without names": Kind(
        "r.csv",
        '"","V1","V2","V3","V4"\n"1",0,1,0,1\n"2",1,0,1,0\n"3",0,1,0,1\n"4",1,0,1,0\n',
        means="1 ~ 2 / 2 ~ 3 / 3 ~ 4 / 1 ~ 4",
    ),
    "ids that became floats because of a gap": Kind(
        "pandas.csv", "source,target\n1,2.0\n2,3.0\n3,1.0\n4,\n", means="1 ~ 2 / 2 ~ 3 / 3 ~ 1 / 4"
    ),
    "ids kept as text for a spreadsheet": Kind(
        "excel.csv",
        'source,target\n="007","=""012"""\n="012",="0"\n',
        means="007 ~ 012 / 012 ~ 0",
    ),
    "the header of another export further down": Kind(
        "two.csv",
        "source,target,weight\nada,boris,3\nboris,cara,2\n\ufeffSource,Target,Weight\ncara,ada,1\n",
        means=_WEIGHTED,
    ),
    "units below the header": Kind(
        "flows.csv",
        "from,to,flow\n[-],[-],[veh/h]\nada,boris,3\nboris,cara,2\ncara,ada,1\n",
        means=_WEIGHTED,
    ),
    "errors of a spreadsheet": Kind(
        "errors.csv",
        "source,target,weight\nada,boris,3\nboris,cara,2\ncara,ada,1\ncara,#REF!,4\ndov,#N/A,2\n",
        means=f"{_WEIGHTED} / dov",
    ),
    "a person whose name is Null": Kind(
        "names.csv",
        "person,friend\nAda,Null\nNull,Bob\nBob,Ada\n",
        asks={"nobody=keep": "Ada ~ Null / Null ~ Bob / Bob ~ Ada", "nobody=skip": "Ada ~ Bob"},
    ),
    "an answer that means nobody": Kind(
        "survey.csv",
        "person,friend\nAnn,Bob\nBob,Cid\nCid,Niemand\nDan,-\n",
        asks={
            "nobody=skip": "Ann ~ Bob / Bob ~ Cid / Dan",
            "nobody=keep": "Ann ~ Bob / Bob ~ Cid / Cid ~ Niemand / Dan",
        },
    ),
    "names in capitals beside themselves": Kind(
        "survey.csv",
        "person,friend\nAnn Lee,Bob\nBob,ANN  LEE\nCid,Bob\nDan,bob \n",
        asks={
            "alike=one": "Ann Lee ~ Bob / Cid ~ Bob / Dan ~ Bob",
            "alike=two": "Ann Lee ~ Bob / Bob ~ ANN  LEE / Cid ~ Bob / Dan ~ bob",
        },
    ),
    "a friend of two words in a list with commas": Kind(
        "club.txt",
        "Ann: Bob Ray, Cid\nCid: Bob Ray\nBob Ray: Ann\n",
        means="Ann ~ Bob Ray / Ann ~ Cid / Cid ~ Bob Ray",
    ),
    "a list of neighbours with nobody in it": Kind(
        "club.adjlist",
        "Ann Bob Cid\nDan nobody\n",
        asks={"nobody=skip": "Ann ~ Bob / Ann ~ Cid / Dan", "nobody=keep": ""},
    ),
    "two kinds of ids with the same numbers": Kind(
        "enrol.csv",
        "student_id,course_id\n1,1\n1,2\n2,2\n",
        asks={
            "projection=none": "student_id 1 ~ course_id 1 / student_id 1 ~ course_id 2"
            " / student_id 2 ~ course_id 2",
            "projection=rows": "student_id 1 ~ student_id 2",
            "projection=columns": "course_id 1 ~ course_id 2",
            "source=student_id target=course_id": "1 ~ 2",
        },
    ),
    "ratings with two colons": Kind(
        "ratings.dat",
        "1::7::5::978300760\n1::2::3::978302109\n2::7::4::978301968\n",
        asks={
            "projection=none": "source 1 ~ target 7 = 5 / source 1 ~ target 2 = 3"
            " / source 2 ~ target 7 = 4",
            "projection=rows": "source 1 ~ source 2",
            "projection=columns": "target 7 ~ target 2",
            "source=1 target=2": "1 ~ 7 = 5 / 1 ~ 2 = 3 / 2 ~ 7 = 4",
        },
    ),
    "tuples as Python prints them": Kind(
        "pairs.txt", "[('ada', 'boris'), ('boris', 'cara'), ('cara', 'ada')]\n", means=_RING
    ),
    "a tuple on each line": Kind(
        "pairs.csv",
        "('ada', 'boris', 3)\n('boris', 'cara', 2)\n('cara', 'ada', 1)\n",
        means=_WEIGHTED,
    ),
    "single quotes around every name": Kind(
        "pairs.csv", "'ada', 'boris'\n'boris', 'cara'\n'cara', 'ada'\n", means=_RING
    ),
    "quotes behind backslashes": Kind(
        "nick.csv",
        'source,target\n"Ann \\"ace\\"","Bob, Jr"\n"Bob, Jr","Cid"\n',
        means='Ann "ace" ~ Bob, Jr / Bob, Jr ~ Cid',
    ),
    "columns of fixed width": Kind(
        "spss.txt",
        "Ada Lind        Boris Ek            25\nBoris Ek        Cara Noll            9\n"
        "Cara Noll       Ada Lind            12\n",
        means="Ada Lind ~ Boris Ek = 25 / Boris Ek ~ Cara Noll = 9 / Cara Noll ~ Ada Lind = 12",
    ),
    "signs that nobody sees": Kind(
        "marks.csv",
        "from,to\nada\u200b,boris\nboris,\u200fcara\u2060\ncara,ada\n",
        means=_RING,
    ),
    "connections beside elements": Kind(
        "kumu.json",
        '{"elements": [{"label": "ada"}, {"label": "boris"}, {"label": "cara"}], "connections":'
        ' [{"from": "ada", "to": "boris"}, {"from": "boris", "to": "cara"},'
        ' {"from": "cara", "to": "ada"}]}',
        means=_RING,
    ),
    "another list of two ends beside the links": Kind(
        "g.json",
        '{"nodes": [{"id": "ada"}, {"id": "boris"}], "moves": [{"from": "x", "to": "y"}],'
        ' "links": [{"source": "ada", "target": "boris"}]}',
        means="ada ~ boris",
    ),
    "a generation is no weight": Kind(
        "cases.csv",
        "infector,infectee,generation\nada,boris,1\nada,cara,1\nboris,dov,2\n",
        means="ada ~ boris / ada ~ cara / boris ~ dov",
    ),
    "a key is no weight": Kind(
        "edges.json",
        '[{"_key": "7", "_from": "p/a", "_to": "p/b"}, {"_key": "8", "_from": "p/b", "_to": "p/c"},'
        ' {"_key": "9", "_from": "p/c", "_to": "p/a"}]',
        means="p/a ~ p/b / p/b ~ p/c / p/c ~ p/a",
    ),
    "years behind comments": Kind(
        "g.txt",
        "ada boris # since 2003\nboris cara # since 2004\ncara ada # since 2005\n",
        means=_RING,
    ),
    "costs that could be years": Kind(
        "g.csv",
        "from,to,cost\nada,boris,1900\nboris,cara,2000\ncara,dov,1950\ndov,ada,2050\n",
        means="ada ~ boris = 1900 / boris ~ cara = 2000 / cara ~ dov = 1950 / dov ~ ada = 2050",
    ),
    "advice in numbered columns": Kind(
        "survey.csv",
        "Name,Advice 1,Advice 2\nAda,Boris,Cara\nBoris,Cara,\nCara,Ada,Dov\n",
        asks={
            "shape=lists": "Ada ~ Boris / Ada ~ Cara / Boris ~ Cara / Cara ~ Dov",
            "shape=edges": "Ada ~ Boris / Boris ~ Cara / Cara ~ Ada",
        },
    ),
    "years without a name": Kind(
        "g.txt",
        "ada,boris,2003\nboris,cara,2004\ncara,ada,2005\nada,dov,2001\n",
        means=f"{_RING} / ada ~ dov",
    ),
    "an infinite weight": Kind(
        "g.csv", "source,target,weight\nada,boris,inf\n", refuses="line 2 has the weight 'inf'"
    ),
    "nodes whose index is another than their place": Kind(
        "d3.json",
        '{"nodes": [{"name": "ada", "index": 1}, {"name": "boris", "index": 0}],'
        ' "links": [{"source": 0, "target": 1}]}',
        refuses="index that is not their place",
    ),
    "a quote that is never closed": Kind(
        "g.csv", 'source,target\nada,boris\n"cara,dov\ndov,ada\n', refuses="line 3 opens a quote"
    ),
    "a dictionary of lists": Kind(
        "g.json", '{"ada": ["boris", "cara"], "boris": ["ada", "cara"], "cara": []}', means=_RING
    ),
    "a dictionary of dictionaries": Kind(
        "g.json",
        '{"ada": {"boris": {"weight": 3}, "cara": {"weight": 1}}, "boris": {"cara": {"0":'
        ' {"weight": 2}}}, "cara": {}}',
        means=_WEIGHTED,
    ),
    "CX of Cytoscape": Kind(
        "g.cx",
        '[{"numberVerification": [{"longNumber": 1}]}, {"nodes": [{"@id": 1, "n": "ada"},'
        ' {"@id": 2, "n": "boris"}]}, {"edges": [{"@id": 9, "s": 1, "t": 2, "i": "x"}]}]',
        means="ada ~ boris",
    ),
    "CX 2": Kind(
        "g.cx2",
        '[{"CXVersion": "2.0"}, {"nodes": [{"id": 1, "v": {"name": "ada"}}, {"id": 2, "v":'
        ' {"name": "boris"}}]}, {"edges": [{"id": 0, "s": 1, "t": 2, "v": {"weight": 2}}]}]',
        means="ada ~ boris = 2",
    ),
    "GraphSON 1": Kind(
        "g.json",
        '{"graph": {"vertices": [{"_id": 1, "name": "ada"}, {"_id": 2, "name": "boris"}],'
        ' "edges": [{"_id": 3, "_outV": 1, "_inV": 2, "weight": 2}]}}',
        means="ada ~ boris = 2",
    ),
    "titles of two cells above one table": Kind(
        "report.csv",
        "Report,2024\nNetwork,friends\nSource,Target,Weight\nada,boris,3\n"
        "boris,cara,2\n"
        "cara,ada,1\n",
        means=_WEIGHTED,
    ),
    "a grid of a form": Kind(
        "form.csv",
        "Timestamp,Your name,Know? [ada],Know? [boris],Know? [cara]\n"
        "2024/01/02 10:00:00,ada,,Yes,Yes\n"
        "2024/01/02 10:01:00,boris,Yes,,Yes\n2024/01/02 10:02:00,cara,Yes,Yes,\n",
        means=_RING,
    ),
    "a grid of how often": Kind(
        "form.csv",
        "Timestamp,Your name,Know? [ada],Know? [boris],Know? [cara]\n"
        "2024/01/02 10:00:00,ada,,Often,Never\n2024/01/02 10:01:00,boris,Often,,Never\n",
        refuses="answers such as 'never' and 'often'",
    ),
    "a survey without import ids": Kind(
        "qualtrics.csv",
        "StartDate,EndDate,Q1,Q2_1,Q2_2\nStart Date,End Date,Who are you?,Friend - 1,Friend - 2\n"
        "2024-01-01,2024-01-01,ada,boris,\n2024-01-01,2024-01-01,boris,cara,ada\n"
        "2024-01-01,2024-01-01,cara,ada, \n",
        asks={"shape=lists": _RING},
    ),
    "counts of people in clubs, with blanks": Kind(
        "pivot.csv",
        "Person,Chess,Choir,Go\nada,2,,1\nboris,,1,1\ncara,4,,\nTotal,6,1,2\n",
        asks={
            "shape=incidence": "ada ~ Chess = 2 / ada ~ Go = 1 / boris ~ Choir = 1 / boris ~ Go = 1"
            " / cara ~ Chess = 4",
            "shape=edges": "",
        },
    ),
    "a table of a web page under the name of a workbook": Kind(
        "old.xls",
        "<html><table><tr><th>From</th><th>To</th></tr><tr><td>ada<td>boris</tr>"
        "<tr><td>boris</td><td>cara</td></tr><tr><td>cara</td><td>ada</td></tr></table></html>",
        means=_RING,
    ),
    "a table whose name ends in .dat": Kind(
        "g.dat", "ada,boris\nboris,cara\ncara,ada\n", means=_RING
    ),
}
