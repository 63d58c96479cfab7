"""Templates whose buttons say where they come from, so that a browser can be asked which it has pressed."""

import re
from collections import Counter
from html import escape
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import Origin
from django.template.loaders import filesystem

# Where people work; what everybody reads is looked at by test_without_script.
DESK_FOLDERS = ("account", "federation", "laboratory", "mfa", "parts", "ratings/review", "tournaments")
_BUTTON = re.compile(r"<button\b(?P<attributes>[^>]*)>(?P<words>.*?)</button>", re.DOTALL)
_VALUE = re.compile(r"{{.*?}}")
_TEXT = re.compile(r"""{% translate ["'](?P<one>.+?)["']|{% blocktranslate[^%]*%}(?P<two>[^{]*)""")


def marked(source: str, name: str) -> str:
    """Return a template with `data-mark` on every button: its file and what it says, numbered where alike."""
    seen: Counter[str] = Counter()

    def mark(found: re.Match[str]) -> str:
        said = _TEXT.search(found["words"]) or _TEXT.search(found["attributes"])
        words = " ".join(((said["one"] or said["two"]) if said else found["words"]).split())
        key = f"{name}: {_VALUE.sub('?', words)}"
        seen[key] += 1
        key += f" {seen[key]}" if seen[key] > 1 else ""
        return f'<button data-mark="{escape(key)}"{found["attributes"]}>{found["words"]}</button>'

    return _BUTTON.sub(mark, source)


class Loader(filesystem.Loader):
    """Load templates of the folders of the settings, marked."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source, marked."""
        return marked(super().get_contents(origin), str(origin.template_name))


def marked_settings() -> list[dict[str, Any]]:
    """Return TEMPLATES with this loader before the one of apps."""
    django, *others = settings.TEMPLATES
    loaders = [f"{__name__}.Loader", "django.template.loaders.app_directories.Loader"]
    options = {**django["OPTIONS"], "loaders": [("django.template.loaders.cached.Loader", loaders)]}
    return [{**django, "APP_DIRS": False, "OPTIONS": options}, *others]


def _folder() -> Path:
    (folder,) = settings.TEMPLATES[0]["DIRS"]
    return Path(folder)


def source_of(name: str) -> str:
    """Return a template as it is written."""
    return (_folder() / name).read_text(encoding="utf-8")


def buttons() -> set[str]:
    """Return the marks of every button of the desks that sends a form."""
    folder = _folder()
    found: set[str] = set()
    for path in sorted(folder.rglob("*.html")):
        name = str(path.relative_to(folder))
        if name.startswith(tuple(f"{one}/" for one in DESK_FOLDERS)):
            tags = re.findall(r'<button data-mark="([^"]*)"([^>]*)', marked(path.read_text(), name))
            found |= {mark for mark, rest in tags if 'type="button"' not in rest}
    return found
