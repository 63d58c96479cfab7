"""Rows whose number is that of a player of another name: nobody is replaced without a decision."""

import json
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from federation.management.commands.import_players import WAITING
from federation.models import Identifier, KnownName, ListImport, Listing, Player
from federation.register import register
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, text
from tests.federation.player_lists.handing_in import apply, hand_in, page, planned
from tests.federation.player_lists.test_go_lists import egd, ladder, ladder_line
from tests.federation.player_lists.test_import_again import enrol
from tests.federation.player_lists.test_import_fide_list import line as fide_line
from tests.federation.player_lists.test_import_players import Lists, pin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_home")]

OTHER = ladder_line("Osei Kofi", -400, "L", "0712345", "75Op")
MARRIED = ladder_line("PETIT Anna", 243, "L", "0712345", "38Gr")


@pytest.fixture
def lists(tmp_path: Path) -> Lists:
    return Lists(tmp_path)


@pytest.fixture
def holm() -> Player:
    return enrol("HOLM", "Anna", "FR", "38Gr", "3d", ffg="0712345")


def stands(player: Player) -> tuple[str, str, str]:
    player.refresh_from_db()
    number = player.identifiers.values_list("value", flat=True).first() or ""
    return str(player), player.grade, number


@pytest.mark.parametrize(("row", "why"), [(OTHER, "quite different"), (MARRIED, "another surname")])
def test_other_name_beside_a_number_changes_nobody_unattended_and_is_reported(
    lists: Lists, holm: Player, row: str, why: str
) -> None:
    counts, errors = lists.take(ladder(row))

    assert (counts, lists.more) == ([0, 0, 0, 1], [0, 1])
    assert why in errors
    assert errors.startswith("line 2: ")
    assert stands(holm) == ("HOLM Anna", "3d", "0712345")
    assert Player.objects.count() == 1


def test_number_named_as_renamed_takes_the_new_name(lists: Lists, holm: Player) -> None:
    counts, _errors = lists.take(ladder(MARRIED), renamed=["0712345"])

    assert counts == [0, 1, 0, 0]
    assert stands(holm) == ("PETIT Anna", "3d", "0712345")
    assert set(holm.known_names.values_list("key", flat=True)) == {"holm anna", "petit anna"}


def test_name_the_player_is_known_by_is_no_question(lists: Lists, holm: Player) -> None:
    register.add_known_name(holm, "PETIT Anna", account=None)

    assert lists.take(ladder(MARRIED), date=date(2999, 1, 1))[1] == ""


def decided(client: Client, decision: str, *rows: str) -> ListImport:
    held = planned(client, ladder(*(rows or (OTHER,))))
    row = held.differences.get(kind="resembling")
    client.post(reverse("register-import-decide", args=[held.pk]), {f"row-{row.pk}": decision})
    row.refresh_from_db()
    assert row.decision == decision
    return apply(client, held)


def test_page_asks_and_leaves_the_row_out_where_nobody_decides(client: Client, holm: Player) -> None:
    held = planned(client, ladder(OTHER))

    shown = page(client, held)
    apply(client, held)

    assert held.counts["changed"] == 0
    assert "the names are quite different" in shown
    assert "The same person, with a new name: HOLM Anna" in shown
    assert (stands(holm), Player.objects.count()) == (("HOLM Anna", "3d", "0712345"), 1)


def test_another_person_is_enrolled_without_the_number(client: Client, holm: Player) -> None:
    decided(client, "new")

    new = Player.objects.get(surname="Osei")
    assert stands(holm) == ("HOLM Anna", "3d", "0712345")
    assert stands(new) == ("Osei Kofi", "4k", "")


def test_number_is_taken_from_the_player_and_given_to_the_new_one(client: Client, holm: Player) -> None:
    decided(client, "taken")

    assert stands(holm) == ("HOLM Anna", "3d", "")
    assert stands(Player.objects.get(surname="Osei")) == ("Osei Kofi", "4k", "0712345")


def test_renamed_player_stays_the_same_and_is_not_asked_about_again(client: Client, holm: Player) -> None:
    decided(client, str(holm.pk))

    assert stands(holm) == ("Osei Kofi", "4k", "0712345")
    assert planned(client, ladder(OTHER)).counts["resembling"] == 0


def test_number_dropped_of_the_row_leads_to_the_player_of_that_name(client: Client, holm: Player) -> None:
    osei = enrol("Osei", "Kofi", "FR", "75Op", "5k", egd="99000001")

    decided(client, str(osei.pk))

    assert stands(holm) == ("HOLM Anna", "3d", "0712345")
    assert osei.licences.get().status == "L"
    assert Player.objects.count() == 2


def test_number_of_nobody_is_not_taken(client: Client) -> None:
    enrol("Osei", "Koffi", "FR", "75Op", "4k")
    held = planned(client, ladder(ladder_line("Osei Kofi", -400, "-", "-------", "75Op")))
    row = held.differences.get(kind="resembling")

    client.post(reverse("register-import-decide", args=[held.pk]), {f"row-{row.pk}": "taken"})

    row.refresh_from_db()
    assert row.decision == ""


def test_plan_file_takes_the_same_decisions(tmp_path: Path, holm: Player) -> None:
    path, plan = tmp_path / "list.txt", tmp_path / "plan.json"
    path.write_bytes(ladder(OTHER))
    call_command("import_players", path, plan=plan, stdout=StringIO())
    document = json.loads(plan.read_text())
    document["resembling"][0]["decision"] = "taken"
    plan.write_text(json.dumps(document))

    call_command("import_players", path, apply=plan, stdout=StringIO())

    assert stands(holm)[2] == ""
    assert Identifier.objects.get().player.surname == "Osei"


def test_base_levels_of_another_person_are_nobodys(lists: Lists, holm: Player) -> None:
    lists.take(ladder(OTHER), base="ffg")

    assert lists.said == ["base levels of ffg: 0 new, 0 changed, 0 unchanged"]


def test_fide_list_leaves_a_player_of_another_name_and_says_so(tmp_path: Path) -> None:
    path, err = tmp_path / "players_list_foa_2026-11.txt", StringIO()
    known = enrol("Holm", "Anna", "NO", fide="99000033")
    path.write_bytes(text(FOA_HEAD, fide_line(99000033, "Quist, Olaf", fed="SWE", standard=(2398, 7, 10))))

    with pytest.raises(CommandError, match="Nothing was changed for these numbers") as left:
        call_command("import_players", path, yes=True, base="fide", stdout=StringIO(), stderr=err)

    assert left.value.returncode == WAITING
    assert err.getvalue().startswith(
        "line 2: Quist Olaf has the number FIDE 99000033, which is that of Holm Anna"
    )
    assert stands(known) == ("Holm Anna", "", "99000033")
    assert not known.manual_events.exists()

    call_command("import_players", path, yes=True, renamed=["99000033"], stdout=StringIO())

    assert stands(known)[0] == "Quist Olaf"


def test_fide_list_takes_a_married_name_where_the_year_of_birth_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "players_list_foa_2026-11.txt"
    known = enrol("Holm", "Anna", "NO", fide="99000033")
    Player.objects.update(birth_year=1990)
    path.write_bytes(text(FOA_HEAD, fide_line(99000033, "Petit, Anna", born=1990)))

    call_command("import_players", path, yes=True, stdout=StringIO())

    assert stands(known)[0] == "Petit Anna"


# --- the newer list counts, whoever made it


def test_older_list_of_another_register_overwrites_nothing(lists: Lists) -> None:
    quist = ladder_line("Quist Olaf", 512, "e", "-------", "xxxx", "NO")
    lists.take(ladder(quist))  # of 2024; the EGD's is of 2018
    lists.take(egd(pin("99000001", "Quist Olaf", "NO", "Oslo", "4d")))

    player = Player.objects.get()
    assert (player.grade, player.club_label) == ("6d", "Oslo")  # nothing was known of a club
    assert player.identifiers.get().value == "99000001"
    assert dict(Listing.objects.values_list("source", "day")) == {
        "ffg": date(2024, 2, 5),
        "egd": date(2018, 12, 27),
    }


def test_newer_list_of_another_register_counts(lists: Lists) -> None:
    quist = ladder_line("Quist Olaf", 512, "e", "-------", "xxxx", "NO")
    lists.take(ladder(quist))

    lists.take(egd(pin("99000001", "Quist Olaf", "NO", "Oslo", "4d")), date=date(2024, 2, 6))

    assert Player.objects.get().grade == "4d"


def test_older_go_list_leaves_the_name_a_later_fide_list_gave(lists: Lists, tmp_path: Path) -> None:
    known = enrol("Osei", "Marit", "NO", "", "3d", egd="99000001", fide="99000033")
    path = tmp_path / "players_list_foa_2026-11.txt"
    path.write_bytes(text(FOA_HEAD, fide_line(99000033, "Osei Lund, Marit")))
    call_command("import_players", path, yes=True, stdout=StringIO())

    lists.take(egd(pin("99000001", "Osei Marit", "NO", "", "4d")))

    assert stands(known)[:2] == ("Osei Lund Marit", "4d")


def test_list_without_a_day_is_asked_for_it_on_the_page(client: Client) -> None:
    undated = egd(pin("99000001", "Holm Anna", "BE", "75Op", "3d")).replace(b"(27 Dec 2018)", b"")

    answer = hand_in(client, undated)
    taken = hand_in(client, undated, day="2024-03-01")

    assert answer.status_code == 422
    assert "This list and the name of its file have no date" in answer.content.decode()
    assert taken.status_code == 302
    assert hand_in(client, undated, "allworld_2024-01-05.html").status_code == 302


# --- spellings


def test_name_without_accents_replaces_none_with_accents(lists: Lists) -> None:
    known = enrol("Müller", "Zoé", "BE", "", "3d", egd="99000001")

    lists.take(egd(pin("99000001", "Mueller Zoe", "BE", "", "4d")))

    assert stands(known)[:2] == ("Müller Zoé", "4d")
    assert KnownName.objects.get().name == "Mueller Zoe"


def test_name_with_accents_replaces_one_without(lists: Lists) -> None:
    known = enrol("LEFEVRE", "Zoe", "FR", "38Gr", "3d", ffg="0712345")

    lists.take(ladder(ladder_line("LEFÈVRE Zoé", 243, "L", "0712345", "38Gr")))

    assert stands(known)[0] == "LEFÈVRE Zoé"


def test_initials_beside_a_number_change_no_name(lists: Lists, holm: Player) -> None:
    counts, errors = lists.take(ladder(ladder_line("H. A.", 243, "L", "0712345", "38Gr")))

    assert (counts[3], errors) == (0, "")
    assert stands(holm)[0] == "HOLM Anna"
