"""The catalogue of disciplines: every declaration that lies beside this module, in order."""

from collections.abc import Mapping
from importlib import resources

from federation.vocabulary.disciplines.declaration import Discipline, read

_FILES = (
    file
    for file in resources.files("federation.vocabulary.disciplines").iterdir()
    if file.name.endswith(".toml")
)
_ALL = sorted((read(file.read_text("utf-8")) for file in _FILES), key=lambda declared: declared.order)
DISCIPLINES: Mapping[str, Discipline] = {declared.key: declared for declared in _ALL}
# The discipline of files and rows that do not name theirs.
DEFAULT = _ALL[0].key
