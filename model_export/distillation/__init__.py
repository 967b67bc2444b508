"""Teachers' answers, from which a student learns whole distributions over numerals and not single numbers."""
