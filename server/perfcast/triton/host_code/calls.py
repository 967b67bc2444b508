"""Calls in a file that launches kernels: launches, of which note is taken, and values of all other calls."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.triton.host_code import device_figures, instances, tensors
from perfcast.triton.host_code.evaluation import Expressions, described
from perfcast.triton.host_code.known_functions import FUNCTIONS, config_of, container_method, iterated
from perfcast.triton.host_code.values import (
    UNKNOWN,
    Applied,
    Class,
    Compiled,
    Context,
    Function,
    Gridded,
    Instance,
    JitKernel,
    Met,
    Partial,
    Tuned,
)
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.launch import Tensor
from perfcast.workload.code.evaluation import UnknownValueError


class StaticEvaluator(Expressions):
    """Evaluates calls, too: of the file's functions and classes, of torch's and Triton's, and launches."""

    def call_function(self, function: Function, values: Sequence[object], keywords: Mapping[str, object]) -> object:
        """The value of a call. Raises UnknownValueError where it cannot be told."""
        if isinstance(function.node, ast.Lambda):
            before = self.enter({**function.surroundings, **self.parameters(function, values, keywords)})
            try:
                return self.value(function.node.body)
            finally:
                self.enter(before)
        raise UnknownValueError

    def parameters(
        self, function: Function, values: Sequence[object], keywords: Mapping[str, object]
    ) -> dict[str, object]:
        """The function's parameters and what a call gives them; `UNKNOWN` where nothing does."""
        arguments = function.node.args
        positional = [parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args)]
        keyword_only = [parameter.arg for parameter in arguments.kwonlyargs]
        names: dict[str, object] = dict.fromkeys([*positional, *keyword_only], UNKNOWN)
        before = self.enter(dict(function.surroundings))
        with_default = positional[len(positional) - len(arguments.defaults) :]
        names.update(zip(with_default, map(self.known, arguments.defaults), strict=True))
        for name, default in zip(keyword_only, arguments.kw_defaults, strict=True):
            names[name] = UNKNOWN if default is None else self.known(default)
        self.enter(before)
        names.update(zip(positional, values, strict=False))
        names.update({name: value for name, value in keywords.items() if name in names})
        if arguments.vararg is not None:
            names[arguments.vararg.arg] = tuple(values[len(positional) :])
        if arguments.kwarg is not None:
            names[arguments.kwarg.arg] = {name: value for name, value in keywords.items() if name not in names}
        return names

    def _call(self, node: ast.Call) -> object:
        if (launched := self._launched(node)) is not UNKNOWN:
            return launched
        values, keywords = self._arguments(node)
        if isinstance(node.func, ast.Attribute):
            owner = self.known(node.func.value)
            if isinstance(owner, Tensor):
                return tensors.method(owner, node.func.attr, values, keywords)
            if isinstance(owner, Context):
                owner.call(node.func.attr, values)
                return None
            if isinstance(owner, Instance) and node.func.attr in instances.OF_MODULES:
                return instances.called(owner, node.func.attr, values, keywords)
            if (
                isinstance(owner, dict | list)
                and (found := container_method(owner, node.func.attr, values)) is not None
            ):
                return found
        return self._call_value(self.known(node.func), node, values, keywords)

    def _launched(self, node: ast.Call) -> object:
        """What a call that launches or compiles a kernel gives, of which note is taken; `UNKNOWN` for other calls."""
        if isinstance(node.func, ast.Attribute):
            kernel = self.known(node.func.value) if node.func.attr in {"run", "warmup"} else UNKNOWN
            if not isinstance(kernel, JitKernel):
                return UNKNOWN
            is_launch = node.func.attr == "run"
            # What is merely compiled has the grid of no launch.
            given = [self.known(one.value) for one in node.keywords if one.arg == "grid" and is_launch]
            met = self._met(kernel, node, given[0] if given else UNKNOWN)
            self.met.append(met)
            return None if is_launch else Compiled(met)
        named = self.known(node.func) if isinstance(node.func, ast.Name | ast.Subscript) else UNKNOWN
        if not isinstance(named, Gridded):
            return UNKNOWN
        if isinstance(named.kernel, Compiled):
            compiled = named.kernel.met
            self.met = [one for one in self.met if one is not compiled]
            self.met.append(replace(compiled, grid=named.grid, line=node.lineno))
        else:
            self.met.append(self._met(named.kernel, node, named.grid))
        return None

    def _call_value(  # noqa: PLR0911
        self, function: object, node: ast.Call, values: list[object], keywords: dict[str, object]
    ) -> object:
        if isinstance(function, Function):
            return self.call_function(function, values, keywords)
        if isinstance(function, Applied):
            return self._applied(function, values)
        if isinstance(function, Class):
            return instances.made(function, values, keywords, self.call_function)
        if isinstance(function, Instance):
            return instances.applied(function, values, keywords, self.call_function)
        if isinstance(function, Partial):
            whole, by_name = [*function.values, *values], {**function.keywords, **keywords}
            if function.function is not None:
                return self.call_function(function.function, whole, by_name)
            return self._made_by_torch(function.named, whole, by_name)
        return self._called_by_name(node, values, keywords)

    def _applied(self, function: Applied, values: list[object]) -> object:
        """The forward pass, and behind it the backward pass on gradients that are as large as what it gave."""
        context = Context()
        forward, backward, setup = (function.methods.get(name) for name in ("forward", "backward", "setup_context"))
        assert isinstance(forward, Function)
        apart = isinstance(setup, Function)
        try:
            given = self.call_function(forward, values if apart else [context, *values], {})
        except UnknownValueError:
            given = UNKNOWN
        with suppress(UnknownValueError):
            if isinstance(setup, Function):
                self.call_function(setup, [context, tuple(values), given], {})
            if isinstance(backward, Function):
                self.call_function(backward, [context, *(given if isinstance(given, tuple) else [given])], {})
        if given is UNKNOWN:
            raise UnknownValueError
        return given

    @staticmethod
    def _made_by_torch(dotted: str, values: list[object], keywords: dict[str, object]) -> Tensor:
        return tensors.made_by(dotted.rpartition(".")[2], _all_known(values), keywords)

    def _called_by_name(self, node: ast.Call, values: list[object], keywords: dict[str, object]) -> object:  # noqa: PLR0911
        dotted = self.triton.meaning(node.func) or (node.func.id if isinstance(node.func, ast.Name) else "")
        if dotted == "triton.Config":
            return config_of(values, keywords)
        if dotted == "triton.autotune":
            return _tuned(*values[:2], **keywords)
        if dotted in device_figures.ASKED:
            self.asks_device |= self.device is None
            return device_figures.answer(dotted, self.device) if self.device is not None else UNKNOWN
        if dotted.startswith("torch.nn."):
            return instances.of_torch(dotted.rpartition(".")[2], values, keywords)
        if self.triton.operation(node.func) == "constexpr" and len(values) == 1:
            return values[0]
        if len(values) == 1 and not keywords and (kernel := _wrapped(dotted, values[0])) is not None:
            return kernel
        if dotted == "functools.partial" and node.args:
            function = values[0] if isinstance(values[0], Function) else None
            if function is None and not self._is_torch(self.triton.meaning(node.args[0])):
                raise UnknownValueError
            return Partial(self.triton.meaning(node.args[0]), function, tuple(values[1:]), keywords)
        if self._is_torch(dotted) or dotted.rpartition(".")[2] in tensors.INDUCTOR:
            return self._made_by_torch(dotted, values, keywords)
        if dotted == "filter" and len(values) == 2:
            return self._filtered(values[0], values[1])
        if dotted in FUNCTIONS:
            return FUNCTIONS[dotted](*_all_known(values), **keywords)
        return described(super()._call(node))

    @staticmethod
    def _is_torch(dotted: str) -> bool:
        return dotted.partition(".")[0] == "torch"

    def _filtered(self, function: object, items: object) -> list[object]:
        kept = []
        for item in iterated(items):
            try:
                keep = self.call_function(function, [item], {}) if isinstance(function, Function) else True
            except UnknownValueError:
                keep = True
            kept += [item] if keep else []
        return kept

    def _arguments(self, node: ast.Call) -> tuple[list[object], dict[str, object]]:
        values: list[object] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                values.extend(iterated(self.value(argument.value)))
            else:
                values.append(self.known(argument))
        keywords: dict[str, object] = {}
        for keyword in node.keywords:
            if keyword.arg is not None:
                keywords[keyword.arg] = self.known(keyword.value)
            else:
                given = self.known(keyword.value)
                keywords.update(given if isinstance(given, dict) else {})
        return values, keywords

    def _met(self, kernel: JitKernel, node: ast.Call, grid: object) -> Met:
        """A launch, and what can be told of its arguments."""
        complete = True
        values: list[object] = []
        for argument in node.args:
            if not isinstance(argument, ast.Starred):
                values.append(self.known(argument))
                continue
            try:
                values += iterated(self.value(argument.value))
            except UnknownValueError:
                # How many there are is not known: what comes behind may be of any parameter.
                complete = False
                break
        keywords: dict[str, object] = {}
        for keyword in node.keywords:
            given = self.known(keyword.value)
            if keyword.arg is not None:
                keywords[keyword.arg] = given
            elif isinstance(given, dict):
                keywords.update(given)
            else:
                complete = False
        return Met(kernel, node.lineno, tuple(values), keywords, grid, complete)


def _wrapped(function: str, value: object) -> JitKernel | None:
    """``triton.jit(f)``, and what takes a kernel and gives one: torch's wrap_triton and the like."""
    if isinstance(value, Function) and isinstance(value.node, FunctionNode) and function == "triton.jit":
        return JitKernel(value.node)
    return value if isinstance(value, JitKernel) else None


def _tuned(configs: object = UNKNOWN, key: object = UNKNOWN, **_: object) -> Tuned:
    """``triton.autotune(configs, key, ...)``."""
    listed = configs if isinstance(configs, list | tuple) else [UNKNOWN]
    known = tuple(one for one in listed if isinstance(one, Config))
    names = tuple(map(str, key)) if isinstance(key, list | tuple) else ()
    return Tuned(known if len(known) == len(listed) else None, names)


def _all_known(values: Iterable[object]) -> list[object]:
    known = list(values)
    if any(value is UNKNOWN for value in known):
        raise UnknownValueError
    return known
