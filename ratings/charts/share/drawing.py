"""Cards drawn: where everything stands on the sheet."""

from ratings.charts.share import WIDE
from ratings.charts.share.cards import Card, EventCard, Figure, ListCard, PairCard, Place, PlayerCard
from ratings.charts.share.lettering import BOLD, SANS, SERIF, cut
from ratings.charts.share.sheet import ALONE, EDGE, ROOM, Sheet

_TOP = 150  # where titles begin, below the head
_NARROWEST = 220  # of a curve


def picture(card: Card) -> bytes:
    """Draw a card as a PNG; one at a time."""
    with ALONE:
        match card:
            case PlayerCard():
                sheet = _player(card)
            case ListCard():
                sheet = _list(card)
            case EventCard():
                sheet = _event(card)
            case PairCard():
                sheet = _pair(card)
        return sheet.png()


def _player(card: PlayerCard) -> Sheet:
    sheet = Sheet(card.system, house=card.house, corner=card.over)
    sheet.title(card.name, _TOP)
    if card.figure:
        end = _figure(sheet, card.figure, 480)
        left = max(int(end) + 56, 680)
        if WIDE - EDGE - left >= _NARROWEST:
            sheet.curve(card.course, (left, 330, WIDE - EDGE, 500))
    sheet.facts(card.facts)
    return sheet


def _figure(sheet: Sheet, figure: Figure, baseline: float) -> float:
    """Draw a rating large, grade and change beside it; return where they end."""
    end = sheet.text((EDGE - 6, baseline), figure.rating, BOLD, size=168) + 30
    ends = [end - 30]
    if figure.grade:
        ends.append(sheet.text((end, baseline - 66), figure.grade, BOLD, size=64, ink_name="accent"))
    if figure.change:
        ink_name = figure.direction if figure.direction in ("gain", "loss") else "ink-3"
        ends.append(sheet.text((end, baseline), figure.change, SANS, size=54, ink_name=ink_name))
    return max(ends)


def _list(card: ListCard) -> Sheet:
    sheet = Sheet(card.system, house=card.house, corner=card.corner)
    sheet.text((EDGE, 172), cut(card.over, BOLD, 34, ROOM), BOLD, size=34, ink_name="accent")
    sheet.text((EDGE, 244), cut(card.title, SERIF, 62, ROOM), SERIF, size=62)
    for number, place in enumerate(card.places[:5]):
        _place(sheet, place, 322 + number * 62)
    return sheet


def _place(sheet: Sheet, place: Place, baseline: float) -> None:
    """Draw a line: rank, name, grade, rating, the figures below each other."""
    sheet.draw.line((EDGE, baseline + 20, WIDE - EDGE, baseline + 20), fill=sheet.colour("line"), width=2)
    sheet.text((EDGE + 44, baseline), place.rank, SANS, size=36, ink_name="ink-3", right=True)
    sheet.text((WIDE - EDGE, baseline), place.rating, BOLD, size=42, right=True)
    sheet.text((WIDE - EDGE - 170, baseline), place.grade, SANS, size=36, ink_name="ink-2", right=True)
    sheet.text((EDGE + 76, baseline), cut(place.name, BOLD, 40, ROOM - 76 - 280), BOLD, size=40)


def _event(card: EventCard) -> Sheet:
    sheet = Sheet(card.system, house=card.house, corner=card.over)
    baseline = sheet.title(card.name, _TOP)
    sheet.text((EDGE, baseline + 62), cut(card.lead, SANS, 40, ROOM), SANS, size=40, ink_name="ink-2")
    if card.winners:
        sheet.text((EDGE, 440), card.winners_word, SANS, size=32, ink_name="ink-3")
        sheet.text((EDGE, 498), cut(card.winners, BOLD, 54, ROOM), BOLD, size=54, ink_name="accent")
    sheet.facts(card.facts)
    return sheet


def _pair(card: PairCard) -> Sheet:
    sheet = Sheet(card.system, house=card.house, corner=card.over)
    column = 190 if any(card.score) else 0
    for at, (name, figure, score) in enumerate(zip(card.names, card.figures, card.score, strict=True)):
        baseline = 232 + at * 176
        room = ROOM - column - 20
        sheet.text((EDGE, baseline), cut(name, SERIF, 64, room), SERIF, size=64)
        if figure:
            end = sheet.text((EDGE, baseline + 66), figure.rating, BOLD, size=54, ink_name="accent")
            sheet.text((end + 22, baseline + 66), figure.grade, SANS, size=44, ink_name="ink-2")
        if score:
            sheet.text((WIDE - EDGE, baseline + 40), score, BOLD, size=128, right=True)
    sheet.draw.line((EDGE, 332, WIDE - EDGE, 332), fill=sheet.colour("line"), width=2)
    sheet.facts(card.facts)
    return sheet
