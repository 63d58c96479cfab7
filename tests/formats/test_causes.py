"""Findings that only follow from another one."""

import pytest

from tests.formats.samples import GAMES, GENERAL, H9, PLAYERS, TOU, opengotha
from tests.formats.trf_samples import TRF16
from tournaments.formats.table import read
from tournaments.inspection.causes import causes, of_stored
from tournaments.inspection.inspection import inspect
from tournaments.reports.findings import Finding, Place, error, notice, warning
from tournaments.revisions.report_to_models import stored_finding


def folded(text: str, *, encoding: str = "utf-8") -> dict[str, list[str]]:
    """The codes of what a file is found to have wrong: cause -> what follows from it."""
    found = inspect(read(text.encode(encoding)))
    roots = causes(found)
    told: dict[str, list[str]] = {}
    for at, (finding, root) in enumerate(zip(found, roots, strict=True)):
        if root is None:
            told[f"{finding.code} {at}"] = []
    for finding, root in zip(found, roots, strict=True):
        if root is not None:
            told[f"{found[root].code} {root}"].append(finding.code)
    return {code.split()[0]: followers for code, followers in told.items() if followers}


def test_stranger_is_told_once_whatever_he_plays() -> None:
    strangers = tuple(
        'whitePlayer="NOBODY" blackPlayer="ALPHAANNE" result="RESULT_WHITEWINS" handicap="0"'
        f' roundNumber="{n}"'
        for n in (1, 2)
    )

    assert folded(opengotha(games=(*GAMES[1:2], *strangers))) == {"unknown-player": ["unknown-player"]}


def test_mistyped_opponent_is_one_slip_of_two_lines() -> None:
    # Alpha names the third instead of the second: the second names him, and the third somebody else.
    text = TOU.replace("75Ex    2+w0    3+w4", "75Ex    3+w0    3+w4")

    assert folded(text) == {"opponent-mismatch": ["opponent-mismatch"]}


def test_opponent_who_is_not_there_is_told_once_for_all_rounds() -> None:
    text = H9.replace("2+/b0    3+/w1    5+!w9", "99+/b0   3+/w1   99+!w9")

    assert folded(text) == {
        "unknown-opponent": ["unknown-opponent", "opponent-mismatch", "opponent-mismatch"]
    }


def test_line_that_lacks_rounds_is_the_cause_of_what_others_say_of_it() -> None:
    text = TOU.replace("2000002 38Ex    1-b0    4+w1", "2000002 38Ex    1-b0")

    assert folded(text) == {"missing-rounds": ["opponent-mismatch"]}


def test_contradicted_result_is_the_cause_of_the_game_without_one() -> None:
    text = TOU.replace("38Ex    1-b0", "38Ex    1+b0")

    assert folded(text) == {"result-mismatch": ["unknown-outcome"]}


def test_default_of_one_side_is_the_cause_of_the_game_by_default() -> None:
    text = H9.replace("1-!b9", "1-/b9")

    assert folded(text) == {"default-mismatch": ["by-default"]}


def test_rounds_nobody_can_read_put_every_game_beyond_them() -> None:
    text = opengotha(general=GENERAL.replace('numberOfRounds="2"', 'numberOfRounds="two"'))

    assert folded(text)["bad-number"][:3] == ["round-beyond"] * 3


def test_two_of_one_name_are_the_cause_of_playing_twice() -> None:
    players = (*PLAYERS, 'name="ALPHA" firstName="Anne" rank="3D" egfPin=""')
    games = (
        *GAMES,
        'whitePlayer="ALPHAANNE" blackPlayer="İLTİSDİLAN" result="RESULT_WHITEWINS" handicap="0"'
        ' roundNumber="1"',
    )

    assert "plays-twice" in folded(opengotha(players=players, games=games))["ambiguous-name"]


def test_line_out_of_its_columns_is_told_once() -> None:
    lines = TRF16.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("001"))
    lines[at] = lines[at][:14] + " " + lines[at][14:]

    found = folded("\n".join(lines))

    assert set(found) == {"filled-column"}
    assert len(found["filled-column"]) > 1


def test_line_left_out_is_the_cause_of_who_is_not_there() -> None:
    assert folded(TRF16.replace("001    2", "001   x2"))["unreadable-line"] == ["unknown-opponent"]


def test_two_lines_left_out_tell_nothing_of_who_is_not_there() -> None:
    found = folded(TRF16.replace("001    2", "001   x2").replace("001    7", "001   x7"))

    assert "unreadable-line" not in found


def test_cause_is_never_lighter_than_what_follows_from_it() -> None:
    place = Place(round=1, entrant=1)
    light = warning("draw-or-unrated", place)

    assert causes([error("unknown-outcome", place), light]) == [None, None]
    assert causes([notice("unknown-outcome", place), light]) == [1, None]


def test_cause_follows_from_nothing_itself() -> None:
    found = [
        error("opponent-mismatch", Place(round=1, entrant=entrant), opponent=entrant + 1)
        for entrant in range(1, 6)
    ]
    found.append(error("plays-himself", Place(round=1, entrant=6)))

    assert causes(found) == [5, 5, 5, 5, 5, None]


@pytest.mark.parametrize("count", [1, 1000])
def test_findings_of_their_own_stand_for_themselves(count: int) -> None:
    found = [error("unknown-result", Place(line=at, round=1, entrant=at), text="x") for at in range(count)]

    assert causes(found) == [None] * count


def test_stored_findings_have_the_same_causes() -> None:
    found = inspect(read(TOU.replace("38Ex    1-b0", "38Ex    1+b0").encode("iso-8859-15")))

    roots = of_stored([stored_finding(one) for one in found])

    assert roots == causes(found)
    assert any(root is not None for root in roots)


def test_thousand_lines_that_name_each_other_are_joined_in_no_time() -> None:
    found: list[Finding] = [
        error("opponent-mismatch", Place(round=1, entrant=at), opponent=at + 1) for at in range(1, 1001)
    ]

    assert causes(found) == [None, *[0] * 999]
