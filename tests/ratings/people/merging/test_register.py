"""Two players become one, and two again: what of the register moves, and what forbids it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import (
    Account,
    Club,
    DeclaredGrade,
    Identifier,
    JournalEntry,
    KnownName,
    Licence,
    Merge,
    Player,
)
from federation.player_lists import import_list
from federation.player_lists.readers.row import PlayerList, PlayerRow
from federation.privacy import privacy
from federation.register import merging, queries, register
from federation.register.merging import Choice, MergeError
from federation.register.register import Newcomer, RegisterError
from federation.search import search
from federation.vocabulary.player_fields import merged_fields
from ratings.models import ManualEvent, RatingSystem
from ratings.runs.manual_events import Decision, enter
from tests.ratings.histories import hold, people, round_robin
from tests.ratings.people.merging.pairs import DAY, WHY, everything, two
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_merge_moves_the_registers_rows_and_leaves_what_cannot_stand_twice() -> None:
    kept, gone = two()

    merging.merge(kept, gone, WHY, account=None)

    gone.refresh_from_db()
    assert (gone.merged_into, gone.search_key, gone.club) == (kept, "", None)
    of = {"player": kept}
    assert dict(Identifier.objects.filter(**of).values_list("scheme", "value")) == {
        "ffg": "0712345", "egd": "99000011", "fide": "1234567",
    }  # fmt: skip
    assert set(KnownName.objects.filter(**of).values_list("key", flat=True)) == {
        "holm a", "annie holm", "holm anne",
    }  # fmt: skip
    assert list(Licence.objects.filter(**of).order_by("season").values_list("season", "status")) == [
        (2024, "L"), (2025, "L"),
    ]  # fmt: skip
    assert list(DeclaredGrade.objects.filter(**of).values_list("grade", flat=True)) == ["1d"]
    stayed = {model: model.objects.filter(player=gone).count() for model in (Identifier, KnownName, Licence)}
    assert stayed == {Identifier: 1, KnownName: 1, Licence: 1}


def test_merge_takes_the_fields_and_numbers_chosen() -> None:
    kept, gone = two()
    club = gone.club
    chosen = Choice(frozenset({"surname", "club", "birth_year"}), frozenset({"ffg"}), "Her new licence.")

    merging.merge(kept, gone, chosen, account=None)

    kept.refresh_from_db()
    assert (kept.surname, kept.given_name, kept.search_key) == ("Holm", "Anna", "holm anna")
    assert (kept.club, kept.birth_year, kept.title, kept.grade) == (club, 1990, "", "3d")
    assert kept.identifiers.get(scheme="ffg").value == "0799999"
    assert gone.identifiers.get(scheme="ffg").value == "0712345"
    assert kept.known_names.filter(key="holm anne").exists()


@pytest.mark.parametrize(("taken", "other"), [(True, "LE GOFF Gaël"), (False, "LE GOFF Gael")])
def test_spelling_with_other_accents_stays_among_the_other_names(*, taken: bool, other: str) -> None:
    kept, gone = (register.enrol(Newcomer("LE GOFF", name, "FR"), account=None) for name in ("Gaël", "Gael"))
    chosen = Choice(frozenset({"given_name"}) if taken else frozenset(), reason="One person.")

    made = merging.merge(kept, gone, chosen, account=None)

    assert [one.name for one in kept.known_names.all()] == [other]
    merging.undo(made, account=None)
    assert not KnownName.objects.exists()


@pytest.mark.parametrize(
    "choice",
    [
        WHY,
        Choice(frozenset(merged_fields()), frozenset({"ffg"}), "x"),
        Choice(frozenset({"surname"}), frozenset(), "x"),
    ],
)
def test_undo_brings_every_row_back_as_it_was(choice: Choice, officer: Account, ffg: RatingSystem) -> None:
    kept, gone = two()
    others = people(3)
    hold(DAY, [*others, kept], round_robin(4), number=1)
    hold(DAY + timedelta(days=7), [gone, *others], round_robin(4), number=2)
    draft = hold(DAY, others, [], number=3, stage="draft")
    Entry.objects.filter(tournament=draft, number=1).update(
        player=None, match="ambiguous", suggestions=[{"player": gone.pk, "score": 60, "reasons": []}]
    )
    enter(ffg, Decision("reevaluation", DAY, "", gone, -150.0), account=None)
    before = everything()

    made = merging.merge(kept, gone, choice, account=officer)
    assert everything() != before
    merging.undo(made, account=officer)

    assert everything() == before
    made.refresh_from_db()
    assert (made.undone is not None, made.undone_by) == (True, officer)


def test_merge_and_undo_are_lines_of_the_journal(officer: Account) -> None:
    kept, gone = two()
    made = merging.merge(
        kept, gone, Choice(frozenset({"surname"}), reason="Twins of paper."), account=officer
    )
    merging.undo(made, account=officer)

    done, undone = JournalEntry.objects.filter(act__in=["player.merged", "player.unmerged"]).order_by("pk")
    assert (done.subject_id, done.account) == (str(kept.pk), officer)
    assert done.detail["reason"] == "Twins of paper."
    assert (done.detail["other"], done.detail["merge"]) == (gone.pk, made.pk)
    assert (done.detail["before"], done.detail["after"]) == ({"surname": "HØLM"}, {"surname": "Holm"})
    assert done.detail["moved"]["federation.numbers"] == 1
    assert (undone.detail["before"], undone.detail["after"]) == ({"surname": "Holm"}, {"surname": "HØLM"})


def test_players_are_found_by_everything_both_were_known_by() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)

    for text in ("holm anna", "holm anne", "annie", "0712345", "0799999", "1234567", str(gone.pk)):
        assert search.find_players(text) == [kept], text
    assert queries.holders_of({("ffg", "0799999")}) == {("ffg", "0799999"): kept}
    wanted = [Newcomer("Somebody", identifiers={"ffg": "0799999"}), Newcomer("Holm", "Anne")]
    assert [[one.player for one in found] for found in queries.candidates_for(wanted)] == [[kept.pk]] * 2


def test_merged_number_takes_nothing_more() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)
    gone.refresh_from_db()

    attempts: list[Callable[[], object]] = [
        lambda: register.rename(gone, "X", "", account=None),
        lambda: register.transfer(gone, None, account=None),
        lambda: register.declare_grade(gone, "1d", since=DAY, account=None),
        lambda: register.add_identifier(gone, "aga", "1", account=None),
        lambda: register.add_known_name(gone, "X", account=None),
    ]
    for attempt in attempts:
        with pytest.raises(RegisterError):
            attempt()


def test_list_with_the_number_that_went_describes_the_player_kept() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)
    rows = [PlayerRow(1, {"ffg": "0799999"}, "Holm", "Anna", "FR", "31To", grade="4d", licence_status="L")]
    listed = PlayerList("ladder", "ffg", timezone.localdate() + timedelta(days=1), iter(rows))

    outcome = import_list.import_list(listed, rows, import_list.Wish())

    kept.refresh_from_db()
    assert kept.club is not None
    # the level on a list is no grade for somebody who has declared one
    assert (outcome.created, outcome.refused, kept.club.label, kept.grade) == (0, 0, "31To", "3d")
    both = [*rows, PlayerRow(2, {"ffg": "0712345"}, "Holm", "Anna", "FR", "38Gr", grade="5d")]
    assert import_list.import_list(listed, both, import_list.Wish()).created == 0
    kept.refresh_from_db()
    gone.refresh_from_db()
    assert (kept.grade, gone.search_key) == ("3d", "")


@pytest.mark.parametrize("reason", ["", "   "])
def test_merge_wants_a_reason(reason: str) -> None:
    kept, gone = two()

    with pytest.raises(MergeError):
        merging.merge(kept, gone, Choice(reason=reason), account=None)

    assert Merge.objects.count() == 0


@pytest.mark.parametrize("place", [0, 1])
def test_player_deleted_meanwhile_is_not_merged(place: int) -> None:
    pair = two()
    Player.objects.get(pk=pair[place].pk).delete()

    with pytest.raises(MergeError):
        merging.merge(*pair, WHY, account=None)

    assert Merge.objects.count() == 0


def test_one_player_is_not_merged_into_himself_nor_twice() -> None:
    kept, gone = two()
    with pytest.raises(MergeError):
        merging.merge(kept, kept, WHY, account=None)
    merging.merge(kept, gone, WHY, account=None)
    (other,) = people(1)

    for one, two_ in ((kept, gone), (gone, kept), (other, gone), (gone, other)):
        with pytest.raises(MergeError):
            merging.merge(one, two_, WHY, account=None)

    assert Merge.objects.count() == 1


def test_chain_of_merges_leads_to_the_last_and_comes_apart_in_order() -> None:
    kept, gone = two()
    (last,) = people(1)
    before = everything()
    first = merging.merge(kept, gone, WHY, account=None)
    second = merging.merge(last, kept, WHY, account=None)

    gone.refresh_from_db()
    assert gone.merged_into == last
    assert search.find_players("0799999") == [last]
    with pytest.raises(MergeError, match="undo that first"):
        merging.undo(first, account=None)

    merging.undo(second, account=None)
    merging.undo(Merge.objects.get(pk=first.pk), account=None)
    assert everything() == before


@pytest.mark.parametrize(
    ("newer", "said"),
    [
        (lambda kept: register.rename(kept, "Quist", "Anna", account=None), "surname"),
        (lambda kept: Identifier.objects.filter(scheme="fide").delete(), "Numbers"),
        (lambda kept: Licence.objects.filter(season=2024).delete(), "Licences"),
        (
            lambda kept: Entry.objects.filter(tournament__number=2, player=kept).update(player=people(1)[0]),
            "matched again",
        ),
        (
            lambda kept: hold(DAY, [kept], [], number=2, revision=2, stage="draft"),
            "newer revision",
        ),
        (lambda kept: ManualEvent.objects.update(player=people(1)[0]), "manual adjustment"),
    ],
    ids=["renamed", "number", "licence", "matched", "revision", "decision"],
)
def test_undo_says_what_newer_builds_on_it(
    newer: Callable[[Player], object], said: str, ffg: RatingSystem
) -> None:
    kept, gone = two()
    hold(DAY, [gone, *people(1)], round_robin(2), number=2)
    enter(ffg, Decision("reevaluation", DAY, "", gone, -150.0), account=None)
    made = merging.merge(kept, gone, Choice(frozenset({"surname"}), reason="x"), account=None)
    kept.refresh_from_db()
    newer(kept)
    made = Merge.objects.get(pk=made.pk)

    with pytest.raises(MergeError, match=said):
        merging.undo(made, account=None)

    gone.refresh_from_db()
    assert gone.merged_into == kept


def test_what_came_after_stays_with_the_player_kept() -> None:
    kept, gone = two()
    made = merging.merge(kept, gone, WHY, account=None)
    kept.refresh_from_db()
    register.add_identifier(kept, "aga", "777", account=None)
    register.transfer(kept, None, account=None)

    merging.undo(made, account=None)

    kept.refresh_from_db()
    assert (kept.club, kept.identifiers.get(scheme="aga").value) == (None, "777")


def test_choice_to_be_shown_so_outlives_a_merge_and_goes_back_with_it(settings: Settings) -> None:
    kept, gone = two()
    settings.MINORS_SHOWN = "anonymous"
    for player in (kept, gone):
        player.birth_year = timezone.localdate().year - 10
        player.save()
        privacy.follow_office(player)
    privacy.choose(gone, "public", account=None)
    privacy.choose(gone, "anonymous", account=None)

    merge = merging.merge(kept, gone, WHY, account=None)
    settings.MINORS_SHOWN = "public"
    privacy.follow_office_everywhere()

    kept.refresh_from_db()
    assert (kept.privacy, kept.privacy_chosen) == ("anonymous", True)
    merging.undo(merge, account=None)
    privacy.follow_office_everywhere()
    kept.refresh_from_db()
    assert (kept.privacy, kept.privacy_chosen) == ("public", False)


def test_undo_of_what_is_undone_is_refused() -> None:
    kept, gone = two()
    made = merging.merge(kept, gone, WHY, account=None)
    merging.undo(made, account=None)

    with pytest.raises(MergeError):
        merging.undo(made, account=None)


def test_undo_survives_a_club_that_is_no_more() -> None:
    kept, gone = two()
    made = merging.merge(kept, gone, WHY, account=None)
    Club.objects.filter(label="75Op").delete()

    merging.undo(made, account=None)

    gone.refresh_from_db()
    assert (gone.club, gone.search_key) == (None, "holm anne")


def test_name_of_who_goes_is_kept_as_far_as_a_spelling_is_long() -> None:
    kept, gone = two()
    Player.objects.filter(pk=gone.pk).update(surname="S" * 80, given_name="G" * 80, search_key="s g")
    gone.refresh_from_db()

    merging.merge(kept, gone, WHY, account=None)

    assert {len(name) for name in kept.known_names.values_list("name", flat=True)} >= {160}
    assert max(len(name) for name in kept.known_names.values_list("name", flat=True)) == 160
