"""Which requests of pairing programs are let in: secrets, codes, methods and limits."""

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from federation.accounts import tokens
from federation.models import Account, JournalEntry, Token
from tests.tournaments.pairing_programs.conftest import facts
from tests.tournaments.pairing_programs.pairgoth import ROUND_1, Pairgoth, shown
from tournaments.models import ExpectedTournament
from tournaments.pairing_programs import expected

pytestmark = pytest.mark.django_db


def test_wrong_secret_is_answered_the_same_whatever_the_code(program: Pairgoth) -> None:
    stranger = Pairgoth("plm_wrong", program.code)
    known, unknown = stranger.sync(), Pairgoth("plm_wrong", "nowhere").sync()

    assert (known.status_code, known.content) == (401, unknown.content)
    assert unknown.status_code == 401


def test_code_of_another_organiser_is_unknown(program: Pairgoth, stranger: Account) -> None:
    expected.enter(facts(code="others"), account=stranger)

    theirs, nobodys = Pairgoth(program.secret, "others").sync(), Pairgoth(program.secret, "nowhere").sync()

    assert (theirs.status_code, nobodys.status_code) == (404, 404)
    assert shown(theirs).replace("others", "") == shown(nobodys).replace("nowhere", "")


@pytest.mark.parametrize("secret", ["", "x", "plm_", "\x7f", "é"])
def test_no_secret_is_refused(program: Pairgoth, secret: str) -> None:
    assert Pairgoth(secret, program.code).sync().status_code == 401


def test_token_for_other_things_is_no_secret(program: Pairgoth, organiser: Account) -> None:
    token = tokens.issue(organiser, name="other", scopes=[tokens.TOURNAMENTS_WRITE])[1]

    assert Pairgoth(token, program.code).sync().status_code == 401


def test_replaced_secret_is_refused_at_once(program: Pairgoth, organiser: Account) -> None:
    new = expected.new_secret(organiser)

    assert (program.sync().status_code, Pairgoth(new, program.code).sync().status_code) == (401, 200)
    assert Token.objects.filter(revoked=None).count() == 1
    assert new not in str(list(Token.objects.values())) + str(list(JournalEntry.objects.values()))


def test_who_is_no_organiser_any_more_is_refused(program: Pairgoth, organiser: Account) -> None:
    organiser.groups.clear()

    answer = program.sync()

    assert (answer.status_code, bool(shown(answer))) == (403, True)


def test_ended_connection_is_refused_in_words(
    program: Pairgoth, tournament: ExpectedTournament, settings: Settings
) -> None:
    settings.LANGUAGE_CODE = "en"
    expected.end(tournament, account=tournament.account)

    answer = program.publish_games(1, ROUND_1)

    assert (answer.status_code, "disconnected" in shown(answer)) == (404, True)


def test_code_is_known_whatever_its_case(program: Pairgoth) -> None:
    assert Pairgoth(program.secret, "Moulin").sync().status_code == 200


def test_wrong_secrets_are_slowed_down_and_right_ones_are_not(program: Pairgoth, settings: Settings) -> None:
    cache.clear()
    settings.API_RATE = 3
    wrong = [Pairgoth("plm_wrong").sync().status_code for _ in range(5)]

    assert wrong == [401, 401, 401, 429, 429]
    assert program.sync().status_code == 200

    settings.API_TOKEN_RATE = 3
    assert [program.sync().status_code for _ in range(4)][-1] == 429


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/players/moulin"),
        ("GET", "/pairings/moulin/1"),
        ("PUT", "/standings/moulin/1"),
        ("POST", "/health"),
    ],
)
def test_other_methods_are_refused(program: Pairgoth, method: str, path: str) -> None:
    answer = program.call(method, path)

    assert (answer.status_code, bool(answer.headers["Allow"])) == (405, True)
