"""What changed since an older bundle is enough to have the newer one, byte by byte; all else is refused."""

import json
from datetime import date
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from federation.jobs import jobs
from federation.models import Job
from ratings.list_proof import archive, command, delta, package
from ratings.list_proof.delta import BadDelta
from ratings.lists.publication import publish
from ratings.models import BundleDelta, ListBundle
from ratings.public_log.bundles import deltas, list_bundles
from tests.ratings.list_proof.test_bundles import MADE, packed, verdict
from tests.ratings.list_proof.test_vectors import bundle, files

BEFORE = {
    "ffg": date(2022, 12, 31),
    "egf": date(2022, 12, 31),
    "fide-standard": date(2025, 6, 1),
    "fics-blitz": date(2023, 12, 1),
    "ladder": date(2023, 12, 1),
}


def two() -> tuple[bytes, bytes]:
    """Return the smallest bundle, and one with a game and a decision more and other rows."""
    made = files()
    more = {
        **made,
        "games.csv": made["games.csv"] + b"7,3,11,13,1,0\n",
        "decisions.csv": made["decisions.csv"].replace(b"-320.5", b"-321.5"),
        "list.csv": made["list.csv"].replace(b"12,1,1", b"12,1,2"),
    }
    return bundle(made), bundle(more)


@pytest.mark.django_db
@pytest.mark.parametrize("key", BEFORE)
def test_every_family_comes_back_byte_by_byte_and_is_proved(key: str, tmp_path: Path) -> None:
    published = MADE[key]()
    older = publish(published.system, BEFORE[key], account=None)
    old, new = list_bundles.content(older), list_bundles.content(published)
    made = delta.make(old, new)
    for name, data in (("old", old), ("new", new), ("delta", made)):
        (tmp_path / name).write_bytes(data)

    assert delta.apply(made, old) == delta.Whole(new, as_told=True)
    assert verdict(new) == ""
    asked = [str(tmp_path / "delta"), "--since", str(tmp_path / "old"), "--whole", str(tmp_path / "whole")]
    assert command.main(asked) == 0
    assert (tmp_path / "whole").read_bytes() == new


def test_delta_holds_what_changed_alone() -> None:
    old, new = two()
    found = archive.unpack(delta.make(old, new))

    assert list(found) == [
        *("delta.json", "datapackage.json.delta", "games.csv.delta", "decisions.csv.delta", "list.csv.delta")
    ]
    assert found["games.csv.delta"] == b"=3\n+1\n7,3,11,13,1,0\n=1"
    assert found["decisions.csv.delta"] == b"=1\n-1\n+1\n5,initial,2023-03-01,13,-321.5,1.0,0.0\n=1"
    assert archive.unpack(delta.make(old, old)).keys() == {"delta.json"}


def test_rows_taken_out_moved_and_added_come_back() -> None:
    dice = Random(4)
    for _ in range(200):
        old = [b"%d" % dice.randrange(30) for _ in range(dice.randrange(20))]
        new = [line for line in old if dice.random() < 0.7]
        if dice.random() < 0.5:
            dice.shuffle(new)
        new += [b"x%d" % dice.randrange(9) for _ in range(dice.randrange(4))]
        before, after = b"\n".join(old), b"\n".join(new)
        script = delta._script(before, after)
        assert delta._applied("x", before, script, 1 << 20) == after, (before, after)


def test_other_bundle_other_system_and_wrong_order_are_named() -> None:
    old, new = two()
    made = delta.make(old, new)
    with pytest.raises(BadDelta, match=r"made from another bundle, that of 2023-03-31"):
        delta.apply(made, new)
    for wrong in (b"", b"x", old):
        with pytest.raises(BadDelta):
            delta.apply(wrong, old)
    with pytest.raises(BadDelta):
        delta.make(old, made)


def test_changed_delta_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = two()
    made = archive.unpack(delta.make(old, new))
    told = json.loads(made["delta.json"])
    for other in (
        {**made, "games.csv.delta": b"=3\n+1\n7,3,11,12,1,0\n=1"},  # another game
        {**made, "games.csv.delta": b"=2\n=1\n+1\n7,3,11,13,1,0\n=1"},  # the same, told otherwise
        {**made, "games.csv.delta": b"=3\n+1\n7,3,11,13,1,0\n=9"},
        {**made, "games.csv.delta": b"=3\n*1"},
        {**made, "games.csv.delta": b""},
        {**made, "../x.delta": b"=1"},
        {**made, "more.csv.delta": b"=1"},
        {name: data for name, data in made.items() if name != "list.csv.delta"},
        {**made, "delta.json": package.in_json({**told, "version": 2})},
        {**made, "delta.json": package.in_json({**told, "new": {**told["new"], "sha256": "0" * 64}})},
        {**made, "delta.json": b"{}"},
        {**made, "delta.json": b"[]"},
        {**made, "delta.json": b"[" * 100_000},
    ):
        with pytest.raises(BadDelta):
            delta.apply(archive.pack(list(other.items())), old)
    data = delta.make(old, new)
    for bit in range(0, 8 * len(data), 5):
        turned = bytearray(data)
        turned[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BadDelta):
            delta.apply(bytes(turned), old)


def test_verifier_asks_for_the_older_bundle_and_refuses_a_wrong_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = two()
    for name, data in (("old", old), ("new", new), ("delta", delta.make(old, new))):
        (tmp_path / name).write_bytes(data)

    assert command.main([str(tmp_path / "delta")]) == 2
    assert "what changed since the bundle of 2023-03-31" in capsys.readouterr().err
    assert command.main([str(tmp_path / "delta"), "--since", str(tmp_path / "new")]) == 2
    assert "made from another bundle" in capsys.readouterr().err
    assert command.main([str(tmp_path / "delta"), "--since", str(tmp_path / "old")]) == 1  # invented rows


def test_second_way_to_deflate_a_bundle_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert archive.deflates_alike()
    whole = bundle(files())
    monkeypatch.setattr(archive, "_LEVEL", 1)
    other = archive.pack(list(archive.unpack(whole).items()))
    monkeypatch.undo()
    assert other != whole
    (tmp_path / "other.zip").write_bytes(other)

    assert command.main([str(tmp_path / "other.zip")]) == 2
    assert "deflated otherwise" in capsys.readouterr().err
    monkeypatch.setattr(archive, "deflates_alike", lambda: False)
    assert command.main([str(tmp_path / "other.zip")]) == 0
    assert "This machine deflates otherwise" in capsys.readouterr().out


@pytest.mark.django_db
def test_command_writes_what_changed(tmp_path: Path) -> None:
    published = MADE["ffg"]()
    publish(published.system, BEFORE["ffg"], account=None)
    call_command("bundle", "ffg", "2022-12-31", to=tmp_path / "old.zip")
    call_command("bundle", "ffg", "2023-03-31", to=tmp_path / "new.zip")
    call_command("bundle", "ffg", "2023-03-31", since=BEFORE["ffg"], to=tmp_path / "delta.zip")

    old, new, made = ((tmp_path / f"{name}.zip").read_bytes() for name in ("old", "new", "delta"))
    assert delta.apply(made, old).data == new
    with pytest.raises(CommandError, match="not of an older list"):
        call_command("bundle", "ffg", "2022-12-31", since=date(2023, 3, 31), to=tmp_path / "wrong.zip")
    assert packed(archive.unpack(new)) == new


@pytest.mark.django_db
def test_visitor_gets_what_changed_once_a_job_has_made_it(client: Client) -> None:
    published = MADE["ffg"]()
    older = publish(published.system, BEFORE["ffg"], account=None)
    address = "/lists/ffg/2023-03-31/bundle.zip?since=2022-12-31"
    busy = client.get(address)
    client.get(address)
    assert (busy.status_code, busy["Retry-After"]) == (503, "30")
    jobs.run(Job.objects.get(kind=deltas.WORK).pk)  # one, however often it is asked for

    answer = client.get(address)
    old, new = (list_bundles.whole(ListBundle.objects.get(list=one)) for one in (older, published))
    assert delta.apply(answer.content, old).data == new
    assert "ffg_2023-03-31_r1_since_2022-12-31.zip" in answer["Content-Disposition"]
    page = client.get("/lists/ffg/2023-03-31/proof/").content.decode()
    assert "bundle.zip?since=2022-12-31" in page
    for day in ("2023-03-31", "2022-12-30", "x", "", "2021-01-01", "9999-99-99"):
        assert client.get(f"/lists/ffg/2023-03-31/bundle.zip?since={day}").status_code == 404, day


@pytest.mark.django_db
def test_no_more_than_six_changes_of_a_bundle_are_kept_and_none_of_large_ones(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    published = MADE["ffg"]()
    for day in range(1, 9):
        deltas.make(published, publish(published.system, date(2023, 1, day), account=None))
    assert BundleDelta.objects.count() == deltas.KEPT

    monkeypatch.setattr(deltas, "MOST_BYTES", 100)
    assert client.get("/lists/ffg/2023-03-31/bundle.zip?since=2023-01-01").status_code == 404
    assert deltas.newest_before(published) is None
