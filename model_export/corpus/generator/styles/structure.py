"""Where code lives: helpers, classes, constants, results in variables."""

import ast
import copy

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.styles.blocks import blocks, functions, has_effects, size
from model_export.corpus.generator.trees import Function, all_names, bound_names, fresh, loaded_names, parameters

_HELPERS = (
    "helper", "transform", "score", "combine", "update_value", "calc", "convert", "check", "key_of", "apply_rule",
    "measure", "evaluate", "make_item", "next_value", "compute_part", "is_ok", "normalize_item", "f", "g", "_step",
    "_inner", "_convert", "_score",
)  # fmt: skip


def name_results(draft: Draft, dice: Dice) -> None:
    """`return expression` as an assignment and a return."""
    taken = all_names(draft.tree)
    for statements in list(blocks(draft.tree)):
        last = statements[-1]
        if isinstance(last, ast.Return) and last.value is not None and size(last.value) > 4 and dice.chance(0.7):
            name = fresh(dice.pick(("result", "result", "out", "answer", "ret", "output")), taken)
            statements[-1:] = [
                ast.Assign([ast.Name(name, ast.Store())], last.value, lineno=0),
                ast.Return(ast.Name(name, ast.Load())),
            ]


def extract_helpers(draft: Draft, dice: Dice) -> None:
    """Move an expression into a function of the module."""
    for _ in range(dice.pick((1, 1, 1, 2, 2, 3))):
        _extract_one(draft, dice)


_WORTH = (ast.BinOp, ast.Call, ast.IfExp, ast.BoolOp, ast.Compare, ast.Tuple)


def _extract_one(draft: Draft, dice: Dice) -> None:
    tree = draft.tree
    top = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    top |= {name for node in tree.body if isinstance(node, ast.Assign) for name in bound_names(node)}
    bound = bound_names(tree) - top
    inside = [node for function in functions(tree) for node in ast.walk(function)]
    candidates = [node for node in inside if isinstance(node, _WORTH) and _extractable(node, bound)]
    if not candidates:
        return
    chosen = dice.pick(candidates)
    inner = {
        name for node in ast.walk(chosen) if isinstance(node, ast.comprehension) for name in bound_names(node.target)
    }
    inner |= {argument.arg for argument in ast.walk(chosen) if isinstance(argument, ast.arg)}
    free = [name for name in dict.fromkeys(_in_order(chosen)) if name in bound and name not in inner]
    name = fresh(dice.pick(_HELPERS), all_names(tree))
    helper = ast.parse(f"def {name}({', '.join(free)}): pass").body[0]
    assert isinstance(helper, ast.FunctionDef)
    helper.body = [ast.Return(copy.deepcopy(chosen))]
    call = ast.parse(f"{name}({', '.join(free)})", mode="eval").body
    _replace(tree, chosen, call)
    at = next(i for i, node in enumerate(tree.body) if not isinstance(node, ast.Import | ast.ImportFrom))
    tree.body.insert(at, helper)


def _in_order(node: ast.AST) -> list[str]:
    return [child.id for child in ast.walk(node) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load)]


def _extractable(node: ast.expr, bound: set[str]) -> bool:
    if not 6 <= size(node) <= 40 or has_effects(node):
        return False
    if isinstance(node, ast.Tuple) and not isinstance(node.ctx, ast.Load):
        return False
    names = loaded_names(node)
    if names & {"self", "cls", "super", "range", "enumerate", "zip"} or not names & bound:
        return False
    return not any(isinstance(part, ast.Starred | ast.Lambda | ast.Slice) for part in ast.walk(node))


def _replace(tree: ast.AST, old: ast.AST, new: ast.expr) -> None:
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if value is old:
                setattr(node, field, new)
            elif isinstance(value, list):
                for at, item in enumerate(value):
                    if item is old:
                        value[at] = new


_CLASS_NAMES = (
    "Solution",
    "Solver",
    "Calculator",
    "Tool",
    "Model",
    "Task",
    "Job",
    "Algorithm",
    "Finder",
    "Counter_",
    "Manager",
    "Helper",
)


def into_class(draft: Draft, dice: Dice) -> None:
    """Make the unit a method; its helpers stay on the module or become methods too."""
    tree, function = draft.tree, draft.function()
    if "." in draft.unit or function.decorator_list:
        return
    moved = [function]
    if dice.chance(0.5):
        moved = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if any(node.decorator_list for node in moved) or "self" in all_names(tree):
        return
    names = {node.name for node in moved}
    used_elsewhere = {name for node in tree.body if node not in moved for name in loaded_names(node)}
    if names & used_elsewhere or any(_class_in(node) or _read_in_defaults(node, names) for node in moved):
        return

    class ToSelf(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return ast.Attribute(ast.Name("self", ast.Load()), node.id, ast.Load()) if node.id in names else node

    name = fresh(dice.pick(_CLASS_NAMES).rstrip("_"), all_names(tree) | {"Counter"})
    holder = ast.parse(f"class {name}: pass").body[0]
    assert isinstance(holder, ast.ClassDef)
    for node in moved:
        ToSelf().visit(node)
        node.args.args.insert(0, ast.arg("self"))
    holder.body = list(moved)
    tree.body = [node for node in tree.body if node not in moved]
    tree.body.append(holder)
    draft.unit = f"{name}.{function.name}"


def _class_in(node: ast.AST) -> bool:
    return any(isinstance(child, ast.ClassDef) for child in ast.walk(node))


def _read_in_defaults(node: Function, names: set[str]) -> bool:
    return any(
        loaded_names(default) & names
        for default in (*node.args.defaults, *(part for part in node.args.kw_defaults if part))
    )


_CONSTANT_NAMES = (
    "LIMIT",
    "FACTOR",
    "THRESHOLD",
    "MODULUS",
    "WIDTH",
    "STEP",
    "BASE",
    "CUTOFF",
    "SCALE",
    "OFFSET",
    "MARGIN",
    "UNIT",
)


def name_constants(draft: Draft, dice: Dice) -> None:
    """A number of the unit becomes a constant of the module, a default argument or a local variable."""
    function = draft.function()
    numbers = [
        node for node in _plain_constants(function) if type(node.value) in (int, float) and node.value not in (0, 1)
    ]
    if not numbers:
        return
    chosen = dice.pick(numbers)
    place = dice.pick(("module", "default", "local"))
    wanted = dice.pick(_CONSTANT_NAMES)
    name = fresh(wanted if place == "module" else wanted.lower(), all_names(draft.tree))
    if place == "default" and function.args.vararg is None and function.args.kwarg is None:
        function.args.args.append(ast.arg(name))
        function.args.defaults.append(ast.Constant(chosen.value))
    else:
        value = ast.Assign([ast.Name(name, ast.Store())], ast.Constant(chosen.value), lineno=0)
        if place == "module":
            at = next(i for i, node in enumerate(draft.tree.body) if not isinstance(node, ast.Import | ast.ImportFrom))
            draft.tree.body.insert(at, value)
        else:
            function.body.insert(0, value)
    _replace(function, chosen, ast.Name(name, ast.Load()))


def _plain_constants(function: Function) -> list[ast.Constant]:
    """Constants where a name may stand: not in patterns, format specifications, defaults or nested classes."""
    found: list[ast.Constant] = []
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.match_case | ast.JoinedStr | ast.ClassDef | ast.FunctionDef | ast.keyword):
            continue
        if isinstance(node, ast.Constant):
            found.append(node)
        todo += ast.iter_child_nodes(node)
    return found


def wrap_in_inner_function(draft: Draft, dice: Dice) -> None:
    """The work is done by a nested function that the unit calls."""
    function = draft.function()
    arguments = [name for name in parameters(function) if name != "self"]
    plain = not (function.args.vararg or function.args.kwarg or function.args.kwonlyargs)
    if not plain or not arguments or draft.is_generator() or function.decorator_list:
        return
    name = fresh(dice.pick(("inner", "run", "go", "work", "impl", "do_it")), all_names(draft.tree))
    closure = dice.chance(0.4) and not _rebinds(function, arguments)
    inner = ast.parse(f"def {name}({'' if closure else ', '.join(arguments)}): pass").body[0]
    assert isinstance(inner, ast.FunctionDef)
    inner.body = function.body
    call = ast.parse(f"return {name}({'' if closure else ', '.join(arguments)})").body
    function.body = [inner, *call]


def _rebinds(function: Function, arguments: list[str]) -> bool:
    stored = {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    return bool(stored & set(arguments))


def guard_inputs(draft: Draft, dice: Dice) -> None:
    """A check of an argument at the start, which no workload fails."""
    function = draft.function()
    kinds = {
        "list": "list",
        "str": "str",
        "dict": "dict",
        "int": "int",
        "float": "(int, float)",
        "np.": "np.ndarray",
        "set": "set",
    }
    checks = []
    for name in parameters(function):
        text = draft.annotations.get(name, "")
        known = next((kind for start, kind in kinds.items() if text.startswith(start)), None)
        if known:
            checks.append(f"if not isinstance({name}, {known}):\n    raise TypeError('{name} must be a {known}')")
            checks.append(f"assert {name} is not None")
        checks.append(f"if {name} is None:\n    {dice.pick(('return None', 'raise ValueError'))}")
    checks = [check for check in checks if "self" not in check]
    if checks and not draft.is_generator():
        function.body[:0] = (
            ast.parse(dice.pick(checks)).body if "return" not in (check := dice.pick(checks)) else _returning(check)
        )


def _returning(check: str) -> list[ast.stmt]:
    function = ast.parse("def f():\n    " + check.replace("\n", "\n    ")).body[0]
    assert isinstance(function, ast.FunctionDef)
    return function.body


def catch_errors(draft: Draft, dice: Dice) -> None:
    """The body in a try statement."""
    function = draft.function()
    if draft.is_generator() or len(function.body) < 2:
        return
    errors = dice.pick(
        ("ValueError", "(TypeError, ValueError)", "ZeroDivisionError", "(KeyError, IndexError)", "OverflowError")
    )
    answer = dice.pick(("return None", "raise", "return None", "raise RuntimeError('failed')"))
    attempt = _returning(f"try:\n    pass\nexcept {errors}:\n    {answer}")[0]
    assert isinstance(attempt, ast.Try)
    attempt.body = function.body
    function.body = [attempt]
