"""A system of a file in words: what `manage.py system check` prints of one that is accepted."""

from collections.abc import Iterator

from federation.vocabulary.system_files import records
from federation.vocabulary.system_files.records import Amendment, Edition, SystemFile

_WHEN = {"event": "after every event", "period": "once a list", "online": "after every game"}
_ROUNDED = {"game": "after every game", "event": "after every event", "list": "on lists alone"}


def described(file: SystemFile) -> Iterator[str]:
    """Yield a system in English, a line a table or row."""
    system, lists = file.system, file.lists
    yield f"{dict(system.name).get('en', system.key)} ({system.key}), engine {system.engine}"
    yield f"Source: {system.source.document}"
    yield f"Ratings move {_WHEN[lists.cadence]}; lists in months {', '.join(map(str, lists.months))}."
    yield f"Needs of every game: {', '.join(file.facts.needs)}; a game without: {file.facts.missing}."
    for edition in file.edition:
        yield f"Edition {edition.name}, from {edition.since}:"
        yield from (f"  {line}" for line in _tables(edition))
        for amendment in edition.later:
            yield f"  From {amendment.since}:"
            yield from (f"    {line}" for line in _tables(amendment))
    if file.proof:
        expects = file.proof.expects
        yield f"Not proved: {file.proof.rows} has to give {expects.exact} rows exactly."


def _tables(tables: Edition | Amendment) -> Iterator[str]:
    """Yield the tables of an edition, or those an amendment changes."""
    if tables.expected:
        yield _expected(tables.expected)
    if tables.k:
        yield from (f"K {row.k:g}: {_k_conditions(row)}" for row in tables.k.rows)
        if tables.k.most_k_games is not None:
            yield f"K times the games: at most {tables.k.most_k_games:g}"
    if tables.weight:
        yield from (f"weight {row.weight:g}: {_weight_conditions(row)}" for row in tables.weight.rows)
    if tables.bonus and tables.bonus.kind != "none":
        yield _bonus(tables.bonus)
    if tables.first:
        yield _first(tables.first)
    if tables.floor:
        yield from _floor(tables.floor)
    if tables.scale:
        scale = tables.scale
        yield f"rounding: {scale.decimals} decimals, {scale.rounding}, the {scale.of}, {_ROUNDED[scale.when]}"
    if tables.inactive:
        inactive = tables.inactive
        games = "1 game" if inactive.games == 1 else f"{inactive.games} games"
        yield f"inactive: fewer than {games} in {inactive.months} months ({inactive.effect})"


def _expected(expected: records.Expected) -> str:
    law = f"expectation: {expected.kind}"
    if expected.kind == records.TABLE:
        law += f" of {len(expected.table)} bands, {expected.beyond:g} beyond"
    else:
        law += f", divisor {expected.divisor:g}"
    if expected.kind == records.SPREAD:
        law += f", a margin of {expected.spread:g} is a whole win"
    if expected.cap is not None:
        law += f"; a difference above {expected.cap:g} counts as that"
        law += " once an event" if expected.cap_once else ""
        law += f", not for those from {expected.exempt_from:g}" if expected.exempt_from is not None else ""
    return law


def _joined(conditions: list[str]) -> str:
    return ", ".join(conditions) or "all others"


def _k_conditions(row: records.KRow) -> str:
    limits = (
        ("below the age of", row.age_below),
        ("fewer games than", row.games_below),
        ("rated below", row.rating_below),
        ("ever rated", row.ever_reached),
    )
    words = [f"{name} {limit:g}" for name, limit in limits if limit is not None]
    words += [f"{name} {word}" for name, word in (("level", row.level), ("class", row.event_class)) if word]
    return _joined(words)


def _weight_conditions(row: records.WeightRow) -> str:
    words = [
        f"{name} {word}" for name, word in (("control", row.control), ("class", row.event_class)) if word
    ]
    if row.online is not None:
        words.append("on a server" if row.online else "over the board")
    return _joined(words + ([f"board size {row.size}"] if row.size is not None else []))


def _bonus(bonus: records.Bonus) -> str:
    rows = ", ".join(f"{row.factor:g} with K from {row.k_from:g}" for row in bonus.rows)
    limits = [f"above {bonus.threshold:g} and {bonus.a_game:g} a game beyond {bonus.least_games}"]
    limits += [f"at most {bonus.most:g}"] if bonus.most is not None else []
    limits += [f"not beyond {bonus.below:g}"] if bonus.below is not None else []
    limits += ["not beyond the performance"] if bonus.to_performance else []
    return f"bonus ({bonus.kind}): factor {rows}; {', '.join(limits)}"


def _first(first: records.First) -> str:
    if first.kind == "constant":
        return f"newcomers start from {first.rating:g}"
    if first.kind == "by grade":
        return "newcomers start from " + ", ".join(f"{row.rating:g} ({row.grade})" for row in first.grades)
    if first.kind == "by age":
        rows = (
            f"{row.rating:g}" + (f" (below {row.age_below:g})" if row.age_below is not None else "")
            for row in first.ages
        )
        return "newcomers start from " + ", ".join(rows)
    words = f"first rating ({first.kind}): {first.games_needed} games, {first.points_needed:g} points"
    if first.draws:
        words += f", {first.draws} draws against {first.draws_against:g} added"
    return words + (f", at most {first.most:g}" if first.most is not None else "")


def _floor(floor: records.Floor) -> Iterator[str]:
    if floor.rating is not None:
        yield f"floor {floor.rating:g}: a lower rating is " + ("lost" if floor.lose_below else "raised to it")
    if floor.below_peak is not None:
        yield f"never more than {floor.below_peak:g} below the highest rating"
