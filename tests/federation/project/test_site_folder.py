"""Where the data folder is, when nobody says so."""

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from federation import data_folder, settings, site_folder
from federation.management import command_line


def test_checkout_keeps_its_data_in_var() -> None:
    assert site_folder.data_folder({}, installed=False) == site_folder.ROOT / "var"
    assert site_folder.SITE == site_folder.ROOT


def test_installed_program_keeps_its_data_in_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")

    assert site_folder.data_folder({}, installed=True) == Path("/home/somebody/.local/share/palmares")
    assert site_folder.data_folder({"XDG_DATA_HOME": "/srv/data"}, installed=True) == Path(
        "/srv/data/palmares"
    )
    relative = site_folder.data_folder({"XDG_DATA_HOME": "data"}, installed=True)
    assert relative == Path("/home/somebody/.local/share/palmares")


def test_folder_that_is_named_is_meant_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    for installed in (True, False):
        assert site_folder.data_folder({"PALMARES_DATA": "mine"}, installed=installed) == tmp_path / "mine"


def test_program_that_is_started_takes_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PALMARES_DATA", "mine")

    assert data_folder.make() == tmp_path / "mine"
    assert os.environ["PALMARES_DATA"] == str(tmp_path / "mine")


def test_folder_that_cannot_be_made_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PALMARES_DATA", str(tmp_path / "file" / "data"))

    with pytest.raises(ImproperlyConfigured, match="name one that can be written to in PALMARES_DATA"):
        data_folder.make()


def test_wrong_setting_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise ImproperlyConfigured("DEBUG must be True or False")

    monkeypatch.setattr("django.setup", refuse)
    monkeypatch.setattr("sys.argv", ["palmares", "check"])

    with pytest.raises(SystemExit, match="Palmares does not start: DEBUG must be True or False"):
        command_line.main()


def test_version_asked_for_is_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["palmares", "--version"])

    command_line.main()

    assert capsys.readouterr().out == f"{settings.VERSION}\n"
