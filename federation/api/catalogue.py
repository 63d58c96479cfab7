"""Every code a refused request may have, with its status and when it is given."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_noop


class Case(NamedTuple):
    """When a code is given: the status, and a sentence to be translated."""

    status: int
    when: str


CODES: Mapping[str, Case] = {
    "bad-request": Case(400, gettext_noop("The request cannot be understood.")),
    "no-token": Case(401, gettext_noop("The call needs a token, or the token is not valid.")),
    "missing-scope": Case(403, gettext_noop("The token lacks the scope this call needs.")),
    "not-an-officer": Case(403, gettext_noop("The account of the token is not an officer’s.")),
    "not-an-organiser": Case(403, gettext_noop("The account of the token is not an organiser’s.")),
    "not-your-server": Case(403, gettext_noop("The game server belongs to another account.")),
    "not-your-tournament": Case(403, gettext_noop("The tournament belongs to another account.")),
    "no-club": Case(404, gettext_noop("There is no club with this code.")),
    "no-game": Case(404, gettext_noop("The server has not sent such a game.")),
    "no-list": Case(404, gettext_noop("This list does not exist.")),
    "no-player": Case(404, gettext_noop("There is no player with this number; 422 inside a body.")),
    "no-server": Case(404, gettext_noop("This game server does not exist.")),
    "no-simulation": Case(404, gettext_noop("There is no such simulation.")),
    "no-statistic": Case(404, gettext_noop("There is no such statistic, or it has not been calculated yet.")),
    "no-system": Case(404, gettext_noop("There is no such rating system.")),
    "no-tournament": Case(404, gettext_noop("There is no such tournament.")),
    "not-found": Case(404, gettext_noop("There is nothing with this number or code.")),
    "not-live": Case(404, gettext_noop("The ratings of this system only move with its lists.")),
    "not-shown": Case(404, gettext_noop("This is not published here.")),
    "unknown-address": Case(404, gettext_noop("No call has this address.")),
    "wrong-method": Case(405, gettext_noop("The address does not answer this method.")),
    "collision": Case(409, gettext_noop("Two entrants would be the same player.")),
    "decided": Case(409, gettext_noop("The revision can no longer be changed.")),
    "handed-in-elsewhere": Case(409, gettext_noop("Another account has already uploaded this file.")),
    "resembles": Case(409, gettext_noop("The file resembles a tournament; say whether it corrects it.")),
    "same-games": Case(
        409, gettext_noop("The games are already in another tournament; about is its address.")
    ),
    "too-many": Case(409, gettext_noop("The account has as many webhooks as are allowed.")),
    "too-many-acts": Case(409, gettext_noop("The trial has been changed too often.")),
    "too-many-corrections": Case(409, gettext_noop("The trial has been corrected too often.")),
    "too-many-open": Case(409, gettext_noop("Too many simulations are waiting or running.")),
    "too-many-simulations": Case(409, gettext_noop("As many simulations are kept as are allowed.")),
    "unknown-cursor": Case(410, gettext_noop("The cursor is of another journal; begin without one.")),
    "too-large": Case(413, gettext_noop("The request has too many bytes.")),
    "too-many-games": Case(413, gettext_noop("The request has too many games.")),
    "contradiction": Case(422, gettext_noop("Two decisions about the same entrant contradict each other.")),
    "cut-off": Case(422, gettext_noop("The body was cut off.")),
    "invalid": Case(422, gettext_noop("Values are missing or wrong; errors names them.")),
    "no-entrant": Case(422, gettext_noop("The tournament has no such entrant.")),
    "not-a-batch": Case(422, gettext_noop("The body is not a batch of games.")),
    "not-a-job": Case(422, gettext_noop("The rating job cannot be calculated; findings says why.")),
    "not-one-file": Case(422, gettext_noop("A form has to have one file.")),
    "not-json": Case(422, gettext_noop("The body is not JSON.")),
    "same-player": Case(422, gettext_noop("Two different players are needed.")),
    "unfit-variant": Case(422, gettext_noop("The variant cannot be simulated; errors names every place.")),
    "unknown-code": Case(422, gettext_noop("No finding has this code.")),
    "unknown-family": Case(422, gettext_noop("The tournament cannot count for these ratings.")),
    "unknown-parameter": Case(422, gettext_noop("The call does not know a parameter of the address.")),
    "unknown-system": Case(422, gettext_noop("This system does not accept single games.")),
    "too-many-requests": Case(429, gettext_noop("Too many requests in a minute; wait as Retry-After says.")),
    "failed": Case(500, gettext_noop("Something went wrong on our side.")),
    "unavailable": Case(503, gettext_noop("The database does not answer at the moment.")),
}
