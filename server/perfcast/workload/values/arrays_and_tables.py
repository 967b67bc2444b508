"""Arrays, tensors and tables of drawn numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.workload.language.workload import DTYPES, TORCH_DTYPES, TORCH_ONLY_DTYPES, Argument, TypeExpression
from perfcast.workload.tables.columns import ALONE, LABELS, NamedColumn, contents, moments, named_by
from perfcast.workload.values.drawn_numbers import DrawnNumbers
from perfcast.workload.values.errors import BuildError, imported

DEFAULT_FLOATS: Final = (0.0, 1.0)
FEW_VALUES: Final = 5


def drawn_array(
    argument: Argument, type_: TypeExpression, generator: np.random.Generator, numbers: DrawnNumbers
) -> Any:
    """An array of the shape, made of the same values whether NumPy's or torch's."""
    name = type_.name.removeprefix("torch.")
    is_tensor = name != type_.name
    if name not in (TORCH_DTYPES if is_tensor else DTYPES):
        raise BuildError(f"no array can be made of the type {type_.name!r}")
    low, high = argument.low, argument.high
    if name == "bool":
        values: Any = generator.integers(0, 2, type_.shape).astype(bool)
    elif "int" in name:
        info = np.iinfo(name)
        lower, upper = (0, min(1000, info.max)) if low is None or high is None else (int(low), int(high))
        lower, upper = max(lower, info.min), min(upper, info.max)
        if numbers.are_few(upper - lower + 1):
            values = lower + numbers.places(upper - lower + 1, type_.shape)
        else:
            values = generator.integers(lower, upper, type_.shape, endpoint=True)
        values = values.astype(name)
    else:
        lower_, upper_ = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
        kind = "float32" if name in TORCH_ONLY_DTYPES else name
        values = generator.uniform(lower_, upper_, type_.shape).astype(kind)
    if "sorted" in argument.qualifiers:
        values.sort(axis=-1)
    elif "reversed" in argument.qualifiers:
        values = np.ascontiguousarray(np.sort(values, axis=-1)[..., ::-1])
    elif "equal" in argument.qualifiers and values.size:
        values[...] = values.flat[0]
    elif "few" in argument.qualifiers and values.size:
        values = values.flat[generator.integers(0, min(FEW_VALUES, values.size), type_.shape)]
    if not is_tensor:
        return values
    torch = imported("torch")
    tensor = torch.from_numpy(values)
    return tensor.to(getattr(torch, name)) if name in TORCH_ONLY_DTYPES else tensor


def drawn_table(
    argument: Argument, type_: TypeExpression, generator: np.random.Generator, asked_for: Mapping[str, NamedColumn]
) -> Any:
    """One of pandas', of the columns that it is asked for."""
    pandas = imported("pandas")
    low, high = argument.low, argument.high
    lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
    labels = pandas.DatetimeIndex(moments(type_.shape[0])) if LABELS in asked_for else None
    if type_.name == "Series":
        numbers = column_numbers(argument, generator)
        return pandas.Series(contents(asked_for.get(ALONE, NamedColumn()), numbers), labels)
    rows, columns = (*type_.shape, 1)[:2]
    named = named_by(columns, asked_for, argument.name or "")
    values = generator.uniform(lower, upper, (rows, len(named)))
    if "few" in argument.qualifiers and rows:
        values[:, 0] = generator.integers(0, FEW_VALUES, rows)
    return pandas.DataFrame(
        {name: contents(column, values[:, place].copy()) for place, (name, column) in enumerate(named.items())},
        labels,
    )


def column_numbers(argument: Argument, generator: np.random.Generator) -> npt.NDArray[Any]:
    """What a column holds of which nothing more is known: numbers with a fraction, or a few whole ones."""
    low, high = argument.low, argument.high
    lower, upper = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
    if "few" not in argument.qualifiers:
        return generator.uniform(lower, upper, argument.type.shape[0])
    last = FEW_VALUES - 1 if high is None else int(upper)
    return generator.integers(int(lower), last, argument.type.shape[0], endpoint=True)
