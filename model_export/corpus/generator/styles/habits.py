"""Habits that cost or save memory and time without a change of the result."""

import ast
import copy

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.styles.blocks import blocks
from model_export.corpus.generator.trees import (
    all_names,
    bound_names,
    bound_outside_comprehensions,
    fresh,
    loaded_names,
    parameters,
)

_COPIES = {
    "list[int]": ("list({x})", "{x}[:]", "{x}.copy()", "[*{x}]"),
    "list[float]": ("list({x})", "{x}[:]", "[float(v) for v in {x}]"),
    "list[str]": ("list({x})", "{x}.copy()", "[str(w) for w in {x}]"),
    "list[list": ("copy.deepcopy({x})", "[row[:] for row in {x}]", "[list(row) for row in {x}]"),
    "list[tuple": ("list({x})", "sorted({x})", "tuple({x})"),
    "dict[": ("dict({x})", "{x}.copy()", "{{**{x}}}"),
    "set[": ("set({x})", "{x}.copy()"),
    "np.ndarray": ("{x}.copy()", "np.asarray({x})", "np.array({x})", "np.ascontiguousarray({x})", "np.copy({x})"),
    "torch.Tensor": ("{x}.clone()", "{x}.detach().clone()", "{x}.contiguous()", "torch.as_tensor({x})"),
    "pd.DataFrame": ("{x}.copy()", "{x}.reset_index(drop=True)", "{x}.copy(deep=True)"),
}


def copy_arguments(draft: Draft, dice: Dice) -> None:
    """A defensive copy of an argument first."""
    function = draft.function()
    if draft.returns == "None" or draft.is_generator():
        return
    choices = [
        (name, text)
        for name in parameters(function)
        for start, text in _COPIES.items()
        if _kind(draft, name).startswith(start)
    ]
    if not choices:
        return
    name, forms = dice.pick(choices)
    function.body[:0] = ast.parse(f"{name} = {dice.pick(forms).format(x=name)}").body


def _kind(draft: Draft, name: str) -> str:
    return draft.annotations.get(name, "")


def materialize_iterations(draft: Draft, dice: Dice) -> None:
    """`for x in list(range(n))`: loops over lists made for nothing."""
    for loop in [node for node in ast.walk(draft.tree) if isinstance(node, ast.For | ast.comprehension)]:
        call = loop.iter
        lazy = (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in ("range", "enumerate", "zip", "reversed")
        )
        if lazy and dice.chance(0.5):
            assert isinstance(call, ast.Call)
            endless = any(
                isinstance(node, ast.Name) and node.id in ("cycle", "count", "repeat") for node in ast.walk(call)
            )
            if not endless:
                loop.iter = ast.Call(ast.Name("list", ast.Load()), [call], [])


def keep_history(draft: Draft, dice: Dice) -> None:
    """A list that remembers a counter's or total's every value."""
    function = draft.function()
    loops = [(at, node) for at, node in enumerate(function.body) if isinstance(node, ast.For)]
    if not loops or draft.is_generator():
        return
    at, loop = dice.pick(loops)
    added = [
        node.target.id for node in loop.body if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    ]
    if not added or any(
        isinstance(node, ast.AugAssign) and not isinstance(node.op, ast.Add | ast.Sub) for node in loop.body
    ):
        return
    name = fresh(dice.pick(("history", "trace", "log", "steps_taken", "states")), all_names(draft.tree))
    loop.body += ast.parse(f"{name}.append({dice.pick(added)})").body
    function.body[at:at] = ast.parse(f"{name} = []").body


def count_iterations(draft: Draft, dice: Dice) -> None:
    """A counter or a dict of statistics that is kept beside the work."""
    function = draft.function()
    loops = [(at, node) for at, node in enumerate(function.body) if isinstance(node, ast.For | ast.While)]
    if not loops or draft.is_generator():
        return
    at, loop = dice.pick(loops)
    name = fresh(dice.pick(("rounds", "iterations", "stats", "visits", "calls")), all_names(draft.tree))
    start, add = dice.pick(((f"{name} = 0", f"{name} += 1"), (f"{name} = {{'rounds': 0}}", f"{name}['rounds'] += 1")))
    loop.body[:0] = ast.parse(add).body
    function.body[at:at] = ast.parse(start).body


def into_generator(draft: Draft, dice: Dice) -> None:
    """A helper that fills a list becomes a generator whose caller makes the list; at times that caller is left out."""
    function = draft.function()
    if draft.is_generator() or function.decorator_list or "." in draft.unit or function.name in loaded_names(function):
        return
    last = function.body[-1]
    if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Name):
        return
    name = last.value.id
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    appends = _appends(function, name)
    starts = [node for node in function.body if _is_empty_list(node, name)]
    nested = any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in ast.walk(function) if node is not function)
    if len(starts) != 1 or not appends or len(uses) != len(appends) + 2 or len(returns) != 1 or nested:
        return
    for statements, at in appends:
        call = statements[at].value  # type: ignore[attr-defined]
        statements[at] = ast.Expr(ast.Yield(call.args[0]))
    function.body.remove(starts[0])
    function.body.remove(last)
    function.returns = None
    if dice.chance(0.25):
        draft.returns = ""
        return
    inner = fresh(
        dice.pick((f"iter_{function.name}", f"generate_{function.name}", "_items", "stream", "produce")),
        all_names(draft.tree),
    )
    arguments = parameters(function)
    outer = ast.parse(
        f"def {function.name}({', '.join(arguments)}): return list({inner}({', '.join(arguments)}))"
    ).body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.args = copy.deepcopy(function.args)
    function.name = inner
    draft.tree.body.append(outer)


def _appends(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> list[tuple[list[ast.stmt], int]]:
    found = []
    for statements in blocks(ast.Module([function], [])):
        for at, statement in enumerate(statements):
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Call)
                and isinstance(statement.value.func, ast.Attribute)
            ):
                call = statement.value.func
                if call.attr == "append" and isinstance(call.value, ast.Name) and call.value.id == name:
                    found.append((statements, at))
    return found


def _is_empty_list(node: ast.stmt, name: str) -> bool:
    if (
        not isinstance(node, ast.Assign)
        or not isinstance(node.value, ast.List)
        or node.value.elts
        or len(node.targets) != 1
    ):
        return False
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == name


_DECORATORS = (
    """
def {name}(func):
    @wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper
""",
    """
def {name}(func):
    @wraps(func)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        result = func(*args, **kwargs)
        wrapper.last = result
        return result

    wrapper.calls = 0
    return wrapper
""",
    """
def {name}(func):
    def wrapper(*args, **kwargs):
        try:
            return func(*args, **kwargs)
        finally:
            wrapper.done = True

    return wrapper
""",
)


def decorate(draft: Draft, dice: Dice) -> None:
    """A decorator of the module around the unit or a helper."""
    tree = draft.tree
    top = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
    if not top or draft.is_generator():
        return
    name = fresh(dice.pick(("logged", "traced", "counted", "remember", "safe", "checked")), all_names(tree))
    tree.body[:0] = ast.parse(dice.pick(_DECORATORS).format(name=name)).body
    dice.pick(top).decorator_list.append(ast.Name(name, ast.Load()))


def chain_helpers(draft: Draft, dice: Dice) -> None:
    """The straight tail of the unit moves into a function of its own that takes what it needs."""
    function = draft.function()
    if draft.is_generator() or len(function.body) < 4 or "." in draft.unit or function.decorator_list:
        return
    cut = dice.spelling.randrange(2, len(function.body) - 1)
    head, tail = function.body[:cut], function.body[cut:]
    if not isinstance(tail[-1], ast.Return) or any(
        isinstance(node, ast.FunctionDef | ast.Nonlocal) for node in ast.walk(function) if node is not function
    ):
        return
    if any(isinstance(node, ast.Delete) for node in ast.walk(function)):
        return
    before = set(parameters(function)) | {
        name for statement in head for name in bound_outside_comprehensions(statement)
    }
    needed = sorted({name for statement in tail for name in loaded_names(statement)} & before)
    assigned = [statement for statement in head if isinstance(statement, ast.Assign)]
    certain = set(parameters(function)) | {
        name for part in assigned for target in part.targets for name in bound_names(target)
    }
    augmented = {
        node.target.id
        for statement in tail
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    if not set(needed) <= certain or not (augmented & before) <= set(needed):
        return
    name = fresh(
        dice.pick(("finish", "rest_of", "complete", "second_half", "combine_parts", "finalize", "_finish")),
        all_names(draft.tree),
    )
    helper = ast.parse(f"def {name}({', '.join(needed)}): pass").body[0]
    assert isinstance(helper, ast.FunctionDef)
    helper.body = tail
    function.body = [*head, ast.Return(ast.parse(f"{name}({', '.join(needed)})", mode="eval").body)]
    draft.tree.body.insert(draft.tree.body.index(function), helper)
