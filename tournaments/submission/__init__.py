"""Submit, approve, return, withdraw, revoke; matching afresh, enrolment, letters."""
