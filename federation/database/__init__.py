"""What knows which database runs: columns in and out, the PostgreSQL backend, the move to another one."""
