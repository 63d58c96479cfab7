"""Paths of templates, static files and data folder, in a checkout or a wheel. Pure.

A wheel has the files beside the applications of a checkout (templates, static files, the lock) as
`federation/_site`, since a folder of packages is shared; deploy/wheel_backend.py puts it there.
"""

import os
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # what has to be on the path of imports
_PACKED = ROOT / "federation" / "_site"
INSTALLED = _PACKED.is_dir()
SITE = _PACKED if INSTALLED else ROOT


def data_folder(environment: Mapping[str, str] = os.environ, *, installed: bool = INSTALLED) -> Path:
    """Return the data folder: PALMARES_DATA, `var` of a checkout, or the installing user's.

    Always absolute: programs that are started from here run elsewhere. Raises RuntimeError for a user without
    a home folder, who has to name one.
    """
    if named := environment.get("PALMARES_DATA"):
        return Path(named).absolute()
    if not installed:
        return ROOT / "var"
    shared = environment.get("XDG_DATA_HOME", "")  # the XDG specification: a relative one is to be ignored
    return (Path(shared) if Path(shared).is_absolute() else Path.home() / ".local" / "share") / "palmares"
