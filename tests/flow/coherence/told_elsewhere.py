"""What cards and letters say of players: words before they are drawn, and the text of a letter."""

import re

import pytest
from django.utils import timezone, translation

from federation.models import Player
from ratings.charts.share.cards import Card, Figure, ListCard, PairCard, PlayerCard
from ratings.following import contents
from ratings.models import Bulletin, Follow, Follower, PublishedList
from tests.flow.coherence.facts import About
from tests.flow.coherence.site import NAMES, Site, day_in

_MOVED = re.compile(r"^ {2}(\S+) → (\S+) \((\S+)\)")
_FIRST = re.compile(r"^ {2}first rating (\S+)")
_WHY = re.compile(r"\((\S+)\): \S+/players/\d+/([a-z-]+)/(\d+)/$")


class Cards:
    """Catches every card on its way to be drawn: its words are what is drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: list[Card] = []
        monkeypatch.setattr("ratings.charts.share.drawing.picture", self._picture)

    def _picture(self, card: Card) -> bytes:
        self.drawn.append(card)
        return b""

    def at(self, site: Site, address: str) -> Card:
        """Ask for a card."""
        site.get(address)
        return self.drawn[-1]


def read_card(site: Site, cards: Cards, number: int) -> None:
    """Read the card of a player: it is of the newest list."""
    address = f"/share/players/{number}.png"
    card = cards.at(site, address)
    assert isinstance(card, PlayerCard)
    if card.figure is None:
        return
    about = About(number, card.system, site.newest[card.system])
    site.tell(about, "rating", card.figure.rating, address)
    if card.figure.change:  # a card is silent about a rating that did not move
        site.tell(about, "change", card.figure.change, address)
    if card.facts[0].startswith("Rank"):
        site.tell(about, "active rank", card.facts[0], address)


def read_pair_card(site: Site, cards: Cards, number: int, other: int) -> None:
    """Read the card of two players: as listed, or live where every game moves the rating."""
    address = f"/share/players/{number}-{other}.png"
    card = cards.at(site, address)
    assert isinstance(card, PairCard)
    is_live = card.system in ("fics-blitz", "ladder")
    when = "now" if is_live else site.newest[card.system]
    for player, figure in zip((number, other), card.figures, strict=True):
        assert isinstance(figure, Figure)
        site.tell(About(player, card.system, when), "live" if is_live else "rating", figure.rating, address)


def read_list_card(site: Site, cards: Cards, system: str, players: list[Player]) -> None:
    """Read the head of the newest list."""
    when = site.newest[system]
    address = f"/share/lists/{system}/{when.split()[1]}.png"
    card = cards.at(site, address)
    assert isinstance(card, ListCard)
    numbers = {f"{player.surname} {player.given_name}": player.pk for player in players}
    for place in card.places:
        about = About(numbers[place.name], system, when)
        site.tell(about, "active rank", place.rank, address)
        site.tell(about, "rating", place.rating, address)


def read_letter(site: Site, players: list[Player], newest: PublishedList, before: PublishedList) -> None:
    """Read what somebody who follows players is told of the newest list of a system."""
    follower = Follower.objects.get_or_create(email="ann@example.org", defaults={"language": "en"})[0]
    now = timezone.now()
    for player in players:
        Follow.objects.get_or_create(
            follower=follower, player=player, defaults={"asked": now, "sent": now, "confirmed": now}
        )
    told = {"list": newest.pk, "before": before.pk, "correction": False}
    news = contents.news_of(Bulletin(lists={newest.system.key: told}))
    with translation.override("en"):
        for about in contents.contents(news, [follower])[follower.pk].players:
            content = contents.Content((about,), (), 1)
            _read(site, about.player.pk, contents.letter_lines(content).splitlines())


def _read(site: Site, number: int, letter: list[str]) -> None:
    system, when, where = "", "", "letter"
    for line in letter:
        if line.startswith("* "):
            system = NAMES[line[2:].partition(", list of")[0]]
            when = site.of_day[system, day_in(line)]
        about = About(number, system, when)
        if found := _MOVED.match(line):
            site.tell(about, "rating", found[2], where)
            site.tell(about, "change", found[3], where)
            site.tell(about._replace(when=site.before[system, when]), "rating", found[1], where)
        elif found := _FIRST.match(line):
            site.tell(about, "rating", found[1], where)
        elif found := _WHY.search(line):
            site.tell(About(number, found[2], f"event {found[3]}"), "change", found[1], where)
