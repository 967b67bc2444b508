"""Probabilities as text."""


def probability_text(probability: float) -> str:
    """A probability in whole per cent, never 0 % or 100 %: no forecast is that sure."""
    return f"{min(max(probability, 0.01), 0.99):.0%}"
