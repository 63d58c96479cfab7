"""Any player list we read: the Go lists by their first lines, else one of FIDE's. Pure."""

from typing import BinaryIO

from federation.player_lists.readers import fide, go_lists
from federation.player_lists.readers.fide_layout import rate_named
from federation.player_lists.readers.fide_row import FideList
from federation.player_lists.readers.row import NoList, PlayerList


def read(source: BinaryIO, *, filename: str = "", rate: str = "") -> PlayerList | FideList:
    """Read a list from a file opened for bytes, rows as they come; NoList when it is none or damaged.

    `rate`: whose ratings a FIDE list of one type gives, where its file's name does not say it.
    """
    # Go's first: the EGD's list is a page, and any page might be an XML list of FIDE's until it is read.
    try:
        return go_lists.read(source)
    except NoList as problem:
        if problem.finding.code != "unknown-list":
            raise
    source.seek(0)
    return fide.read(source, filename=filename, rate=rate_named(filename) or rate)
