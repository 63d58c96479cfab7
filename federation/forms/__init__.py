"""Forms of accounts and of the register's desk."""
