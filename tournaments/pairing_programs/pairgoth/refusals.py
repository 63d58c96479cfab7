"""Why something of a pairing program is not taken: a code, values, and the sentence the program shows.

Texts are English sentences with named gaps; they are translated where somebody is told.
"""

from federation.vocabulary.messages import gettext_noop

TEXTS: dict[str, str] = {
    # the call
    "wrong-secret": gettext_noop("The secret is not one of ours, or it was revoked."),
    "unknown-code": gettext_noop(
        "No tournament of yours has the code “{code}”. Enter it at Palmares under Pairing programs, or give"
        " the tournament in Pairgoth the short name it has there."
    ),
    "not-an-organiser": gettext_noop("The account of the secret may not hand in tournaments."),
    "ended": gettext_noop("The connection of the tournament “{code}” was ended."),
    "too-many-requests": gettext_noop("{limit} requests a minute at most; come again in {seconds} seconds."),
    "too-large": gettext_noop("A request may have {limit} bytes at most."),
    "cut-off": gettext_noop("The body was cut off."),
    "not-utf-8": gettext_noop("The letters of the page cannot be read: it is not UTF-8."),
    "not-json": gettext_noop("The body is not JSON."),
    "wrong-method": gettext_noop("This address is asked with {method}."),
    "failed": gettext_noop("Something went wrong on our side; the error has been logged."),
    "beyond": gettext_noop(
        "Round {round} is beyond the {rounds} rounds the tournament has at Palmares; change it there."
    ),
    "handed-in": gettext_noop(
        "The tournament was handed in as no. {number} ({stage}). What you publish changes it no more; take it"
        " back at Palmares first, or ask the office to return it."
    ),
    # the page
    "not-a-table": gettext_noop("The page has no table of games or standings."),
    "program-error": gettext_noop("Pairgoth could not make the page: {text}"),
    "team": gettext_noop(
        "This is a tournament of teams. Only tournaments of single players come this way; hand in its file."
    ),
    "colours-unknown": gettext_noop("Which column is White's cannot be told from the headings."),
    "short-row": gettext_noop("A row of the table has {count} cells; {expected} are expected."),
    "bad-cell": gettext_noop("“{text}” cannot be read as {name}."),
    "too-many-tags": gettext_noop("The page has more than {limit} tags."),
    "too-many-rows": gettext_noop("The table has {count} rows; at most {limit} are accepted."),
    "nobody": gettext_noop("At table {table} nobody plays."),
    "plays-himself": gettext_noop("{name} plays against the same name."),
    "plays-twice": gettext_noop("{name} plays twice in the round."),
    "same-name": gettext_noop(
        "Two players are called {name} and cannot be told apart by grade, country or club; change one name."
    ),
    "same-number": gettext_noop("Two rows of the standings have the number {number}."),
    "wrong-rounds": gettext_noop(
        "{name} has results of {count} rounds; these are the standings after {round}."
    ),
    "unknown-opponent": gettext_noop("{name} plays number {number} in round {round}, who has no row."),
    "opponent-mismatch": gettext_noop("In round {round} {name} and number {number} do not name each other."),
    "result-mismatch": gettext_noop("In round {round} the results of {name} and number {number} contradict."),
    # presences
    "bad-presence": gettext_noop("A presence is an object with a number as id, and present true or false."),
    "unknown-entrant": gettext_noop("No entrant of the tournament has the number {number}."),
}


class Unusable(Exception):
    """What came cannot be taken; `code` and `values` say why, and `message` in English."""

    def __init__(self, code: str, /, **values: str | int) -> None:
        self.code, self.values = code, values
        super().__init__(TEXTS[code].format(**values))
