"""Reasons for refusing a program's data: code, values, and the sentence the program shows.

Texts are English sentences with named gaps; they are translated where they are shown.
"""

from federation.vocabulary.messages import gettext_noop

TEXTS: dict[str, str] = {
    # the call
    "wrong-secret": gettext_noop("The secret is wrong or was revoked."),
    "unknown-code": gettext_noop(
        "You have no tournament with the code “{code}”. Add it in Palmares under Pairing programs, or give "
        "the tournament in Pairgoth the short name it has there."
    ),
    "not-an-organiser": gettext_noop("The account of this secret may not upload tournaments."),
    "ended": gettext_noop("The tournament “{code}” has been disconnected."),
    "too-many-requests": gettext_noop("At most {limit} requests a minute; try again in {seconds} seconds."),
    "too-large": gettext_noop("A request may have at most {limit} bytes."),
    "cut-off": gettext_noop("The body was cut off."),
    "not-utf-8": gettext_noop("The page cannot be read: it is not UTF-8."),
    "not-json": gettext_noop("The body is not JSON."),
    "wrong-method": gettext_noop("Use the method {method} for this address."),
    "failed": gettext_noop("Something went wrong on our side; the error has been logged."),
    "beyond": gettext_noop(
        "Round {round} does not exist: in Palmares the tournament has {rounds} rounds. Change the number "
        "there."
    ),
    "handed-in": gettext_noop(
        "The tournament has been uploaded as no. {number} ({stage}) and can no longer be changed from here. "
        "Withdraw it in Palmares first, or ask the office to return it."
    ),
    # the page
    "not-a-table": gettext_noop("The page has no table of games or standings."),
    "program-error": gettext_noop("Pairgoth could not create the page: {text}"),
    "team": gettext_noop(
        "This is a team tournament. Only individual tournaments can be sent this way; upload its file "
        "instead."
    ),
    "colours-unknown": gettext_noop("The headings do not show which column is White."),
    "short-row": gettext_noop("A table row has {count} cells instead of {expected}."),
    "bad-cell": gettext_noop("“{text}” cannot be read as {name}."),
    "too-many-tags": gettext_noop("The page has more than {limit} tags."),
    "too-many-rows": gettext_noop("The table has {count} rows; at most {limit} are accepted."),
    "nobody": gettext_noop("No one plays at table {table}."),
    "plays-himself": gettext_noop("{name} is paired with the same name."),
    "plays-twice": gettext_noop("{name} plays twice in the round."),
    "same-name": gettext_noop(
        "Two players are called {name} and have the same grade, country and club; change one name."
    ),
    "same-number": gettext_noop("Two rows of the standings have the number {number}."),
    "wrong-rounds": gettext_noop(
        "{name} has results for {count} rounds, but these are the standings after round {round}."
    ),
    "unknown-opponent": gettext_noop(
        "In round {round} {name} plays number {number}, who is not in the table."
    ),
    "opponent-mismatch": gettext_noop(
        "In round {round}, {name} and number {number} do not have each other as opponents."
    ),
    "result-mismatch": gettext_noop(
        "In round {round}, the results of {name} and number {number} contradict each other."
    ),
    # presences
    "bad-presence": gettext_noop("A presence is an object with id (a number) and present (true or false)."),
    "unknown-entrant": gettext_noop("No entrant in the tournament has the number {number}."),
}


class Unusable(Exception):
    """What came cannot be taken; `code` and `values` say why, and `message` in English."""

    def __init__(self, code: str, /, **values: str | int) -> None:
        self.code, self.values = code, values
        super().__init__(TEXTS[code].format(**values))
