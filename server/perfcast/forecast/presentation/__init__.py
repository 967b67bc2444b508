"""Forecasts as text, as JSON and as pictures."""
