"""A kernel's launch measured for real, beside its forecast. Runs the user's code, on this machine's GPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from perfcast.forecast.forecast import Forecast
from perfcast.forecast.kernels import ChosenLaunch
from perfcast.forecast.measuring.functions import MeasuringError
from perfcast.forecast.metrics import GPU_TIME
from perfcast.forecast.predictor import Predictor
from perfcast.measure.gpu import Gpu, GpuError, KernelProcess, LaunchError, LaunchJob
from perfcast.source import SourceFile, Unit
from perfcast.triton import DEVICES, Device, Kernel, KernelError, Launch, Role, device_named
from perfcast.workload import Workload

_STAND_IN = DEVICES["H100"]


@dataclass(frozen=True)
class MeasuredKernel:
    """A launch's measurement beside what was known of it before.

    Attributes:
        workload: the launch; `origin` as in `LaunchPlan`.
        device: the GPU that it ran on, as its driver names it.
        measured: by metric, in the metric's unit: `gpu_time`, `registers`, `spills` and `shared_memory`.
        forecasts: by metric; empty for a GPU of an architecture that the model does not know, and for a kernel that
            cannot be followed.
        bound: seconds that it takes at least, by the roofline; None where nothing can be counted, and for a GPU whose
            figures are not known.
        note: what to know about the measurement, or ''.
    """

    unit: Unit
    workload: str
    origin: str
    device: str
    measured: Mapping[str, float]
    forecasts: Mapping[str, Forecast]
    bound: float | None
    note: str


def measure_kernel(
    predictor: Predictor,
    file: SourceFile,
    unit: Unit,
    workload: Workload | None = None,
    start: Callable[[], KernelProcess] = KernelProcess,
) -> MeasuredKernel:
    """Runs the launch of a kernel that is forecast, in a process of its own, and takes what it costs.

    The measurement is not kept.

    Args:
        workload: in place of the launch that the file says.
        start: the process.

    Raises:
        MeasuringError: no launch can be told, it cannot be launched, or there is no GPU; says which.
        SourceError: the unit is nested too deeply to be read.
    """
    try:
        with start() as process:
            known = _known(process.gpu)
            device = known or _alike(process.gpu)
            chosen, forecasts = _launch(predictor, file, unit, device or _STAND_IN, workload)
            launch = _whole(chosen, workload)
            measured = process.measure(_job(file, unit, launch))
    except (KernelError, GpuError, LaunchError) as error:
        raise MeasuringError(str(error)) from None
    if device is None:
        forecasts = {}
    if known is None:
        # By the architecture registers and shared memory are alike, and times are not.
        forecasts = {metric: one for metric, one in forecasts.items() if metric != GPU_TIME.name}
    return MeasuredKernel(
        unit,
        str(chosen.workload),
        chosen.plan.origin,
        process.gpu.name,
        measured,
        forecasts,
        None if known is None else chosen.bound,
        "; ".join(_notes(chosen, launch, process.gpu, is_known=known is not None)),
    )


def _launch(
    predictor: Predictor, file: SourceFile, unit: Unit, device: Device, workload: Workload | None
) -> tuple[ChosenLaunch, Mapping[str, Forecast]]:
    """The launch and its forecasts. What cannot be counted is run all the same, without any.

    Raises:
        KernelError: no launch can be told.
    """
    try:
        return predictor.kernels.launch(file, unit, device, workload)
    except KernelError as error:
        reason = error
    try:
        return predictor.kernels.files.uncounted(file, unit, device, workload, str(reason)), {}
    except KernelError:
        raise reason from None


def _known(gpu: Gpu) -> Device | None:
    try:
        return device_named(gpu.name)
    except KernelError:
        return None


def _alike(gpu: Gpu) -> Device | None:
    """A device of the same architecture."""
    return next((device for device in DEVICES.values() if device.architecture == gpu.architecture), None)


def _whole(chosen: ChosenLaunch, given: Workload | None) -> Launch:
    """The launch, if nothing of it is missing.

    Raises:
        KernelError: what is, and how to give it.
    """
    launch, kernel = chosen.scored.launch, chosen.plan.kernel
    assert launch is not None
    if given is not None:
        _check_tensors(kernel, given.named(tuple(kernel.roles)))
    passed = {*launch.tensors, *launch.scalars, *launch.optional, *launch.config.constants}
    for parameter in kernel.parameters:
        if parameter.name in passed or parameter.has_default:
            continue
        example = f"{parameter.name}: int = 4096"
        if parameter.role is Role.POINTER:
            example = f"{parameter.name}: float16[4096]"
        raise KernelError(
            f"nothing tells what {parameter.name} is; give it as '{example}', in --workload or in a '# perfcast:'"
            " comment"
        )
    if launch.grid is None:
        raise KernelError("the grid is not known; give it as 'grid: N', in --workload or in a '# perfcast:' comment")
    return launch


def _check_tensors(kernel: Kernel, given: Workload) -> None:
    """Raises KernelError for a pointer that was given something else, for which a guess would stand in otherwise."""
    launch = Launch.of(given)
    for argument in given.arguments:
        is_pointer = kernel.roles.get(argument.name or "") is Role.POINTER
        if is_pointer and argument.name not in {*launch.tensors, *launch.optional}:
            raise KernelError(f"{argument}: a tensor is expected, such as '{argument.name}: float16[4096]'")


def _job(file: SourceFile, unit: Unit, launch: Launch) -> LaunchJob:
    config = launch.config
    options = {"num_warps": config.num_warps, "num_stages": config.num_stages}
    # Not every backend of Triton has these.
    options |= {"num_ctas": config.num_ctas} if config.num_ctas != 1 else {}
    options |= {"maxnreg": config.maxnreg} if config.maxnreg is not None else {}
    assert launch.grid is not None
    return LaunchJob(
        file.text,
        unit.name,
        {name: (tensor.dtype, tensor.shape) for name, tensor in launch.tensors.items()},
        {**launch.scalars, **dict.fromkeys(launch.optional), **config.constants},
        launch.grid,
        options,
    )


def _notes(chosen: ChosenLaunch, launch: Launch, gpu: Gpu, *, is_known: bool) -> list[str]:
    notes = []
    guessed = [name for name in chosen.plan.guessed if name in launch.tensors]
    if guessed:
        notes.append(f"the tensors {', '.join(guessed)} are guessed by the names of parameters")
    zeros = [name for name, tensor in launch.tensors.items() if "int" in tensor.dtype]
    if zeros:
        notes.append(f"nothing tells the numbers in {', '.join(zeros)}: zeros were taken")
    if chosen.scored.reason is not None and chosen.bound is None:
        notes.append(f"nothing is forecast: {chosen.scored.reason}")
    elif not is_known:
        notes.append(f"no bound is known for {gpu.name}, whose figures are not in the table of devices")
    return notes
