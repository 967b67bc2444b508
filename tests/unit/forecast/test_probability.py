"""Probabilities as text."""

from perfcast.forecast.probability import probability_text


def test_no_forecast_is_told_as_a_certainty():
    shown = [probability_text(one) for one in (0, 0.004, 0.5, 0.876, 0.999, 1)]
    assert shown == ["1%", "1%", "50%", "88%", "99%", "99%"]
