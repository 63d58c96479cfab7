"""Players and lists followed by e-mail: confirmations, bulletins of publications, letters."""
