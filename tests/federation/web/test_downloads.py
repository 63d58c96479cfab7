"""Answers that browsers keep as files: the names are what was meant, whatever letters they have."""

import json
from collections.abc import Iterable
from typing import cast

import pytest
from django.http import HttpResponse

from federation.web.downloads import name_file, personal_file, table_file, table_stream


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("moulin.tou", 'attachment; filename="moulin.tou"'),
        ('a "b".csv', 'attachment; filename="a \\"b\\".csv"'),
        ("a\\b.csv", 'attachment; filename="a\\\\b.csv"'),
        ("été.csv", "attachment; filename*=utf-8''%C3%A9t%C3%A9.csv"),
        ("партии.csv", "attachment; filename*=utf-8''%D0%BF%D0%B0%D1%80%D1%82%D0%B8%D0%B8.csv"),
    ],
)
def test_name_of_a_file_is_written_for_every_letter(name: str, header: str) -> None:
    assert name_file(HttpResponse(), name)["Content-Disposition"] == header


def test_file_that_is_opened_keeps_its_name() -> None:
    answer = name_file(HttpResponse(), "days.ics", is_attachment=False)

    assert answer["Content-Disposition"] == 'inline; filename="days.ics"'


def test_table_is_a_file_for_a_spreadsheet() -> None:
    answer = table_file([("name", "games"), ("Moulin é", 3)], "games")

    assert answer["Content-Disposition"] == 'attachment; filename="games.csv"'
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content == "\ufeffname,games\r\nMoulin é,3\r\n".encode()


def test_table_is_sent_while_it_is_written() -> None:
    answer = table_stream(iter(["a,b\r\n", "1,2\r\n"]), "games")

    assert answer["Content-Disposition"] == 'attachment; filename="games.csv"'
    assert b"".join(cast(Iterable[bytes], answer.streaming_content)) == b"a,b\r\n1,2\r\n"


def test_what_is_known_of_a_person_is_kept_by_no_cache() -> None:
    answer = personal_file({"name": "Moulin é"}, "player_7")

    assert answer["Content-Disposition"] == 'attachment; filename="player_7.json"'
    assert answer["Cache-Control"] == "no-store"
    assert "é" in answer.content.decode()
    assert json.loads(answer.content) == {"name": "Moulin é"}
