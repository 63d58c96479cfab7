"""Players and lists followed by e-mail: who confirmed, what publications tell them, their letters."""
