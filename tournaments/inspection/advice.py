"""Advice on findings for their reader: code -> English sentence, translated when shown."""

from collections.abc import Mapping

from federation.vocabulary.messages import gettext_noop

_GAME = gettext_noop("Open the game in the crosstable and correct it.")
_LOOK = gettext_noop("Check the round in the crosstable; correct it, or confirm that it is right.")
_ENTRANT = gettext_noop("Open the entrant in the crosstable and correct the entry.")
_FACTS = gettext_noop("Correct it in the details below.")
_FILE = gettext_noop("Correct it in the pairing program and upload the corrected file; the matches are kept.")
_MATCH = gettext_noop("Check the match under “Who is who”: choose another player, or confirm this one.")
_TWICE = gettext_noop(
    "A game is rated once: compare the two tournaments; withdraw this one, or ask the office to revoke the"
    " other."
)
_ERASED = gettext_noop(
    "Confirm it only if this is another person, or if they want to be enrolled again; otherwise ask the"
    " office."
)
_SIDE = gettext_noop(
    "Confirm that it is not one person. If it is, write one person’s name or the register number in the file"
    " and upload it again."
)
_SIDES = gettext_noop(
    "Confirm only if every remaining entrant played alone; otherwise withdraw the tournament, which cannot be"
    " rated."
)
_PLAIN = gettext_noop("Nothing has to be done.")

_CODES: Mapping[str, str] = {
    _GAME: "plays-himself unknown-opponent opponent-mismatch result-mismatch colour-mismatch"
    " handicap-mismatch unknown-result handicap-negative unknown-outcome missing-rounds plays-twice"
    " termination-and-moves repeated-game",
    _LOOK: "default-mismatch handicap-colours draw-or-unrated bye-and-game handicap-high both-lose both-win"
    " score-mismatch round-beyond ruled-half most-without-moves some-without-moves",
    _ENTRANT: "unknown-grade bare-grade no-grade missing-surname same-identifier odd-identifier same-name"
    " no-fide-id odd-sex odd-title odd-rating odd-birth-date named-like-bye",
    _FACTS: "missing-name name-from-comment placeholder-name missing-date impossible-date implausible-date"
    " ambiguous-date end-before-start future-date not-ended unknown-class time-unknown time-too-short"
    " class-time missing-place missing-federation odd-federation rate-unknown online-by-place"
    " partial-date undated-games",
    _FILE: "unreadable-line no-entrants duplicate-heading duplicate-number bad-number ambiguous-name"
    " unknown-player results-turned filled-column no-games impossible-size incomplete-game",
    _MATCH: "person-age person-birth person-sex person-grade person-strength person-rating person-elsewhere",
    _TWICE: "same-games",
    _ERASED: "person-erased",
    _SIDE: "several-persons",
    _SIDES: "shared-sides",
}

_BY_CODE: Mapping[str, str] = {code: text for text, codes in _CODES.items() for code in codes.split()}
_BY_SEVERITY: Mapping[str, str] = {
    "error": _FILE,
    "warning": gettext_noop("Check it; correct it, or confirm that it is right."),
    "notice": _PLAIN,
}


def advice(code: str, severity: str) -> str:
    """Return in English what can be done about a finding."""
    if severity == "notice":
        return _PLAIN
    return _BY_CODE.get(code, _BY_SEVERITY[severity])
