"""What would happen if: fields of a form to a rating job and back."""
