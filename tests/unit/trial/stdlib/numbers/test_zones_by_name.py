"""Zones by name, as far as they are the same all year round."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, peak_of, run

_SETUP = """
import zoneinfo
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
winter = datetime(2024, 1, 5, 12, tzinfo=ZoneInfo("Europe/Berlin"))

def kind_of(name):
    try:
        return ZoneInfo(name).key
    except zoneinfo.ZoneInfoNotFoundError:
        return "none"
    except KeyError:
        return "no key"
"""


@pytest.mark.parametrize(
    "expression",
    [
        "winter.astimezone(timezone.utc).isoformat()",
        "datetime(2024, 1, 5, tzinfo=timezone.utc).astimezone(ZoneInfo('Europe/Paris')).hour",
        "(winter - datetime(2024, 1, 5, tzinfo=timezone.utc)).total_seconds()",
        "[winter.utcoffset(), winter.isoformat(), winter.timestamp(), winter.replace(tzinfo=None).tzinfo]",
        "[ZoneInfo('UTC').key, str(ZoneInfo('UTC')), ZoneInfo(key='Asia/Tokyo') is ZoneInfo('Asia/Tokyo')]",
        "[isinstance(winter.tzinfo, ZoneInfo), isinstance(timezone.utc, ZoneInfo), kind_of('Europe/Rome')]",
        "[kind_of('bnhdg'), kind_of('etc')]",
        "(winter + timedelta(hours=3)).tzinfo.key",
        "datetime.now(ZoneInfo('Asia/Tokyo')).tzinfo.key",
    ],
)
def test_expressions_give_what_python_gives(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


def test_moments_in_a_zone_hold_what_was_measured() -> None:
    text = (
        "from datetime import datetime, timedelta, timezone\nfrom zoneinfo import ZoneInfo\n\ndef f(n):\n"
        "    zone = ZoneInfo('Europe/Berlin')\n    base = datetime(2024, 1, 1, tzinfo=timezone.utc)\n"
        "    return [(base + timedelta(hours=h)).astimezone(zone) for h in range(n)]\n"
    )
    assert peak_of(text, "n = 300") == pytest.approx(18_400, rel=0.1)
