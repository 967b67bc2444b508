"""Pipelines: random walks over the typed stages, laid out the ways people lay out such code."""

import ast
import random
from collections.abc import Callable
from dataclasses import dataclass

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.kinds import KINDS
from model_export.corpus.generator.library import Stage, stages
from model_export.corpus.generator.names import SYNONYMS, action_name, result_name
from model_export.corpus.generator.template import expand
from model_export.corpus.generator.trees import (
    bound_names,
    class_level_names,
    fresh,
    loaded_names,
    parameters,
    rename,
)

# How often a pipeline starts with an argument of a kind.
STARTS = {
    "python": {"ints": 7, "words": 4, "text": 3, "pairs": 3, "floats": 2, "grid": 2, "number": 2}
    | dict.fromkeys(("counts", "tally", "groups", "bag", "blob"), 1),
    "numpy": {"vector": 3, "plane": 3, "integers": 2, "cube": 1, "flags": 1},
    "pandas": {"frame": 1},
}
# Two arguments of these kinds mostly meet in one expression.
_OF_ONE_SHAPE = frozenset(("plane", "cube", "square", "tensor", "matrix2", "sequence", "square_tensor"))
_CONTAINERS = frozenset(KINDS) - {"number", "real", "flag", "text", "blob"}


@dataclass
class Value:
    """A parameter or an intermediate result."""

    name: str
    kind: str


@dataclass
class Step:
    """A stage with the values that it reads and binds, and the names of its own parameters."""

    stage: Stage
    inputs: list[int]
    output: int
    own: dict[str, str]


@dataclass
class Plan:
    """What a pipeline computes; nothing of how it is spelled."""

    values: list[Value]
    steps: list[Step]
    workload: list[str]
    constants: dict[str, str]
    results: list[int]
    returns: str

    @property
    def names(self) -> list[str]:
        return [step.stage.name for step in self.steps]


def pipeline(dice: Dice, library: str) -> Draft:
    """A pipeline whose first argument belongs to `library`: python, numpy or pandas."""
    plan = _plan(dice, library)
    bodies, module_level = bodies_of(plan, dice, set())
    layout = dice.pick(_LAYOUTS)
    name = action_name(dice)
    tree = layout(plan, bodies, module_level, name, dice)
    annotations = argument_annotations(plan)
    problem = f"pipeline/{library}/" + "+".join(plan.names)
    unit = name if any(isinstance(node, ast.FunctionDef) and node.name == name for node in tree.body) else ""
    if not unit:
        holder = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name not in module_level)
        unit = f"{holder.name}.{name}"
    return Draft(problem, library, tree, unit, "; ".join(plan.workload), result_annotation(plan), annotations)


def continued(draft: Draft, kind: str, dice: Dice) -> Draft:
    """A caller of the draft's function that goes on with its result, whose kind is known, for a stage or two."""
    rng = dice.of_task("plan")
    function = draft.function()
    top = [statement for statement in draft.tree.body if isinstance(statement, ast.Assign)]
    taken = {"IN", "IN2", "OUT", *parameters(function), *(name for part in top for name in bound_names(part))}
    taken |= {part.name for part in draft.tree.body if isinstance(part, ast.FunctionDef | ast.ClassDef)}
    plan = Plan(
        [Value(fresh(dice.pick(("found", "raw", "first", "answer", "base", "part")), taken), kind)],
        [],
        [],
        {},
        [],
        "last",
    )
    plan.workload = [argument for argument in draft.workload.split("; ") if argument]
    _walk(plan, 0, rng.choice((1, 1, 2, 3)), rng, dice, taken)
    plan.results, plan.returns = _results(plan, rng)
    bodies, module_level = bodies_of(plan, dice, taken)
    arguments = ", ".join(parameters(function)[: len(draft.workload.split("; "))] if draft.workload else ())
    call = ast.parse(f"{plan.values[0].name} = {function.name}({arguments})").body
    name = fresh(action_name(dice), taken)
    inner = draft.tree.body
    bodies[0].statements[:0] = call
    tree = _straight(plan, bodies, module_level, name, dice)
    main = tree.body.pop()
    annotations = {**draft.annotations, **argument_annotations(plan)}
    problem = f"{draft.problem}+" + "+".join(plan.names)
    whole = ast.Module([*tree.body, *inner, main], [])
    return Draft(problem, draft.theme, whole, name, "; ".join(plan.workload), result_annotation(plan), annotations)


def argument_annotations(plan: Plan) -> dict[str, str]:
    outputs = {step.output for step in plan.steps}
    inputs = [value for at, value in enumerate(plan.values) if at not in outputs]
    return {value.name: KINDS[value.kind].annotation for value in inputs}


def result_annotation(plan: Plan) -> str:
    """Of the result; a kind that is none is an annotation itself."""
    kind = plan.values[plan.results[0]].kind
    return (KINDS[kind].annotation if kind in KINDS else kind) if plan.returns == "last" else ""


# What is computed


def _plan(dice: Dice, library: str) -> Plan:
    rng = dice.of_task("plan")
    kind = rng.choices(list(STARTS[library]), list(STARTS[library].values()))[0]
    plan = Plan([], [], [], {}, [], "last")
    taken: set[str] = {"IN", "IN2", "OUT"}
    current = add_parameter(plan, kind, rng, dice, taken)
    _walk(plan, current, rng.choice((1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6)), rng, dice, taken)
    plan.results, plan.returns = _results(plan, rng)
    return plan


def _walk(plan: Plan, current: int, length: int, rng: random.Random, dice: Dice, taken: set[str]) -> None:
    """At most `length` stages after the value, no stage twice, and only one that multiplies elements or takes long."""
    used: set[str] = set()
    costly = False
    for _ in range(length):
        options = [stage for stage in _from_kind(plan.values[current].kind) if stage.name not in used]
        options = [stage for stage in options if not (costly and stage.flags)]
        if not options:
            break
        stage = rng.choice(options)
        used.add(stage.name)
        costly = costly or bool(stage.flags)
        current = add_step(plan, stage, current, rng, dice, taken)


def _from_kind(kind: str) -> list[Stage]:
    return [stage for stage in stages() if stage.sources[0] == kind]


def add_parameter(plan: Plan, kind: str, rng: random.Random, dice: Dice, taken: set[str]) -> int:
    name = fresh(rng.choice(KINDS[kind].nouns), taken)
    alike = [value.name for value in plan.values if value.kind == kind and kind in _OF_ONE_SHAPE]
    described = dict(line.split(": ", 1) for line in plan.workload)
    spelled = next((described[name] for name in alike if name in described), "")
    spelled = spelled or expand(KINDS[kind].workload, dice.part(f"argument{len(plan.workload)}").settled())
    plan.workload.append(f"{name}: {spelled}")
    plan.values.append(Value(name, kind))
    return len(plan.values) - 1


def add_step(plan: Plan, stage: Stage, current: int, rng: random.Random, dice: Dice, taken: set[str]) -> int:
    inputs = [current]
    for kind in stage.sources[1:]:
        earlier = [at for at, value in enumerate(plan.values) if value.kind == kind and at != current]
        if earlier and rng.random() < 0.6:
            inputs.append(rng.choice(earlier))
        else:
            inputs.append(add_parameter(plan, kind, rng, dice, taken))
    own: dict[str, str] = {}
    for argument in filter(None, stage.arguments.split("; ")):
        canonical, _, described = argument.partition(": ")
        name = fresh(canonical, taken)
        own[canonical] = name
        described = expand(described, dice.part(f"own{len(plan.steps)}").settled())
        if rng.random() < 0.5:
            plan.workload.append(f"{name}: {described}")
        else:
            plan.constants[name] = described.rpartition("= ")[2]
    plan.values.append(Value(f"value{len(plan.values)}", stage.target))
    plan.steps.append(Step(stage, inputs, len(plan.values) - 1, own))
    return len(plan.values) - 1


def _results(plan: Plan, rng: random.Random) -> tuple[list[int], str]:
    last = plan.steps[-1].output
    earlier = [step.output for step in plan.steps[:-1]]
    if earlier and rng.random() < 0.3:
        return [*rng.sample(earlier, min(len(earlier), rng.choice((1, 1, 2)))), last], rng.choice(
            ("tuple", "tuple", "dict", "sizes")
        )
    if plan.values[last].kind in _CONTAINERS and rng.random() < 0.1:
        return [last], "size"
    return [last], "last"


# How it is spelled


@dataclass
class Body:
    """The statements of one step."""

    step: Step
    statements: list[ast.stmt]


def bodies_of(plan: Plan, dice: Dice, reserved: set[str]) -> tuple[list[Body], dict[str, ast.stmt]]:
    """The statements of each step with final variables, and the definitions that go to the module."""
    taken = reserved | {value.name for value in plan.values} | set(plan.constants) | set(_arguments(plan))
    overwrite = 0.7 if dice.chance(0.3) else 0.0
    bodies: list[Body] = []
    module_level: dict[str, ast.stmt] = {}
    for number, step in enumerate(plan.steps):
        text = expand(dice.pick(step.stage.spellings), dice.part(f"step{number}"))
        tree = ast.parse(text)
        value = plan.values[step.output]
        if dice.chance(overwrite) and _may_overwrite(plan, number, tree):
            value.name = plan.values[step.inputs[0]].name
        else:
            nouns = KINDS[value.kind].nouns if value.kind in KINDS else list(SYNONYMS["result"])
            value.name = fresh(result_name(step.stage, nouns, dice), taken)
        names = {"OUT": value.name, **step.own}
        names |= {name: plan.values[at].name for name, at in zip(("IN", "IN2"), step.inputs, strict=False)}
        protected = class_level_names(tree)
        for local in sorted(bound_names(tree) - names.keys() - protected):
            names[local] = fresh(local, taken)
        rename(tree, names)
        body: list[ast.stmt] = []
        for statement in tree.body:
            if isinstance(statement, ast.ClassDef) or (
                isinstance(statement, ast.FunctionDef) and _liftable(statement, tree, dice)
            ):
                module_level[statement.name] = statement
            else:
                body.append(statement)
        bodies.append(Body(step, body))
    return bodies, module_level


def _liftable(function: ast.FunctionDef, tree: ast.Module, dice: Dice) -> bool:
    """Whether the helper reads nothing of the step around it; half of those stay nested all the same."""
    outer = {
        name for statement in tree.body if not isinstance(statement, ast.FunctionDef) for name in bound_names(statement)
    }
    nested = any(isinstance(node, ast.Nonlocal) for node in ast.walk(function))
    free = loaded_names(function) - bound_names(function)
    helpers = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return not nested and not free & outer and not (free & helpers) and _only_known(free) and dice.chance(0.6)


def _only_known(free: set[str]) -> bool:
    from model_export.corpus.generator.imports import ALIASES, MEMBERS, MODULES
    from model_export.corpus.generator.trees import BUILTINS

    return free <= BUILTINS | set(MODULES) | MEMBERS.keys() | ALIASES.keys()


def _may_overwrite(plan: Plan, number: int, tree: ast.Module) -> bool:
    """Whether the result may take the name of its only input: that is not read again, and OUT is bound at the end."""
    step = plan.steps[number]
    source = step.inputs[0]
    later = {at for other in plan.steps[number + 1 :] for at in other.inputs} | set(plan.results)
    bound = sum(isinstance(node, ast.Name) and node.id == "OUT" for node in ast.walk(tree)) == 1
    return bound and isinstance(tree.body[-1], ast.Assign) and source not in later and len(step.inputs) == 1


def _results_of(plan: Plan, dice: Dice) -> ast.expr:
    names = [plan.values[at].name for at in plan.results]
    match plan.returns:
        case "last":
            text = names[-1]
        case "size":
            text = f"len({names[-1]})"
        case "tuple":
            text = "(" + ", ".join(names) + ")"
        case "sizes":
            text = (
                "{"
                + ", ".join(f"'{name}': {_size(plan, at)}" for name, at in zip(names, plan.results, strict=True))
                + "}"
            )
        case _:
            text = "{" + ", ".join(f"'{name}': {name}" for name in names) + "}"
            if dice.chance(0.3):
                text = "dict(" + ", ".join(f"{name}={name}" for name in names) + ")"
    return ast.parse(text, mode="eval").body


def _size(plan: Plan, at: int) -> str:
    value = plan.values[at]
    return f"len({value.name})" if value.kind in _CONTAINERS else value.name


def _arguments(plan: Plan) -> list[str]:
    return [line.partition(":")[0] for line in plan.workload]


def _function(name: str, arguments: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    function = ast.parse(f"def {name}({', '.join(arguments)}): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = body
    return function


def _constants(plan: Plan, names: set[str] | None = None) -> list[ast.stmt]:
    chosen = [name for name in plan.constants if names is None or name in names]
    return [statement for name in chosen for statement in ast.parse(f"{name} = {plan.constants[name]}").body]


def _main(plan: Plan, name: str, body: list[ast.stmt], dice: Dice, tree: list[ast.stmt]) -> ast.FunctionDef:
    """The unit, with the constants of the stages as defaults, as locals or on the module."""
    arguments = _arguments(plan)
    used = {node.id for statement in body for node in ast.walk(statement) if isinstance(node, ast.Name)}
    constants = _constants(plan, used)
    stored = {name for statement in body for name in bound_names(statement)}
    place = dice.pick(("default", "local") if stored & plan.constants.keys() else ("default", "local", "module"))
    if place == "default":
        arguments += [f"{name}={plan.constants[name]}" for name in plan.constants if name in used]
        constants = []
    elif place == "module":
        tree[:0] = constants
        constants = []
    return _function(name, arguments, [*constants, *body])


Layout = Callable[[Plan, list[Body], dict[str, ast.stmt], str, Dice], ast.Module]


def _straight(plan: Plan, bodies: list[Body], module_level: dict[str, ast.stmt], name: str, dice: Dice) -> ast.Module:
    """All steps in one function."""
    body = [statement for part in bodies for statement in part.statements]
    if dice.chance(0.15):
        body = _with_deletions(plan, bodies)
    top = list(module_level.values())
    main = _main(plan, name, [*body, ast.Return(_results_of(plan, dice))], dice, top)
    return ast.Module([*top, main], [])


def _with_deletions(plan: Plan, bodies: list[Body]) -> list[ast.stmt]:
    """Delete intermediate results after their last use, as people short of memory do."""
    body: list[ast.stmt] = []
    names = [value.name for value in plan.values]
    for number, part in enumerate(bodies):
        body += part.statements
        later = {at for other in bodies[number + 1 :] for at in other.step.inputs} | set(plan.results)
        source = part.step.inputs[0]
        nested = any(
            isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp)
            for statement in body
            for node in ast.walk(statement)
        )
        if source not in later and number and names.count(names[source]) == 1 and not nested:
            body += ast.parse(f"del {names[source]}").body
    return body


def _helpers(plan: Plan, bodies: list[Body], module_level: dict[str, ast.stmt], name: str, dice: Dice) -> ast.Module:
    """Some steps in functions of their own."""
    taken = {value.name for value in plan.values} | set(plan.constants) | set(module_level) | {name}
    for part in bodies:
        taken |= {bound for statement in part.statements for bound in bound_names(statement)}
    helpers: list[ast.stmt] = []
    body: list[ast.stmt] = []
    share = dice.pick((0.5, 1.0, 1.0))
    for part in bodies:
        output = plan.values[part.step.output].name
        if not dice.chance(share) or any(isinstance(statement, ast.Return) for statement in part.statements):
            body += part.statements
            continue
        helper = fresh(part.step.stage.name, taken)
        inputs = list(dict.fromkeys([*(plan.values[at].name for at in part.step.inputs), *part.step.own.values()]))
        helpers.append(_function(helper, inputs, [*part.statements, ast.Return(ast.Name(output, ast.Load()))]))
        body += ast.parse(f"{output} = {helper}({', '.join(inputs)})").body
    top = [*module_level.values(), *helpers]
    nested: list[ast.stmt] = []
    if dice.chance(0.2):
        top, nested = list(module_level.values()), helpers
    main = _main(plan, name, [*nested, *body, ast.Return(_results_of(plan, dice))], dice, top)
    return ast.Module([*top, main], [])


def _class(plan: Plan, bodies: list[Body], module_level: dict[str, ast.stmt], name: str, dice: Dice) -> ast.Module:
    """Steps as methods of a class."""
    taken = {value.name for value in plan.values} | set(plan.constants) | set(module_level) | {name}
    methods: list[ast.stmt] = []
    body: list[ast.stmt] = []
    static = dice.chance(0.4)
    share = dice.pick((0.0, 0.6, 1.0))
    for part in bodies:
        if not dice.chance(share):
            body += part.statements
            continue
        output = plan.values[part.step.output].name
        helper = fresh(dice.pick(("_", "")) + part.step.stage.name, taken)
        inputs = list(dict.fromkeys([*(plan.values[at].name for at in part.step.inputs), *part.step.own.values()]))
        method = _function(
            helper,
            inputs if static else ["self", *inputs],
            [*part.statements, ast.Return(ast.Name(output, ast.Load()))],
        )
        if static:
            method.decorator_list = [ast.Name("staticmethod", ast.Load())]
        methods.append(method)
        body += ast.parse(f"{output} = self.{helper}({', '.join(inputs)})").body
    top = list(module_level.values())
    main = _main(plan, name, [*body, ast.Return(_results_of(plan, dice))], dice, top)
    main.args.args.insert(0, ast.arg("self"))
    holder = ast.parse(f"class {fresh(dice.pick(_CLASSES), taken)}: pass").body[0]
    assert isinstance(holder, ast.ClassDef)
    holder.body = [*methods, main] if dice.chance(0.5) else [main, *methods]
    return ast.Module([*top, holder], [])


_CLASSES = (
    "Solution",
    "Pipeline",
    "Processor",
    "Analyzer",
    "Report",
    "Handler",
    "Service",
    "Transformer",
    "Builder",
    "Engine",
    "Worker",
)


def _steps_in_a_row(
    plan: Plan, bodies: list[Body], module_level: dict[str, ast.stmt], name: str, dice: Dice
) -> ast.Module:
    """A list of functions applied one after the other; where the plan is no such chain, helpers."""
    chain = all(len(step.inputs) == 1 and not step.own for step in plan.steps) and plan.returns == "last"
    if (
        not chain
        or len(bodies) < 2
        or any(step.inputs[0] != (0, *(s.output for s in plan.steps))[i] for i, step in enumerate(plan.steps))
    ):
        return _helpers(plan, bodies, module_level, name, dice)
    taken = {value.name for value in plan.values} | set(module_level) | {name, "step", "state"}
    helpers: list[ast.stmt] = []
    names = []
    for part in bodies:
        names.append(fresh(part.step.stage.name, taken))
        source, output = plan.values[part.step.inputs[0]].name, plan.values[part.step.output].name
        helpers.append(_function(names[-1], [source], [*part.statements, ast.Return(ast.Name(output, ast.Load()))]))
    first = plan.values[0].name
    rows = ", ".join(names)
    body = dice.pick(
        (
            f"for step in ({rows}):\n    {first} = step({first})\nreturn {first}",
            f"state = {first}\nfor step in [{rows}]:\n    state = step(state)\nreturn state",
            f"return functools.reduce(lambda state, step: step(state), [{rows}], {first})",
            "return " + "(".join(reversed(names)) + f"({first}" + ")" * len(names),
        )
    )
    top = [*module_level.values(), *helpers]
    return ast.Module([*top, _function(name, _arguments(plan), ast.parse(_in_function(body)).body[0].body)], [])  # type: ignore[attr-defined]


def _in_function(body: str) -> str:
    return "def f():\n    " + body.replace("\n", "\n    ")


_LAYOUTS: tuple[Layout, ...] = (_straight, _straight, _straight, _straight, _helpers, _helpers, _class, _steps_in_a_row)
