"""Tiny programs: one operation, or two of which the second goes on with the result of the first."""

import ast
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from model_export.corpus.generator.compose import (
    Plan,
    add_parameter,
    add_step,
    argument_annotations,
    bodies_of,
    result_annotation,
)
from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.imports import IMPORTABLE
from model_export.corpus.generator.kinds import KINDS
from model_export.corpus.generator.library import NAMELESS, Stage, library_of, operations
from model_export.corpus.generator.names import action_name
from model_export.corpus.generator.styles.signatures import annotate
from model_export.corpus.generator.template import expand
from model_export.corpus.generator.trees import fresh

# Share of the programs that are of two operations.
COMPOSED = 0.45
# Share of the scalar second inputs that are written into the text.
WRITTEN_OUT = 0.5
ANNOTATED = 0.35
ZEALS = (0.0, 0.0, 0.15, 0.4)
_SCALARS = frozenset(("small", "real"))
_SIZED = frozenset(KINDS) - {"number", "small", "real", "flag"}
_ARRAYS = frozenset(
    kind
    for kind, told in KINDS.items()
    if told.annotation in ("np.ndarray", "torch.Tensor", "pd.DataFrame", "pd.Series")
)
_SEQUENCES = frozenset(("ints", "floats", "words", "pairs", "numerals", "rows"))
_EMPTY = {"ints": "[]", "floats": "[]", "words": "[]", "pairs": "[]", "number": "0", "real": "0.0", "text": "''"}
_FALSY = frozenset(("ints", "floats", "words", "pairs", "text", "rows", "counts", "tally", "bag", "blob", "grid"))


def tiny(dice: Dice, library: str) -> Draft:
    """A function of a few lines whose first operation is one of `library`: python, numpy, pandas or torch."""
    plan, problem, returns = _plan(dice, library)
    bodies, module_level = bodies_of(plan, dice, set())
    taken = {value.name for value in plan.values} | set(module_level)
    name = fresh(_name(plan, dice), taken)
    blocks = [body.statements for body in bodies]
    if len(blocks) == 2 and returns != "both" and dice.chance(0.5):
        _put_first_into_second(blocks)
    statements = [statement for block in blocks for statement in block]
    results = [plan.values[at].name for at in plan.results]
    body = _Ending(plan, dice, taken).finish(statements, results, returns)
    arguments = ", ".join(line.partition(":")[0] for line in plan.workload)
    function = ast.parse(f"def {name}({arguments}): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = body
    tree = ast.Module([*module_level.values(), function], [])
    given = result_annotation(plan) if returns == "last" else {"size": "int", "nothing": "None"}.get(returns, "")
    draft = Draft(
        f"tiny/{problem}", library, tree, name, "; ".join(plan.workload), given, argument_annotations(plan), zeals=ZEALS
    )
    if dice.chance(ANNOTATED):
        annotate(draft, dice)
    return draft


@cache
def _of_library(library: str) -> tuple[Stage, ...]:
    return tuple(operation for operation in operations() if library_of(operation.theme) == library)


@cache
def _from_kind() -> dict[str, list[Stage]]:
    found: dict[str, list[Stage]] = defaultdict(list)
    for operation in operations():
        found[operation.sources[0]].append(operation)
    return found


def _plan(dice: Dice, library: str) -> tuple[Plan, str, str]:
    """What is computed, the name of the problem, and what of the results is returned."""
    rng = dice.of_task("plan")
    first = rng.choice(_of_library(library))
    plan = Plan([], [], [], {}, [], "last")
    taken = {"IN", "IN2", "OUT"}
    current = add_parameter(plan, first.sources[0], rng, dice, taken)
    current = add_step(plan, _settled(first, rng, dice), current, rng, dice, taken)
    problem = first.name
    # A number that was computed may be too large to make that many elements, and what the shape of a result is that
    # another array would have to fit is not known.
    options = [
        other for other in _from_kind()[first.target] if other is not first and not _ARRAYS & {*other.sources[1:]}
    ]
    if options and first.target != "number" and rng.random() < COMPOSED:
        second = rng.choice(options)
        current = add_step(plan, _settled(second, rng, dice), current, rng, dice, taken)
        problem += f"+{second.name}"
    plan.results = [current]
    returns = _returned(plan, rng)
    return plan, problem if returns == "last" else f"{problem}+{returns}", returns


def _settled(operation: Stage, rng: random.Random, dice: Dice) -> Stage:
    """The operation by its plain name, at times with a number in the place of its second input."""
    dice = dice.part(operation.name)
    called = operation.name.rpartition("_")[0].strip("_")
    operation = replace(operation, name=f"as_{called}" if called in IMPORTABLE else called)
    if len(operation.sources) == 1 or operation.sources[1] not in _SCALARS or rng.random() > WRITTEN_OUT:
        return operation
    described = expand(KINDS[operation.sources[1]].workload, dice.settled())
    text = re.sub(r"\bIN2\b", described.rpartition("= ")[2], operation.spellings[0])
    return replace(operation, sources=operation.sources[:1], spellings=(text,))


def _returned(plan: Plan, rng: random.Random) -> str:
    chance = rng.random()
    if chance < 0.06 and plan.values[plan.results[0]].kind in _SIZED:
        return "size"
    if chance < 0.1:
        return "nothing"
    if chance < 0.16 and len(plan.steps) == 2:
        plan.results = [step.output for step in plan.steps]
        return "both"
    return "last"


_VERBS = ("get", "do", "my", "make", "compute", "test", "run", "calc", "to", "with", "simple", "fast", "")
_PLAIN = ("f", "g", "func", "foo", "test", "solve", "main", "solution", "run", "compute", "process", "example", "go")


def _name(plan: Plan, dice: Dice) -> str:
    called = dice.pick(plan.steps).stage.name
    noun = dice.pick(KINDS[plan.values[0].kind].nouns)
    if called == NAMELESS:
        return dice.pick((dice.pick(_PLAIN), action_name(dice), f"{dice.pick(_VERBS[:-1])}_{noun}"))
    return dice.pick(
        (
            f"{called}_{noun}",
            f"{called}_{noun}",
            f"{dice.pick(_VERBS)}_{called}".strip("_"),
            dice.pick(_PLAIN),
            action_name(dice),
        )
    )


def _put_first_into_second(blocks: list[list[ast.stmt]]) -> None:
    """Write the expression of the first operation where the second reads its result, if that is once."""
    first, second = blocks
    if len(first) != 1 or not isinstance(first[0], ast.Assign) or len(second) != 1:
        return
    (target,), value = first[0].targets, first[0].value
    if not isinstance(target, ast.Name) or not isinstance(second[0], ast.Assign):
        return
    holder = ast.Module([second[0]], [])
    reads = [node for node in ast.walk(holder) if isinstance(node, ast.Name) and node.id == target.id]
    inner = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda
    repeated = {id(node) for part in ast.walk(holder) if isinstance(part, inner) for node in _run_often(part)}
    loaded = [node for node in reads if isinstance(node.ctx, ast.Load)]
    if len(loaded) != 1 or id(loaded[0]) in repeated:
        return

    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return value if node is loaded[0] else node

    Put().visit(holder)
    first.clear()


def _run_often(part: ast.AST) -> list[ast.AST]:
    """Nodes of a comprehension or lambda that are evaluated once an element."""
    once: set[int] = set()
    if not isinstance(part, ast.Lambda):
        once = {id(node) for node in ast.walk(part.generators[0].iter)}  # type: ignore[attr-defined]
    return [node for node in ast.walk(part) if id(node) not in once]


@dataclass
class _Ending:
    """How a function hands back what it computed."""

    plan: Plan
    dice: Dice
    taken: set[str]

    def finish(self, statements: list[ast.stmt], results: Sequence[str], returns: str) -> list[ast.stmt]:
        if returns == "nothing":
            return [*statements, *([ast.Return(None)] if self.dice.chance(0.15) else [])]
        if returns == "both":
            return [*statements, *_parsed(f"return {', '.join(results)}")]
        last = statements[-1]
        value: ast.expr = ast.Name(results[-1], ast.Load())
        if isinstance(last, ast.Assign) and ast.unparse(last.targets[0]) == results[-1] and self.dice.chance(0.65):
            statements, value = statements[:-1], last.value
        if returns == "size":
            return [*statements, ast.Return(ast.Call(ast.Name("len", ast.Load()), [value], []))]
        return [*self._guard(), *statements, *self._handed(value)]

    def _handed(self, value: ast.expr) -> list[ast.stmt]:
        kind = self.plan.values[self.plan.results[-1]].kind
        text = ast.unparse(value)
        if kind in _SEQUENCES and self.dice.chance(0.1):
            item, out = fresh("item", self.taken), fresh("out", self.taken)
            return _parsed(
                self.dice.pick(
                    (
                        f"{out} = []\nfor {item} in {text}:\n    {out}.append({item})\nreturn {out}",
                        f"for {item} in {text}:\n    yield {item}",
                        f"yield from {text}",
                        f"{out} = []\n{out}.extend({text})\nreturn {out}",
                    )
                )
            )
        if kind == "number" and self.dice.chance(0.04):
            return _parsed(f"return int({text})")
        return [ast.Return(value)]

    def _guard(self) -> list[ast.stmt]:
        first, kind = self.plan.values[0], self.plan.values[self.plan.results[-1]].kind
        if first.kind not in _FALSY or kind not in _EMPTY or not self.dice.chance(0.08):
            return []
        test = self.dice.pick((f"not {first.name}", f"len({first.name}) == 0"))
        return _parsed(f"if {test}:\n    return {_EMPTY[kind]}")


def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body
