"""Dates and times of the closed world are those of Python, on one day and in one zone."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run, soon, time_of

_NAMES = """
import calendar, copy, datetime as dt, operator, zoneinfo
from datetime import *
a, d, t = datetime(2024, 2, 28, 23, 30, 5, 77), date(2024, 2, 29), time(3, 4)
s, u = timedelta(days=1, seconds=3), datetime(2024, 1, 1, tzinfo=timezone.utc)
z = timezone(timedelta(hours=2), "X")
"""

EXPRESSIONS = [
    "[datetime.combine(d, t), datetime.combine(d, time.min), datetime.combine(date=d, time=t), a.timetz()]",
    "[datetime.fromtimestamp(0, tz=timezone.utc), datetime.fromtimestamp(1.5e9, z), datetime.utcfromtimestamp(9)]",
    "[u.timestamp(), datetime(2024, 1, 1, tzinfo=z).timestamp(), u.astimezone(z), u.astimezone(timezone.utc)]",
    "[datetime.fromisoformat('2024-01-02 03:04:05+02:00'), date.fromisoformat('2024-01-02'), date.fromordinal(9)]",
    "[datetime.strptime('2024-05-06 07', '%Y-%m-%d %H'), a.strftime('%A %d %B'), d.strftime('%j'), t.strftime('%H')]",
    "[a.isoformat(' '), a.isoformat(sep=' ', timespec='seconds'), d.ctime(), str(a), repr(d), str(u), str(s), [d]]",
    "[d.isocalendar(), d.isocalendar().week, d.isocalendar()[1], d.timetuple().tm_yday, a.timetuple()[:3]]",
    "[z, z.utcoffset(None), z.tzname(None), u.tzinfo, u.utcoffset(), u.tzname(), u.tzinfo is timezone.utc]",
    "[isinstance(u.tzinfo, tzinfo), isinstance(a, date), type(d).__name__, hasattr(d, 'hour'), getattr(d, 'x', 7)]",
    "[s * 2, 2 * s, s * 1.5, s / 2, s / timedelta(hours=1), s // 2, s % timedelta(hours=1), divmod(s, -s), abs(-s)]",
    "[a - s, a - datetime(2024, 1, 1), (d - date(2023, 1, 1)).days, s + d, sum([s, s], timedelta()), max(s, s * 2)]",
    "[s.total_seconds(), timedelta(weeks=1, hours=2, milliseconds=4), timedelta(days=1.5), timedelta.max]",
    "[a < datetime(2025, 1, 1), a == d, d in [d], {d: 1}[date(2024, 2, 29)], sorted([d, date(2020, 1, 1)])]",
    "[f'{a:%Y}', '%s %r' % (a, d), '{:%Y-%m} {}'.format(d, t), '{0:%d}'.format(a), format(d, '%Y'), '%s' % s]",
    "[a.replace(hour=1, tzinfo=z), d.replace(month=12), a.date(), a.time(), a.weekday(), a.toordinal(), a.fold]",
    "[list(map(datetime.timestamp, [u])), datetime.isoformat(a), type(d.today()) is date, type(date.today()) is date]",
    "[datetime.now(timezone.utc).tzinfo, datetime.now(tz=z).tzinfo, datetime.utcnow().tzinfo]",
    "[calendar.monthrange(2024, 2)[1], calendar.timegm(u.timetuple()), calendar.month_name[1], int(calendar.MONDAY)]",
    "[calendar.monthcalendar(2024, 2), list(calendar.day_abbr), calendar.isleap(2024)]",
    "[copy.deepcopy([a]), operator.attrgetter('year')(d), list(map(date.fromisoformat, ['2024-01-01']))]",
]
ERRORS = [
    ("date(2024, 13, 1)", ValueError),
    ("date.fromisoformat('x')", ValueError),
    ("datetime.strptime('x', '%Y')", ValueError),
    ("timedelta(10 ** 10)", OverflowError),
    ("a < d", TypeError),
    ("u < a", TypeError),
    ("d.hour", AttributeError),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=lambda one: one[:60])
def test_dates_are_those_of_python(expression: str) -> None:
    source = f"{_NAMES}found = {expression}"
    assert repr(interpreted(source)) == repr(run(source))


@pytest.mark.parametrize(("expression", "error"), ERRORS)
def test_errors_are_those_of_python(expression: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        interpreted(f"{_NAMES}found = {expression}")


def test_every_place_has_the_same_time() -> None:
    source = (
        "found = [datetime.fromtimestamp(0), date.fromtimestamp(0), datetime(1970, 1, 2).timestamp(), "
        "datetime.now().astimezone().utcoffset(), datetime.now(z) - datetime.now(timezone.utc)]"
    )
    assert repr(interpreted(_NAMES + source)) == (
        "[datetime.datetime(1970, 1, 1, 0, 0), datetime.date(1970, 1, 1), 86400.0, "
        "datetime.timedelta(0), datetime.timedelta(0)]"
    )


@pytest.mark.parametrize(
    "expression",
    [
        "timezone(timedelta(0), 'x' * 10 ** 6)",
        "a.strftime('%Z' * 10 ** 6)",
        "zoneinfo.ZoneInfo('../Europe/Berlin')",
        "datetime.now(print)",
        "calendar.timegm('%1000000000d')",
        "tzinfo()",
    ],
)
def test_what_reaches_out_or_grows_long_is_refused(expression: str) -> None:
    with soon(), pytest.raises(Unsupported):
        interpreted(f"{_NAMES}found = {expression}")


@pytest.mark.parametrize(
    ("named", "measured"),
    [("year=2024, month=5, day=1", 2.4), ("2024, 5, 1, tzinfo=timezone.utc", 3.6), ("2024, 5, 1, 0, 0", 1.15)],
)
def test_parts_told_by_name_take_what_was_measured(named: str, measured: float) -> None:
    def taken(parts: str) -> float:
        text = f"from datetime import datetime, timezone\n\ndef f(n):\n    for _ in range(n):\n        {parts}\n"
        return time_of(text, "n = 1000")

    turns = taken("pass")
    ratio = (taken(f"datetime({named})") - turns) / (taken("datetime(2024, 5, 1)") - turns)
    assert ratio == pytest.approx(measured, rel=0.35)
