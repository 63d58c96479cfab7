"""The migrated database of `./check --fast`, made again only where what the tables depend on has changed.

`tests.databases` names it after all code, of which migrations, models and what they import are a seventh. So
after another change it is renamed, which saves ten seconds of a processor.
"""

import hashlib
from pathlib import Path

import django
import grimp
from django.conf import settings

from federation import site_folder
from tests.selection.naming import PRODUCT

RECORD = "made_of"


def modules(root: Path) -> list[str]:
    """Return the modules the tables depend on: migrations, models, settings, and what these import."""
    graph = grimp.build_graph(*PRODUCT, cache_dir=str(root / ".import_linter_cache"))
    first = {
        name
        for name in graph.modules
        if {"migrations", "models", "apps", "settings"} & {*name.split(".")[1:]}
    }
    found, last = set(first), first
    while last:
        last = {name for module in last for name in graph.find_modules_directly_imported_by(module)} - found
        found |= last
    return sorted(found)


def digest(root: Path) -> str:
    """Return a name for what the tables depend on: these modules, packages, settings."""
    told = hashlib.sha256(django.__version__.encode())
    told.update(repr((settings.LANGUAGE_CODE, settings.FEDERATION_CODE, settings.FEDERATION_NAME)).encode())
    for name in modules(root):
        path = root / name.replace(".", "/")
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        told.update(f"{name}\n".encode() + file.read_bytes())
    return told.hexdigest()


def rename(folder: Path, name: str, made_of: str) -> None:
    """Give the database of the last run the name this code asks for, where its tables are the same."""
    record = folder / RECORD
    if record.is_file() and not (folder / name).exists():
        before, _, older = record.read_text().partition(" ")
        if before == made_of and (folder / older).is_file():
            (folder / older).rename(folder / name)


def main() -> None:
    """Make the database, or rename it, and record what it was made of."""
    django.setup()
    from tests import databases  # here, because it asks the settings

    name, made_of = f"{databases.digest()}.sqlite3", digest(site_folder.ROOT)
    databases.FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    rename(databases.FOLDER, name, made_of)
    databases.migrated_file()
    (databases.FOLDER / RECORD).write_text(f"{made_of} {name}")


if __name__ == "__main__":
    main()
