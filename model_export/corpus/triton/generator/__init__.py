"""Our own Triton kernels: realistic ones, in many spellings, each with a launch, configurations and a reference."""

from __future__ import annotations

import ast
import hashlib
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.template import expand
from model_export.corpus.triton.generator.directives import with_formulas, with_grid, with_launch
from model_export.corpus.triton.generator.entries import Draft, Entry, entries, parse
from model_export.corpus.triton.generator.spelling import Renamed, renamed
from model_export.corpus.triton.program import Case, KernelProgram
from perfcast.triton import Config

CASES: Final = 4
CONFIGS: Final = 16
AUTOTUNED_SHARE: Final = 0.5
_IMPORTS: Final = "import torch\nimport triton\nimport triton.language as tl\n\n\n"
_NO_LENGTHS: Final = frozenset(
    {"eps", "p", "seed", "alpha", "scale", "sm_scale", "factor", "softmax_scale", "lr", "shift"}
)
_OPTIONS: Final = {"warps": "num_warps", "stages": "num_stages"}


def generate(count: int, seed: int, *, large: bool = False) -> Iterator[KernelProgram]:
    """`count` kernels that differ in more than names and configurations; the families take turns.

    Kernels of the same number and seed are the same; a larger count only adds.

    Args:
        large: only those that can be launched with sizes of which a launch takes about a millisecond, with such sizes.
    """
    seen: set[str] = set()
    numbers = itertools.count()
    while len(seen) < count:
        program = kernel_program(next(numbers), seed, large=large)
        form = shape(program.source)
        if form not in seen:
            seen.add(form)
            if program.cases:
                yield program


def shape(source: str) -> str:
    """What a module's device functions compute, whatever their names are."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    numbers: dict[str, str] = {}
    for function in functions:
        function.decorator_list = []
        for node in ast.walk(function):
            for field in ("id", "name", "arg"):
                if isinstance(name := getattr(node, field, None), str) and not isinstance(node, ast.keyword):
                    setattr(node, field, numbers.setdefault(name, f"v{len(numbers)}"))
    return "\n".join(ast.dump(function) for function in functions)


def kernel_program(number: int, seed: int, *, large: bool = False) -> KernelProgram:
    """The kernel of that number. Families come in an order of hashes, so that the first few are a fair sample."""
    templates = sorted(entries(), key=lambda entry: hashlib.sha256(entry.name.encode()).digest())
    entry = templates[number % len(templates)]
    return from_entry(entry, f"{seed}/{number}", f"own-triton-{seed}-{number}", large=large)


def from_entry(entry: Entry, task: str, key: str, *, large: bool = False) -> KernelProgram:
    """One spelling of a template, by the task's chance alone.

    Args:
        large: with the template's large sizes, and without cases where it has none.
    """
    dice = Dice(task, random.Random(f"{task}/spelling"))
    names = renamed(expand(entry.text, dice), entry.name, dice)
    # An alternative that is empty leaves a line of blanks.
    draft = parse("\n".join(line for line in names.text.splitlines() if not line or line.strip()))
    rng = dice.of_task("workloads")
    cases, configs = _cases(draft.sizes, draft.limit, draft.dtypes, rng), _configs(draft, rng)
    if large:
        cases = _cases(draft.large, "True", draft.dtypes, dice.of_task("large workloads")) if draft.large else ()
    return KernelProgram(
        key=key,
        origin="own",
        family=entry.name,
        source=_source(draft, names, configs, dice),
        unit=names.kernel,
        entry=names.wrapper,
        inputs=draft.inputs,
        reference=with_formulas(draft.reference, dice, kernel=False),
        cases=cases,
        configs=configs,
        licence="Apache-2.0",
    )


def _source(draft: Draft, names: Renamed, configs: tuple[Config, ...], dice: Dice) -> str:
    tuned = frozenset(draft.tune) - _OPTIONS.keys()
    body = with_formulas(draft.kernel, dice, kernel=True)
    wrapper = with_grid(draft.wrapper, tuned, dice)
    if dice.chance(AUTOTUNED_SHARE) and len(configs) > 1:
        wrapper = with_launch(wrapper, {})
        shown = configs[: dice.pick((3, 4, 6, 8, 12))]
        listed = "".join(f"        {_written(config, draft)},\n" for config in shown)
        key = ", ".join(f'"{name}"' for name in _tuning_key(body, names))
        header, _, rest = body.rpartition("@triton.jit\n")
        body = f"{header}@triton.autotune(\n    configs=[\n{listed}    ],\n    key=[{key}],\n)\n@triton.jit\n{rest}"
    else:
        chosen = configs[0]
        wrapper = with_launch(wrapper, dict(chosen.values) | dict(_options(chosen, draft)))
    return f"{_IMPORTS}{body}\n\n\n{wrapper}\n"


def _tuning_key(body: str, names: Renamed) -> list[str]:
    """Run-time numbers of the kernel that its best configuration depends on: its last two lengths."""
    signature = body[body.index(f"def {names.kernel}(") :].partition("(")[2].partition("):")[0]
    plain = [name for name in signature.split(", ") if name.isidentifier() and name not in names.pointers]
    return [name for name in plain if "stride" not in name and name not in _NO_LENGTHS][-2:]


def _written(config: Config, draft: Draft) -> str:
    values = ", ".join(f'"{name}": {value}' for name, value in config.values)
    options = "".join(f", {name}={value}" for name, value in _options(config, draft).items())
    return f"triton.Config({{{values}}}{options})"


def _options(config: Config, draft: Draft) -> dict[str, int]:
    """The launch options that the template tunes."""
    return {option: getattr(config, option) for word, option in _OPTIONS.items() if word in draft.tune}


def _cases(
    choices: Mapping[str, Sequence[int]], limit: str, dtypes: Sequence[str], rng: random.Random
) -> tuple[Case, ...]:
    """Different cases with all sizes drawn apart; dtypes take turns, in an order that is drawn too."""
    dtypes = rng.sample(dtypes, len(dtypes))
    cases: dict[Case, None] = {}
    for _ in range(20 * CASES):
        sizes = {name: rng.choice(values) for name, values in choices.items()}
        if eval(limit, {}, dict(sizes)):
            cases[Case(tuple(sizes.items()), dtypes[len(cases) % len(dtypes)])] = None
        if len(cases) == CASES:
            break
    return tuple(cases)


def _configs(draft: Draft, rng: random.Random) -> tuple[Config, ...]:
    """A draw from all configurations that the template allows."""
    names = list(draft.tune)
    combinations = (dict(zip(names, values, strict=True)) for values in itertools.product(*draft.tune.values()))
    condition = compile(draft.where, "where", "eval")
    allowed = [chosen for chosen in combinations if eval(condition, {}, dict(chosen))]
    drawn = rng.sample(allowed, min(CONFIGS, len(allowed)))
    return tuple(
        Config.of(
            {name: value for name, value in chosen.items() if name not in _OPTIONS},
            {option: chosen[word] for word, option in _OPTIONS.items() if word in chosen},
        )
        for chosen in drawn
    )
