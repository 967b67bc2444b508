"""One line for ``@triton.autotune``: fewer configurations to compile and to run.

The calling conventions are those of `triton.runtime.autotuner.Autotuner.prune_configs`:
``early_config_prune(configs, named_args, **kwargs)`` gives a part of the configurations, at least one;
``perf_model(**arguments)`` gets the kernel's arguments with one configuration's values and options, and gives a time;
``top_k`` is how many are then tried, as a number or a share. A launch's grid is among the arguments.
"""

from __future__ import annotations

import linecache
import math
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, TypedDict

from perfcast.source import SourceError
from perfcast.triton.errors import KernelError
from perfcast.triton.finding.kernels import Kernel, KernelFile
from perfcast.triton.finding.plans import LaunchPlan, plan
from perfcast.triton.gpus.devices import Device, device_named
from perfcast.triton.host_code.values import UNKNOWN
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.launch import DTYPE_BYTES, Tensor
from perfcast.triton.kernels.roles import Role
from perfcast.triton.kernels.signatures import DTYPES
from perfcast.triton.ranking.learned import scorer_for
from perfcast.triton.ranking.scoring import Scored, Scorer
from perfcast.workload.language.workload import LAUNCH_OPTIONS

#: The share of configurations that is tried where nothing else is asked for.
TOP: Final = 0.1


class TritonConfig(Protocol):
    """What is used of ``triton.Config``."""

    kwargs: dict[str, Any]
    num_warps: int
    num_stages: int


class PruneConfigsBy(TypedDict):
    """What ``@triton.autotune`` takes as `prune_configs_by`."""

    early_config_prune: Any
    perf_model: Any
    top_k: int | float


def prune_configs(
    device: str | None = None, top_k: int | float = TOP, *, kernel: str | None = None, scorer: Scorer | None = None
) -> PruneConfigsBy:
    """What to give ``@triton.autotune`` as `prune_configs_by`::

        @triton.autotune(configs=..., key=["M", "N", "K"], prune_configs_by=perfcast.triton.prune_configs())
        @triton.jit
        def matmul(...): ...

    Configurations that cannot run on the device are dropped, and of the others the `top_k` with the best scores are
    kept: a number, or a share of them. Where a launch tells nothing, all are kept, and a warning says why.

    Args:
        device: as `device_named` takes it; the GPU of the kernel's first tensor without it.
        top_k: how many to try.
        kernel: name of the kernel in the calling file; without it, the one whose decorators the call stands in.
        scorer: orders the configurations; without one `scorer_for` chooses it by the device.

    Raises:
        KernelError: the device is not known, or the calling file has no such kernel.
    """
    caller = sys._getframe(1)
    file, found = _calling_kernel(caller.f_code.co_filename, caller.f_lineno, kernel)
    pruner = Pruner(file, found, None if device is None else device_named(device), top_k, scorer)
    # The share is taken by `early_config_prune`, which knows what can be told; Triton's own cut then drops no more.
    return {"early_config_prune": pruner.early_config_prune, "perf_model": pruner.perf_model, "top_k": 1.0}


class Pruner:
    """Drops and orders the configurations of one kernel.

    Args:
        file: the file that the kernel is of.
        kernel: whose configurations.
        device: None for that of the first tensor.
        top_k: how many `early_config_prune` keeps: a number, or a share as a float up to 1.0.
        scorer: orders the configurations; without one `scorer_for` chooses it by the device.
    """

    def __init__(
        self,
        file: KernelFile,
        kernel: Kernel,
        device: Device | None = None,
        top_k: int | float = TOP,
        scorer: Scorer | None = None,
    ) -> None:
        if top_k <= 0 or (isinstance(top_k, float) and top_k > 1.0):
            raise KernelError(f"top_k is a whole number from 1 on, or a share from 0.0 to 1.0, not {top_k}")
        self._grid = plan(file, kernel).grid
        self._kernel = kernel
        self._device = device
        self._top_k = top_k
        self._scorer = scorer

    def early_config_prune(
        self, configs: Sequence[TritonConfig], named_args: Mapping[str, Any], **kwargs: Any
    ) -> list[TritonConfig]:
        """The configurations that are worth a try, the best first; all of them where nothing can be told."""
        listed = list(configs)
        try:
            scored = self._scores([_config(config) for config in listed], {**named_args, **kwargs})
        except (KernelError, SourceError) as error:
            warnings.warn(f"perfcast prunes nothing of {self._kernel.name}: {error}", stacklevel=2)
            return listed
        pairs = list(zip(scored, listed, strict=True))
        runnable = [pair for pair in pairs if pair[0].invalid is None] or pairs
        if not any(math.isfinite(one.score) for one, _ in runnable):
            reason = next((one.reason for one, _ in runnable if one.reason), "nothing can be told")
            warnings.warn(f"perfcast orders nothing of {self._kernel.name}: {reason}", stacklevel=2)
            return [config for _, config in runnable]
        ordered = sorted(runnable, key=lambda pair: pair[0].score)
        share = self._top_k * len(listed) if isinstance(self._top_k, float) else self._top_k
        return [config for _, config in ordered[: max(1, math.ceil(share))]]

    def perf_model(self, **arguments: Any) -> float:
        """Seconds by which configurations are ordered, infinite for one that cannot run; 0.0 where nothing can be told.

        Args:
            arguments: the kernel's arguments by name, one configuration's values and options among them.
        """
        options: dict[str, int | None] = {name: arguments[name] for name in LAUNCH_OPTIONS if name in arguments}
        constants = {
            name: _literal(arguments[name])
            for name in self._kernel.named(Role.CONSTEXPR)
            if name in arguments and _described(arguments[name]) is not UNKNOWN
        }
        try:
            scored = self._scores([Config.of(constants, options)], arguments)[0]
        except (KernelError, SourceError):
            return 0.0
        return scored.score if scored.invalid is not None or math.isfinite(scored.score) else 0.0

    def _scores(self, configs: Sequence[Config], arguments: Mapping[str, Any]) -> list[Scored]:
        device = self._device or _device_of(arguments)
        values = {
            name: _described(value)
            for name, value in arguments.items()
            if name in self._kernel.roles and _described(value) is not UNKNOWN
        }
        # A launch brings its grid along; where one is asked about by hand, the file's holds.
        live = LaunchPlan(self._kernel, values, {}, None if "grid" in arguments else self._grid, "given")
        launches = [
            launch if launch.grid is not None else replace(launch, grid=_live_grid(arguments, config))
            for launch, config in zip(live.launches(configs), configs, strict=True)
        ]
        return (self._scorer or scorer_for(device)).score(self._kernel, launches, device)


def _calling_kernel(path: str, line: int, name: str | None) -> tuple[KernelFile, Kernel]:
    """The kernel of that name in a file, or the one among whose decorators the line stands."""
    text = "".join(linecache.getlines(path))
    if not text:
        raise KernelError(f"the source of {path} cannot be read, and with it the kernel")
    file = KernelFile.parse(text)
    if name is not None:
        return file, file.kernel(name)
    for kernel in file.kernels:
        first = min([kernel.node.lineno, *(decorator.lineno for decorator in kernel.node.decorator_list)])
        if first <= line <= kernel.node.lineno:
            return file, kernel
    raise KernelError(
        "prune_configs(...) stands in no kernel's decorators; name the kernel: prune_configs(kernel='matmul')"
    )


def _config(config: TritonConfig) -> Config:
    options = {name: getattr(config, name, None) for name in LAUNCH_OPTIONS}
    return Config.of({name: _literal(value) for name, value in config.kwargs.items()}, options)


def _described(value: object) -> object:
    """A tensor by its shape and type, a literal as it is; `UNKNOWN` for all else."""
    shape, dtype = getattr(value, "shape", None), str(getattr(value, "dtype", "")).removeprefix("torch.")
    if shape is not None and dtype in DTYPE_BYTES:
        return Tensor(dtype, tuple(int(length) for length in shape) or (1,))
    return _literal(value) if value is None or isinstance(value, int | float | str) or _is_dtype(value) else UNKNOWN


def _literal(value: Any) -> Any:
    return DTYPES.get(str(value), str(value)) if _is_dtype(value) else value


def _is_dtype(value: object) -> bool:
    """Triton's own element types: a constexpr may be one."""
    return type(value).__name__ == "dtype" and str(value) in DTYPES


def _live_grid(arguments: Mapping[str, Any], config: Config) -> tuple[int, ...] | None:
    """The grid of a launch that is under way, which is Triton's to call for each configuration as well."""
    grid = arguments.get("grid")
    if callable(grid):
        grid = grid({**arguments, **config.constants})
    sizes = (grid,) if isinstance(grid, int) else grid
    return None if sizes is None else tuple(int(size) for size in sizes)


def _device_of(arguments: Mapping[str, Any]) -> Device:
    """The GPU of the first tensor. torch is asked, which the caller has imported if there is a tensor."""
    for value in arguments.values():
        place = getattr(value, "device", None)
        if getattr(place, "type", None) == "cuda" and "torch" in sys.modules:
            return device_named(str(sys.modules["torch"].cuda.get_device_name(place)))
    raise KernelError("no argument is on a GPU; name one: prune_configs(device='H100')")
