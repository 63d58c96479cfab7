"""How our sheets go out: bare, named by their content, compressed; what is written stays as it is."""

import os
import re
import time
from io import StringIO
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # has no types
import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from pytest_django.fixtures import Settings

from federation.web import static_storage

SOURCES = Path(__file__).resolve().parents[3] / "static" / "css"
RULE = '@font-face { src: url("../fonts/plain.woff2"); }'
MORE = "a { color: red; }\n" * 40  # worth being compressed
TEXT = re.compile(r'"[^"]*"')
WRITTEN = {
    "css/fonts.css": f"/*\nWho reads this writes it.\n*/\n{RULE}\n\n  {MORE} /* why */\n",
    "other/look.css": "/* Licence: ask them. */ b { color: red; }\n",
    "fonts/plain.woff2": "letters",
}


@pytest.fixture
def sources(settings: Settings, tmp_path: Path) -> Path:
    """Collect some static files into the folder of what is collected; give the folder they are from."""
    settings.STATIC_ROOT, folder = tmp_path / "collected", tmp_path / "written"
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "federation.web.static_storage.Sheets"},
    }
    for name, content in WRITTEN.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(content)
    collect()
    return folder


def collect() -> None:
    call_command("collectstatic", interactive=False, stdout=StringIO())


def sent(name: str) -> Path:
    """Find what is sent for a file's address."""
    return Path(staticfiles_storage.path(staticfiles_storage.url(name).removeprefix(settings.STATIC_URL)))


def test_sheet_goes_out_without_comments_and_with_files_named_by_content(sources: Path) -> None:
    sheet = sent("css/fonts.css")

    font = sent("fonts/plain.woff2").name

    assert "plain.woff2" != font != ""
    assert sheet.name != "fonts.css"
    assert sheet.read_text() == f'@font-face{{src:url("../fonts/{font}");}}' + "a{color:red;}" * 40
    assert brotli.decompress(Path(f"{sheet}.br").read_bytes()) == sheet.read_bytes()


def test_what_is_written_and_sheets_of_others_keep_their_comments(sources: Path) -> None:
    assert {name: (sources / name).read_text() for name in WRITTEN} == WRITTEN
    assert sent("other/look.css").read_text() == WRITTEN["other/look.css"]


def test_sheet_written_anew_is_collected_anew_and_else_keeps_its_name(sources: Path) -> None:
    before = sent("css/fonts.css").name

    collect()
    unchanged = sent("css/fonts.css").name
    (sources / "css/fonts.css").write_text("i { color: red; } /* new */")
    os.utime(sources / "css/fonts.css", (later := time.time() + 60, later))
    collect()

    assert unchanged == before
    assert sent("css/fonts.css").read_text() == "i{color:red;}"


@pytest.mark.parametrize("name", sorted(path.name for path in SOURCES.glob("*.css")))
def test_bare_sheet_has_every_rule_of_the_written_one(name: str) -> None:
    written = (SOURCES / name).read_text()

    bare = static_storage.bare(written)

    assert ("/*" in bare, "*/" in bare, "{ " in bare) == (False, False, False)
    outside = "".join(part.partition("*/")[2] for part in f"*/{written}".split("/*"))
    assert "".join(bare.split()) == "".join(outside.split())
    assert TEXT.findall(bare) == TEXT.findall(outside)
