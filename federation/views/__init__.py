"""Views of accounts, the register's desk, the journal and jobs."""
