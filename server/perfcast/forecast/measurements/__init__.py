"""Measurements on this machine that are kept, and forecasts corrected by them."""
