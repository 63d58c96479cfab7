"""Every list is computed again by a stranger from its bundle alone; what is changed in it is found out."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from federation.jobs import jobs
from federation.models import Job, Player
from federation.privacy import policy, privacy
from ratings.list_proof import archive, command, package
from ratings.list_proof.checking import Tampered, Unproved, check, opened
from ratings.list_proof.table_files import write
from ratings.list_proof.tables import LIST, TABLES
from ratings.lists.publication import ListRequest, order, prepare_and_release, publish
from ratings.models import BundlePart, ListBundle, ManualEvent, PublishedList, RatingSystem
from ratings.public_log import list_rows, verifier
from ratings.public_log.bundles import list_bundles
from ratings.runs.manual_events import Decision, enter
from tests import seeds
from tests.ratings import chess_months, streams
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db
FIRST, LISTED = date(2022, 9, 3), date(2023, 3, 31)


def go(key: str = "ffg") -> PublishedList:
    """Publish a list of players of two editions, with games twice in a round, decisions and a handicap."""
    chance = np.random.default_rng(5)
    systems = [RatingSystem.objects.get(key=one) for one in dict.fromkeys(("ffg", key))]
    players = people(7)
    for number, (day, count) in enumerate(
        ((FIRST, 5), (date(2022, 11, 5), 7), (date(2023, 3, 4), 6)), start=1
    ):
        hold(day, players[:count], round_robin(count, chance=chance), number=number, adjusted_minutes=60.0)
    for system in systems:
        if key != "ffg-hybrid":
            reset = Decision(ManualEvent.Kind.RESET, date(2022, 12, 1), "reset", players[0], -300.5)
            enter(system, reset, account=None)
        RatingSystem.objects.filter(pk=system.pk).update(active=True)
        recalculate(stale(system, FIRST), whole=True)
    return publish(systems[-1], LISTED, account=None)


def fide(key: str = "fide-standard") -> PublishedList:
    """Publish a list of half a year of chess: juniors, first ratings, levels of an imported list."""
    rated = chess_months.system(key)
    players = chess_months.masters(14)
    Player.objects.filter(pk__in=[one.pk for one in players[:4]]).update(birth_year=2009)
    chess_months.year(rated, players)
    recalculate(stale(rated, date(2024, 12, 1)), whole=True)
    return publish(rated, date(2025, 7, 1), account=None)


def stream(key: str) -> PublishedList:
    """Publish a list of games of a server, of two, of teams or of tables."""
    world = streams.world(key)
    world.arrive(*streams.chance_games(key, np.random.default_rng(2), 60))
    call_command("recalculate", key, verbosity=0)
    RatingSystem.objects.filter(key=key).update(active=True)
    return publish(RatingSystem.objects.get(key=key), date(2023, 12, 15), account=None)


MADE: Mapping[str, Callable[[], PublishedList]] = {
    "ffg": go,
    "egf": lambda: go("egf"),
    "ffg-hybrid": lambda: go("ffg-hybrid"),
    "fide-standard": fide,
    "fics-bughouse": lambda: stream("fics-bughouse"),
    "fics-blitz": lambda: stream("fics-blitz"),
    "ladder": lambda: stream("ladder"),
}


def files_of(data: bytes) -> dict[str, bytes]:
    return archive.unpack(data)


def packed(files: Mapping[str, bytes]) -> bytes:
    """Describe files anew and pack them, as somebody would who knows the form."""
    told = json.loads(files[package.NAME])["palmares"]
    before = told["before"]
    head = package.Head(
        told["system"],
        date.fromisoformat(told["date"]),
        told["revision"],
        before and package.Before(date.fromisoformat(before["date"]), before["revision"], before["sha256"]),
    )
    facts = {name: data for name, data in files.items() if name != package.NAME}
    return package.pack(head, facts)


def verdict(data: bytes) -> str:
    """Return what the verifier makes of a bundle: "", or the sentence that says why not."""
    try:
        found = check(opened(data))
    except (Tampered, Unproved) as problem:
        return str(problem)
    return found.differences[0].what if found.differences else ""


@pytest.mark.parametrize("key", MADE)
def test_list_is_proved_by_the_verifier_alone_on_a_bare_python(key: str, tmp_path: Path) -> None:
    published = MADE[key]()
    assert published.players >= 4
    data = list_bundles.content(published)
    assert verdict(data) == ""

    (tmp_path / "verify.pyz").write_bytes(verifier.content())
    (tmp_path / "list.zip").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(tmp_path / "verify.pyz"), str(tmp_path / "list.zip")],
        capture_output=True,
        text=True,
        env={},
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "in plain Python" in done.stdout
    assert "PROVED: every row follows from the facts of the bundle." in done.stdout
    assert sorted(one.name for one in tmp_path.iterdir()) == ["list.zip", "verify.pyz"]  # nothing written


def test_same_facts_are_the_same_bytes_and_hold_the_rows_and_no_name() -> None:
    published = go()
    data = list_bundles.content(published)
    files = files_of(data)

    assert list_bundles.content(published) == data
    assert files[LIST.file].decode() == "".join(list_rows.lines(published))
    assert "surname" not in " ".join(one.decode().lower() for one in files.values())
    privacy.choose(
        Player.objects.filter(list_entries__list=published)[0], Player.Privacy.ANONYMOUS, account=None
    )
    assert list_bundles.content(published) == data


def born_in(published: PublishedList) -> dict[int, str]:
    """Return what the bundle of a list tells of births, by player."""
    lines = files_of(list_bundles.content(published))["players.csv"].decode().splitlines()[1:]
    return {int(number): born for number, born in (line.split(",") for line in lines)}


def test_bundle_of_fide_tells_brackets_of_k_and_no_years() -> None:
    published = fide()
    number = Player.objects.order_by("pk").values_list("pk", flat=True)
    adults, juniors, grows = number[4:7], number[:3], number[3]
    last = published.date.year
    for place, (adult, junior) in enumerate(zip(adults, juniors, strict=True)):
        Player.objects.filter(pk=adult).update(birth_year=1950 + place)
        Player.objects.filter(pk=junior).update(birth_year=last - 10 + place)
    Player.objects.filter(pk=grows).update(birth_year=last - 19)

    told = born_in(published)

    assert len({told[one] for one in adults}) == len({told[one] for one in juniors}) == 1
    assert int(told[adults[0]]) < int(told[grows]) < int(told[juniors[0]])
    years = set(map(str, [1950, 1951, 1952, last - 10, last - 9, last - 8]))
    assert years.isdisjoint(told.values())


def test_bundle_of_fide_follows_the_row_of_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    published = fide()
    Player.objects.filter(pk=Player.objects.order_by("pk")[0].pk).update(birth_year=2015)
    (row,) = [one for one in policy.TABLE if one.audience is policy.Audience.PROOF]
    others = tuple(one for one in policy.TABLE if one is not row)
    assert "2015" not in born_in(published).values()

    monkeypatch.setattr(policy, "TABLE", (*others, replace(row, level=policy.Level.SHOWN)))
    assert "2015" in born_in(published).values()

    monkeypatch.setattr(policy, "TABLE", others)
    with pytest.raises(LookupError):
        list_bundles.content(published)


def test_bundle_describes_itself_as_a_data_package() -> None:
    files = files_of(list_bundles.content(go()))
    told = json.loads(files["datapackage.json"])

    assert told["$schema"] == "https://datapackage.org/profiles/2.0/datapackage.json"
    assert [one["path"] for one in told["resources"]] == [*list(files)[1:]]
    for one in told["resources"]:
        assert re.fullmatch(r"[a-z0-9._-]+", one["name"])
        assert (one["bytes"], one["hash"]) == (
            len(files[one["path"]]),
            f"sha256:{package.digest(files[one['path']])}",
        )
        if one["format"] == "csv":
            head = files[one["path"]].split(b"\n", 1)[0].decode()
            assert head == ",".join(field["name"] for field in one["schema"]["fields"])
            assert {field["type"] for field in one["schema"]["fields"]} <= {
                "integer",
                "number",
                "string",
                "date",
                "boolean",
            }


def test_published_bundle_keeps_its_bytes_when_facts_come_later() -> None:
    published = go()
    Player.objects.update(given_name="Other")
    ordered = order(published.system, ListRequest(LISTED, "Names"), account=None)
    shown = prepare_and_release(ordered.pk)
    kept = ListBundle.objects.get(list=shown)
    before = b"".join(list_bundles.pieces(kept))
    hold(date(2023, 3, 11), people(4), round_robin(4), number=9)

    assert list_bundles.make(shown) == kept
    assert (b"".join(list_bundles.pieces(kept)), kept.moved) == (before, False)
    assert package.digest(before) == kept.sha256
    assert list_bundles.content(shown) != before


def test_bundle_made_after_facts_have_changed_says_so_and_its_list_differs() -> None:
    published = go()
    hold(date(2023, 3, 11), list(Player.objects.all()[:4]), round_robin(4), number=9)
    recalculate(stale(published.system, date(2023, 3, 11)))
    made = list_bundles.make(published)

    assert made is not None
    assert made.moved
    assert "computed" in verdict(b"".join(list_bundles.pieces(made)))


def test_large_bundle_is_kept_in_parts_and_comes_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_bundles, "_PART", 100)
    made = list_bundles.make(go())

    assert made is not None
    assert BundlePart.objects.count() == -(-made.size // 100) > 20
    assert package.digest(b"".join(list_bundles.pieces(made))) == made.sha256


def _changed(line: bytes, dice: Random) -> bytes:
    """Change a cell of a row to another value of its kind."""
    cells = line.decode().split(",")
    at = dice.randrange(len(cells))
    old = cells[at]
    if re.fullmatch(r"\d{4}-\d\d-\d\d", old):
        cells[at] = date.fromordinal(
            date.fromisoformat(old).toordinal() + dice.choice((-400, -1, 1, 400))
        ).isoformat()
    elif re.fullmatch(r"-?\d+", old):
        cells[at] = str(int(old) + dice.choice((-1, 1, 2, -(10**9), 10**15)))
    elif re.fullmatch(r"-?\d+\.\d+", old):
        cells[at] = repr(float(old) + dice.choice((-1.0, 0.5, 1e12)))
    else:
        cells[at] = dice.choice(("", "x", "9d", "-", "1", "é", "0", "reset", "adjustment"))
    return ",".join(cells).encode()


def _mutated(files: Mapping[str, bytes], dice: Random) -> dict[str, bytes]:
    """Drop, double, swap or change a row, or a constant of the rules."""
    changed = dict(files)
    name = dice.choice([one for one, data in files.items() if one != package.NAME and data.count(b"\n") > 2])
    lines = files[name].split(b"\n")[:-1]
    first = 0 if name == package.RULES else 1
    one, other = dice.sample(range(first, len(lines)), 2)
    kind = dice.randrange(5)
    if name == package.RULES or kind == 0:
        lines[one] = (
            re.sub(rb"\d", b"%d" % dice.randrange(10), lines[one], count=1) if first == 0 else lines[other]
        )
    elif kind == 1:
        del lines[one]
    elif kind == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines[one] = _changed(lines[one], dice)
    changed[name] = b"\n".join(lines) + b"\n"
    return changed


def _without_titles(files: Mapping[str, bytes]) -> list[list[str]]:
    """Return the rows of the list without what is taken as it is."""
    rows = [line.split(",") for line in files[LIST.file].decode().splitlines()]
    return [row[:10] + row[11:] for row in rows]


@pytest.mark.parametrize("key", ["ffg", "egf", "fide-standard", "fics-blitz", "ladder"])
def test_what_is_changed_is_found_out_and_never_ends_in_an_error(key: str) -> None:
    mutate(MADE[key](), seed=1, count=seeds.examples(400))


def mutate(published: PublishedList, *, seed: int, count: int) -> dict[str, int]:
    """Change a bundle in so many ways; count what the verifier says.

    A bit turned in the file is always refused, or the files in it are the same. A file written anew, with a
    description that fits, is refused unless the change decides nothing of the list; the log's digest of the
    bundle tells that one.
    """
    data, dice = list_bundles.content(published), Random(seed)
    files, told = files_of(data), {"bit": 0, "same": 0, "refused": 0, "idle": 0, "unchanged": 0}
    for number in range(count):
        if number % 2:
            bit = dice.randrange(8 * len(data))
            turned = bytearray(data)
            turned[bit // 8] ^= 1 << bit % 8
            same = not verdict(bytes(turned))
            assert not same or files_of(bytes(turned)) == files, (seed, number)
            told["same" if same else "bit"] += 1
            continue
        changed = _mutated(files, dice)
        other = packed(changed)
        assert other != data or changed == files
        found = verdict(other)
        assert found or _without_titles(changed) == _without_titles(files), (seed, number)
        told["refused" if found else "unchanged" if other == data else "idle"] += 1
    return told


def test_undescribed_change_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = files_of(list_bundles.content(go()))
    games = files["games.csv"].split(b"\n")
    dropped = {**files, "games.csv": b"\n".join(games[:1] + games[2:])}
    for other, told in (
        (dropped, "games.csv is not the file datapackage.json describes"),
        ({name: data for name, data in files.items() if name != "rules.json"}, "rules.json is missing"),
        ({**files, "more.csv": b"x\n"}, "more.csv is no file of a bundle of ffg"),
        (dict(reversed(files.items())), "not in the order of a bundle"),
        ({name: data for name, data in files.items() if name != "datapackage.json"}, "it is no bundle"),
        ({**files, "datapackage.json": b"[" * 100_000}, "is no JSON"),
        ({**files, "datapackage.json": b"{}"}, "does not say which list"),
    ):
        path = tmp_path / "other.zip"
        path.write_bytes(archive.pack(list(other.items())))
        assert command.main([str(path)]) == 2
        assert told in capsys.readouterr().err
    assert command.main([str(tmp_path / "none.zip")]) == 2
    assert command.main(["bundle", "http://127.0.0.1:9/none.zip"]) == 2


def test_wrong_rules_and_a_list_of_another_system_are_named() -> None:
    files = files_of(list_bundles.content(go()))
    rules = json.loads(files["rules.json"])
    rules["editions"][-1]["constants"]["divisor"] = 6.0

    told = verdict(packed({**files, "rules.json": package.in_json(rules)}))
    assert told == "rules.json: divisor of edition 2022-10 is 6.0, in the rule book 7.0."
    other = json.loads(files["datapackage.json"])
    other["palmares"]["system"] = "egf"
    assert (
        verdict(packed({**files, "datapackage.json": package.in_json(other)})) == "rules.json is not of egf."
    )
    honest = {**rules, "replaced": {**rules["replaced"], "divisor": 6.0}}
    assert "computed" in verdict(packed({**files, "rules.json": package.in_json(honest)}))
    unknown = {**rules, "replaced": {"no_such": 6.0}}
    assert "unknown parameter" in verdict(packed({**files, "rules.json": package.in_json(unknown)}))


def test_points_no_ladder_has_are_named() -> None:
    files = files_of(list_bundles.content(stream("ladder")))
    lines = files["games.csv"].decode().split("\n")
    lines[1:-1] = [
        line.rpartition(",")[0] + ",1e+300" for line in lines[1:-1]
    ]  # decide among the established

    told = verdict(packed({**files, "games.csv": "\n".join(lines).encode()}))
    assert told == "games.csv: the games lead to a rating no list can have."


def test_rows_that_differ_are_counted_and_the_first_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = files_of(list_bundles.content(go()))
    lines = files["list.csv"].decode().splitlines()
    cells = lines[1].split(",")
    cells[5] = str(int(cells[5]) + 100)
    lines[1] = ",".join(cells)
    (tmp_path / "other.zip").write_bytes(packed({**files, "list.csv": "\n".join([*lines, ""]).encode()}))

    assert command.main([str(tmp_path / "other.zip")]) == 1
    out = capsys.readouterr().out
    assert f"list.csv, line 2, player {cells[0]}: rating {cells[5]}, computed" in out
    assert "DIFFERS: 1 rows" in out


def test_constant_the_office_replaced_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    RatingSystem.objects.filter(key="ffg").update(parameters={"divisor": 6.0})
    (tmp_path / "list.zip").write_bytes(list_bundles.content(go()))

    assert command.main([str(tmp_path / "list.zip")]) == 0
    assert "Rules: those of the rule book, divisor replaced by 6.0." in capsys.readouterr().out


def test_older_bundle_tells_which_facts_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    published = go()
    (tmp_path / "old.zip").write_bytes(list_bundles.content(published))
    ManualEvent.objects.update(value=-310.5)
    hold(date(2023, 4, 8), list(Player.objects.all()[:4]), round_robin(4), number=9)
    recalculate(stale(published.system, FIRST), whole=True)
    newer = publish(published.system, date(2023, 4, 30), account=None)
    (tmp_path / "new.zip").write_bytes(list_bundles.content(newer))

    assert command.main([str(tmp_path / "new.zip"), "--since", str(tmp_path / "old.zip")]) == 0
    out = capsys.readouterr().out
    assert "Since 2023-03-31 other facts: decisions.csv: 1 rows, first" in out
    assert "The list before is the one of the older bundle." in out
    assert command.main([str(tmp_path / "old.zip"), "--since", str(tmp_path / "new.zip")]) == 2


def test_command_writes_the_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go()
    call_command("bundle", "ffg", "2023-03-31", to=tmp_path / "list.zip")

    assert verdict((tmp_path / "list.zip").read_bytes()) == ""
    assert ListBundle.objects.get().sha256 in capsys.readouterr().out
    with pytest.raises(CommandError, match="no such list"):
        call_command("bundle", "ffg", "2023-03-30", to=tmp_path / "none.zip")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("bundle", "ffg", "2023-03-31", to=tmp_path / "none" / "list.zip")


def test_visitor_gets_the_bundle_once_a_job_has_made_it(client: Client) -> None:
    published = go()
    address = "/lists/ffg/2023-03-31/bundle.zip"
    busy = client.get(address)
    assert (busy.status_code, busy["Retry-After"]) == (503, "30")
    client.get(address)
    job = Job.objects.get(kind=list_bundles.WORK)  # one, however often it is asked for
    jobs.run(job.pk)

    answer = client.get(address)
    data = b"".join(answer.streaming_content)  # type: ignore[attr-defined]  # of a stream
    kept = ListBundle.objects.get(list=published)
    assert (answer.status_code, package.digest(data), answer["Content-Length"]) == (
        200,
        kept.sha256,
        str(len(data)),
    )
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert kept.sha256 in client.get("/lists/ffg/2023-03-31/proof/").content.decode()


def test_imported_list_has_no_bundle(client: Client) -> None:
    published = go()
    PublishedList.objects.filter(pk=published.pk).update(prepared=None)

    assert client.get("/lists/ffg/2023-03-31/bundle.zip").status_code == 404
    assert list_bundles.make(PublishedList.objects.get(pk=published.pk)) is None
    assert "bundle.zip" not in client.get("/lists/ffg/2023-03-31/proof/").content.decode()


def test_tables_of_a_kind_are_written_in_their_order() -> None:
    for kind, tables in TABLES.items():
        assert len({table.file for table in tables}) == len(tables), kind
        assert tables[-1] is LIST
        assert all(write(table, []).count(b"\n") == 1 for table in tables)
