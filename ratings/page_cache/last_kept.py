"""The keys of the answers this process kept last, for the time in which the database does not answer."""

from collections import OrderedDict
from threading import Lock

MOST = 3000  # the oldest go first
_keys: OrderedDict[str, str] = OrderedDict()
_lock = Lock()


def note(name: str, key: str) -> None:
    """Remember the key of an answer, by what was asked (`responses.last_key`), instead of the one before."""
    with _lock:
        _keys[name] = key
        _keys.move_to_end(name)
        if len(_keys) > MOST:
            _keys.popitem(last=False)


def find(name: str) -> str | None:
    """Return the key of the last answer; None where there was none."""
    return _keys.get(name)
