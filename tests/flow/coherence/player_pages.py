"""What pages, feeds, records and cards of players and tournaments say of their ratings."""

import re
from collections import defaultdict
from typing import Any
from xml.etree import ElementTree as ET

from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.systems.declaration import Cadence
from tests.flow.coherence import facts
from tests.flow.coherence.dom import ROW, Element, rows
from tests.flow.coherence.facts import About
from tests.flow.coherence.list_pages import player_in
from tests.flow.coherence.site import NAMES, Site, day_in

_EVENT = re.compile(r"/tournaments/(\d+)/")
_CHANGE = re.compile(r"/players/(\d+)/([a-z-]+)/([\d-]+)/")
_PROOF = re.compile(r"/lists/[a-z-]+/([\d-]+)/proof/")
_GAME = re.compile(r"/games/[a-z-]+/([^/]+/[^/]+)/")
_PART = re.compile(r"/lists/([a-z-]+)/\?([^#]*)")
_SAID = re.compile(r"([^:;]+): (\S+) → (\S+) \((\S+)\)")
_FIRST = re.compile(r"([^:;]+): first rating (\S+)")
_EVENT_NAME = re.compile(r"Tournament (\d+)$")  # as the office of these tests calls them


def _is(system: str, cadence: Cadence) -> bool:
    return CATALOGUE[system].cadence is cadence


def read_player(site: Site, number: int) -> None:
    """Read everything the page of a player says, looking at one system after the other."""
    address = f"/players/{number}/"
    page = site.page(address)
    systems = [row.get("data-system") for table in page.all("table", "systems") for row in _body(table)]
    for table in page.all("table", "systems"):
        for row in rows(table):
            _row(site, number, row, address)
    for system in systems:
        shown = f"{address}?system={system}"
        (section,) = site.page(shown).all("section", "course")
        assert section.get("data-system") == system
        _course(site, About(number, system, ""), section, shown)
        for link in section.all("a"):
            if found := _PROOF.search(link.get("href")):
                _proof(site, About(number, system, site.of_day[system, found[1]]), link.get("href"))
    for event in page.all("details", "event"):
        _event(site, number, event, address)


def _proof(site: Site, about: About, address: str) -> None:
    """Read the rating that a page proves."""
    facts = site.page(address).one("dl", "facts")
    assert facts is not None
    said = zip(facts.all("dt"), facts.all("dd"), strict=True)
    (rating,) = (value.text for name, value in said if name.text == "Rating")
    site.tell(about, "rating", rating, address)


def _body(table: Element) -> list[Element]:
    return [row[ROW] for row in rows(table)]


def _row(site: Site, number: int, row: dict[str, Element], where: str) -> None:
    """Read a system's row of the table."""
    system = row[ROW].get("data-system")
    now = About(number, system, "now")
    day = day_in(row["List of"].text)
    if "Live" in row:
        deviation = row["Live"].one("span", "deviation")
        live = row["Live"].text.removesuffix(deviation.text if deviation else "")
        site.tell(now, "live", live, where)
    if not day:
        return
    about = now._replace(when=site.of_day[system, day])
    site.tell(about, "rating", row["Rating"].text, where)
    change = row["Change"].one("span", "change")
    site.tell(about, "change", change.text if change else "", where)
    assert not ("Why?" in row["Change"].text and change is not None and change.text == "0"), where
    if about.when == site.newest[system]:
        assert not (row[ROW].one("span", "off") and row["Rank"].text), where
        site.tell(about, "active rank", row["Rank"].text, where)


def _course(site: Site, who: About, section: Element, where: str) -> None:
    values = [one.children[1] for one in section.all("div") if one.children and one.children[0].tag == "dt"]
    _scopes(site, who, values, where)
    _ends(site, who, section, where)
    for table in section.all("table"):
        _figures(site, who, table, where)
    for block in section.all("div", "list-sum"):
        _sum(site, who, block, where)


def _sum(site: Site, who: About, block: Element, where: str) -> None:
    """Read how the change of the newest list came about; it adds up."""
    lines = [(row.one("th"), row.one("td")) for row in block.all("tr")]
    (first, before), *steps, (last, after) = [(name, cell.text) for name, cell in lines if name and cell]
    for name, text in ((first, before), (last, after)):
        site.tell(who._replace(when=site.of_day[who.system, day_in(name.text)]), "rating", text, where)
    for name, text in steps:
        link = name.one("a")
        found = _CHANGE.search(link.get("href")) if link else None
        if found is not None:
            site.tell(who._replace(when=f"event {found[3]}"), "change", text, where)
    changes = [number_in(text) for _name, text in steps]
    assert number_in(before) + sum(changes) == number_in(after), where


def number_in(text: str) -> float:
    """Read the number of a cell; 0 where it has none."""
    found = facts.number(text)
    return found[0] if found else 0.0


def _scopes(site: Site, who: About, values: list[Element], where: str) -> None:
    """Read the places in parts of a list, and note which parts those are."""
    for value in values:
        link = value.one("a")
        found = _PART.search(link.get("href")) if link else None
        if link is None or found is None:
            continue
        query = "&".join(one for one in found[2].split("&") if not one.startswith(("page=", "revision=")))
        if query.partition("=")[0] in ("federation", "club", "region"):
            site.parts.add((found[1], query))
            about = who._replace(when=f"{site.newest[found[1]]} {query}")
            site.tell(about, "here", link.text, where)


def _ends(site: Site, who: About, section: Element, where: str) -> None:
    """Read what stands at the ends of the lines of a chart."""
    ratings = [svg for svg in section.all("svg") if "ranks" not in svg.classes]
    for end in [end for svg in ratings for end in svg.all("text", "end")]:
        value = end.children[0].text
        day = day_in(end.text.removeprefix(value))
        if "live" in end.classes:
            site.tell(who._replace(when="now"), "live", value, f"chart of {where}")
        else:
            when = site.of_day[who.system, day] if day else site.newest[who.system]
            site.tell(who._replace(when=when), "rating", value, f"chart of {where}")


def _figures(site: Site, who: About, table: Element, where: str) -> None:
    """Read the table behind a chart, the lists of a system by lists, the last games."""
    for row in rows(table):
        _rank(site, who, row, where)
        if "Tournament" in row:
            _step(site, who, row, where)
        elif "List of" in row:
            about = who._replace(when=site.of_day[who.system, day_in(row["List of"].text)])
            site.tell(about, "rating", row["Rating"].text, where)
            site.tell(about, "change", row["Change"].text, where)
        elif "Ended (UTC)" in row:
            link = _GAME.search(row[ROW].all("a")[-1].get("href"))
            about = who._replace(when=f"game {link[1]}" if link else "")
            site.tell(about, "after", row["Rating"].text, where)
            site.tell(about, "change", row["Change"].text, where)


def _rank(site: Site, who: About, row: dict[str, Element], where: str) -> None:
    """Read the rank a line of a list says, and that it leads to that line."""
    head = "List of" if "List of" in row else "Date"
    link = row[head].one("a") if head in row else None
    if link is None or "Rank" not in row:
        return
    assert link.get("href").endswith(f"#p{who.player}"), where
    about = who._replace(when=site.of_day[who.system, day_in(row[head].text)])
    site.tell(about, "active rank", row["Rank"].text, where)


def _step(site: Site, who: About, row: dict[str, Element], where: str) -> None:
    told, day = row["Tournament"].text, day_in(row["Date"].text)
    if told.startswith("List"):
        about = who._replace(when=site.of_day[who.system, day])
        site.tell(about, "rating", row["Published"].text, where)
    elif found := _EVENT_NAME.search(told):
        site.tell(who._replace(when=f"event {found[1]}"), "after", row["Live"].text, where)


def _event(site: Site, number: int, event: Element, where: str) -> None:
    links = (_EVENT.search(link.get("href")) for link in event.all("a"))
    found = next((one for one in links if one), None)
    for share in event.all("span", "share") if found else ():
        _share(site, number, share, event, found[1] if found else "", where)
    for move in event.all("span", "move") if found else ():
        if "share" in move.classes:
            continue
        before, after, change = move.one("span", "before"), move.one("b"), move.one("span", "change")
        texts = tuple(one.text if one else "" for one in (before, after, change))
        about = About(number, move.get("data-system"), f"event {found[1]}" if found else "")
        site.move(about, (texts[0], texts[1], texts[2]), where)


def _share(site: Site, number: int, share: Element, event: Element, of: str, where: str) -> None:
    """Read the score and the performance in a tournament of chess, and what it contributed to a list."""
    about = About(number, share.get("data-system") or "fide-standard", f"event {of}")
    score = event.one("span", "event-games")
    performance, change = share.one("span", "performance"), share.one("b")
    if score and score.text:
        site.tell(about, "score", score.text.partition("/")[0].strip().replace("½", ".5"), where)
    if performance and performance.text:
        site.tell(about, "performance", performance.text, where)
    if change is not None:
        days = (found[3] for link in event.all("a") if (found := _CHANGE.search(link.get("href"))))
        (day,) = days
        site.tell(about._replace(when=f"event {of} {day}"), "share", change.text, where)


def read_change(site: Site, number: int, system: str, of: str) -> None:
    """Read why an event, or what counted for a list, moved a player."""
    address = f"/players/{number}/{system}/{of}/"
    said = site.page(address).one("p", "why-sum")
    assert said is not None, address
    after, change = said.one("b"), said.one("span", "change")
    about = About(number, system, f"event {of}" if of.isdigit() else site.of_day[system, of])
    texts = (said.children[0].text, after.text if after else "", change.text if change else "")
    _performances(site, number, system, address)
    if of.isdigit():
        site.move(about, texts, address)
    else:
        site.tell(about, "rating", texts[1], address)
        site.tell(about, "change", texts[2], address)


def _performances(site: Site, number: int, system: str, where: str) -> None:
    """Read the performances in the tournaments that counted for a list."""
    for part in site.page(where).all("section", "why"):
        found = next((one for link in part.all("a") if (one := _EVENT.search(link.get("href")))), None)
        for cell in part.all("td") if found else ():
            if found and cell.get("data-label") == "Rp":
                about = About(number, system, f"event {found[1]}")
                site.tell(about, "performance", cell.text, where)
            if found and cell.get("data-label") == "K*chg":
                day = where.rstrip("/").rpartition("/")[2]
                site.tell(About(number, system, f"event {found[1]} {day}"), "share", cell.text, where)


def read_games(site: Site, number: int) -> None:
    """Read the performances a player's games tell, and those programs get of them."""
    address = f"/players/{number}/games/"
    tables = site.page(address).all("table")
    for row in rows(tables[-1]) if tables else ():
        small = row["Tournament"].one("small")
        found = _EVENT.search(row["Tournament"].all("a")[0].get("href"))
        if small and found:
            about = About(number, "fide-standard", f"event {found[1]}")
            site.tell(about, "performance", small.text, address)
    address = f"/api/v1/players/{number}/games?limit=500"
    scores: dict[int, float] = defaultdict(float)
    for game in site.json(address)["items"]:
        if game["game"] == "chess":
            scores[game["tournament"]] += {"won": 1.0, "drawn": 0.5, "lost": 0.0}[game["result"]]
    for tournament, score in scores.items():
        site.tell(About(number, "fide-standard", f"event {tournament}"), "score", str(score), address)
    for told in site.json(address)["performances"]:
        about = About(number, "fide-standard", f"event {told['tournament']}")
        site.tell(about, "performance", told["rating"], address)


def read_tournament(site: Site, number: int) -> list[tuple[int, str, str]]:
    """Read a crosstable and where it waits; return the pages that say why, as read_change takes them."""
    address = f"/tournaments/{number}/"
    page, pages = site.page(address), []
    for row in page.all("tr"):
        cell, name = row.one("td", "performance"), row.one("th", "name")
        link = name.one("a") if name else None
        if cell and link:
            about = About(int(link.get("href").split("/")[2]), "fide-standard", f"event {number}")
            site.tell(about, "performance", cell.text, address)
    for row in page.all("tr"):
        for share, move in zip(row.all("td", "share"), row.all("td", "moved"), strict=False):
            link = move.one("a")
            found = _CHANGE.search(link.get("href")) if link else None
            if found and share.text:
                about = About(int(found[1]), found[2], f"event {number} {found[3]}")
                site.tell(about, "share", share.text, address)
    for cell in page.all("td", "moved"):
        link = cell.one("a")
        found = _CHANGE.search(link.get("href")) if link else None
        if link is None or found is None:
            continue
        player, system, of = int(found[1]), found[2], found[3]
        pages.append((player, system, of))
        before, _arrow, after = link.get("title").partition(" → ")
        change = cell.one("span", "change")
        text = change.text if change else ""
        if change is not None and "first" in change.classes:
            after, text = text, ""
        if of.isdigit():
            site.move(About(player, system, f"event {of}"), (before, after, text), address)
        elif (system, of) in site.of_day:
            about = About(player, system, site.of_day[system, of])
            site.tell(about, "rating", after, address)
            site.tell(about, "change", text, address)
    return pages


def waits(site: Site, number: int) -> set[str]:
    """Return the systems a tournament waits to be rated in, as its page says."""
    lines = site.page(f"/tournaments/{number}/").all("p", "way-lists")
    spans = [one for line in lines for one in line.all("span", "nowrap")]
    return {one.get("data-system") for one in spans if "awaiting rating" in one.text}


def read_crosstable(site: Site, number: int) -> None:
    """Read a tournament as programs get it, unrounded."""
    address = f"/api/v1/tournaments/{number}/crosstable"
    for entrant in site.json(address)["entrants"]:
        if entrant["performance"]:
            about = About(entrant["player"], "fide-standard", f"event {number}")
            site.tell(about, "performance", entrant["performance"]["rating"], address)
        for move in entrant["moves"]:
            _unrounded(site, entrant["player"], number, move, address)


def _unrounded(site: Site, player: int, event: int | None, move: dict[str, Any], where: str) -> None:
    """Read a move of programs: its change is that of the unrounded ratings, to the last bit."""
    if move.get("list") or event is None:
        return
    about = About(player, move["system"], f"event {event}")
    site.tell(about, "before", move["before"], where)
    site.tell(about, "after", move["after"], where)
    if move["change"] is not None:
        assert move["change"] == move["after"] - move["before"], where


def read_records(site: Site, number: int, systems: list[str]) -> None:
    """Read a player and his histories as programs get them."""
    address = f"/api/v1/players/{number}"
    for place in site.json(address)["standings"]:
        listed, live = place["listed"], place["live"]
        if listed:
            about = About(number, place["system"], f"list {listed['date']} r{listed['revision']}")
            site.tell(about, "rating", listed["rating"], address)
            site.tell(about, "change", listed["change"], address)
            site.tell(about, "active rank" if listed["active"] else "rank", listed["rank"], address)
        if live:
            site.tell(About(number, place["system"], "now"), "live", live["rating"], address)
    for system in systems:
        _history(site, number, system)


def _history(site: Site, number: int, system: str) -> None:
    address = f"/api/v1/players/{number}/history"
    steps = site.json(f"{address}?system={system}")["items"]
    written = list(site.csv(f"{address}.csv?system={system}"))
    assert len(steps) == len(written), address
    for step, row in zip(steps, written, strict=True):
        for name in ("before", "after", "change"):
            assert (None if row[name] == "" else float(row[name])) == step[name], f"{name} at {address}"
        if step["kind"] == "tournament":
            _unrounded(site, number, step["tournament"], {**step, "system": system}, address)
        elif step["kind"] == "list":
            about = About(number, system, site.of_day[system, step["day"]])
            site.tell(about, "rating", step["after"], address)
            site.tell(about, "change", step["change"], address)
        elif step["kind"] == "day":
            site.tell(About(number, system, f"day {step['day']}"), "after", step["after"], address)


def read_feed(site: Site, number: int) -> None:
    """Read what a feed says happened to a player."""
    address = f"/feeds/players/{number}.atom"
    space = "{http://www.w3.org/2005/Atom}"
    for entry in ET.fromstring(site.get(address)).iter(f"{space}entry"):
        texts = {child.tag.removeprefix(space): child for child in entry}
        title = texts["title"].text or ""
        found = _EVENT.search(texts["link"].get("href") or "")
        for name, before, after, change in _SAID.findall(texts["summary"].text or ""):
            _said(site, About(number, NAMES[name.strip()], ""), title, found[1] if found else "",
                  (before, after, change), address)  # fmt: skip
        for name, after in _FIRST.findall(texts["summary"].text or ""):
            _said(site, About(number, NAMES[name.strip()], ""), title, found[1] if found else "",
                  ("", after, ""), address)  # fmt: skip


def _said(site: Site, who: About, title: str, event: str, texts: tuple[str, str, str], where: str) -> None:
    day = day_in(title)
    if event:
        site.move(who._replace(when=f"event {event}"), texts, where)
    elif title.startswith("List of") and day:
        about = who._replace(when=site.of_day[who.system, day])
        site.tell(about, "rating", texts[1], where)
        site.tell(about, "change", texts[2], where)
    elif title.startswith("Games of") and day:
        site.move(who._replace(when=f"day {day}"), texts, where)


def read_pair(site: Site, number: int, other: int) -> None:
    """Read where two players stand against each other."""
    address = f"/players/{number}/against/{other}/"
    table = site.page(address).one("table", "pair")
    for row in rows(table) if table else ():
        system, cells = row[ROW].get("data-system"), row[ROW].children
        day = day_in(row["System"].text)
        when, kind = (site.of_day[system, day], "rating") if day else ("now", "live")
        for player, cell in zip((number, other), cells[1:3], strict=True):
            site.tell(About(player, system, when), kind, cell.own_text, address)
        about = About(number, system, f"against {other}")
        site.move(about, (cells[2].own_text, cells[1].own_text, cells[3].text), address)


def read_pair_record(site: Site, number: int, other: int) -> None:
    """Read the same as programs do; every game between the two is among the games of each."""
    address = f"/api/v1/players/{number}/against/{other}"
    told = site.json(address)
    for one in told["standings"]:
        system, day = one["system"], one["listed"]
        when, kind = (site.of_day[system, day], "rating") if day else ("now", "live")
        for player, rating in ((number, one["rating"]), (other, one["other_rating"])):
            site.tell(About(player, system, when), kind, str(round(rating)), address)
    games = site.json(f"/api/v1/players/{number}/games?limit=500")["items"]
    met = [one for one in games if one["opponent"]["number"] == other]
    scores = {one["game"]: one["won"] + one["drawn"] + one["lost"] for one in told["scores"]}
    assert len(met) == sum(scores.get(game, 0) for game in ("go", "chess")), address


def read_game(site: Site, system: str, game: str) -> None:
    """Read what a single game did to those who played it."""
    address = f"/games/{system}/{game}/"
    page = site.page(address)
    for row in rows(page.all("table")[0]):
        about = About(player_in(row[ROW]), system, f"game {game}")
        site.move(about, (row["Before"].text, row["After"].text, row["Change"].text), address)
