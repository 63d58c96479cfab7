"""The vectors of docs/proof.md: the smallest bundle, byte by byte, and what comes of it."""

from datetime import date
from pathlib import Path
from typing import Any

from ratings.list_proof import package, rules, table_files
from ratings.list_proof.checking import check, opened
from ratings.list_proof.package import Before, Head
from ratings.list_proof.tables import LIST, TABLES

DOCUMENT = Path(__file__).parents[3] / "docs" / "proof.md"
DAY = date(2023, 3, 4)
HEAD = Head("ffg", date(2023, 3, 31), 1, Before(date(2023, 2, 28), 2, "00" * 32))
FACTS: dict[str, list[tuple[Any, ...]]] = {
    "events": [(7, DAY, date(2023, 3, 5), "A", 60.0, False, 19)],
    "entrants": [(7, 1, 11, "1k"), (7, 2, 12, "2k"), (7, 3, 13, None)],
    "games": [(7, 1, 11, 12, 0, 0), (7, 2, 12, 13, 2, 2)],
    "decisions": [(5, "initial", date(2023, 3, 1), 13, -320.5, 1.0, 0.0)],
    "base_levels": [],
    "players": [(11, "1k", "L"), (12, "2k", "-"), (13, None, "L")],
    "seeds": [],
}


def files() -> dict[str, bytes]:
    """Return the files of the vector, the list as computed."""
    as_in_1_0 = rules.Rules("", {"exempt_counts_all": False})
    made = {package.RULES: rules.write("ffg", as_in_1_0, HEAD.date)}
    made |= {
        table.file: table_files.write(table, FACTS[table.name]) for table in TABLES["go"] if table is not LIST
    }
    made[LIST.file] = table_files.write(
        LIST,
        [
            (12, 1, 1, None, None, 0, 14.54994791677787, None, 2, None, None, False, False),
            (11, 2, 2, 1, 1, -61, -61.136556259147284, None, 1, None, None, True, False),
            (13, 3, 3, 2, 2, -329, -329.20488354421434, None, 1, None, None, True, False),
        ],
    )
    return made


def bundle(made: dict[str, bytes]) -> bytes:
    """Describe files and pack them."""
    return package.pack(HEAD, made)


def test_vectors_of_the_document_are_what_the_program_writes_and_computes() -> None:
    made, told = files(), DOCUMENT.read_text("utf-8")
    found = check(opened(bundle(made)))

    assert found.differences == []
    for name, data in {package.NAME: package.describe(HEAD, made), **made}.items():
        assert f"| `{name}` | {len(data)} | `{package.digest(data)}` |" in told, (
            name,
            len(data),
            package.digest(data),
        )
    for table in TABLES["go"]:
        if FACTS.get(table.name) or table is LIST:
            assert made[table.file].decode().rstrip() in told, table.name


def test_columns_of_every_table_stand_in_the_document() -> None:
    told = DOCUMENT.read_text("utf-8")

    for kind, of in TABLES.items():
        for table in of:
            if table is not LIST:
                assert f"| {kind} | `{table.file}` | {', '.join(table.names)} |" in told, (kind, table.file)
