"""What a kernel is launched with, before a configuration is chosen, and who says so."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from perfcast.source import SourceError, SourceFile
from perfcast.triton.errors import KernelError
from perfcast.triton.finding.guesses import guessed_tensors
from perfcast.triton.finding.kernels import Kernel, KernelFile
from perfcast.triton.host_code.execution import Execution
from perfcast.triton.host_code.values import UNKNOWN, Function, Met
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.kernels.inductor import hints_of
from perfcast.triton.kernels.launch import GRID, Launch, Tensor, option
from perfcast.triton.kernels.roles import Role
from perfcast.triton.kernels.signatures import inductor_grid, pointed_to
from perfcast.workload.code.evaluation import UnknownValueError
from perfcast.workload.language.workload import LAUNCH_OPTIONS, Literal, Workload
from perfcast.workload.origins.comments import commented_workload, directives

DEFAULT_SIZE = 1024
"""The length of each axis that nothing tells: a power of two, as kernels are mostly tried with."""


@dataclass(frozen=True)
class LaunchPlan:
    """The values of a launch; `launch` adds a configuration to them.

    Attributes:
        kernel: that is launched.
        values: tensors, numbers, texts and None by parameter; what is not known is left out.
        options: warps, stages ... of a launch without ``@triton.autotune``.
        grid: a tuple, or the `Function` of the launch's values that gives it; None where it is not known.
        origin: 'given', 'comment', 'launch on line N', 'size hints' or 'default'.
        guessed: the pointers whose tensors nothing in the file tells.
        flaw: what is wrong with the launch in the file that this is of; '' where nothing is known to be.
    """

    kernel: Kernel
    values: Mapping[str, object]
    options: Mapping[str, int]
    grid: object
    origin: str
    guessed: tuple[str, ...] = ()
    flaw: str = ""

    def launch(self, config: Config) -> Launch:
        """The launch with that configuration.

        Raises:
            KernelError: a constexpr parameter has no value.
        """
        values = {**self.values, **config.constants}
        evaluator = Execution(self.kernel.names, device=self.kernel.device)
        arguments = {**values, "num_warps": config.num_warps, "num_stages": config.num_stages}
        for name, function in self.kernel.heuristics.items():
            given = _called(evaluator, function, arguments)
            if given is not UNKNOWN and name not in values:
                values[name] = arguments[name] = given
        constants: dict[str, Literal] = {}
        for parameter in self.kernel.parameters:
            if parameter.role is not Role.CONSTEXPR:
                continue
            value = values.get(parameter.name, parameter.default if parameter.has_default else UNKNOWN)
            if value is None or isinstance(value, int | float | str):
                constants[parameter.name] = value
            else:
                raise KernelError(
                    f"{self.kernel.name}: the constexpr {parameter.name} has no value; give it as"
                    f" {parameter.name}=..., in a configuration or in a '# perfcast:' comment"
                )
            arguments[parameter.name] = value
        tensors = {name: value for name, value in values.items() if isinstance(value, Tensor)}
        scalars = {
            name: value
            for name, value in values.items()
            if self.kernel.roles.get(name) is not Role.CONSTEXPR
            and isinstance(value, int | float)
            and name in self.kernel.roles
        }
        optional = tuple(
            name
            for name, value in values.items()
            if value is None and self.kernel.roles.get(name, Role.CONSTEXPR) is not Role.CONSTEXPR
        )
        called = _called(evaluator, self.grid, arguments) if isinstance(self.grid, Function) else self.grid
        grid = _grid(called) or inductor_grid(arguments)
        chosen = replace(config, values=tuple(constants.items()))
        return Launch(tensors, scalars, chosen, grid, optional, self.guessed)

    def launches(self, configs: Sequence[Config]) -> list[Launch]:
        """A launch for each configuration; those that differ in warps and stages alone share all else.

        Raises:
            KernelError: as for `launch`.
        """
        known: dict[object, Launch] = {}
        found = []
        for config in configs:
            # A heuristic may look at warps as well.
            key = config if self.kernel.heuristics else config.values
            if key not in known:
                known[key] = self.launch(config)
            shared = known[key]
            found.append(replace(shared, config=replace(config, values=shared.config.values)))
        return found

    def own_config(self) -> Config:
        """The configuration of the launch itself: what it passes for constexpr parameters, and its options."""
        constants = {
            name: value
            for name in self.kernel.named(Role.CONSTEXPR)
            if (value := self.values.get(name, UNKNOWN)) is None or isinstance(value, int | float | str)
        }
        return Config.of(constants, self.options)

    def missing(self) -> tuple[str, ...]:
        """Constexpr parameters that neither the launch nor a default nor a heuristic gives."""
        given = {*self.values, *self.kernel.heuristics}
        return tuple(
            parameter.name
            for parameter in self.kernel.parameters
            if parameter.role is Role.CONSTEXPR and parameter.name not in given and not parameter.has_default
        )


def plan(
    file: KernelFile,
    kernel: Kernel,
    *,
    sizes: Mapping[str, int | float | bool] | None = None,
    workload: Workload | None = None,
    grid: str | None = None,
    dtype: str | None = None,
) -> LaunchPlan:
    """What the kernel is launched with: given by the caller, else its comment, else the largest launch in the file.

    Args:
        file: that the kernel is of.
        kernel: to launch.
        sizes: values by the names of parameters, or of what the launching function calls them: ``M=4096``.
        workload: values of parameters; those that it names win over all else.
        grid: an expression over parameters, ``cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)``, in place of the file's.
        dtype: element type of tensors that nothing tells; float16 where the kernel has a matrix product, else float32.

    Raises:
        KernelError: a name that the kernel lacks, or a grid that is no expression.
    """
    given = sizes or {}
    _check_sizes(kernel, given, file)
    chosen = dtype or ("float16" if kernel.multiplies_matrices else "float32")
    said = workload if workload is not None else commented(kernel)
    found, origin = _found(file, kernel, given, chosen)
    values: dict[str, object] = {}
    options: dict[str, int] = {}
    launch_grid: object = None
    if found is not None:
        values, options, launch_grid = _bound(kernel, found)
    elif not given and said is None:
        values.update({name: DEFAULT_SIZE for name in kernel.named(Role.SCALAR) if not name.startswith("stride")})
    if given:
        values = {**_own_constants(kernel, file), **values}
    hints = hints_of(kernel.node)
    if hints is not None and found is None:
        values.update({name: size for name, size in hints.lengths().items() if name in kernel.roles})
        origin = "size hints"
    if said is not None:
        origin = "given" if workload is not None else "comment"
        launch_grid = _overlay(kernel, said, values, options) or launch_grid
    if given:
        origin = "given"
        values.update({name: value for name, value in given.items() if name in kernel.roles})
    if grid is not None:
        launch_grid = grid_function(grid)
    lacking = [] if found is None else [name for name in _lacking(kernel, found) if name not in values]
    flaw = f"the launch on line {found.line} gives no {' and no '.join(lacking)}" if found and lacking else ""
    tensors = guessed_tensors(kernel, values, chosen)
    return LaunchPlan(kernel, {**values, **tensors}, options, launch_grid, origin, tuple(tensors), flaw)


def commented(kernel: Kernel) -> Workload | None:
    """What a ``# perfcast:`` comment above the kernel says."""
    try:
        found, _ = commented_workload(directives(kernel.unit, kernel.file.lines))
    except SourceError:
        return None
    return found


def grid_function(text: str) -> Function:
    """The grid that an expression says, as a function of a launch's values. Raises KernelError if it is none."""
    try:
        body = SourceFile.parse(f"lambda META: ({text},)\n").tree.body[0]
    except SourceError as error:
        raise KernelError(f"--grid: {error.reason}") from None
    if not isinstance(body, ast.Expr) or not isinstance(body.value, ast.Lambda):
        raise KernelError(f"--grid: {text!r} is no expression")
    return Function(body.value, {}, by_name=True)


def _found(
    file: KernelFile, kernel: Kernel, sizes: Mapping[str, int | float | bool], dtype: str
) -> tuple[Met | None, str]:
    """The largest launch of the kernel, and who says its sizes: the file, else the caller, else nobody."""
    own = _whole(kernel, file.met)
    if not sizes and any(_tells_all(kernel, one) for one in own):
        found = _largest(kernel, own)
        return found, "default" if found is None else f"launch on line {found.line}"
    # A size that is not given is that of the file's own launch.
    wanted = {**_numbers(kernel, own), **sizes} if sizes else {}
    met = file.follow(wanted, None if sizes else DEFAULT_SIZE, dtype) if own else []
    met = _whole(kernel, met)
    return _largest(kernel, [one for one in met if _agrees(kernel, one, sizes)] or met), "default"


def _whole(kernel: Kernel, met: Sequence[Met]) -> list[Met]:
    """The kernel's launches that give all that it needs; where none does, all of them."""
    own = [one for one in met if one.kernel.node is kernel.node]
    return [one for one in own if not _lacking(kernel, one)] or own


def _lacking(kernel: Kernel, met: Met) -> list[str]:
    """Parameters that a launch leaves without a value, as far as that can be told."""
    configs = kernel.configs
    if not met.complete or configs is None or hints_of(kernel.node) is not None:
        return []
    given = {*met.keywords, *kernel.heuristics, *(name for config in configs for name in config.constants)}
    needed = [one.name for one in kernel.parameters[len(met.positional) :] if not one.has_default]
    return [name for name in needed if name not in given]


def _numbers(kernel: Kernel, own: list[Met]) -> dict[str, int]:
    """The sizes that the largest launch of the file passes."""
    largest = _largest(kernel, own)
    values = {} if largest is None else _bound(kernel, largest)[0]
    scalars = kernel.named(Role.SCALAR)
    return {
        name: size for name, size in values.items() if name in scalars and type(size) is int and "stride" not in name
    }


def _own_constants(kernel: Kernel, file: KernelFile) -> dict[str, object]:
    """What the largest launch of the file passes for constexpr parameters: it holds at other sizes, too."""
    largest = _largest(kernel, _whole(kernel, file.met))
    values = {} if largest is None else _bound(kernel, largest)[0]
    return {name: values[name] for name in kernel.named(Role.CONSTEXPR) if name in values}


def _agrees(kernel: Kernel, met: Met, sizes: Mapping[str, int | float | bool]) -> bool:
    """Whether a launch has the sizes, as far as it tells."""
    values, _, _ = _bound(kernel, met)
    return all(values.get(name, size) == size for name, size in sizes.items())


def _tells_all(kernel: Kernel, met: Met) -> bool:
    values, _, _ = _bound(kernel, met)
    return all(name in values for name in kernel.named(Role.POINTER))


def _largest(kernel: Kernel, met: list[Met]) -> Met | None:
    """The launch with the most data, among those that tell most."""

    def rank(one: Met) -> tuple[int, int]:
        values, _, _ = _bound(kernel, one)
        return len(values), sum(value.size for value in values.values() if isinstance(value, Tensor))

    return max(met, key=rank, default=None)


def _bound(kernel: Kernel, met: Met) -> tuple[dict[str, object], dict[str, int], object]:
    """Values by parameter, options and grid of a launch."""
    names = [parameter.name for parameter in kernel.parameters]
    given = dict(zip(names, met.positional, strict=False))
    given.update({name: value for name, value in met.keywords.items() if name in names})
    values = {name: value for name, value in given.items() if _is_value(value)}
    dtypes = pointed_to(kernel.node)
    for name, value in values.items():
        if isinstance(value, Tensor) and name in dtypes:
            values[name] = replace(value, dtype=dtypes[name])
    options = {
        name: value
        for name, value in met.keywords.items()
        if name in LAUNCH_OPTIONS and name != GRID and isinstance(value, int)
    }
    if met.grid is not UNKNOWN:
        return values, options, met.grid
    # What stands behind the arguments of one of Inductor's templates is its grid.
    behind = met.positional[len(names) :]
    return values, options, behind if hints_of(kernel.node) is not None and len(behind) == 3 else None


def _is_value(value: object) -> bool:
    return value is None or isinstance(value, Tensor | int | float | str)


def _overlay(kernel: Kernel, said: Workload, values: dict[str, object], options: dict[str, int]) -> object:
    """Writes what a workload says over values and options; its grid."""
    whole = said.named(tuple(parameter.name for parameter in kernel.parameters))
    known = {*kernel.roles, *LAUNCH_OPTIONS}
    for argument in whole.arguments:
        if argument.name not in known:
            raise KernelError(f"{kernel.name} has no parameter {argument.name!r}")
    # ``grid = 2`` says what ``grid: 2`` does, unless the kernel has a parameter of that name.
    options_said = {*LAUNCH_OPTIONS} - {*kernel.roles}
    arguments = [
        option(one.name, (one.value,)) if one.name in options_said and type(one.value) is int else one
        for one in whole.arguments
    ]
    launch = Launch.of(Workload(tuple(arguments)))
    values.update(launch.tensors)
    values.update(launch.scalars)
    values.update(dict.fromkeys(launch.optional))
    values.update(launch.config.constants)
    # A text is a constant where the kernel has one of that name.
    texts = {one.name: one.value for one in whole.arguments if isinstance(one.value, str)}
    values.update({name: texts[name] for name in kernel.named(Role.CONSTEXPR) if name in texts})
    named = {argument.name for argument in whole.arguments}
    options.update(
        {
            name: value
            for name in LAUNCH_OPTIONS
            if name in named and name != GRID and isinstance(value := getattr(launch.config, name), int)
        }
    )
    return launch.grid


def _check_sizes(kernel: Kernel, sizes: Mapping[str, int | float | bool], file: KernelFile) -> None:
    """A size must name a parameter, or a name in the file's launching code."""
    used = {node.id for node in ast.walk(file.source.tree) if isinstance(node, ast.Name)}
    for name in sizes:
        if name not in kernel.roles and name not in used:
            numbers = ", ".join((*kernel.named(Role.SCALAR), *kernel.named(Role.CONSTEXPR)))
            raise KernelError(f"{kernel.name} has no parameter {name!r}; its numbers are {numbers or 'none'}")


def _called(evaluator: Execution, function: object, arguments: Mapping[str, object]) -> object:
    """What a function of the launch's values gives; `UNKNOWN` where that cannot be told."""
    if not isinstance(function, Function):
        return UNKNOWN
    try:
        if function.by_name:
            function = replace(function, surroundings={**function.surroundings, **arguments})
        return evaluator.call_function(function, [dict(arguments)], {})
    except UnknownValueError:
        return UNKNOWN


def _grid(value: object) -> tuple[int, ...] | None:
    sizes = (value,) if isinstance(value, int) else value
    if not isinstance(sizes, tuple | list):
        return None
    flat = [part for size in sizes for part in (size if isinstance(size, tuple | list) else (size,))]
    whole = tuple(size for size in flat if type(size) is int and size >= 0)
    return whole if len(whole) == len(flat) and whole else None
