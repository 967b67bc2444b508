"""Scripts made up for functions that take a network, or what trains one: of a file that shows no call of them.

They build the file's network, data such as its ``forward`` takes, and what else the names of parameters ask for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import prod
from typing import Final

from perfcast.source import FunctionNode, SourceError, SourceFile
from perfcast.source.classes.networks import method_of
from perfcast.source.definitions.bases import base_names, extend_module
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.observing.scripts import MADE_UP, Script
from perfcast.workload.arrays.tensors import CLASSES, is_tensor
from perfcast.workload.code.parameters import parameters
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.language.workload import Argument
from perfcast.workload.origins.resolution import resolve

_TORCH: Final = "torch"
_MODULE: Final = "Module"
#: Words that names of parameters end with, and what is built for them; whole names.
_ROLES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("model", "net", "network"), "model"),
    **dict.fromkeys(("optimizer", "optimiser", "optim", "opt"), "optimizer"),
    **dict.fromkeys(("loader", "dataloader", "dl"), "loader"),
    **dict.fromkeys(("scheduler", "sched"), "scheduler"),
    **dict.fromkeys(("dataset", "ds"), "dataset"),
    "criterion": "criterion",
    "device": "device",
}
_NAMED: Final[Mapping[str, str]] = {
    **dict.fromkeys(("ema", "teacher", "student", "module"), "model"),
    **dict.fromkeys(("loss_fn", "loss_func", "loss_function"), "criterion"),
    **dict.fromkeys(("epoch", "step", "global_step"), "1"),
    **dict.fromkeys(("epochs", "n_epochs", "num_epochs", "max_epochs"), "3"),
    **dict.fromkeys(("x", "inputs", "images", "imgs", "xb"), "inputs[0][:32]"),
    **dict.fromkeys(("image", "img"), "inputs[0][0]"),
    **dict.fromkeys(("y", "labels", "targets", "target", "yb"), "targets[:32]"),
}
#: By their annotations.
_ANNOTATED: Final[Mapping[str, str]] = {
    _MODULE: "model",
    "Optimizer": "optimizer",
    "DataLoader": "loader",
    "Dataset": "dataset",
    "LRScheduler": "scheduler",
    "device": "device",
}
#: What only those need to take that something is made up for.
_TELLING: Final = frozenset({"model", "optimizer", "loader", "dataset"})
_OPTIMIZERS: Final = ("SGD", "AdamW", "RMSprop", "Adam")
_OF_NUMBERS: Final = ("BCEWithLogitsLoss", "BCELoss", "MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss")
#: How many rows the data have at most, all their elements, and how many there are of a batch.
_ROWS: Final = 1_000
_FEWEST_ROWS: Final = 64
_ELEMENTS: Final = 1_000_000
_BATCH: Final = 32
_MOST_SCRIPTS: Final = 40


def networks_in(file: SourceFile) -> list[Script]:
    """Of a file that has one network, in source order."""
    if _TORCH not in file.text:
        return []
    classes = {node.name: node for node in file.tree.body if isinstance(node, ast.ClassDef)}
    bases = {name: base_names(node) for name, node in classes.items()}
    modules = {name: node for name, node in classes.items() if extend_module(bases[name], lambda of: bases.get(of, ()))}
    parts = {one.id for node in modules.values() for one in ast.walk(node) if isinstance(one, ast.Name)}
    whole = [node for name, node in modules.items() if name not in parts]
    takers = [one for one in _takers(file.tree, modules) if _telling(one)] if len(whole) == 1 else []
    if not takers:
        return []
    setting_up = _set_up(file, whole[0])
    if setting_up is None:
        return []
    found = []
    for taker in takers[:_MOST_SCRIPTS]:
        call = _call(taker)
        if call is not None:
            statements = ast.parse("\n".join((setting_up, *call))).body
            found.append(Script(f"{MADE_UP}{_named(taker)}", tuple(statements)))
    return found


#: A function with the class that it is a method of.
_Taker = tuple[FunctionNode, ast.ClassDef | None]


def _takers(tree: ast.Module, modules: Mapping[str, ast.ClassDef]) -> Iterator[_Taker]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, None
        elif isinstance(node, ast.ClassDef) and node.name not in modules:
            yield from ((part, node) for part in node.body if isinstance(part, ast.FunctionDef))


def _named(taker: _Taker) -> str:
    function, owner = taker
    return function.name if owner is None else f"{owner.name}.{function.name}"


def _telling(taker: _Taker) -> bool:
    """Whether it, or the constructor of its class, takes what something is made up for."""
    function, owner = taker
    init = None if owner is None else method_of(owner, "__init__")
    if owner is not None and (init is None or function.decorator_list or function.name.startswith("__")):
        return False
    nodes = [function] if init is None else [function, init]
    return any(_role(one) in _TELLING for node in nodes for one, _ in parameters(node, drop_first=owner is not None))


def _role(parameter: ast.arg) -> str | None:
    """What is built for it, as an expression; None where neither name nor annotation asks for anything."""
    if parameter.annotation is not None:
        return _ANNOTATED.get(last_name(parameter.annotation) or "")
    name = parameter.arg.lower()
    return _NAMED.get(name) or _ROLES.get(name.rpartition("_")[2])


def _set_up(file: SourceFile, network: ast.ClassDef) -> str | None:
    """What the calls need; None where nobody knows what the network is made with, or takes."""
    init = method_of(network, "__init__")
    made_with = () if init is None else default_workload(init, _ROWS, drop_first=True, of_module=True).arguments
    with suppress(SourceError):
        taken = resolve(file.unit(f"{network.name}.forward"), file).workload.arguments
        tensors = [one for one in taken if not one.has_value]
        if tensors and all(is_tensor(one.type) and len(one.type.shape) > 1 for one in tensors):
            numbers = _literals(made_with)
            return None if numbers is None else _built(file.text, f"{network.name}({numbers})", tensors)
    return None


def _literals(arguments: Sequence[Argument]) -> str | None:
    """As they are given by name; None where a value is not known."""
    if not all(one.has_value for one in arguments):
        return None
    return ", ".join(f"{one.name}={one.value!r}" for one in arguments)


def _built(text: str, network: str, inputs: Sequence[Argument]) -> str:
    each = sum(prod(one.type.shape[1:]) for one in inputs)
    rows = max(_FEWEST_ROWS, min(_ROWS, _ELEMENTS // max(1, each)))
    data = [_drawn(one, rows) for one in inputs]
    optimizer = next((one for one in _OPTIMIZERS if f"{one}(" in text), _OPTIMIZERS[-1])
    loss = next((one for one in _OF_NUMBERS if f"{one}(" in text), "CrossEntropyLoss")
    if loss in _OF_NUMBERS:
        targets = f"torch.rand({rows}, *output.shape[1:])"
    elif inputs[0].type.name == "torch.float32":
        targets = f"torch.randint(0, output.shape[1], ({rows}, *output.shape[2:]))"
    else:
        targets = f"torch.randint(0, output.shape[-1], ({rows}, *output.shape[1:-1]))"
    return "\n".join(
        (
            "import torch",
            f"model = {network}",
            f"inputs = [{', '.join(data)}]",
            "output = model(*[one[:2] for one in inputs])",
            f"targets = {targets}",
            "dataset = torch.utils.data.TensorDataset(*inputs, targets)",
            f"loader = torch.utils.data.DataLoader(dataset, batch_size={_BATCH}, shuffle=True)",
            f"optimizer = torch.optim.{optimizer}(model.parameters(), lr=0.001)",
            "scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)",
            f"criterion = torch.nn.{loss}()",
            "device = torch.device('cpu')",
        )
    )


def _drawn(argument: Argument, rows: int) -> str:
    shape = (rows, *argument.type.shape[1:])
    if argument.type.name == "torch.float32":
        return f"torch.randn({shape})"
    high = CLASSES if argument.high is None else int(argument.high) + 1
    return f"torch.randint(0, {high}, {shape})"


def _call(taker: _Taker) -> list[str] | None:
    """Of what is to be seen; None where nobody knows what else it takes."""
    function, owner = taker
    if owner is None:
        given = _given(function, drop_first=False)
        return None if given is None else [f"{function.name}({given})"]
    init = method_of(owner, "__init__")
    made_with = "" if init is None else _given(init, drop_first=True)
    given = "" if function is init else _given(function, drop_first=True)
    if made_with is None or given is None:
        return None
    return [f"owner = {owner.name}({made_with})", f"owner.{function.name}({given})"]


def _given(function: FunctionNode, *, drop_first: bool) -> str | None:
    """Arguments for the parameters that need some."""
    known = {one.name: one for one in default_workload(function, _ROWS, drop_first=drop_first).arguments}
    found = []
    for parameter, default in parameters(function, drop_first=drop_first):
        if default is not None:
            continue
        name, role = parameter.arg, _role(parameter)
        argument = known.get(name)
        if role is not None:
            found.append(f"{name}={role}")
        elif argument is not None and argument.has_value:
            found.append(f"{name}={argument.value!r}")
        else:
            return None
    return ", ".join(found)
