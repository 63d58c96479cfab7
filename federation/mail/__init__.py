"""E-mails: how one is composed, the outbox of rows that jobs send, the connection to the mail server.

No page waits for a mail server: every letter is noted in a row and sent by a job.
"""
