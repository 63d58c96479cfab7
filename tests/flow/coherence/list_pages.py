"""What pages and files of lists say of the players on them."""

import re
from itertools import combinations
from xml.etree import ElementTree as ET

from tests.flow.coherence.dom import ROW, Element, rows
from tests.flow.coherence.facts import About
from tests.flow.coherence.facts import number as figure_in
from tests.flow.coherence.site import Site, day_in

_PLAYER = re.compile(r"/players/(\d+)/")
_LISTED = re.compile(r"/lists/([a-z-]+)/([\d-]+)/\?club=[^&]*&revision=(\d+)")
_MOVED = re.compile(r"([^;]+?) ([−\d]+)(?: \(([+−]\d+)\))?(?:;|$)")
_COLUMNS = {"Rating": "rating", "Change": "change"}


def player_in(element: Element | None) -> int:
    """Return the number of the player an element links to; 0 for none."""
    links = element.all("a") if element else []
    found = (_PLAYER.search(link.get("href")) for link in links)
    return next((int(one[1]) for one in found if one), 0)


def is_off(element: Element) -> bool:
    """Return whether a player is said not to be among the active."""
    return any(word in element.text for word in ("inactive", "without a licence"))


def read_list(site: Site, system: str, day: str, revision: int) -> None:
    """Read a list as a page, every table of it, and as each of its files."""
    when = f"list {day} r{revision}"
    address = f"/lists/{system}/{day}/?revision={revision}"
    for more, rank in (("", "active rank"), ("&all=1", "active rank"), ("&table=provisional", "rank")):
        if more != "&table=provisional" or system in ("fics-blitz", "ladder"):
            _page(site, system, when, address + more, rank=rank)
    entries = f"/api/v1/lists/{system}/{day}/entries"
    _items(site, system, when, f"{entries}?revision={revision}&all=1&limit=500", "items")
    _items(site, system, when, f"{entries}.json?revision={revision}", "items")
    read_rows(site, system, day, revision)


def read_rows(site: Site, system: str, day: str, revision: int) -> None:
    """Read a list as its file of rows alone."""
    address = f"/api/v1/lists/{system}/{day}/entries.csv"
    for row in site.csv(f"{address}?revision={revision}"):
        read_row(site, system, f"list {day} r{revision}", row, address)


def _page(site: Site, system: str, when: str, address: str, *, rank: str) -> None:
    table = site.page(address).one("table")
    for row in rows(table) if table else ():
        about = About(player_in(row[ROW]), system, when)
        site.tell(about, rank, row["Rank"].own_text, address)
        assert rank == "rank" or bool(row["Rank"].own_text) != is_off(row[ROW]), address
        for head, kind in _COLUMNS.items():
            site.tell(about, kind, row[head].text, address)
        # FIDE's games are those of the period that led to the list
        site.tell(about, "period games" if "K" in row else "games", row["Games"].text, address)
        if "K" in row:
            site.tell(about, "k", row["K"].text, address)


def read_part(site: Site, system: str, query: str) -> None:
    """Read part of a newest list as a page, as its files and by the interface: ranks, places, how many."""
    when = site.newest[system]
    address = f"/lists/{system}/?{query}"
    page = site.page(address)
    table = page.one("table")
    shown = rows(table) if table else []
    for row in shown:
        number = player_in(row[ROW])
        site.tell(About(number, system, when), "active rank", row["Rank"].own_text, address)
        place = row["Place"] if "Place" in row else row["National"]
        site.tell(About(number, system, f"{when} {query}"), "here", place.text, address)
    links = [link.get("href") for link in page.all("a") if "download" in link.attributes]
    files = [list(site.csv(links[0])), site.json(links[1])["items"]] if links else []
    entries = site.json(f"/api/v1/lists/{system}/newest/entries?{query}&limit=500")
    for where, items in zip((*links, address), (*files, entries["items"]), strict=True):
        assert [int(item["number"]) for item in items] == [player_in(row[ROW]) for row in shown], where
        for item in items:
            read_row(site, system, when, item, where)
            about = About(int(item["number"]), system, f"{when} {query}")
            site.tell(about, "here", item["here"], where)
    assert entries["count"] == len(shown)
    said = page.one("p", "how-many")
    assert said is None or said.text.split()[0] == str(len(shown)), address


def _items(site: Site, system: str, when: str, address: str, name: str) -> None:
    for item in site.json(address)[name]:
        read_row(site, system, when, item, address)


def read_row(site: Site, system: str, when: str, row: dict[str, str], where: str) -> None:
    """Read a record of a list by its names: those of the interface and of files are the same."""
    about = About(int(row["number"]), system, when)
    for name in ("rating", "change", "rank", "active_rank", "games", "period_games", "events"):
        site.tell(about, name.replace("_", " "), row.get(name), where)
    if system == "fide-standard":  # elsewhere K is no figure of a list
        site.tell(about, "k", row.get("k"), where)


def read_comparisons(site: Site, system: str, days: list[str]) -> None:
    """Read every list beside each before it, as a page and as a file."""
    for older, newer in combinations(days, 2):
        address = f"/lists/{system}/compare/?date={newer}&with={older}&all=1"
        now, then = (site.of_day[system, day] for day in (newer, older))
        for row in rows(site.page(address).all("table")[-1]):
            number = player_in(row[ROW])
            by_day = {day_in(head): cell for head, cell in row.items()}
            site.tell(About(number, system, now), "rating", by_day[newer].text, address)
            site.tell(About(number, system, then), "rating", by_day[older].text, address)
            texts = (by_day[older].text, by_day[newer].text, row["Change"].text)
            _compared(site, About(number, system, now), then, texts, address)
        for line in site.csv(f"{address}&format=csv"):
            about, where = About(int(line["number"]), system, now), f"{address}&format=csv"
            site.tell(about, "rating", line["rating"], where)
            site.tell(about._replace(when=then), "rating", line["rating_then"], where)
            _compared(site, about, then, (line["rating_then"], line["rating"], line["change"]), where)


def _compared(site: Site, about: About, then: str, texts: tuple[str, str, str], where: str) -> None:
    """Note what was gained between two lists; where the older is the one before, as the newer says it too."""
    site.move(about._replace(when=f"{about.when} against {then}"), texts, where)
    if site.before.get((about.system, about.when)) == then:
        site.tell(about, "change", texts[2], where)


def gains_in_order(site: Site, system: str, newer: str, older: str, *, order: str) -> list[float]:
    """Return what was gained between two lists, as a page ordered by it has it from top to bottom."""
    address = f"/lists/{system}/compare/?date={newer}&with={older}&all=1&sort={order}"
    told = (figure_in(row["Change"].text) for row in rows(site.page(address).all("table")[-1]))
    return [one[0] for one in told if one]


def read_home(site: Site) -> None:
    """Read the boards of the home page, and the top of lists in other sites."""
    for board in site.page("/").all("section", "board"):
        for line in board.all("li"):
            _line(site, board.get("data-system"), line, "/")
    for system in site.newest:
        address = f"/embed/lists/{system}/"
        for line in site.page(address).all("li"):
            _line(site, system, line, address)


def _line(site: Site, system: str, line: Element, where: str, *, player: int = 0) -> None:
    about = About(player or player_in(line), system, site.newest[system])
    figure = line.one("span", "figure")
    if figure is None:
        return
    rank = line.one("span", "rank")
    site.tell(about, "active rank", rank.text if rank else "", where)
    site.tell(about, "rating", figure.text, where)
    behind = line.children[line.children.index(figure) + 1 :]
    site.tell(about, "change", behind[0].text if behind else "", where)


def read_search(site: Site, text: str) -> None:
    """Read where those stand whom a search finds."""
    for address in (f"/players/?q={text}", f"/search/?q={text}"):
        for row in site.page(address).all("tr"):
            for tag in row.all("span", "tagged"):
                system = tag.get("data-system")
                about = About(player_in(row), system, site.newest[system])
                site.tell(about, "rating", tag.own_text, address)


def read_frames(site: Site, player: int, code: str) -> None:
    """Read what other sites show of a player and of a club."""
    address = f"/embed/players/{player}/?language=en"
    for line in site.page(address).all("li"):
        _line(site, line.get("data-system"), line, address, player=player)
    for system in site.newest:
        address = f"/embed/lists/{system}/?club={code}"
        for line in site.page(address).all("li"):
            _line(site, system, line, address)


def read_club_feed(site: Site, code: str, names: dict[str, int]) -> None:
    """Read who has moved on lists by the feed of a club, and what came of it; `names`: who is called so."""
    address, space = f"/feeds/clubs/{code}.atom", "{http://www.w3.org/2005/Atom}"
    for entry in ET.fromstring(site.get(address)).iter(f"{space}entry"):
        link = entry.find(f"{space}link")
        found = _LISTED.search(link.get("href", "") if link is not None else "")
        if found is None:
            continue
        system, when = found[1], f"list {found[2]} r{found[3]}"
        for name, rating, change in _MOVED.findall(entry.findtext(f"{space}summary", "")):
            about = About(names[name.strip()], system, when)
            site.tell(about, "rating", rating, address)
            site.tell(about, "change", change, address)


def read_club(site: Site, code: str) -> None:
    """Read the ratings of the members of a club."""
    address = f"/clubs/{code}/"
    for cell_row in site.page(address).all("tr"):
        for cell in cell_row.all("td", "number"):
            system, link = cell.get("data-system"), cell.one("a")
            if link is not None and (player := player_in(cell_row)):  # the years of the club are of nobody
                about = About(player, system, site.newest[system])
                site.tell(about, "rating", link.own_text, address)


def read_club_record(site: Site, code: str) -> None:
    """Read the ratings of the members of a club as programs do."""
    address = f"/api/v1/clubs/{code}"
    for one in site.json(address)["players"]:
        for system, rating in one["ratings"].items():
            site.tell(About(one["number"], system, site.newest[system]), "rating", rating, address)


def read_live(site: Site, system: str) -> None:
    """Read where players of single games stand between two lists: page, and what programs get."""
    for more in ("all=1", "all=1&table=provisional"):
        address = f"/api/v1/lists/{system}/live?{more}"
        for one in site.json(address)["items"]:
            site.tell(About(one["number"], system, "now"), "live", str(one["rating"]), address)
    for more in ("?all=1", "?all=1&table=provisional"):
        address = f"/lists/{system}/live/{more}"
        table = site.page(address).one("table")
        for row in rows(table) if table else ():
            site.tell(About(player_in(row[ROW]), system, "now"), "live", row["Rating"].text, address)


def read_top(site: Site, system: str) -> None:
    """Read the first of a list."""
    address = f"/lists/{system}/top/"
    table = site.page(address).one("table")
    for row in rows(table) if table else ():
        about = About(player_in(row[ROW]), system, site.newest[system])
        site.tell(about, "rating", row["Rating"].text, address)


def read_improvers(site: Site, system: str) -> None:
    """Read who won most between two lists: page and file."""
    address = f"/statistics/{system}/improvers/?of=all&games=1"
    table = site.page(address).one("table", "improvers")
    heads = [head for head in (rows(table)[0] if table and rows(table) else {}) if head[:2] == "20"]
    for row in rows(table) if table else ():
        number = player_in(row[ROW])
        for head in heads:
            site.tell(About(number, system, site.of_day[system, head]), "rating", row[head].text, address)
        about = About(number, system, f"gain {' '.join(heads)}")
        before, now = (row[head].text for head in heads)
        site.move(about, (before, now, row["Gain"].text), address)
    if heads:
        _improvers_record(site, system, f"gain {' '.join(heads)}")
    for line in site.csv(f"{address}&format=csv"):
        about = About(int(line["player"]), system, f"gain {' '.join(heads)}")
        site.move(about, (line["before"], line["now"], line["gain"]), f"{address}&format=csv")


def _improvers_record(site: Site, system: str, when: str) -> None:
    """Read the same as programs do."""
    address = f"/api/v1/systems/{system}/statistics/improvers"
    rows = site.json(address)["data"]["rows"]
    [found] = [one["players"] for one in rows if (one["of"], one["games"]) == ("all", 1)]
    for one in found:
        site.tell(About(one["player"], system, when), "before", one["before"], address)
        site.tell(About(one["player"], system, when), "after", one["now"], address)


def read_leaders(site: Site, system: str) -> None:
    """Compare who led a list from list to list: the file of the page, and what programs get."""
    page = f"/lists/{system}/number-ones/?format=csv"
    names = ("first_list", "last_list", "lists", "highest", "surname", "federation")
    written = [[line["player"], *(line[name] for name in names)] for line in site.csv(page)]
    found = site.json(f"/api/v1/lists/{system}/number-ones")["items"]
    told = [[str(one["number"]), *(str(one[name]) for name in names)] for one in found]
    assert told == written, page
