"""The table behind a chart: every day with all its values, as rows a script reads out too. Pure."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from html import escape

from ratings.charts.charts import EPOCH
from ratings.charts.figures import plain

# A day (proleptic ordinal), the value of each series on it (None: without), further cells in words.
Row = tuple[int, Sequence[float | None], Sequence[str]]
Value = Callable[[float], str]
_TOLD = '<td class="told">%s</td>'


def table(
    heads: Sequence[str],
    words: Sequence[str],
    rows: Iterable[Row],
    *,
    caption: str,
    written: Callable[[int], str],
    value: Value = plain,
) -> str:
    """Return a table; `heads` are those of the day and of each series, `words` those of the further cells.

    `caption` names the table to those who hear it, `written` writes a day in the reader's language; caption,
    heads and words are escaped here.
    """
    head = "".join(f'<th scope="col">{escape(head_text)}</th>' for head_text in heads)
    head += "".join(f'<th scope="col" class="told">{escape(word)}</th>' for word in words)
    # One pattern for all rows: a long course has hundreds.
    pattern = f'<tr data-day="%s"><td>%s</td>{"<td>%s</td>" * (len(heads) - 1)}{_TOLD * len(words)}</tr>'
    body = "".join(
        [
            pattern
            % (
                number - EPOCH,
                written(number),
                *["" if figure is None else value(figure) for figure in values],
                *[_escape_word(word) for word in texts],
            )
            for number, values, texts in rows
        ]
    )
    series = " ".join(str(at) for at in range(1, len(heads)))
    return (
        f'<table class="grid-table behind" data-series="{series}">'
        f'<caption class="visually-hidden">{escape(caption)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


@lru_cache(4096)
def _escape_word(word: str) -> str:
    """Escape a grade or the name of an event, which comes in every system it moved."""
    return escape(word)


def arrange_rows(*courses: Sequence[tuple[int, float | None, Sequence[str]]]) -> list[Row]:
    """Arrange courses of days, values and words beside each other, newest first.

    Each value stands until the next. On one day the courses come in the order they are given, each
    with a row of its own.
    """
    steps = sorted(
        ((day, place, at) for place, course in enumerate(courses) for at, (day, _, _) in enumerate(course)),
    )
    now: list[float | None] = [None] * len(courses)
    rows: list[Row] = []
    for day, place, at in steps:
        _, now[place], words = courses[place][at]
        rows.append((day, tuple(now), words))
    rows.reverse()
    return rows
