"""Style sheets as served: without comments."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.storage import Storage
from whitenoise.storage import (  # type: ignore[import-untyped]  # has no types
    CompressedManifestStaticFilesStorage,
)

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Room beside a brace, behind a declaration, and behind the colon of one; never beside a comma.
_ROOM = re.compile(r"\s*([{};]|(?<=\w):)\s+")
_OURS = "css/"  # sheets of others come as they are, with their licences in them


def bare(sheet: str) -> str:
    """Strip comments and whitespace from one of our sheets, whose texts have neither.

    Packed by brotli they weigh 0.6 % more than rcssmin's (17,670 bytes to 17,563); as written, 26 % more.
    """
    return _ROOM.sub(r"\1", _COMMENT.sub("", sheet)).strip()


class Sheets(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types there
    """Static files named by their content and compressed, our sheets bare."""

    def post_process(
        self,
        paths: dict[str, tuple[Storage, str]],
        dry_run: bool = False,  # noqa: FBT001, FBT002 - as Django calls it
        **options: Any,
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Bare what was collected, not what it was collected from; then name and compress."""
        if not dry_run:
            for name in [name for name in paths if name.startswith(_OURS) and name.endswith(".css")]:
                collected = Path(self.path(name))
                collected.write_text(bare(collected.read_text()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run=dry_run, **options)
