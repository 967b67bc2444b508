"""A method of a neural network's module -> tensors that fit its layers."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from perfcast.source import FunctionNode, SourceFile
from perfcast.source.classes.networks import method_of
from perfcast.workload.arrays.tensors import CLASSES, WHOLE
from perfcast.workload.code.parameters import parameters
from perfcast.workload.defaults.literals import literal_argument
from perfcast.workload.language.workload import Argument, TypeExpression, Workload
from perfcast.workload.naming.layer_sizes import module_value
from perfcast.workload.networks.flows import Flows, Wanted
from perfcast.workload.networks.made import Maker
from perfcast.workload.networks.values import COLOURS, SEQUENCE_AXES, UNKNOWN, Module, Several, Takes

#: Sequences, or images, of a batch; lengths of an image.
_BATCH: Final = 8
#: Most words of a text: positions are numbered too, up to some length.
_POSITIONS: Final = 128
_IMAGE: Final = 64
#: By the channels: those of digits, and of photographs: small ones that are told apart, others that are made anew.
_DIGITS: Final = 28
_PHOTOGRAPHS: Final = (32, 256)
#: Rows of features beside one another.
_ROWS: Final = 16
#: What is not told of a tensor: its last axis.
_WIDTH: Final = 256
_IMAGE_SIZES: Final = frozenset({"image_size", "img_size", "input_resolution"})
_LARGEST_IMAGE: Final = 1_024
#: Other tensors that may be taken: axes, and lengths of images where they are such.
_OTHERS: Final = ((3, 0), (4, 64), (4, 32), (4, 224), (2, 0), (3, 64), (4, 0), (5, 64))
#: The same of images, with their colours: where nobody says what is taken.
_IMAGES: Final = ((4, 224, COLOURS), (4, 32, COLOURS), (5, 64, COLOURS))
#: One of a single channel goes with many a layer, which spreads it: it comes last.
_DIGIT_IMAGES: Final = ((4, _DIGITS, 1),)
#: Numbers that a constructor is called with that are no widths, and how many are tried that may be.
_FEW: Final = 3
_MOST_WIDTHS: Final = 3
#: Parameters that are followed through a method.
_MOST_PARAMETERS: Final = 16
_MATRIX, _PICTURES = 2, 4
_FLOAT: Final = "torch.float32"
_TRUTH: Final = "torch.bool"
#: Parameters that hold sequences.
_SEQUENCES: Final = frozenset(
    {"q", "k", "v", "query", "key", "value", "queries", "keys", "values", "src", "tgt", "trg", "seq", "hidden_states"}
    | {"enc_inputs", "dec_inputs", "enc_input", "dec_input", "enc_output", "enc_outputs", "dec_output", "memory"}
    | {"encoder_outputs", "encoder_output", "context", "tokens", "embeddings", "embedded", "encoder_hidden_states"}
)
#: Parameters that hold a class for each row.
_OF_ROWS: Final = frozenset({"labels", "label", "y", "classes", "target", "targets", "class_labels"})
#: Parameters that hold a number for each element of a batch, in models of diffusion.
_TIMES: Final = frozenset(
    {"time", "times", "t", "timestep", "timesteps", "noise_level", "noise_levels", "sigma", "sigmas"}
)
_STATES: Final = frozenset({"hidden", "hx", "h0", "c0", "state", "states", "cache", "hidden_state", "past"})


def fitted(
    workload: Workload,
    node: FunctionNode,
    owner: ast.ClassDef,
    file: SourceFile,
    size: int,
) -> list[Workload]:
    """The default workload of a module's method, with tensors that its layers take, and what else they may be.

    Args:
        node: the method, which nobody calls; owner: its class.
        size: positions of sequences in all, where the layers leave them open.

    Returns:
        The likeliest one first.
    """
    if not isinstance(node, ast.FunctionDef) or node.name == "__init__":
        return [workload]
    maker, outer = Maker(file), file.outer(owner)
    call = file.made_by(owner) if outer is None else outer.call
    whole = UNKNOWN if call is None else maker.value(call, {}, None)
    if outer is not None and call is None:
        whole = maker.instance(outer.node)
    held = [part for part in _parts(whole) if isinstance(part, Module) and part.node is owner]
    instances = [*held[:1], maker.instance(owner)] if outer is not None or not held else held[:1]
    ways = [
        _ways(workload, node, one, Flows(maker), size, _image(owner, one, None if outer else call, maker))
        for one in instances
    ]
    # What is likeliest of each comes first.
    return list(dict.fromkeys(way for several in zip_longest(*ways) for way in several if way is not None))


def _ways(
    workload: Workload, node: ast.FunctionDef, instance: Module, flows: Flows, size: int, image: int
) -> list[Workload]:
    """See `fitted`: of one instance, that takes images of such lengths."""
    tensors: dict[str, Wanted] = {}
    every = [parameter for parameter, default in parameters(node, drop_first=True) if default is None]
    required = {parameter.arg: parameter for parameter in every[:_MOST_PARAMETERS]}
    arguments = []
    for argument in workload.arguments:
        parameter = required.get(argument.name or "")
        if parameter is not None and (_says_nothing(parameter) or _says_tensor(parameter)):
            wanted = flows.wanted(instance, node, parameter.arg)
            usual = module_value(parameter.arg) if argument.type.name == "object" else None
            if wanted.takes is not None or node.name == "forward" or _says_tensor(parameter):
                argument = _input(parameter.arg, wanted, size, image)  # noqa: PLW2901
                if argument.type.name == _FLOAT and parameter.arg not in _TIMES:
                    tensors[parameter.arg] = wanted
            elif usual is not None:
                argument = literal_argument(parameter.arg, usual)  # noqa: PLW2901
        arguments.append(argument)
    widths = [one for one in instance.given.values() if type(one) is int and one > _FEW]
    others = [
        [one.get(argument.name or "", argument) for argument in arguments] for one in _others(tensors, widths, size)
    ]
    return [Workload(tuple(_together(way))) for way in (arguments, *others)]


def _others(tensors: Mapping[str, Wanted], widths: Sequence[int], size: int) -> Iterator[dict[str, Argument]]:
    """Other shapes of the tensors that a method takes: all of the same kind, the first alone of it.

    Args:
        widths: that they may have where their layers do not say.
    """
    told = {name: (one.takes and (one.takes.last or one.takes.channels)) or 0 for name, one in tensors.items()}
    kinds = [(axes, side, width) for width in dict.fromkeys((*widths[:_MOST_WIDTHS], _WIDTH)) for axes, side in _OTHERS]
    kinds = kinds[: len(_OTHERS)] if all(told.values()) else [*_IMAGES, *kinds, *_DIGIT_IMAGES]
    for axes, side, width in kinds:
        made = {
            name: _input(name, Wanted(_other(known or width, axes, is_image=side > 0), axes), size, side)
            for name, known in told.items()
        }
        yield made
        if len(made) > 1:
            yield dict(list(made.items())[:1])
    yield {name: _input(name, Wanted(Takes(classes=CLASSES), _MATRIX), size, 0) for name in tensors}


def _other(width: int, axes: int, *, is_image: bool) -> Takes:
    return Takes(channels=width, axes=axes - 2) if is_image else Takes(last=width)


def _together(arguments: Sequence[Argument]) -> Iterator[Argument]:
    """With one class, and one time, for each row or image of what else is given."""
    others = [one for one in arguments if one.type.name == _FLOAT and one.name not in _TIMES]
    batches = [one.type.shape[0] for one in others if len(one.type.shape) != SEQUENCE_AXES]
    times = [one.type.shape[0] for one in others]
    for argument in arguments:
        if argument.type.name == WHOLE and batches and argument.name in _OF_ROWS:
            yield replace(argument, type=replace(argument.type, shape=(batches[0],)))
        elif argument.type.name == _FLOAT and times and argument.name in _TIMES:
            yield replace(argument, type=replace(argument.type, shape=(times[0],)), kept=())
        else:
            yield argument


def _says_nothing(parameter: ast.arg) -> bool:
    return parameter.annotation is None


def _says_tensor(parameter: ast.arg) -> bool:
    return parameter.annotation is not None and any(
        (isinstance(part, ast.Name) and part.id.endswith("Tensor"))
        or (isinstance(part, ast.Attribute) and part.attr.endswith("Tensor"))
        or (isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.endswith("Tensor"))
        for part in ast.walk(parameter.annotation)
    )


def _has_rows(instance: Module) -> bool:
    """Whether a module ends in rows of numbers rather than in images."""
    return any(isinstance(part, Takes) and part.of_rows for part in _parts(instance))


def _parts(whole: object) -> Iterator[object]:
    """What was made, and all that it holds."""
    waiting = [whole]
    seen = set[int]()
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        if isinstance(part, Module):
            waiting.extend(reversed(part.attributes.values()))
        elif isinstance(part, Several):
            waiting.extend(reversed(part.layers))
        elif isinstance(part, list | tuple):
            waiting.extend(reversed(part))


def _image(owner: ast.ClassDef, instance: Module, made_by: ast.Call | None, maker: Maker) -> int:
    """Lengths of the photographs that a module takes: those that its constructor is told, or usual ones."""
    init = method_of(owner, "__init__")
    told = [] if init is None else [one.arg for one, _ in parameters(init, drop_first=True)]
    name = next((one for one in told if one in _IMAGE_SIZES), None)
    if name is not None:
        given = {one.arg: one.value for one in made_by.keywords} if made_by is not None else {}
        known = maker.value(given[name], {}, None) if name in given else module_value(name)
        if type(known) is int and 0 < known <= _LARGEST_IMAGE:
            return known
    return _PHOTOGRAPHS[0 if _has_rows(instance) else 1]


def _input(name: str, wanted: Wanted, size: int, image: int) -> Argument:
    """A tensor for a parameter.

    Args:
        image: lengths of photographs.
    """
    takes, axes = wanted.takes, wanted.axes
    length = _power_of_two(size / _BATCH)
    if takes is None and name in _STATES:
        return Argument(name, TypeExpression("None"), value=None, has_value=True)
    if takes is None and "mask" in name:
        # A mask for each sequence, where it gets an axis for heads; else one for all.
        square = (length, length)
        return Argument(name, TypeExpression(_TRUTH, shape=(_BATCH, *square) if wanted.gets_axis else square))
    if takes is not None and takes.classes is not None:
        length = min(length, _POSITIONS)
        shape = (_power_of_two(size / length), length, *[_ROWS] * (axes - _MATRIX))
        return Argument(name, TypeExpression(WHOLE, shape=shape), low=0, high=takes.classes - 1, kept=(1,))
    if takes is not None and takes.channels is not None:
        shape = (_power_of_two(size / _ROWS), takes.channels)
        if takes.axes:
            side = _DIGITS if takes.channels == 1 else image if image and takes.channels == COLOURS else _IMAGE
            batch = 1 if side == _PHOTOGRAPHS[1] else _BATCH
            shape = (batch, takes.channels, *[length if takes.axes == 1 else side] * takes.axes)
        return Argument(name, TypeExpression(_FLOAT, shape=shape), kept=tuple(range(1, len(shape))))
    width = _WIDTH if takes is None or takes.last is None else takes.last
    if axes >= _PICTURES:
        shape = (_BATCH, *[_ROWS] * (axes - _MATRIX), width)
    elif axes == SEQUENCE_AXES or name.lower() in _SEQUENCES or (takes is not None and takes.has_sequence):
        shape = (_BATCH, length, width)
    else:
        shape = (_power_of_two(size / _ROWS), width)
    return Argument(name, TypeExpression(_FLOAT, shape=shape), kept=(len(shape) - 1,))


def _power_of_two(number: float) -> int:
    """The nearest one, as sizes of tensors are."""
    return 1 << round(math.log2(max(number, 1.0)))
