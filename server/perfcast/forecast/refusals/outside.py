"""Why a forecast would have no grounds: what a unit does that its source does not tell the cost of."""

from __future__ import annotations

import ast
import builtins
import sys
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from perfcast.forecast.refusals.effects import AWAITS, BY_METHOD, BY_NAME, GPU, HARMLESS, SLEEPS
from perfcast.source.classes.abstract import is_left_to_others
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.locations.place import NOWHERE, Place, find_module
from perfcast.source.parsing.syntax import parsed
from perfcast.source.parsing.walking import children, inner_statements, statements, walk

NO_BODY: Final = "has no body"
#: Of a kernel: nobody launches it.
HELPER: Final = "called by kernels"

#: Begins what is said of a library.
USES: Final = "uses "
#: Ends what is said of a module of the user's own that trial runs came to no end in.
IN_VAIN: Final = ", tried in vain"

#: What the corpus holds beside the standard library, and what only turns what these hold; the model has seen no other
#: library at work.
KNOWN_LIBRARIES: Final = frozenset({"einops", "numpy", "pandas", "torch"})

#: What trial runs go past; sleeping takes none of the processor's time, and what is awaited was run.
_UNSEEN: Final = frozenset({GPU})
#: Stands in every text that does such a thing.
_OF_UNSEEN: Final = "cuda"
_BUILTINS: Final = frozenset(dir(builtins))
#: What runs asynchronous functions, whichever they are.
_AWAITING: Final = frozenset({"run", "run_until_complete", "run_forever", "run_coroutine_threadsafe", "async_to_sync"})
#: What these take is the GPU's, and is forecast of themselves.
LAUNCHES: Final = "launches Triton kernels"
_TRITON: Final = "triton"
_JIT: Final = frozenset({f"{_TRITON}.jit", f"{_TRITON}.runtime.jit.jit"})
#: Stands before names that the text defines itself.
_OWN: Final = "<own>"
_ENDLESS: Final = {"itertools.count", "itertools.cycle"}
#: Nodes in which there is nothing to find.
_LEAVES: Final = frozenset({ast.Name, ast.Constant, ast.Load, ast.Store})
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def outside_reasons(
    normal_form: str, *, is_kernel: bool = False, has_ended: bool | None = None, home: Place = NOWHERE
) -> tuple[str, ...]:
    """Short reasons, each once, in the order in which they are met; none where the source tells all.

    Args:
        normal_form: the unit with the context that it needs; callees are looked into as well.
        is_kernel: the unit runs on a GPU.
        has_ended: whether a trial run of what is forecast came to its end, which reaches nothing outside and shows that
            this call does not either; None where none was made.
        home: where the unit's file lies, so that its own project's modules are told from libraries.
    """
    if is_kernel:
        return (GPU,)
    try:
        tree = parsed(normal_form)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    unit = _unit_of(tree)
    launches = not has_ended and _TRITON in normal_form and _launches_kernel(tree)
    if launches or (unit is not None and _is_stub(unit)):
        return (LAUNCHES if launches else NO_BODY,)
    if has_ended and _OF_UNSEEN not in normal_form:
        return ()
    modules = _Modules(_imported(tree) | _defined(tree), home, _chosen(tree))
    reasons: dict[str, None] = {}
    may_await = _may_await(tree, unit)
    for node, local in _with_local_names(tree):
        for reason in _of_node(node, modules, local, is_tried=has_ended is not None):
            if reason != AWAITS or may_await:
                reasons.setdefault(reason)
    if has_ended:
        return tuple(reason for reason in reasons if reason in _UNSEEN)
    if _loops_without_end(tree, modules):
        reasons.setdefault("loops without end")
    if unit is not None and _calls_parameter(unit, is_method=unit not in tree.body):
        reasons.setdefault("calls a given function")
    return tuple(reasons)


def sleeps(normal_form: str) -> bool:
    """Whether a unit, or what it calls, sleeps: no forecast counts that, as it takes none of the processor's time."""
    if "sleep" not in normal_form:
        return False
    try:
        tree = parsed(normal_form)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    modules = _Modules(_imported(tree) | _defined(tree), NOWHERE, ())
    return any(
        SLEEPS in _of_node(node.func, modules, local, is_tried=True) and not _is_a_turn(node)
        for node, local in _with_local_names(tree)
        if isinstance(node, ast.Call)
    )


def _is_a_turn(call: ast.Call) -> bool:
    """Whether it only lets others have their turn, as `asyncio.sleep(0)`."""
    return bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0


class _Modules(dict[str, str]):
    """What a text imports or defines, see `_imported` and `_defined`.

    Attributes:
        chosen: nodes that mean something only where there is a GPU, see `_chosen`.
    """

    def __init__(self, named: Mapping[str, str], home: Place, chosen: Collection[int]) -> None:
        super().__init__(named)
        self._home = home
        self.chosen = chosen
        self._own: dict[str, str | None] = {}

    def own(self, dotted: str) -> str | None:
        """The module of the user's own that a dotted name is found in; None for what is a library's."""
        if dotted not in self._own:
            parts = dotted.split(".")
            names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
            found = next((one for name in names if (one := find_module(name, self._home.own)) is not None), None)
            is_own = found is not None and self._home.is_own(found.path)
            self._own[dotted] = found.name if found is not None and is_own else None
        return self._own[dotted]


def _with_local_names(tree: ast.Module) -> Iterator[tuple[ast.AST, frozenset[str]]]:
    """All nodes as `ast.walk` gives them, each with what the functions around it bind themselves; no contexts."""
    waiting: deque[tuple[ast.AST, frozenset[str]]] = deque([(tree, frozenset())])
    while waiting:
        node, local = waiting.popleft()
        yield node, local
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            local |= bound_in(node)
        if type(node) not in _LEAVES:
            waiting.extend([(child, local) for child in children(node)])


def bound_in(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """Parameters, and names that are assigned; those that are imported or declared global mean what they do outside."""
    bound = {node.arg for node in walk(function.args) if isinstance(node, ast.arg)}
    outside = set[str]()
    waiting: list[ast.AST] = children(function)
    while waiting:
        node = waiting.pop()
        if type(node) not in _LEAVES and not isinstance(node, _SCOPES):
            waiting += children(node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.Global):
            outside.update(node.names)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            outside.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
    return bound - outside


def _launches_kernel(tree: ast.Module) -> bool:
    """Whether a Triton kernel of the text is launched in it: ``kernel[grid](...)``."""
    names = _imported(tree)
    kernels = {
        node.name
        for node in walk(tree)
        if isinstance(node, ast.FunctionDef)
        for one in node.decorator_list
        if _resolved(_dotted(one.func if isinstance(one, ast.Call) else one) or "", names) in _JIT
    }
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Subscript)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in kernels
        for node in walk(tree)
    )


def _of_node(node: ast.AST, modules: _Modules, local: Collection[str], *, is_tried: bool) -> Iterator[str]:
    if id(node) in modules.chosen:
        return
    if isinstance(node, ast.Name | ast.Attribute):
        dotted = _dotted(node)
        if dotted is not None and isinstance(node.ctx, ast.Load) and dotted.partition(".")[0] not in local:
            yield from _of_name(dotted, modules, is_tried)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in BY_METHOD:
        yield BY_METHOD[node.func.attr]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if node.value.partition(":")[0] == "cuda" and any(
            name.partition(".")[0] == "torch" for name in modules.values()
        ):
            yield GPU
    elif isinstance(node, ast.Await | ast.AsyncFor | ast.AsyncWith):
        yield AWAITS


def _chosen(tree: ast.Module) -> set[int]:
    """Nodes that come after a question for a GPU, such as `"cuda" if torch.cuda.is_available() else "cpu"`: on a
    processor, which is what is forecast, they are passed by."""
    chosen = set[int]()
    for node in walk(tree):
        if isinstance(node, ast.IfExp | ast.If) and _asks_for_gpu(node.test):
            taken = node.body if isinstance(node.body, list) else [node.body]
            chosen.update(id(part) for one in taken for part in walk(one))
        elif isinstance(node, ast.Attribute) and BY_NAME.get(f"torch.cuda.{node.attr}") == HARMLESS:
            # The module itself is not what is asked for.
            chosen.add(id(node.value))
    return chosen


def _asks_for_gpu(test: ast.expr) -> bool:
    return isinstance(test, ast.Call) and last_name(test.func) == "is_available"


def _may_await(tree: ast.Module, unit: ast.FunctionDef | ast.AsyncFunctionDef | None) -> bool:
    """Whether a call of the unit may come to where others are awaited: within a plain function nothing is, but for what
    it calls of the asynchronous functions around it."""
    if not isinstance(unit, ast.FunctionDef):
        return True
    names = {node.name for node in statements(tree) if isinstance(node, ast.AsyncFunctionDef)}
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.Call) and (last_name(node.func) in names or last_name(node.func) in _AWAITING):
            return True
        waiting += children(node)
    return False


def _loops_without_end(tree: ast.Module, modules: Mapping[str, str]) -> bool:
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.While) and _is_true(node.test) and not _ends(node.body):
            return True
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and not _ends(node.body):
            dotted = _dotted(node.iter.func)
            if dotted is not None and _resolved(dotted, modules) in _ENDLESS:
                return True
        inner = inner_statements(node)
        if isinstance(node, ast.Try | ast.TryStar) and node.handlers:
            # What is raised within may end a loop: `while True: yield next(items)`.
            inner = [child for child in inner if child not in node.body]
        pending += inner
    return False


def _of_name(dotted: str, modules: _Modules, is_tried: bool) -> Iterator[str]:
    root = dotted.partition(".")[0]
    whole = _resolved(dotted, modules)
    parts = whole.split(".")
    for length in range(len(parts), 0, -1):
        reason = BY_NAME.get(".".join(parts[:length]))
        if reason is not None and (root in modules or whole in _BUILTINS):
            if reason != HARMLESS:
                yield reason
            return
    library = parts[0]
    if root not in modules or library == _OWN:
        return
    if library == "":
        imported = modules[root]
        module = imported.rpartition(".")[0]
        own: str | None = module if module.strip(".") else imported
    elif library in sys.stdlib_module_names or library in KNOWN_LIBRARIES:
        return
    else:
        own = modules.own(modules[root])
    yield f"{USES}{library}" if own is None else f"{USES}{own}{IN_VAIN if is_tried else ', unread'}"


def _imported(tree: ast.Module) -> dict[str, str]:
    """Local name -> dotted name of what was imported; relative imports begin with a dot."""
    names: dict[str, str] = {}
    for node in statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                names[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (f"{node.module}." if node.module else "")
            for alias in node.names:
                names[alias.asname or alias.name] = source + alias.name
    return names


def _defined(tree: ast.Module) -> dict[str, str]:
    """The text's own functions and classes, which hide built-in functions of their name."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {node.name: f"{_OWN}.{node.name}" for node in statements(tree) if isinstance(node, kinds)}


def _resolved(dotted: str, modules: Mapping[str, str]) -> str:
    root, dot, rest = dotted.partition(".")
    return modules.get(root, root) + dot + rest


def _dotted(node: ast.AST) -> str | None:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def _unit_of(tree: ast.Module) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The unit stands first in a normal form, a method within its class."""
    body: list[ast.stmt] = tree.body
    while body:
        first = body[0]
        if isinstance(first, ast.FunctionDef | ast.AsyncFunctionDef):
            return first
        if not isinstance(first, ast.ClassDef):
            return None
        body = [node for node in first.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    return None


def _is_stub(unit: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A protocol's, an overload's or an abstract method's body."""
    for statement in unit.body:
        is_filler = isinstance(statement, ast.Pass) or (
            isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        )
        raised = statement.exc if isinstance(statement, ast.Raise) else None
        if not is_filler and not is_left_to_others(raised):
            return False
    return True


def _calls_parameter(unit: ast.FunctionDef | ast.AsyncFunctionDef, *, is_method: bool) -> bool:
    """Whether a parameter without a default is called, other than a method's instance."""
    positional = [*unit.args.posonlyargs, *unit.args.args]
    required = positional[is_method : len(positional) - len(unit.args.defaults)]
    required += [p for p, default in zip(unit.args.kwonlyargs, unit.args.kw_defaults, strict=True) if default is None]
    names = {parameter.arg for parameter in required}
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
        for statement in unit.body
        for node in walk(statement)
    )


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _ends(body: list[ast.stmt]) -> bool:
    """Whether something in a loop's body leaves the loop; a break of an inner loop does not."""
    pending: list[tuple[ast.AST, bool]] = [(statement, False) for statement in body]
    while pending:
        node, in_inner = pending.pop()
        if isinstance(node, ast.Return | ast.Raise) or (isinstance(node, ast.Break) and not in_inner):
            return True
        if isinstance(node, _SCOPES):
            continue
        is_loop = isinstance(node, ast.For | ast.While | ast.AsyncFor)
        pending.extend((child, in_inner or is_loop) for child in inner_statements(node))
    return False
