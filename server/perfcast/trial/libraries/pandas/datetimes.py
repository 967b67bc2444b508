"""Series of times: the accessor ``dt``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_WIDTH
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.frequencies import check_even, check_frequency, span
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.values import Array, Column, Labels, Tabular, objects_of, whole

#: Units of time that periods are of, and months of those that are of several.
_UNITS: Final = {"Y": "Y", "M": "M", "D": "D", "h": "h", "min": "m", "s": "s", "ms": "ms"}
_QUARTER: Final = 3
#: What a format may ask of a time.
_USUAL: Final = frozenset({"%Y-%m-%d", "%Y-%m-%d %H:%M:%S"})
#: Names of days and months, which Python's own function writes.
_NAMED: Final = re.compile("%[aAbBpcxX]")
_FORM: Final = re.compile(r"(?:[^%]|%[YymdHMSfjaAbBpIwuUWVG%])*")
#: The first day of NumPy's is a Thursday; weeks begin with a Monday, and their Thursdays tell which year they are of.
_MONDAY: Final = 3
_WEEK: Final = 7
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"),
    "December",
)
#: Days of the longer years.
_LEAP: Final = 366
#: Bytes beside a part of each time until it is returned: parts are found as wide numbers.
_NARROW: Final = 4


class Times(Tabular):
    """What ``dt`` of a column, or labels that are times, are asked for."""

    __slots__ = ("of",)

    def __init__(self, of: Column | Labels) -> None:
        super().__init__(of.machine)
        if of.values.dtype.kind not in "mM":
            raise AttributeError("Can only use .dt accessor with datetimelike values")
        self.of = of

    @property
    def attributes(self) -> dict[str, Any]:
        return {"of": self.of}

    def method(self, name: str) -> Any:
        """A field of each time, or of each span between two. Raises Unsupported."""
        if self.of.values.dtype.kind == "m" and name in _OF_SPANS:
            return self._made(_OF_SPANS[name](self.of.values))
        if name in _FIELDS:
            return self._made(_FIELDS[name](self.of.values))
        if name in _FLAGS:
            return self._made(_FLAGS[name](self.of.values), "dt_flags")
        if name in {"date", "time"}:
            return self._made(_objects(self.of, name), "dt_objects")
        if name in _NAMES:
            return Guarded(lambda: self._named(name))
        if name in _METHODS:
            return Guarded(lambda *args, **named: _METHODS[name](self, *args, **named))
        raise Unsupported(f"dt.{name}")

    def in_periods(self, freq: Any, **_: Any) -> Any:
        """The times at the beginnings of the periods that they are in."""
        return self._made(_begun(self.of.values, freq).astype("M8[ns]"), "to_period")

    def rounded(self, freq: Any, *, way: str, **_: Any) -> Any:
        """As ``floor``, ``ceil`` or ``round``."""
        return self._made(_rounded(self.of.values, freq, way), "dt_rounded")

    def copied(self, price: str) -> Any:
        """The times themselves; which zone they are of changes nothing that is told here."""
        return self._made(self.of.values.copy(), price)

    def converted(self, name: str) -> Any:
        return self._made(_MADE[name](self.of.values))

    def written(self, date_format: Any) -> Any:
        """As ``strftime``. Raises Unsupported."""
        if not isinstance(date_format, str) or len(date_format) > MOST_WIDTH or not _FORM.fullmatch(date_format):
            raise Unsupported("a format of times")
        self.machine.pass_over(4 * len(self.of))
        moments = self.of.values.astype("M8[us]").tolist()
        return self._made(
            objects_of([np.nan if moment is None else moment.strftime(date_format) for moment in moments]),
            "dt_usual_text" if date_format in _USUAL else "dt_named_text" if _NAMED.search(date_format) else "dt_text",
        )

    def by_weeks(self) -> Any:
        """As ``isocalendar``: a table of years, weeks and days."""
        if not isinstance(self.of, Column):
            raise Unsupported("weeks of labels")
        days = self.of.values.astype("M8[D]").astype(np.int64) + _MONDAY
        thursdays = (days // _WEEK * _WEEK).astype("M8[D]")
        years = thursdays.astype("M8[Y]")
        weeks = (thursdays - years.astype("M8[D]")).astype(np.int64) // _WEEK + 1
        parts = [years.astype(np.int64) + 1970, weeks, days % _WEEK + 1]
        arrays = [part.astype(np.uint32) for part in parts]
        found = whole(self.machine, ["year", "week", "day"], arrays, self.of.labels)
        return settled(COLUMN, "isocalendar", found, self.of, cells=len(self.of))

    def _named(self, name: str) -> Any:
        """The names of days or months."""
        places = _FIELDS["weekday" if name == "day_name" else "month"](self.of.values).tolist()
        names = _DAYS if name == "day_name" else (_MONTHS[-1], *_MONTHS)
        return self._made(objects_of([names[place] for place in places]), "dt_names")

    def _made(self, values: Array, price: str = "dt") -> Any:
        found = self.of.like(values) if isinstance(self.of, Column) else Labels(self.machine, values)
        aside = _NARROW * len(values) if price == "dt" and values.dtype == np.int32 else None
        return settled(COLUMN, price, found, self.of, aside=aside)


def _begun(values: Array, freq: Any) -> Array:
    """The beginnings of periods. Raises Unsupported, ValueError."""
    check_frequency(freq, of_periods=True)
    if freq == "Q":
        months = _months(values)
        return np.asarray(months - (months.astype(np.int64) % _QUARTER).astype("m8[M]"))
    if freq in {"W", "W-SUN"}:
        days = values.astype("M8[D]")
        return np.asarray(days - ((days.astype(np.int64) + _MONDAY) % _WEEK).astype("m8[D]"))
    if freq not in _UNITS:
        raise Unsupported("a frequency that is not known")
    return values.astype(f"M8[{_UNITS[freq]}]")


def _rounded(values: Array, freq: Any, way: str) -> Array:
    """Raises Unsupported, ValueError."""
    check_even(freq)
    step = np.timedelta64(span(freq), "ns")
    times = values.astype(f"{values.dtype.kind}8[ns]")
    since = times.view("m8[ns]")
    past = since % step
    if way == "floor":
        return np.asarray(times - past)
    up = -past % step
    if way == "ceil":
        return np.asarray(times + up)
    # What lies in the midst goes to the even one.
    is_odd = (since - past) % (2 * step) == step
    return np.asarray(np.where((up < past) | ((up == past) & is_odd), times + up, times - past))


def _part(unit: str, of: str, first: int = 0) -> Callable[[Array], Array]:
    return lambda values: (values.astype(f"M8[{unit}]") - values.astype(f"M8[{of}]")).astype(np.int32) + first


def _objects(of: Column | Labels, name: str) -> Array:
    """Days, or times of day, as objects of Python's; nothing where there is none."""
    of.machine.pass_over(len(of))
    if name == "date":
        return objects_of(of.values.astype("M8[D]").tolist())
    moments = of.values.astype("M8[us]").tolist()
    return objects_of([None if moment is None else moment.time() for moment in moments])


def _months(values: Array) -> Array:
    found: Array = values.astype("M8[M]")
    return found


def _days_of_year(values: Array) -> Array:
    years = values.astype("M8[Y]")
    found: Array = ((years + np.timedelta64(1, "Y")).astype("M8[D]") - years.astype("M8[D]")).astype(np.int64)
    return found


def _is_first(unit: str, day: int = 0) -> Callable[[Array], Array]:
    """Whether so many days later it is the first day of what the unit has."""

    def run(values: Array) -> Array:
        days = values.astype("M8[D]") + np.timedelta64(day, "D")
        found: Array = days == days.astype(f"M8[{unit}]").astype("M8[D]")
        return found

    return run


_MADE: Final[dict[str, Callable[[Array], Array]]] = {
    "normalize": lambda values: values.astype("M8[D]").astype("M8[ns]"),
    "total_seconds": lambda values: values / np.timedelta64(1, "s"),
}
_WAYS: Final = ("floor", "ceil", "round")
_NAMES: Final = frozenset({"day_name", "month_name"})
_METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{way: partial(Times.rounded, way=way) for way in _WAYS},
    "to_period": Times.in_periods,
    **{name: lambda times, *_, **__: times.copied("dt_zone") for name in ("tz_localize", "tz_convert", "to_timestamp")},
    "strftime": Times.written,
    "isocalendar": Times.by_weeks,
    "normalize": lambda times: times.converted("normalize"),
    "total_seconds": lambda times: times.converted("total_seconds"),
}
#: Fields of times, by their names.
_FIELDS: Final[dict[str, Callable[[Array], Array]]] = {
    "year": lambda values: values.astype("M8[Y]").astype(np.int32) + 1970,
    "month": lambda values: values.astype("M8[M]").astype(np.int32) % 12 + 1,
    "day": _part("D", "M", 1),
    "hour": _part("h", "D"),
    "minute": _part("m", "h"),
    "second": _part("s", "m"),
    "microsecond": _part("us", "s"),
    "dayofyear": _part("D", "Y", 1),
    "day_of_year": _part("D", "Y", 1),
    "dayofweek": lambda values: (values.astype("M8[D]").astype(np.int32) + _MONDAY) % _WEEK,
    "day_of_week": lambda values: (values.astype("M8[D]").astype(np.int32) + _MONDAY) % _WEEK,
    "weekday": lambda values: (values.astype("M8[D]").astype(np.int32) + _MONDAY) % _WEEK,
    "quarter": lambda values: values.astype("M8[M]").astype(np.int32) % 12 // 3 + 1,
    "days_in_month": lambda values: (
        (_months(values) + np.timedelta64(1, "M")).astype("M8[D]") - _months(values).astype("M8[D]")
    ).astype(np.int32),
}
_FLAGS: Final[dict[str, Callable[[Array], Array]]] = {
    "is_month_start": _is_first("M"),
    "is_month_end": _is_first("M", 1),
    "is_quarter_start": lambda values: _is_first("M")(values) & (_months(values).astype(np.int64) % 3 == 0),
    "is_quarter_end": lambda values: _is_first("M", 1)(values) & (_months(values).astype(np.int64) % 3 == 2),
    "is_year_start": _is_first("Y"),
    "is_year_end": _is_first("Y", 1),
    "is_leap_year": lambda values: _days_of_year(values) == _LEAP,
}
#: The same of how far apart two are.
_OF_SPANS: Final[dict[str, Callable[[Array], Array]]] = {
    "days": lambda values: values.astype("m8[ns]") // np.timedelta64(1, "D"),
    "seconds": lambda values: values.astype("m8[ns]") % np.timedelta64(1, "D") // np.timedelta64(1, "s"),
    "microseconds": lambda values: values.astype("m8[ns]") % np.timedelta64(1, "s") // np.timedelta64(1, "us"),
}
#: What labels that are times have behind the dot besides.
TIMES: Final = frozenset({*_FIELDS, *_FLAGS, *_OF_SPANS, *_NAMES, *_METHODS, "date", "time"})
