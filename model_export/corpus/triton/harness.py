"""A kernel's module loaded, its inputs made, its result checked against PyTorch's."""

from __future__ import annotations

import importlib.util
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from model_export.corpus.triton.program import Case, KernelProgram

#: Largest relative error, ‖out - reference‖ / ‖reference‖, by the type of the inputs. float32 products may be
#: computed in tf32.
TOLERANCES: Final = {"float32": 5e-3, "float16": 1e-2, "bfloat16": 3e-2, "float8_e4m3fn": 2e-2, "float8_e5m2": 2e-2}
INTEGERS: Final = ("int8", "int16", "int32", "int64")


class WrongResult(ValueError):
    """The kernel does not compute what its reference does; the message gives the error."""


class Harness:
    """One kernel program, ready to be called.

    Args:
        folder: where the module is written: Triton reads kernels from files.
    """

    def __init__(self, program: KernelProgram, folder: Path) -> None:
        self.program = program
        self.module = load_module(program.source, folder / f"{program.key.replace('-', '_')}.py")
        self.entry, self.parameters = _entry(self.module, program.entry)
        self._reference = _function(program.reference or "pass", (*self.parameters, "got"))

    def inputs(self, case: Case, device: str, seed: int = 0) -> dict[str, Any]:
        """The wrapper's arguments, by name; what the program's statements do not bind stays a default."""
        import torch

        torch.manual_seed(seed)
        scope: dict[str, Any] = {**dict(case.sizes), **_makers(case.dtype, device), "torch": torch, "device": device}
        exec(self.program.inputs, scope)
        return {name: scope[name] for name in self.parameters if name in scope}

    def expected(self, arguments: Mapping[str, Any], got: Any) -> Any:
        """What the wrapper shall return for arguments that no call has changed, computed in float32 at least."""
        import torch

        bound = inspect.signature(self.entry).bind(**arguments)
        bound.apply_defaults()
        wide = {name: _widened(value) for name, value in bound.arguments.items()}
        with torch.no_grad():
            return self._reference(**wide, got=got)

    @property
    def expects_by_result(self) -> bool:
        """Whether what is expected depends on what came, as where the kernel draws random numbers."""
        return re.search(r"\bgot\b", self.program.reference) is not None


def check(got: Any, expected: Any, dtype: str) -> float:
    """The largest relative error among the results.

    Raises:
        WrongResult: it is above the tolerance for inputs of that type, or a shape is wrong.
    """
    pairs = zip(_as_tuple(got), _as_tuple(expected), strict=True)
    worst = max(_relative_error(one, other) for one, other in pairs)
    if not worst <= TOLERANCES.get(dtype, 0.0):
        raise WrongResult(f"relative error {worst:.2g}")
    return worst


def load_module(source: str, path: Path) -> ModuleType:
    """Writes the source and imports it."""
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _entry(module: ModuleType, name: str) -> tuple[Callable[..., Any], tuple[str, ...]]:
    """What is called with arguments by name, and its parameters: a function, or PyTorch's ``Class.apply``.

    The latter takes arguments by position only, and its parameters are those of ``forward`` after the context.
    """
    owner, _, method = name.rpartition(".")
    if not owner:
        function: Callable[..., Any] = getattr(module, name)
        return function, tuple(inspect.signature(function).parameters)
    signature = inspect.signature(getattr(module, owner).forward)
    signature = signature.replace(parameters=list(signature.parameters.values())[1:])

    def entry(**arguments: Any) -> Any:
        return getattr(getattr(module, owner), method)(*signature.bind(**arguments).args)

    entry.__signature__ = signature  # type: ignore[attr-defined]
    return entry, tuple(signature.parameters)


def _function(body: str, parameters: tuple[str, ...]) -> Callable[..., Any]:
    import torch

    scope: dict[str, Any] = {"torch": torch}
    exec(f"def reference({', '.join(parameters)}):\n{textwrap.indent(body, '    ')}\n", scope)
    function: Callable[..., Any] = scope["reference"]
    return function


def _makers(dtype: str, device: str) -> dict[str, Any]:
    """The functions by which inputs are made, and ``dtype`` itself."""
    import torch

    own: torch.dtype = getattr(torch, dtype)
    floating = torch.float32 if dtype in INTEGERS or dtype.startswith("float8") else own

    def randn(*shape: int, dtype: torch.dtype = floating) -> torch.Tensor:
        return torch.randn(shape, device=device, dtype=dtype).to(own if dtype is floating else dtype)

    def rand(*shape: int, dtype: torch.dtype = floating) -> torch.Tensor:
        return torch.rand(shape, device=device, dtype=dtype)

    def randint(low: int, high: int, *shape: int, dtype: torch.dtype = torch.int32) -> torch.Tensor:
        return torch.randint(low, high, shape, device=device, dtype=dtype)

    return {"randn": randn, "rand": rand, "randint": randint, "dtype": own}


def _widened(value: Any) -> Any:
    import torch

    return value.float() if isinstance(value, torch.Tensor) and value.is_floating_point() else value


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _relative_error(got: Any, expected: Any) -> float:
    """Of tensors; what is infinite or too large in both for the type of the result counts as equal."""
    import torch

    if got.shape != expected.shape:
        raise WrongResult(f"shape {tuple(got.shape)}, not {tuple(expected.shape)}")
    one, other = got.double(), expected.to(got.dtype).double()
    same = (one == other) | (one.isnan() & other.isnan())
    difference = torch.where(same, 0.0, one - other)
    scale = torch.where(same & ~other.isfinite(), 0.0, other).norm()
    return float(difference.norm() / scale.clamp(min=1e-30)) if not bool(same.all()) else 0.0
