"""Players and lists followed by e-mail: who asked and confirmed, what publications tell him, his letters."""
