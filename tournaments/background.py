"""The work of the desk in the background: what pages call its jobs; the clock starts none of it. Pure."""

from federation.vocabulary.messages import gettext_noop

LETTERS = {"tournaments.mail": "tournaments.submission.organiser_mail.OrganiserMail"}
NAMES = {
    **dict.fromkeys(LETTERS, gettext_noop("Sending e-mails")),
    "tournaments.approve": gettext_noop("Approval of tournaments"),
    "tournaments.games": gettext_noop("Reading a file of games"),
    "tournaments.draft": gettext_noop("Reading a tournament file"),
}
