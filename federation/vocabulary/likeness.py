"""Similarity of two names, in percent. Pure.

Beside `names`, as every process folds names and few weigh."""

from rapidfuzz import fuzz


def likeness(a: str, b: str) -> float:
    """Return in percent how like two folded names are, whichever of their words comes first.

    Sorting the words alone would miss a slip in a first letter, which sorts the word elsewhere.
    """
    words = a.split()
    turned = (" ".join(words[turn:] + words[:turn]) for turn in range(len(words)))
    return max([fuzz.token_sort_ratio(a, b), *(fuzz.ratio(each, b) for each in turned)])
