"""Networks that answer any question with a whole distribution, for a smaller one to learn from."""
