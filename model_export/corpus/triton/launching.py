"""Between a wrapper and Triton: every launch of a kernel is seen, and its configuration can be chosen.

No driver is needed as long as nothing is launched, and Triton's interpreter works too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch

from perfcast.triton import Config, Launch, Tensor
from perfcast.triton.kernels.launch import DTYPE_BYTES

OPTIONS: Final = ("num_warps", "num_stages", "num_ctas", "maxnreg")
#: torch's names of Triton's types, where they differ.
_TRITON_DTYPES: Final = {
    **{"int1": "bool", "fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "fp64": "float64"},
    **{"fp8e4nv": "float8_e4m3fn", "fp8e5": "float8_e5m2"},
}


@dataclass(frozen=True)
class Seen:
    """One launch, as it reached Triton.

    Attributes:
        name: of the kernel.
        function: Triton's object for it, of which `run` launches.
        arguments: by parameter, constexpr values and defaults included.
        options: ``num_warps`` and the like, as far as they were given.
        grid: programs on each axis.
        run: the method of `function` that was called, before it was watched.
        choices: configurations that an autotuner would have chosen among; 1 without one.
    """

    name: str
    function: Any
    arguments: dict[str, Any]
    options: dict[str, Any]
    grid: tuple[int, ...]
    run: Callable[..., Any]
    choices: int = 1

    def launch(self, **changes: Any) -> Any:
        """Launches it again; ``warmup=True`` compiles it only and gives the compiled kernel."""
        given = {"grid": self.grid, "warmup": False, **changes}
        return self.run(self.function, **self.arguments, **self.options, **given)

    def again(self, compiled: Any) -> Callable[[], Any]:
        """Launches what it was compiled to, straight away.

        What Triton finds out before a launch keeps the CPU longer than a small kernel keeps the GPU, which would wait.
        """
        if not hasattr(compiled, "function"):
            return self.launch
        start = compiled[(*self.grid, 1, 1)[:3]]
        arguments = tuple(self.arguments.values())
        return lambda: start(*arguments)

    def described(self, constexpr: frozenset[str]) -> Launch:
        """As the workload language has it.

        Raises:
            ValueError: it has no name for the type of a tensor's elements.
        """
        tensors: dict[str, Tensor] = {}
        scalars: dict[str, int | float | bool] = {}
        constants: dict[str, int | float | bool | str | None] = {}
        optional = []
        for name, value in self.arguments.items():
            if name in constexpr:
                constants[name] = value if isinstance(value, int | float | bool | str | None) else str(value)
            elif value is None:
                optional.append(name)
            elif hasattr(value, "data_ptr"):
                tensors[name] = Tensor(_dtype(value), tuple(value.shape) or (1,))
            elif isinstance(value, int | float | bool):
                scalars[name] = value
        options = {name: value for name, value in self.options.items() if name in OPTIONS}
        return Launch(tensors, scalars, Config.of(constants, options), self.grid, tuple(optional))


@contextmanager
def watched(kernel: str, config: Config | None, seen: Callable[[Seen], None], *, launch: bool) -> Iterator[None]:
    """While it is entered, launches are reported, and carried out only if `launch`.

    An autotuner takes its first configuration and times nothing.

    Args:
        kernel: that `config` is for.
        config: constexpr values and options that replace those of the wrapper; a value is replaced only where the
            grid follows from it, that is, where the grid is a function. None for those of the wrapper.
    """
    from triton.runtime.autotuner import Autotuner
    from triton.runtime.interpreter import InterpretedFunction
    from triton.runtime.jit import JITFunction

    choices = 1

    def tuned_run(self: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal choices
        self.nargs = dict(zip(self.arg_names, args, strict=False))
        choices = len(self.configs)
        try:
            return self.fn.run(*args, **kwargs, **self.configs[0].all_kwargs())
        finally:
            choices = 1

    def watching(run: Callable[..., Any]) -> Callable[..., Any]:
        def watched_run(self: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any) -> Any:
            name = self.fn.__name__
            chosen = _replaced(kwargs, config, self.arg_names, callable(grid)) if config and name == kernel else kwargs
            options = {key: value for key, value in chosen.items() if key not in self.arg_names}
            named = {key: value for key, value in chosen.items() if key in self.arg_names}
            arguments = _defaults(self) | dict(zip(self.arg_names, args, strict=False)) | named
            arguments = {key: arguments[key] for key in self.arg_names if key in arguments}
            axes = grid(arguments) if callable(grid) else grid
            axes = tuple(int(axis) for axis in (axes if isinstance(axes, tuple | list) else (axes,)))
            found = Seen(name, self, arguments, options, axes, run, choices)
            seen(found)
            return found.launch() if launch else None

        return watched_run

    with ExitStack() as patches:
        patches.enter_context(patch.object(Autotuner, "run", tuned_run))
        for kind in (JITFunction, InterpretedFunction):
            patches.enter_context(patch.object(kind, "run", watching(kind.run)))
        yield


def _replaced(given: Mapping[str, Any], config: Config, parameters: list[str], grid_follows: bool) -> dict[str, Any]:
    values = {name: value for name, value in config.values if grid_follows and name in parameters}
    options = {
        name: value for name in OPTIONS if (value := getattr(config, name)) not in (None, 1) or name == "num_warps"
    }
    return {**given, **values, **options}


def _dtype(tensor: Any) -> str:
    """The type of the elements by torch's name, also of a tensor that Triton shall take for one of another type."""
    said = str(tensor.dtype).removeprefix("torch.")
    name = _TRITON_DTYPES.get(said, said)
    if name not in DTYPE_BYTES:
        raise ValueError(f"the workload language has no tensors of {said}")
    return name


def _defaults(function: Any) -> dict[str, Any]:
    parameters = inspect.signature(function.fn).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not inspect.Parameter.empty}
