"""E-mails: how one is composed, and the outbox of those that jobs send.

Others leave while somebody waits for the page, which says when they could not, and who wants another asks
again: the link to sign up (views/sign_up), an invitation (views/office: an officer whose letter fails passes
its link on), and what allauth sends (accounts/allauth_adapters). Their links are secrets that no row keeps,
so no job could write them later.
"""
