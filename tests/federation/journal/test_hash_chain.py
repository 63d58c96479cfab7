"""The chain of the journal as arithmetic: every way to meddle with lines shows where it was done."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from federation.journal import hash_chain
from federation.journal.hash_chain import Break, Damage, Head, Line, Link

AT = datetime(2026, 5, 2, 9, 30, tzinfo=UTC)


def lines(count: int) -> list[Line]:
    return [
        Line(n * 3, AT, 1, "player.renamed", "player", str(n), {"before": "a", "n": n}) for n in range(count)
    ]


def chained(count: int) -> tuple[list[Link], Head]:
    links = list(hash_chain.extend(Head(), lines(count)))
    return links, Head(count, links[-1].digest)


def test_chain_as_sealed_is_whole() -> None:
    links, head = chained(5)

    assert [link.place for link in links] == [1, 2, 3, 4, 5]
    assert links[0].previous == hash_chain.BEGINNING
    assert list(hash_chain.breaks(links, head)) == []


def test_empty_chain_is_whole() -> None:
    assert list(hash_chain.breaks([], Head())) == []


def test_sealing_in_two_goes_gives_the_same_chain() -> None:
    links, _head = chained(5)
    first = list(hash_chain.extend(Head(), lines(5)[:2]))

    rest = list(hash_chain.extend(Head(2, first[-1].digest), lines(5)[2:]))

    assert first + rest == links


@pytest.mark.parametrize(
    ("gone", "places"), [([0], (1, 1)), ([2], (3, 3)), ([1, 2], (2, 3)), ([4], (5, 5)), ([3, 4], (4, 5))]
)
def test_removed_lines_show_by_their_places(gone: list[int], places: tuple[int, int]) -> None:
    links, head = chained(5)

    kept = [link for number, link in enumerate(links) if number not in gone]

    assert list(hash_chain.breaks(kept, head)) == [Break(Damage.REMOVED, *places)]


@pytest.mark.parametrize(
    "change",
    [
        {"pk": 99},
        {"at": AT + timedelta(microseconds=1)},
        {"account": None},
        {"act": "player.merged"},
        {"subject": "club"},
        {"subject_id": "8"},
        {"detail": {"before": "a", "n": 4}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_value_changed_shows_at_its_line(change: dict[str, object]) -> None:
    links, head = chained(4)
    links[1] = replace(links[1], line=replace(links[1].line, **change))  # type: ignore[arg-type]  # names and types are those of a line

    assert list(hash_chain.breaks(links, head)) == [Break(Damage.CHANGED, 2, 2, links[1].line.pk)]


def test_line_replaced_with_a_digest_that_fits_breaks_the_next() -> None:
    links, head = chained(4)
    forged = replace(links[1].line, detail={"before": "somebody else"})
    links[1] = replace(links[1], line=forged, digest=hash_chain.digest_of(forged, 2, links[1].previous))

    assert list(hash_chain.breaks(links, head)) == [Break(Damage.MOVED, 3, 3, links[2].line.pk)]


def test_last_line_replaced_shows_at_the_remembered_end() -> None:
    links, head = chained(3)
    forged = replace(links[2].line, act="player.known_name")
    links[2] = replace(links[2], line=forged, digest=hash_chain.digest_of(forged, 3, links[2].previous))

    assert list(hash_chain.breaks(links, head)) == [Break(Damage.MOVED, 3, 3)]


def test_two_lines_swapped_show_at_both() -> None:
    links, head = chained(4)
    links[1], links[2] = replace(links[1], line=links[2].line), replace(links[2], line=links[1].line)

    found = list(hash_chain.breaks(links, head))

    assert [(one.damage, one.first) for one in found] == [(Damage.CHANGED, 2), (Damage.CHANGED, 3)]


def test_digest_is_the_same_whatever_zone_and_number_form_a_database_gives_back() -> None:
    line = lines(1)[0]
    elsewhere = replace(
        line, at=AT.astimezone(timezone(timedelta(hours=2))), detail={"n": 0.0, "before": "a"}
    )

    assert hash_chain.digest_of(line, 1, "x") == hash_chain.digest_of(elsewhere, 1, "x")
