"""Two players become one, and two again: what was played."""

import pytest

from federation.register import merging
from federation.register.merging import MergeError
from tests.ratings.histories import hold, people, round_robin
from tests.ratings.people.merging.pairs import DAY, WHY, two
from tournaments.checks.problems import Refused
from tournaments.models import Entry
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


def test_both_in_one_tournament_are_two_people() -> None:
    kept, gone = two()
    hold(DAY, [kept, gone], round_robin(2), number=8)

    foreseen = merging.preview(kept, gone)
    with pytest.raises(MergeError, match="Both are in tournament 8"):
        merging.merge(kept, gone, WHY, account=None)

    assert [str(text) for text in foreseen.obstacles] == [
        "Both are in tournament 8, Tournament 8: they are two people, or one entry is wrong."
    ]


def test_entry_of_a_superseded_revision_with_both_stays() -> None:
    kept, gone = two()
    hold(DAY, [kept, gone], round_robin(2), number=8, stage="superseded")
    hold(DAY, [gone], [], number=8, revision=2)

    merging.merge(kept, gone, WHY, account=None)

    assert set(Entry.objects.filter(player=gone).values_list("tournament__revision", flat=True)) == {1}
    assert Entry.objects.filter(player=kept, tournament__revision=2).count() == 1


def test_open_drafts_suggest_the_player_kept_once() -> None:
    kept, gone = two()
    draft = hold(DAY, people(1), [], number=3, stage="draft")
    suggestions = [
        {"player": gone.pk, "score": 60, "reasons": []},
        {"player": kept.pk, "score": 50, "reasons": []},
    ]
    Entry.objects.filter(tournament=draft).update(player=None, match="ambiguous", suggestions=suggestions)

    merging.merge(kept, gone, WHY, account=None)

    assert Entry.objects.get(tournament=draft).suggestions == [
        {"player": kept.pk, "score": 60, "reasons": []}
    ]


def test_entry_matched_to_a_merged_number_meanwhile_counts_for_the_player_kept() -> None:
    kept, gone = two()
    (other,) = people(1)
    late = hold(DAY, [gone, other], round_robin(2), number=4, stage="submitted")
    merging.merge(kept, gone, WHY, account=None)
    Entry.objects.filter(tournament=late, number=1).update(player=gone)  # decided while the merge ran

    steps.approve(late, account=None)

    assert Entry.objects.get(tournament=late, number=1).player == kept


def test_approval_that_would_seat_one_player_twice_is_refused() -> None:
    kept, gone = two()
    merging.merge(kept, gone, WHY, account=None)
    late = hold(DAY, [kept, gone], round_robin(2), number=4, stage="submitted")

    with pytest.raises(Refused):
        steps.approve(late, account=None)

    late.refresh_from_db()
    assert late.stage == "submitted"
