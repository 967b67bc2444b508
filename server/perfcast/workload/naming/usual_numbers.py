"""Usual ranges of numbers, by their names: a month, an hour, a percentage, a latitude, how often a second something is
measured."""

from __future__ import annotations

from typing import Final

from perfcast.workload.naming.names import last_word

#: What may be any of a range: one in the midst of it.
_USUAL: Final = {
    **dict.fromkeys(("year", "yr", "yyyy"), 2024),
    **dict.fromkeys(("month", "mon", "mm"), 6),
    **dict.fromkeys(("day", "dom"), 15),
    **dict.fromkeys(("weekday", "dow"), 3),
    **dict.fromkeys(("hour", "hh"), 12),
    **dict.fromkeys(("minute", "second"), 30),
    **dict.fromkeys(("percent", "percentage", "pct"), 50),
    **dict.fromkeys(("red", "green", "blue"), 128),
}
#: Of people and moments, as those are that nobody turns down.
_RANGES: Final = {
    "age": (18, 80),
    "year": (1990, 2024),
    "month": (1, 12),
    "day": (1, 28),
    "hour": (0, 23),
    **dict.fromkeys(("minute", "second"), (0, 59)),
    **dict.fromkeys(("percent", "percentage", "pct"), (0, 100)),
}
#: Degrees on a globe and of a compass.
_DEGREES: Final = {
    **dict.fromkeys(("lat", "lats", "latitude", "latitudes"), (-90, 90)),
    **dict.fromkeys(("lon", "lons", "lng", "lngs", "longitude", "longitudes"), (-180, 180)),
    **dict.fromkeys(("heading", "headings", "bearing", "bearings", "azimuth", "azimuths"), (0, 360)),
}
#: As many as there usually are.
_DURATIONS: Final = {"years": 30, "months": 24, "weeks": 52, "decades": 5}

#: How often a second a signal is measured, or a picture taken.
_RATES: Final = {
    **dict.fromkeys(("fs", "sfreq", "sample_rate", "sampling_rate", "samplerate", "sampling_frequency"), 1_000),
    "fps": 30,
}
#: Words that say such a rate beside others: ``fs_new``, ``target_sr``.
_SHORT_RATES: Final = frozenset({"fs", "sr"})


def usual(name: str) -> int | None:
    """The number; None where a name says nothing of the kind."""
    word = last_word(name)
    return _USUAL.get(word) or _DURATIONS.get(word) or usual_rate(name)


def usual_rate(name: str) -> int | None:
    """How often a second, where a name says that it is such a number."""
    is_short = not _SHORT_RATES.isdisjoint(name.split("_"))
    return _RATES.get(name) or (_RATES["sample_rate"] if is_short else None)


def usual_range(name: str) -> tuple[int, int] | None:
    """The least and the most of what there are several of; None where a name says nothing of the kind."""
    return _RANGES.get(last_word(name))


def usual_degrees(name: str) -> tuple[int, int] | None:
    """The least and the most of angles that are told in degrees; None where a name says nothing of the kind."""
    return _DEGREES.get(last_word(name))
