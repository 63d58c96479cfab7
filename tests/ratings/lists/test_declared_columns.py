"""Fields of list entries: each is declared, and what a declaration says reaches every output."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import models
from django.test import Client

from ratings.api.lists import entry_record
from ratings.exports.listed import columns_of, reads_of, render_csv
from ratings.list_proof.tables import LIST
from ratings.lists import entry_rows
from ratings.lists.entry_rows import rows_of
from ratings.lists.layouts import list_table
from ratings.lists.layouts.columns import Rows
from ratings.lists.layouts.list_table import set_table
from ratings.lists.layouts.table import LAYOUTS, with_columns
from ratings.lists.list_page import page_of
from ratings.lists.selection import Selection
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.public_log import list_rows
from ratings.rulebook import list_fields
from ratings.rulebook.list_fields import (
    API,
    DATE,
    FIDE,
    FIELDS,
    FLAG,
    GO,
    NUMBER,
    PROOF,
    STREAM,
    TEXT,
    WHOLE,
    fields_in,
    named,
    names_in,
)
from ratings.snapshots import rows as snapshot
from ratings.snapshots.parts import Part
from ratings.snapshots.tables import ENTRIES
from ratings.views.lists.downloads import head_of
from tests.ratings import fide_pages

OUTPUTS = (API, PROOF, GO, STREAM, FIDE)
NAME = "other_titles"
HONOUR = "FA"
TYPES: dict[str, tuple[type, ...]] = {
    TEXT: (models.CharField,),
    WHOLE: (models.IntegerField, models.AutoField, models.ForeignKey),
    NUMBER: (models.FloatField,),
    FLAG: (models.BooleanField,),
    DATE: (models.DateField,),
    list_fields.BYTES: (models.BinaryField,),
}
# What is published keeps its columns and their order: programs and stored bundles depend on it.
PUBLISHED = {
    API: "number position rank active_rank surname given_name sex birth_year federation club club_name"
    " region ffg egd fide title women_title grade rating change rank_change games period_games k"
    " deviation provisional last_played active licence",
    GO: "number position rank active_rank surname given_name sex birth_year federation club club_name"
    " region ffg egd declared_grade grade rating change games events last_played last_event active"
    " licence",
    STREAM: "number position table rank active_rank surname given_name sex birth_year federation club"
    " club_name region title fide rating exact deviation low high change games last_played active",
    FIDE: "fide surname given_name federation sex title women_title other_titles rating games k birth_year"
    " active",
    PROOF: "number position rank active_position active_rank rating exact deviation games k title active"
    " provisional",
}


def test_every_stored_field_is_declared_as_it_is_stored() -> None:
    stored = {field.attname: field for field in ListEntry._meta.concrete_fields}

    assert {field.name for field in FIELDS} == stored.keys()
    for field in FIELDS:
        assert field.null == stored[field.name].null, field.name
        assert isinstance(stored[field.name], TYPES[field.type]), field.name


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_field_is_in_an_output_or_internal_for_a_reason(field: list_fields.Field) -> None:
    assert any(map(field.is_in, OUTPUTS)) != bool(field.internal)


def test_every_field_an_erasure_empties_can_be_empty() -> None:
    assert all(field.null or field.type == TEXT for field in FIELDS if not (field.stays or field.proof))


@pytest.mark.parametrize("output", OUTPUTS)
def test_published_columns_stay_as_they_are(output: str) -> None:
    columns = columns_of(output) if output in (GO, STREAM) else names_in(output)

    assert " ".join(columns) == PUBLISHED[output]


def test_columns_of_snapshots_and_bundles_are_those_declared() -> None:
    assert [column.name for column in ENTRIES] == ["date", "revision", *names_in(API)]
    assert LIST.names == names_in(PROOF)


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Declare a stored field for every output, to be shown where the sex of players is."""
    scratch = replace(
        named(NAME), public="honours", proof="honours", files=(GO, FIDE), label="Honours", policy="sex"
    )
    fields = tuple(scratch if field.name == NAME else field for field in FIELDS)
    for module in (list_fields, entry_rows, list_table):
        monkeypatch.setattr(module, "FIELDS", fields)
    fields_in.cache_clear()
    yield
    fields_in.cache_clear()


def listed(system: str) -> PublishedList:
    """Return a list of FIDE's players, who have an honour; of another system by its key alone."""
    published = fide_pages.archived()
    ListEntry.objects.filter(list=published).update(other_titles=HONOUR)
    published.system = RatingSystem.objects.get(key=system)
    published.save(update_fields=["system"])
    return published


def page(published: PublishedList, layout: str) -> str:
    table = with_columns(LAYOUTS[layout], ("name", NAME)).table
    columns, _total = page_of(published, Selection(), table.reads())
    return str(set_table(table, Rows(Selection(), columns)))


def csv_of_the_api(client: Client, published: PublishedList) -> list[str]:
    answer = client.get(f"/api/v1/lists/{published.system.key}/{published.date}/entries.csv")
    return answer.getvalue().decode("utf-8-sig").splitlines()


def csv_of_the_site(published: PublishedList) -> list[str]:
    rows = rows_of(published, reads_of(GO))
    return render_csv(head_of(published), rows, file=GO).decode("utf-8-sig").splitlines()


def in_snapshot(published: PublishedList) -> list[dict[str, object]]:
    names = ("date", "revision", *names_in(API))
    part = Part("entries", published.system.key, published.date.year)
    return [dict(zip(names, row, strict=True)) for row in snapshot.rows_of(part)]


def cells(lines: list[str]) -> set[str]:
    """Return what a CSV has under the declared name."""
    place = lines[0].split(",").index(NAME)
    return {line.split(",")[place] for line in lines[1:]}


@pytest.mark.django_db
@pytest.mark.usefixtures("declared")
def test_declared_column_is_in_every_output(client: Client) -> None:
    published = listed("fide-standard")

    assert "Honours" in page(published, "fide")
    assert f">{HONOUR}<" in page(published, "fide")
    assert entry_record().model_fields[NAME].annotation is str
    assert cells(csv_of_the_api(client, published)) == {HONOUR}
    assert cells(csv_of_the_site(published)) == {HONOUR}
    assert {row[NAME] for row in in_snapshot(published)} == {HONOUR}
    assert cells([line.rstrip() for line in list_rows.lines(published)]) == {HONOUR}
    assert NAME in names_in(FIDE)


@pytest.mark.django_db
@pytest.mark.usefixtures("declared")
def test_declared_column_is_hidden_where_the_policy_hides_its_field(client: Client) -> None:
    published = listed("ffg")

    assert "Honours" not in page(published, "go")
    assert HONOUR not in page(published, "go")
    assert cells(csv_of_the_api(client, published)) == {""}
    assert cells(csv_of_the_site(published)) == {""}
    assert {row[NAME] for row in in_snapshot(published)} == {""}


def test_field_of_a_bundle_is_hidden_nowhere() -> None:
    """Check that bundles have no field of the privacy policy but the title, which is shown of everybody."""
    assert {field.policy for field in fields_in(PROOF)} == {"", "title"}


def test_field_without_a_label_is_no_column() -> None:
    with pytest.raises(LookupError):
        with_columns(LAYOUTS["go"], ("name", "ffg"))
