"""The module ``torch.utils.data``: datasets, and what loads batches of them, in this process or in others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import fed, guarded
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.repeated_iterations import some
from perfcast.trial.libraries.torch.construction import from_array, tensor
from perfcast.trial.libraries.torch.dtypes import FLOAT32, INT64
from perfcast.trial.libraries.torch.indexing import item as part_of
from perfcast.trial.libraries.torch.joining import FUNCTIONS as JOINING
from perfcast.trial.libraries.torch.values import Tensor

NAME: Final = "torch.utils.data"
#: Nanoseconds of making a loader, of beginning to go through it, and of one that goes through it in disorder besides.
_MADE: Final = 7_500.0
_BEGUN: Final = 35_000.0
_SHUFFLED: Final = 12_000.0
#: Of each process that makes batches for it, and of a batch that comes from one.
_WORKER: Final = 6_000_000.0
_RECEIVED: Final = 550_000.0
#: Of a batch, of putting one together, of each of its fields; of an element, and of finding the place of one.
_BATCH: Final = 7_000.0
_TOGETHER: Final = 5_000.0
_FIELD: Final = 2_000.0
_ELEMENT: Final = 80.0
_PLACE: Final = 15.0
#: Of what a part of a dataset asks of the whole, and of each tensor of a dataset of tensors.
_PASSED_ON: Final = 250.0
_OF_TENSORS: Final = 400.0
#: Of a dataset that is split.
_SPLIT: Final = 40_000.0
#: Names under which instances keep what they are made of.
_WHOLE: Final = "dataset"
_PLACES: Final = "indices"
_TENSORS: Final = "tensors"
_PARTS: Final = "datasets"
_MOST_FIELDS: Final = 64


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    dataset = _class("Dataset", [], {})
    iterable = _class("IterableDataset", [dataset], {})
    subset = _class("Subset", [dataset], _subset(machine))
    return {
        "Dataset": dataset,
        "IterableDataset": iterable,
        "TensorDataset": _class("TensorDataset", [dataset], _tensors(machine)),
        "ConcatDataset": _class("ConcatDataset", [dataset], _concatenated(machine)),
        "Subset": subset,
        "random_split": Guarded(partial(_split, machine, subset)),
        "DataLoader": _class("DataLoader", [], _loader(machine, iterable)),
        "default_collate": Guarded(partial(_together, machine)),
    }


def _class(name: str, bases: list[Class], functions: dict[str, Callable[..., Any]]) -> Class:
    made = Class(name, bases, None)
    made.attributes = {name: Guarded(function) for name, function in functions.items()}
    return made


def _element(data: Any, place: int) -> Any:
    """What stands at a place of a dataset, or of what is taken for one."""
    if isinstance(data, Instance):
        return _asked(data, "__getitem__")(data, place)
    if isinstance(data, Tensor):
        return part_of(data, place)
    if isinstance(data, list | tuple | dict):
        return data[place]
    raise Unsupported("a dataset of another kind")


def _length(data: Any) -> int:
    if isinstance(data, Instance):
        return int(_asked(data, "__len__")(data))
    if isinstance(data, list | tuple | dict | Tensor):
        return len(data)
    raise Unsupported("the length of a dataset of another kind")


def _asked(data: Instance, name: str) -> Any:
    found = data.of.find(name)
    if found is MISSING:
        raise data.of.lacks(name, NotImplementedError(name))
    return found


def _tensors(machine: Machine) -> dict[str, Callable[..., Any]]:
    def begin(data: Instance, *tensors: Any) -> None:
        if not tensors or not all(isinstance(one, Tensor) for one in tensors):
            raise Unsupported("tensors of another kind")
        data.attributes[_TENSORS] = tensors

    def element(data: Instance, place: Any) -> Any:
        found = data.attributes[_TENSORS]
        machine.array(0, _OF_TENSORS * len(found), 0.0)
        return machine.made(tuple([part_of(one, place) for one in found]))

    return {"__init__": begin, "__getitem__": element, "__len__": lambda data: len(data.attributes[_TENSORS][0])}


def _subset(machine: Machine) -> dict[str, Callable[..., Any]]:
    def begin(data: Instance, dataset: Any, indices: Any) -> None:
        data.attributes.update({_WHOLE: dataset, _PLACES: indices})

    def element(data: Instance, place: int) -> Any:
        machine.pay(_PASSED_ON)
        return _element(data.attributes[_WHOLE], data.attributes[_PLACES][place])

    return {"__init__": begin, "__getitem__": element, "__len__": lambda data: len(data.attributes[_PLACES])}


def _concatenated(machine: Machine) -> dict[str, Callable[..., Any]]:
    def begin(data: Instance, datasets: Any) -> None:
        data.attributes[_PARTS] = machine.made(list(fed(machine, datasets)))

    def element(data: Instance, place: int) -> Any:
        machine.pay(_PASSED_ON)
        if place < 0:
            # From the end.
            place += sum(map(_length, data.attributes[_PARTS]))
            if place < 0:
                raise ValueError("no such place")
        for part in data.attributes[_PARTS]:
            length = _length(part)
            if place < length:
                return _element(part, place)
            place -= length
        raise IndexError("no such place")

    def length(data: Instance) -> int:
        return sum(_length(part) for part in data.attributes[_PARTS])

    return {"__init__": begin, "__getitem__": element, "__len__": length}


def _split(machine: Machine, subset: Class, dataset: Any, lengths: Any, generator: Any = None) -> list[Any]:
    count = _length(dataset)
    wanted = list(fed(machine, lengths))
    if any(isinstance(one, float) for one in wanted):
        wanted = [int(one * count) for one in wanted]
        wanted[0] += count - sum(wanted)
    if sum(wanted) != count:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    machine.array(count, _SPLIT, _PLACE * count)
    places = _disordered(machine, count)
    parts, begun = [], 0
    for length in wanted:
        parts.append(subset(dataset, machine.made(places[begun : begun + length])))
        begun += length
    return machine.made(parts)  # type: ignore[no-any-return]


def _disordered(machine: Machine, count: int) -> list[int]:
    machine.allows(float(count))
    return machine.made(np.random.default_rng(count).permutation(count).tolist())  # type: ignore[no-any-return]


def _loader(machine: Machine, iterable: Class) -> dict[str, Callable[..., Any]]:
    def begin(
        loader: Instance,
        dataset: Any,
        batch_size: Any = 1,
        shuffle: Any = False,
        sampler: Any = None,
        *,
        num_workers: int = 0,
        collate_fn: Any = None,
        drop_last: bool = False,
        batch_sampler: Any = None,
        **_: Any,
    ) -> None:
        if batch_sampler is not None or not isinstance(batch_size, int) or not isinstance(num_workers, int):
            raise Unsupported("batches that are chosen elsewhere")
        machine.array(0, _MADE, 0.0)
        kept = {"batch_size": batch_size, "drop_last": drop_last, "collate_fn": collate_fn, "sampler": sampler}
        loader.attributes.update({_WHOLE: dataset, "num_workers": num_workers, "_is_shuffled": bool(shuffle), **kept})

    @contextmanager
    def elsewhere(workers: int) -> Iterator[None]:
        """What is done within costs this process nothing where others do it."""
        if not workers:
            yield
            return
        with machine.apart(machine.limit - machine.spent):
            yield
            spent = machine.spent
        machine.allows(spent)

    def places(loader: Instance) -> Any:
        """Of the elements, in their order; None where the dataset knows none."""
        data, sampler = loader.attributes[_WHOLE], loader.attributes["sampler"]
        if isinstance(data, Instance) and data.of.extends(iterable):
            return None
        if sampler is not None:
            return list(fed(machine, iter(sampler)))
        count = _length(data)
        if loader.attributes["_is_shuffled"]:
            machine.array(count, _SHUFFLED, _PLACE * count)
            return _disordered(machine, count)
        return range(count)

    def picked(data: Any, places: Sequence[int]) -> list[Any]:
        found = []
        for place in some(machine, places):
            machine.pay(_ELEMENT)
            found.append(_element(data, place))
        # Those that were left out are like the last one.
        return found + found[-1:] * (len(places) - len(found))

    def of_elements(loader: Instance) -> Iterator[list[Any]]:
        data, size = loader.attributes[_WHOLE], loader.attributes["batch_size"]
        found = places(loader)
        if found is None:
            waiting = fed(machine, iter(_asked(data, "__iter__")(data)))
            while batch := list(islice(waiting, size)):
                yield batch
            return
        for begun in some(machine, range(0, len(found), size)):
            with elsewhere(loader.attributes["num_workers"]):
                batch = picked(data, found[begun : begun + size])
            yield batch

    def batches(loader: Instance) -> Iterator[Any]:
        kept, size, workers = loader.attributes, loader.attributes["batch_size"], loader.attributes["num_workers"]
        machine.array(0, _BEGUN + _WORKER * workers, 0.0)
        collate = kept["collate_fn"]
        collate = partial(_together, machine) if collate is None else guarded(machine, collate)
        for batch in of_elements(loader):
            if kept["drop_last"] and len(batch) < size:
                return
            machine.array(0, _RECEIVED if workers else _BATCH, 0.0)
            with elsewhere(workers):
                found = collate(machine.made(batch))
            yield found

    def length(loader: Instance) -> int:
        whole, rest = divmod(_length(loader.attributes[_WHOLE]), loader.attributes["batch_size"])
        return int(whole) + bool(rest and not loader.attributes["drop_last"])

    return {"__init__": begin, "__iter__": batches, "__len__": length}


def _together(machine: Machine, batch: Any) -> Any:
    """As ``default_collate``: of elements a batch, field by field."""
    machine.array(0, _TOGETHER, 0.0)
    return _stacked(machine, batch)


def _stacked(machine: Machine, batch: list[Any]) -> Any:  # noqa: PLR0911
    first = batch[0]
    machine.array(0, _FIELD, 0.0)
    if isinstance(first, Tensor):
        return JOINING["stack"](batch)
    if isinstance(first, np.ndarray):
        return JOINING["stack"]([from_array(machine, one) for one in batch])
    if isinstance(first, bool | int | np.integer):
        return tensor(machine, [int(one) for one in batch], INT64)
    if isinstance(first, float | np.floating):
        return tensor(machine, [float(one) for one in batch], FLOAT32)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, dict) and len(first) < _MOST_FIELDS:
        return machine.made({name: _stacked(machine, [one[name] for one in batch]) for name in first})
    if isinstance(first, tuple | list) and len(first) < _MOST_FIELDS:
        return machine.made([_stacked(machine, list(field)) for field in zip(*batch, strict=True)])
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists")
