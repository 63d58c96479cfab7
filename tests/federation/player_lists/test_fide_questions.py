"""Rows of a FIDE list on a page that somebody decides about, and what becomes of the decisions."""

from typing import Any

import pytest
from django.test import Client

from federation.history import list_imports
from federation.models import Account, ListPiece, Player
from federation.player_lists import import_fide_list, list_plans, stored_file
from federation.player_lists.import_list import Outcome
from federation.privacy import personal_data
from tests.federation.player_lists.fide_by_page import MOVED, NAME, OLAF, OTHER, decide, fide_list, strangers
from tests.federation.player_lists.fide_list_samples import zipped
from tests.federation.player_lists.handing_in import apply, page, planned
from tests.federation.player_lists.test_import_fide_list import line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_home")]


def number_of(player: Player) -> str:
    return player.identifiers.values_list("value", flat=True).first() or ""


def test_number_beside_a_quite_different_name_is_a_question(client: Client, olaf: Player) -> None:
    Player.objects.update(birth_year=1950)
    held = planned(client, fide_list(OTHER), NAME)

    shown = page(client, held)

    assert "the names are quite different" in shown
    assert "born 1971" in shown
    assert "born 1950" in shown
    assert "The same person, with a new name: Quist Olaf" in shown
    assert "without the number" not in shown
    assert "1 row resembles a player and has no decision: it will be skipped." in shown
    held = apply(client, held)
    assert (number_of(olaf), Player.objects.count(), held.counts["left"]) == (str(OLAF), 1, 1)


def test_row_decided_to_be_the_player_renames(client: Client, olaf: Player) -> None:
    held = planned(client, fide_list(OTHER), NAME)

    decide(client, held, str(olaf.pk))
    held = apply(client, held)

    olaf.refresh_from_db()
    assert (str(olaf), held.counts["decided"], held.counts["changed"]) == ("Bianchi Rosa", 1, 1)


def test_number_taken_from_a_player_is_a_new_player_s_until_that_is_undone(
    client: Client, olaf: Player
) -> None:
    held = planned(client, fide_list(OTHER), NAME)

    decide(client, held, "taken")
    held = apply(client, held)

    rosa = Player.objects.get(surname="Bianchi")
    assert (number_of(olaf), number_of(rosa), rosa.federation.code) == ("", str(OLAF), "IT")

    list_imports.undo(held.line or 0, account=None)

    assert (number_of(olaf), Player.objects.count()) == (str(OLAF), 1)


def test_new_player_without_the_number_is_no_answer(client: Client, olaf: Player) -> None:
    held = planned(client, fide_list(OTHER), NAME)

    assert decide(client, held, "new").decision == ""


def test_person_erased_on_request_is_entered_only_where_somebody_decides_so(
    client: Client, olaf: Player, officer: Account
) -> None:
    personal_data.erase(olaf, "He asks for it", account=officer)
    row = line(OLAF, "Quist, Olaf")
    known_only = planned(client, fide_list(row), NAME)
    assert (known_only.counts["strangers"], known_only.counts["resembling"]) == (1, 0)

    held = planned(client, fide_list(row), NAME, newcomers="1")
    assert "erased on request" in page(client, held)
    decide(client, held, "new")
    apply(client, held)

    assert Player.objects.filter(surname="Quist").count() == 1


def test_question_names_nobody_who_was_erased_meanwhile(
    client: Client, olaf: Player, officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = import_fide_list.import_fide

    def erased_while_it_is_read(*args: Any, **more: Any) -> Outcome:
        outcome = plain(*args, **more)
        personal_data.erase(olaf, "He asks for it", account=officer)
        return outcome

    monkeypatch.setattr(list_plans, "import_fide", erased_while_it_is_read)

    held = planned(client, fide_list(OTHER), NAME)

    assert not held.differences.exists()


def test_overtaken_plan_is_made_anew_and_keeps_the_decisions(
    client: Client, anna: Player, olaf: Player
) -> None:
    held = planned(client, fide_list(MOVED, OTHER), NAME)
    decide(client, held, str(olaf.pk))
    Player.objects.filter(pk=anna.pk).update(surname="Vega", given_name="Lou")

    held = apply(client, held)

    anna.refresh_from_db()
    assert (held.stage, held.problem, anna.federation.code) == ("planned", ["overtaken", {}], "NO")
    assert apply(client, held).counts["decided"] == 1
    olaf.refresh_from_db()
    assert str(olaf) == "Bianchi Rosa"


def test_list_discarded_while_it_is_applied_changes_nobody(
    client: Client, anna: Player, officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_file, "PIECE", 1000)
    held = planned(client, zipped(players_dot_txt=fide_list(MOVED, *strangers(300))), NAME)
    plain = list_plans.read

    def discarded_before_it_is_read(*args: Any) -> Any:
        list_plans.drop(held, account=officer)
        return plain(*args)

    monkeypatch.setattr(list_plans, "read", discarded_before_it_is_read)
    held = apply(client, held)

    anna.refresh_from_db()
    assert (held.stage, anna.title, ListPiece.objects.count()) == ("dropped", "", 0)
