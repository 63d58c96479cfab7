"""Games that are not chess between people: other rules, set-up positions, programs, no game.

Tags of the standard (1994, sections 9 and 10) and of the large servers.
"""

import re
from collections.abc import Sequence

from tournaments.formats.pgn.tags import Game
from tournaments.reports.findings import Finding, Place, warning

SIDES = ("White", "Black")
DECISIVE = frozenset({"1-0", "0-1"})
DRAWN = frozenset({"1/2-1/2", "½-½", "1/2"})
_STANDARD_RULES = frozenset(
    {"standard", "standard chess", "chess", "normal", "classical", "orthodox", "regular"}
)
# Names of events: only words that are not names of clubs or towns as well.
_RULES = re.compile(
    r"\b(?:(?:chess|schach|[ée]checs|ajedrez|шахматы)[ -]?960|fischer[ -]?random|fischerandom|freestyle chess"
    r"|chess ?960|random chess|шахматы фишера|crazyhouse|bughouse|tandemschach|anti-?chess|giveaway chess"
    r"|suicide chess|losers chess|atomic chess|horde chess|racing kings|king of the hill"
    r"|(?:three|3)[ -]?check|kriegspiel|rated (?:horde|atomic|suicide|losers|wild)|wild/[a-z0-9]+)\b",
    re.IGNORECASE,
)
_UNRATED = re.compile(r"\b(?:unrated|casual)\b.*\bgame\b", re.IGNORECASE)  # as servers name their games
_START = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w")
_CASTLING = frozenset({"KQkq", "HAha"})
_PROGRAM_TYPES = frozenset({"program", "computer", "engine", "bot"})
# Names no person has; those that are handles and surnames as well only with a version: "Fritz 18".
_PROGRAMS = re.compile(
    r"(?:(?:stockfish|komodo|lc0|lczero|leela(?: chess)? zero|alphazero|rybka"
    r"|deep (?:blue|thought|fritz|junior|shredder)|hiarcs|gnu ?chess)(?:[ -]?v?[0-9][\w.]*)?"
    r"|(?:fritz|shredder|junior|dragon|houdini|crafty|ethereal|berserk|maia|koivisto|rodent) v?[0-9][\w.]*)"
    r"(?: (?:x?64|32)[ -]?bits?| x64| bmi2| nnue)*",
    re.IGNORECASE,
)
_NOT_PLAYED = re.compile(
    r"unplayed|not played|(?:.*\b(?:by|on|through) )?(?:walkover|walk-over|no[ -]show)", re.IGNORECASE
)
_FORFEIT = re.compile(r"(?:.*\b(?:by|on|through) )?(?:forfeit|forfeited|forfeiture|default)", re.IGNORECASE)
_BROKEN_OFF = frozenset({"abandoned", "unterminated"})  # without a move none was made


def other_rules(game: Game) -> str:
    """Return by which other rules a game was played, "" where it is chess."""
    variant = game.text("Variant")
    if variant:
        return "" if variant.casefold() in _STANDARD_RULES else variant[:40]
    named = _RULES.search(game.text("Event"))
    return named[0] if named else ""


def is_set_up(game: Game) -> bool:
    """Return whether a game began from another position than the usual one."""
    fields = game.text("FEN").split()
    if not fields:
        return game.text("SetUp") == "1"
    return tuple(fields[:2]) != _START or (len(fields) > 2 and fields[2] not in _CASTLING)


def programs(game: Game) -> list[str]:
    """Return the names of the players whom tags call programs."""
    return [game.text(side) for side in SIDES if game.text(side) and _is_program(game, side)]


def _is_program(game: Game, side: str) -> bool:
    return (
        game.text(f"{side}Type").casefold() in _PROGRAM_TYPES
        or game.text(f"{side}Title").upper() == "BOT"
        or game.text(f"{side}IsComp").casefold() == "yes"
    )


def _named_programs(game: Game) -> list[str]:
    """Return the names no person has; handles of servers are chosen freely and not checked."""
    names = [game.text(side) for side in SIDES if not number_of(game, side)]
    return [name for name in names if _PROGRAMS.fullmatch(name)]


def number_of(game: Game, side: str) -> str:
    """Return the FIDE number of a side, "" if it has none; 0 means none."""
    number = game.text(f"{side}FideId").lstrip("0")
    return number if number.isdecimal() and number.isascii() else ""


def is_said_unplayed(game: Game) -> bool:
    """Return whether Termination means nothing was played; a forfeit after moves ends a game."""
    termination = game.text("Termination")
    if _NOT_PLAYED.fullmatch(termination):
        return True
    return not game.moved and (
        termination.casefold() in _BROKEN_OFF or _FORFEIT.fullmatch(termination) is not None
    )


def is_unplayed(game: Game, *, are_moves_kept: bool) -> bool:
    """Return whether nothing was played, by Termination or the lack of moves in a file of moves."""
    is_drawn = game.tags.get("Result", "").strip() in DRAWN
    return is_said_unplayed(game) or (are_moves_kept and not game.moved and not is_drawn)


def is_contradicted(game: Game) -> bool:
    """Return whether a game has moves, and a Termination that speaks of none."""
    termination = game.text("Termination")
    return game.moved and bool(_NOT_PLAYED.fullmatch(termination) or _FORFEIT.fullmatch(termination))


def chess_between_people(games: Sequence[Game]) -> tuple[list[Game], list[Finding]]:
    """Return the games that are, and a finding for each kind of the others: first line and how many."""
    standard: list[Game] = []
    others: dict[tuple[str, str], list[int]] = {}
    for game in games:
        kinds = [("other-rules", rules)] if (rules := other_rules(game)) else []
        kinds = kinds or [("program-plays", name[:60]) for name in programs(game) or _named_programs(game)]
        kinds = kinds or ([("set-up", "")] if is_set_up(game) else [])
        kinds = kinds or ([("unrated-games", "")] if _UNRATED.search(game.text("Event")) else [])
        for kind in kinds:
            others.setdefault(kind, []).append(game.line)
        if not kinds:
            standard.append(game)
    return standard, [
        warning(code, Place(lines[0]), count=len(lines), **({"text": text} if text else {}))
        for (code, text), lines in others.items()
    ]


def read_lack_of_moves(games: Sequence[Game]) -> tuple[bool, list[Finding]]:
    """Return whether a decided game without moves is a forfeit in this file, and what has to be asked.

    Arbiters' files write forfeits so; a file without any moves holds results only, and where most games have
    none few boards were recorded. A drawn game was played in any of them.
    """
    counted = [game for game in games if not is_said_unplayed(game)]
    results = [(game.tags.get("Result", "").strip(), game.moved) for game in counted]
    decided = sum(result in DECISIVE and not moved for result, moved in results)
    drawn = sum(result in DRAWN and not moved for result, moved in results)
    if not any(game.moved for game in games) or not decided + drawn:
        return False, []
    count = {"count": decided + drawn, "total": len(games)}
    if 2 * (decided + drawn) > len(counted):
        return False, [warning("most-without-moves", **count)]
    return True, [warning("some-without-moves", count=decided, drawn=drawn)] if decided and drawn else []
