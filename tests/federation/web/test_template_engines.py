"""The two template engines: Django's with its own loaders, Jinja2 for rows of large tables."""

from pathlib import Path

from django.conf import settings
from django.template import engines
from django.template.backends.django import DjangoTemplates

FOLDER = Path(settings.TEMPLATES[0]["DIRS"][0])


def test_every_template_compiles_with_the_loaders_of_django() -> None:
    names = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.*"))
    pages = [name for name in names if not name.startswith("jinja/")]

    assert len(pages) > 300
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)
    found = {name: engine.get_template(name).origin.name for name in pages}
    assert [name for name in pages if found[name] != str(FOLDER / name)] == []


def test_row_of_a_list_is_sent_without_its_layout() -> None:
    row = engines["jinja2"].get_template("list_row.html")
    columns = [("rank", "", 1), ("name", "Name", "A & B")]

    assert row.render({"number": 7, "columns": columns}) == (
        '<tr id="p7"><td class="rank">1</td><td class="name" data-label="Name">A &amp; B</td></tr>'
    )
