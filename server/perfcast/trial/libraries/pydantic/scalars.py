"""How single values become those of a field's type: as pydantic does where it is not told to be strict."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from pathlib import PurePath
from typing import Any, Final

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pydantic.field_parts import Check
from perfcast.trial.libraries.pydantic.prices import (
    DATE,
    DATE_READ,
    DECIMAL,
    DECIMAL_OF_FLOAT,
    DECIMAL_OF_TEXT,
    FLOAT_OF_INT,
    TURNED,
)
from perfcast.trial.libraries.pydantic.validation_errors import invalid

#: Texts that say yes or no, in small letters.
_YES: Final = frozenset({"true", "t", "yes", "y", "on", "1"})
_NO: Final = frozenset({"false", "f", "no", "n", "off", "0"})
#: Digits of the longest text that is read as a number.
_MOST_DIGITS: Final = 4_300
#: Seconds beyond which a number counts thousandths of them.
_SECONDS: Final = 20_000_000_000
_Make = Callable[[Machine, Any, tuple[Any, ...]], Any]


def _whole(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if type(value) is int:
        return value
    pay(machine, TURNED)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float | Decimal):
        if not math.isfinite(value):
            raise invalid("finite_number", at, "Input should be a finite number", value)
        if value != int(value):
            said = "Input should be a valid integer, got a number with a fractional part"
            raise invalid("int_from_float", at, said, value)
        return int(value)
    if isinstance(value, str):
        said = "Input should be a valid integer, unable to parse string as an integer"
        text = value.strip()
        whole, _, rest = text.partition(".")
        if len(text) > _MOST_DIGITS or rest.strip("0"):
            raise invalid("int_parsing", at, said, value)
        try:
            return int(whole)
        except ValueError:
            raise invalid("int_parsing", at, said, value) from None
    raise invalid("int_type", at, "Input should be a valid integer", value)


def _real(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if type(value) is float:
        return value
    pay(machine, FLOAT_OF_INT if isinstance(value, int) else TURNED)
    if isinstance(value, int | float | Decimal):
        return float(value)
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            said = "Input should be a valid number, unable to parse string as a number"
            raise invalid("float_parsing", at, said, value) from None
    raise invalid("float_type", at, "Input should be a valid number", value)


def _text(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if type(value) is str:
        return value
    if isinstance(value, str):
        pay(machine, TURNED)
        return str.__str__(value)
    if isinstance(value, bytes | bytearray):
        pay(machine, TURNED)
        try:
            return machine.made(value.decode())
        except UnicodeDecodeError:
            said = "Input should be a valid string, unable to parse raw data as a unicode string"
            raise invalid("string_unicode", at, said, value) from None
    raise invalid("string_type", at, "Input should be a valid string", value)


def _bytes(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if isinstance(value, bytes):
        return value
    if isinstance(value, str | bytearray):
        pay(machine, TURNED)
        return machine.made(value.encode() if isinstance(value, str) else bytes(value))
    raise invalid("bytes_type", at, "Input should be a valid bytes", value)


def _truth(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if type(value) is bool:
        return value
    pay(machine, TURNED)
    said = value.strip().lower() if isinstance(value, str) else value
    if isinstance(said, int | float) and said in (0, 1):
        return bool(said)
    if isinstance(said, str) and said in _YES | _NO:
        return said in _YES
    if isinstance(said, str | int | float):
        raise invalid("bool_parsing", at, "Input should be a valid boolean, unable to interpret input", value)
    raise invalid("bool_type", at, "Input should be a valid boolean", value)


def _decimal(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if isinstance(value, Decimal):
        pay(machine, DECIMAL)
        return value
    if not isinstance(value, int | float | str) or isinstance(value, bool):
        said = "Decimal input should be an integer, float, string or Decimal object"
        raise invalid("decimal_type", at, said, value)
    pay(machine, DECIMAL_OF_FLOAT if isinstance(value, float) else DECIMAL_OF_TEXT)
    if isinstance(value, str) and len(value) > _MOST_DIGITS:
        raise Unsupported("a long text as a decimal number")
    try:
        found = Decimal(str(value).strip())
    except InvalidOperation:
        raise invalid("decimal_parsing", at, "Input should be a valid decimal", value) from None
    if not found.is_finite():
        raise invalid("finite_number", at, "Input should be a finite number", value)
    return machine.made(found)


def _moment(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if isinstance(value, datetime.datetime):
        pay(machine, DATE)
        return value
    pay(machine, DATE_READ)
    try:
        if isinstance(value, datetime.date):
            return machine.made(datetime.datetime(value.year, value.month, value.day))
        if isinstance(value, str):
            text = value.strip()
            if text.replace(".", "", 1).lstrip("+-").isdigit() and "-" not in text[1:]:
                return machine.made(_since_epoch(float(text)))
            return machine.made(datetime.datetime.fromisoformat(text))
        if isinstance(value, int | float) and not isinstance(value, bool):
            return machine.made(_since_epoch(value))
    except (ValueError, OverflowError, OSError):
        said = "Input should be a valid datetime or date, invalid character in year"
        raise invalid("datetime_from_date_parsing", at, said, value, error="invalid character in year") from None
    raise invalid("datetime_type", at, "Input should be a valid datetime", value)


def _since_epoch(number: float) -> datetime.datetime:
    seconds = number / 1000 if abs(number) > _SECONDS else number
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC)


def _day(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if type(value) is datetime.date:
        pay(machine, DATE)
        return value
    pay(machine, DATE_READ)
    try:
        if isinstance(value, str):
            found = datetime.datetime.fromisoformat(value.strip())
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found = _since_epoch(value)
        elif isinstance(value, datetime.datetime):
            found = value
        else:
            raise invalid("date_type", at, "Input should be a valid date", value)
    except (ValueError, OverflowError, OSError):
        said = "Input should be a valid date or datetime, invalid character in year"
        raise invalid("date_from_datetime_parsing", at, said, value, error="invalid character in year") from None
    if found.time() != datetime.time():
        said = "Datetimes provided to dates should have zero time - e.g. be exact dates"
        raise invalid("date_from_datetime_inexact", at, said, value)
    return machine.made(found.date())


def _time(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    pay(machine, DATE)
    if isinstance(value, datetime.time):
        return value
    if not isinstance(value, str):
        raise invalid("time_type", at, "Input should be a valid time", value)
    try:
        return machine.made(datetime.time.fromisoformat(value))
    except ValueError:
        said = "Input should be in a valid time format, invalid character in hour"
        raise invalid("time_parsing", at, said, value, error="invalid character in hour") from None


def _span(machine: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    pay(machine, DATE)
    if isinstance(value, datetime.timedelta):
        return value
    if isinstance(value, int | float):
        return machine.made(datetime.timedelta(seconds=value))
    raise Unsupported("a text as a span of time")


def _nothing(_: Machine, value: Any, at: tuple[Any, ...]) -> Any:
    if value is None:
        return value
    raise invalid("none_required", at, "Input should be None", value)


#: By the type of a field.
_MAKING: Final[dict[type, _Make]] = {
    int: _whole, float: _real, str: _text, bool: _truth, bytes: _bytes, Decimal: _decimal,
    datetime.datetime: _moment, datetime.date: _day, datetime.time: _time, datetime.timedelta: _span,
    type(None): _nothing,
}  # fmt: skip


def scalar(machine: Machine, kind: type) -> Check | None:
    """What checks values of one of Python's own types that hold no others; None for other types."""
    make = _MAKING.get(kind)
    return None if make is None else lambda value, at: make(machine, value, at)


def path(machine: Machine, kind: type, price: float) -> Check:
    """The same of a path's."""

    def check(value: Any, at: tuple[Any, ...]) -> Any:
        if isinstance(value, PurePath):
            return value
        if not isinstance(value, str):
            raise invalid("path_type", at, f"Input is not a valid path for {kind}", value)
        pay(machine, price)
        return machine.made(kind(value))

    return check
