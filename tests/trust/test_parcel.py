"""The releases of a plan in one parcel: one charge, a row each; a changed plan spends nothing."""

import json
import shutil
import subprocess
import zipfile
from fractions import Fraction

import pytest
from noise_laws import seeded_coins

import graphdp_core as gdp
from graphdp_core.cli.commands import main
from graphdp_core.mechanisms.private_count import PrivateCount
from graphdp_core.params import Refused
from graphdp_core.trust.certificate import with_checksum
from graphdp_core.trust.ledger import Ledger
from graphdp_core.trust.package import checksum, packed
from graphdp_core.trust.parcel import Numbers, PlannedNumbers, plan_file, planned
from graphdp_core.trust.publish import publish
from graphdp_core.trust.read_release import read_release
from graphdp_core.trust.verify import verify

KARATE = gdp.load_graph("karate")
WANT = ["edges", "triangles", "mixing"]
PARTS = "private_count count=edges 0.3; private_count count=triangles 0.5; noisy_degrees 0.2"


@pytest.fixture(scope="module")
def told():
    """A plan as its file."""
    return plan_file(gdp.plan(KARATE, 8.0, WANT, public=True), KARATE)


@pytest.fixture(scope="module")
def parcel(told, tmp_path_factory):
    """The plan, published; ledger beside it."""
    folder = tmp_path_factory.mktemp("parcel")
    made, epsilon = planned(told, KARATE)
    publish(
        KARATE, made, epsilon=epsilon, to=folder / "a.zip", ledger=folder / "l.jsonl",
        groups_are_public=True, coins=seeded_coins(3),
    )  # fmt: skip
    return folder


def test_a_plan_becomes_its_releases_and_their_epsilons_add_up_exactly(told):
    made, epsilon = planned(told, KARATE)
    assert epsilon == made.total == 8
    assert [one.id for one, _ in made.made] == ["group_mixing", "private_count"]
    for (_, part), spent in zip(made.made, told["spent"].values(), strict=True):
        assert float(part) == pytest.approx(spent, abs=1e-5)
    assert made.reads_groups


def test_one_charge_and_one_certificate_with_a_row_each(parcel):
    lines = Ledger(parcel / "l.jsonl").lines
    assert [line.facts["epsilon"] for line in lines[1:]] == ["8"]
    verified = verify(parcel / "a.zip", ledger=parcel / "l.jsonl")
    rows = verified.certificate["releases"]
    assert [row["title"] for row in rows] == ["Group mixing", "Private count"]
    assert sum(Fraction(row["epsilon"]) for row in rows) == 8
    assert verified.certificate["exact_epsilon"] <= 8
    with zipfile.ZipFile(parcel / "a.zip") as archive:
        page = archive.read("certificate.html").decode()
    assert "How ε is split over the numbers is public." in page
    assert f"Private count (count=triangles), ε = {rows[1]['epsilon']}." in page


def test_python_reads_every_number_and_its_interval(parcel):
    given = read_release(parcel / "a.zip")
    assert [one.mechanism.id for one in given.parts] == ["group_mixing", "private_count"]
    assert given.parts[1].released.names == ("triangles",)
    rows = gdp.estimate(parcel / "a.zip")
    assert {"edges", "mixing", "mean_degree"} <= {row.statistic for row in rows}
    assert rows["mean_degree"].value == pytest.approx(2 * rows["edges"].value / KARATE.n)
    assert rows["edges"].low <= KARATE.m <= rows["edges"].high
    alone = gdp.estimate(parcel / "a.zip", statistics=["edges"])
    assert [row.is_known for row in alone] == [True], "what another part lacks is not unknown"


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="no R here")
def test_r_reads_the_same_numbers(parcel, tmp_path):
    with zipfile.ZipFile(parcel / "a.zip") as archive:
        archive.extractall(tmp_path)
    said = subprocess.run(
        ["Rscript", "-e", 'source("read_release.R"); r <- suppressMessages(read_release());'
         'cat(r$tables$counts$value, sum(r$tables$mixing$edges))'],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    mixing, counts = (one.released for one in read_release(parcel / "a.zip").parts)
    assert [float(word) for word in said.split()] == [counts.values[0], mixing.values.sum()]


def test_counts_of_one_table_go_back_to_their_parts():
    made = PlannedNumbers(PARTS)
    draw = made.publish(KARATE, epsilon=Fraction(1), coins=seeded_coins(1))
    assert isinstance(draw.released, Numbers)
    tables = {
        name: [list(map(str, row)) for row in rows]
        for name, (_, rows) in draw.released.tables(KARATE.all_names()).items()
    }
    back, names = made.read(tables.__getitem__)
    assert [part.kind for part in back.parts] == ["counts", "counts", "scores"]
    assert [part.names for part in back.parts[:2]] == [("edges",), ("triangles",)]
    for one, other in zip(back.parts, draw.released.parts, strict=True):
        assert one.values.tolist() == other.values.tolist()
    assert names == tuple(KARATE.all_names())


def test_every_part_is_drawn_at_its_own_epsilon():
    made, edges = PlannedNumbers(PARTS), []
    for seed in range(400):
        draw = made.publish(KARATE, epsilon=Fraction(1), coins=seeded_coins(seed))
        assert draw.exact_epsilon == 1.0
        edges.append(abs(draw.released.parts[0].values[0] - KARATE.m))
    alone = [
        abs(PrivateCount(count="edges").publish(
            KARATE, epsilon=Fraction("0.3"), coins=seeded_coins(seed)
        ).released.values[0] - KARATE.m) for seed in range(400)
    ]  # fmt: skip
    assert sum(edges) / 400 == pytest.approx(sum(alone) / 400, rel=0.25), "about 1/0.3"


def test_the_promise_is_never_less_than_the_parts_cost():
    made = PlannedNumbers(PARTS)
    assert made.guarantee(1.0).epsilon == 1.0
    with pytest.raises(Refused, match="cost ε = 1 together"):
        made.guarantee(0.9)


@pytest.mark.parametrize(
    "change",
    [
        lambda facts: facts["releases"][0].update(epsilon="0.001"),
        lambda facts: facts.pop("releases"),
        lambda facts: facts.update(epsilon="1", exact_epsilon=1.0),
        lambda facts: facts["mechanism"].update(parameters={"parts": "edge_flip 8"}),
    ],
)
def test_a_certificate_that_claims_other_parts_is_refused(parcel, tmp_path, change):
    with zipfile.ZipFile(parcel / "a.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(files["certificate.json"])
    del facts["checksum"]
    change(facts)
    path = tmp_path / "changed.zip"
    path.write_bytes(packed({**files, "certificate.json": with_checksum(facts)}))
    with pytest.raises(Refused):
        verify(path)


def test_a_changed_plan_or_one_for_another_graph_is_refused(told):
    with pytest.raises(Refused, match="graphdp plan wrote it"):
        planned({**told, "epsilon": 0.1}, KARATE)
    with pytest.raises(Refused, match="not as graphdp plan wrote it"):
        planned({}, KARATE)
    with pytest.raises(Refused, match=r"another graph \(Karate club, 34 nodes\). Nothing was"):
        planned(told, gdp.load_graph("florentine_families"))
    nothing = plan_file(gdp.plan(KARATE, 0.05, ["triangles"], public=True), KARATE)
    with pytest.raises(Refused, match="releases nothing"):
        planned(nothing, KARATE)


@pytest.mark.parametrize(
    "parts", ["edge_flip 1", "", "noisy_degrees", "private_count count=spam 1"]
)
def test_a_parcel_holds_only_what_a_plan_may_release(parts):
    with pytest.raises(Refused):
        PlannedNumbers(parts)


def test_a_forged_plan_is_refused_in_a_sentence():
    for graph in (None, {"title": "", "nodes": "many"}):
        forged = {"format": "graphdp-plan/1", "graph": graph, "epsilon": 1.0, "rows": []}
        with pytest.raises(Refused, match="Nothing was spent"):
            planned({**forged, "checksum": checksum(forged)}, KARATE)


def test_the_command_plans_and_releases(tmp_path, capsys):
    plan, ledger, to = tmp_path / "plan.json", tmp_path / "l.jsonl", tmp_path / "a.zip"
    assert main(["plan", "--graph", "karate", "--epsilon", "1", "--want", "edges", "--json"]) == 0
    plan.write_text(capsys.readouterr().out, encoding="utf-8")
    release = ["release", "--graph", "karate", "--ledger", str(ledger), "--to", str(to)]
    assert main([*release, "--plan", str(plan), "--epsilon", "1", "--yes"]) != 0
    assert "leave --mechanism, --epsilon out" in capsys.readouterr().err
    assert main([*release, "--plan", str(plan), "--yes"]) == 0
    assert "Nothing has changed" in verify(to, ledger=ledger).statement()
    plan.write_text(plan.read_text("utf-8").replace('"epsilon": 1.0', '"epsilon": 9.0', 1), "utf-8")
    capsys.readouterr()
    assert main([*release[:-1], str(tmp_path / "b.zip"), "--plan", str(plan), "--yes"]) != 0
    assert "Nothing was spent" in capsys.readouterr().err
    assert len(Ledger(ledger).lines) == 2
