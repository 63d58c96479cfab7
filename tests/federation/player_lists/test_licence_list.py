"""Licences of a season for many players: what lines would do, given in one act, undone as a whole."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from federation.history import batches, undoing
from federation.journal import journal
from federation.models import Account, Club, JournalEntry, Licence, Player
from federation.player_lists import licence_list
from federation.player_lists.import_list import Overtaken
from federation.player_lists.licence_list import LicencePlan, Wanted
from federation.register import merging, register
from federation.register.merging import Choice
from federation.register.register import Newcomer, RegisterError
from tests import processor
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db

SEASON = 2026


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.FEDERATION_CODE = "FR"
    settings.LANGUAGE_CODE = "en"


def registrar(club: Club | None = None) -> Account:
    account = Account.objects.create_user(f"remi{Account.objects.count()}@example.org", club=club)
    account.groups.set(Group.objects.filter(name="registrar"))
    return account


def enrol(surname: str, club: str = "38Gr", **numbers: str) -> Player:
    make_club(club)
    return register.enrol(Newcomer(surname, "Anna", "FR", club, "3d", numbers), account=None)


def plan(text: str, *, kind: str = "L", account: Account | None = None) -> LicencePlan:
    return licence_list.plan(text, Wanted(SEASON, kind, account or registrar()))


def give(text: str, *, kind: str = "L", account: Account | None = None) -> JournalEntry:
    wanted = Wanted(SEASON, kind, account or registrar())
    made = licence_list.plan(text, wanted)
    _made, first = licence_list.give(text, wanted, fingerprint=made.fingerprint)
    assert first is not None
    return first


def held() -> list[tuple[int, int, str, str | None]]:
    rows = Licence.objects.order_by("season", "player")
    return list(rows.values_list("player", "season", "status", "club__code"))


def codes(made: LicencePlan) -> list[tuple[int | None, str]]:
    return [(one.line, one.code) for one in made.findings]


@pytest.mark.parametrize(
    "line",
    ["{pk}", "0712345", "ffg 0712345", "99000001", "HOLM Anna", "Anna Holm", "holm, anna", "Solberg Anna"],
)
def test_player_is_found_by_any_number_or_name(line: str) -> None:
    holm = enrol("HOLM", ffg="0712345", egd="99000001")
    register.add_known_name(holm, "Solberg Anna", account=None)

    (found,) = plan(line.format(pk=holm.pk)).new

    assert (found.player, found.before, found.after) == (holm.pk, None, ("L", holm.club_id))


def test_merged_number_leads_to_the_player_kept() -> None:
    kept, gone = enrol("HOLM", ffg="0712345"), enrol("HOLMS", ffg="0799999")
    merging.merge(kept, gone, Choice(reason="the same"), account=None)

    assert [one.player for one in plan(f"{gone.pk}").new] == [kept.pk]
    assert [one.player for one in plan("0799999").new] == [kept.pk]


def test_lines_are_sorted_into_new_changed_the_same_and_double() -> None:
    new, changed, same = enrol("NEUF"), enrol("CHANGE"), enrol("MEME")
    for one, kind in ((changed, "C"), (same, "L")):
        register.license_player(one, SEASON, kind, club=one.club, account=None)

    made = plan(f"{new.pk}\n{changed.pk}\n{same.pk}\n{new.pk}\n{new.pk};C")

    found = [[one.player for one in some] for some in (made.new, made.changed, made.same)]
    assert found == [[new.pk], [changed.pk], [same.pk]]
    assert [(one.line, one.code) for one in made.doubles] == [(4, "licence-double"), (5, "licence-otherwise")]


def test_what_cannot_be_given_is_told_with_its_line() -> None:
    holm, namesake = enrol("HOLM"), enrol("HOLM", club="75Op")
    lines = ["nobody", "HOLM Anna", f"{holm.pk};Z", f"{holm.pk};L;99Zz", "HOLM Anna;L;75Op", "987654321"]

    made = plan("\n".join(lines))

    assert codes(made) == [
        (1, "licence-unknown"),
        (2, "licence-several"),
        (3, "licence-kind"),
        (4, "licence-club"),
        (6, "licence-unknown"),
    ]
    assert [one.player for one in made.new] == [namesake.pk]


@pytest.mark.parametrize("word", ["L", "l", "competition", "Compétition", "соревнования"])
def test_kind_is_written_as_letter_or_word_of_any_language(word: str) -> None:
    kinds = licence_list.kind_words()
    known = {text for text, letter in kinds.items() if letter == "L"}

    assert len(known) >= 3
    assert word not in ("L", "l", "competition") or plan(f"{enrol('HOLM').pk};{word}").new[0].after[0] == "L"


def test_none_any_more_is_nothing_where_there_was_none() -> None:
    holm = enrol("HOLM")

    made = plan(f"{holm.pk};-")

    assert ([one.player for one in made.same], made.written) == ([holm.pk], [])


def test_registrar_of_a_club_gives_licences_to_his_own_alone() -> None:
    own, other = enrol("HOLM"), enrol("QUIST", club="75Op", ffg="0712345")
    account = registrar(own.club)

    made = plan(f"{own.pk}\n{other.pk}\n0712345\nQUIST Anna\n{own.pk};L;75Op", account=account)

    assert [one.player for one in made.new] == [own.pk]
    assert codes(made) == [*((line, "licence-not-ours") for line in (2, 3, 4)), (5, "licence-club-not-ours")]
    assert not any("QUIST" in str(one.values.get("names", "")) for one in made.findings)


def test_licences_are_given_in_one_act_with_a_line_for_each_and_one_for_all() -> None:
    new, changed = enrol("NEUF"), enrol("CHANGE", club="75Op")
    register.license_player(changed, SEASON, "C", club=None, account=None)
    account = registrar()

    first = give(f"{new.pk}\n{changed.pk}\nnobody", account=account)

    assert held() == [(new.pk, SEASON, "L", "38Gr"), (changed.pk, SEASON, "L", "75Op")]
    assert (first.act, first.account, first.detail) == (
        "licences.given",
        account,
        {"season": SEASON, "new": 1, "changed": 1, "unchanged": 0, "left": 1},
    )
    lines = journal.lines_of_batch(first)
    told = [(line.act, line.subject_id, line.detail["before"], line.detail["after"]) for line in lines]
    assert told == [
        ("player.licensed", str(new.pk), "", "L"),
        ("player.licensed", str(changed.pk), "C", "L"),
    ]
    assert {line.account for line in lines} == {account}
    assert list(journal.verify()) == []


def test_other_lines_than_those_shown_are_not_given() -> None:
    holm = enrol("HOLM")
    wanted = Wanted(SEASON, "L", registrar())
    shown = licence_list.plan(f"{holm.pk}", wanted)
    register.license_player(holm, SEASON, "C", club=None, account=None)

    with pytest.raises(Overtaken):
        licence_list.give(f"{holm.pk}", wanted, fingerprint=shown.fingerprint)

    assert held() == [(holm.pk, SEASON, "C", None)]


def test_same_lines_again_give_nothing() -> None:
    text, account = f"{enrol('HOLM').pk}", registrar()
    give(text, account=account)
    wanted, lines = Wanted(SEASON, "L", account), JournalEntry.objects.count()

    made, first = licence_list.give(text, wanted, fingerprint=licence_list.plan(text, wanted).fingerprint)

    assert (len(made.same), first, JournalEntry.objects.count()) == (1, None, lines)


def test_all_are_undone_together_and_redone() -> None:
    new, changed = enrol("NEUF"), enrol("CHANGE")
    register.license_player(changed, SEASON, "C", club=None, account=None)
    before, account = held(), registrar()
    first = give(f"{new.pk}\n{changed.pk}", account=account)
    after = held()

    assert batches.undo(first.pk, account=account) == 2
    undone = held()
    batches.undo(JournalEntry.objects.get(act="licences.undone").pk, account=account)

    assert (undone, held()) == (before, after)


def test_nothing_is_undone_where_one_licence_was_changed_since() -> None:
    new, changed, account = enrol("NEUF"), enrol("CHANGE"), registrar()
    first = give(f"{new.pk}\n{changed.pk}", account=account)
    register.license_player(changed, SEASON, "C", club=None, account=None)
    before, lines = held(), JournalEntry.objects.count()

    with pytest.raises(RegisterError, match="CHANGE Anna"):
        batches.undo(first.pk, account=account)
    assert (held(), JournalEntry.objects.count()) == (before, lines)

    undoing.undo(changed, JournalEntry.objects.latest("pk").pk, account=None)
    assert batches.undo(first.pk, account=account) == 2


def test_licences_are_undone_once() -> None:
    account = registrar()
    first = give(f"{enrol('HOLM').pk}", account=account)
    batches.undo(first.pk, account=account)

    with pytest.raises(RegisterError, match="already been undone"):
        batches.undo(first.pk, account=account)


def test_one_licence_of_a_list_is_undone_alone() -> None:
    one, other, account = enrol("HOLM"), enrol("QUIST"), registrar()
    first = give(f"{one.pk}\n{other.pk}", account=account)

    undoing.undo(one, journal.lines_of_batch(first)[0].pk, account=account)

    assert [row[0] for row in held()] == [other.pk]
    with pytest.raises(RegisterError, match="The licence of 1 player has been changed since: HOLM Anna"):
        batches.undo(first.pk, account=account)


@pytest.mark.parametrize("lines", [200, 2000])
def test_queries_do_not_grow_with_the_lines(lines: int) -> None:
    numbers = register.enrol_many(
        [Newcomer("HOLM", f"Anna{n}", "FR", "38Gr", "", {"ffg": f"{n:07d}"}) for n in range(lines)],
        account=None,
    )
    text = "\n".join(f"{n:07d}" for n in range(lines))
    wanted = Wanted(SEASON, "L", registrar())

    with CaptureQueriesContext(connection) as planned:
        made = licence_list.plan(text, wanted)

    assert (len(made.new), len(numbers)) == (lines, lines)
    assert len(planned) == 4  # who has the numbers, who they are and are known as, which licences stand


def test_ten_thousand_lines_are_shown_and_given_in_little_time() -> None:
    some = [Newcomer("HOLM", f"Anna{n}", "FR", "38Gr", "", {"ffg": f"{n:07d}"}) for n in range(10_000)]
    register.enrol_many(some, account=None)
    text, wanted = "\n".join(f"{n:07d};L" for n in range(10_000)), Wanted(SEASON, "L", registrar())

    def act() -> None:
        made = licence_list.plan(text, wanted)
        licence_list.give(text, wanted, fingerprint=made.fingerprint)

    with CaptureQueriesContext(connection) as queries:
        taken = processor.seconds(act)

    assert taken < 20  # ten times what it takes
    assert Licence.objects.filter(season=SEASON).count() == 10_000
    assert len(queries) <= 120  # planned twice, the licences as columns, the journal in batches


# --- what stands beside a number


def test_name_beside_a_number_is_checked() -> None:
    holm, quist = enrol("HOLM", ffg="0712345"), enrol("Quist", ffg="0712346")
    rows = ["0712345;Osei Kofi", "0712345;HOLM Olaf", "0712346;Anna QUIST", f"{holm.pk};PETIT Anna"]

    made = plan("\n".join(["licence;nom", *rows]))

    assert codes(made) == [(2, "licence-other-name"), (3, "licence-other-name"), (5, "licence-unknown")]
    assert [one.player for one in made.new] == [quist.pk]


def test_surname_and_given_name_beside_a_number_of_ours_are_checked() -> None:
    holm = enrol("HOLM")

    made = plan(f"number;surname;given name\n{holm.pk};PETIT;Anna\n{holm.pk};Hölm;Anna")

    assert codes(made) == [(2, "licence-other-name")]
    assert [one.line for one in made.new] == [3]


def test_season_of_a_line_is_honoured_and_undone_with_the_others() -> None:
    holm, quist = enrol("HOLM"), enrol("Quist")
    text = f"number;season\n{holm.pk};2025\n{holm.pk};\n{quist.pk};2026.0\n{quist.pk};26\n{quist.pk};2999"

    made, first = plan(text), give(text)

    assert codes(made) == [(5, "licence-season"), (6, "licence-season")]
    assert [row[:3] for row in held()] == [
        (holm.pk, 2025, "L"),
        (holm.pk, 2026, "L"),
        (quist.pk, 2026, "L"),
    ]
    batches.undo(first.pk, account=registrar())
    assert held() == []


def test_columns_nobody_knows_are_named() -> None:
    holm = enrol("HOLM")

    made = plan(f"number;e-mail;Kind;;born\n{holm.pk};a@example.org;C;x;1990")

    assert [(one.line, one.code, one.values["written"]) for one in made.notes] == [
        (1, "licence-heading", "e-mail"),
        (1, "licence-heading", "born"),
    ]
    assert [one.after[0] for one in made.new] == ["C"]
    assert made.findings == []
