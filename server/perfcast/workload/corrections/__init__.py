"""Other guesses, by the error that the first one ended with."""
