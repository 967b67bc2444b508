"""Example calls in a data set's tests -> a typical workload of the program."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from perfcast.workload import Argument, ListNode, TreeNode, Workload
from perfcast.workload.language.describing import describe_value
from perfcast.workload.values.nodes import complete_tree, linked_list

_NODE_BUILDERS = {"list_node": linked_list, "tree_node": complete_tree}
_EXAMPLES = 40


def workload_of_tests(source: str, name: str, test: str) -> Workload | None:
    """A typical workload of the unit called `name`, from the calls in a test; None where there is none to be had."""
    try:
        parameters = parameters_of(source, name)
        return typical_workload(example_calls(test), parameters) if parameters else None
    except (SyntaxError, ValueError):
        return None


def example_calls(test: str, callee: str = "candidate") -> list[dict[str, object]]:
    """The arguments of the calls of `callee` in a test's source, by parameter name or by position (``0``, ``1``...).

    Calls whose arguments are no literals are left out.
    """
    calls = []
    for node in ast.walk(ast.parse(test)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == callee):
            continue
        try:
            values = {str(position): _value(argument) for position, argument in enumerate(node.args)}
            values |= {str(keyword.arg): _value(keyword.value) for keyword in node.keywords}
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
        calls.append(values)
        if len(calls) == _EXAMPLES:
            break
    return calls


def typical_workload(calls: Sequence[dict[str, object]], parameters: Sequence[str]) -> Workload | None:
    """The largest call's workload, its ranges widened to those of all calls; None where no call fits."""
    fitting = [_by_parameter(call, parameters) for call in calls]
    fitting = [call for call in fitting if call and not _unknown(call)]
    if not fitting:
        return None
    described = [[describe_value(name, value) for name, value in call.items()] for call in fitting]
    largest = max(described, key=lambda arguments: sum(argument.count for argument in arguments))
    others = {argument.name: [a for row in described for a in row if a.name == argument.name] for argument in largest}
    return Workload(tuple(_widened(argument, others[argument.name]) for argument in largest))


def _widened(argument: Argument, others: list[Argument]) -> Argument:
    """Order among a few examples is chance, so qualifiers stay only where every example of some length has them."""
    kin = [other for other in others if other.type == argument.type]
    lows = [other.low for other in kin if other.low is not None]
    highs = [other.high for other in kin if other.high is not None]
    long = [set(other.qualifiers) for other in kin if other.count >= 4]
    kept = tuple(q for q in argument.qualifiers if all(q in qualifiers for qualifiers in long) and len(long) > 1)
    if argument.has_value and isinstance(argument.value, str):
        return argument
    return replace(
        argument,
        low=min(lows, default=argument.low),
        high=max(highs, default=argument.high),
        qualifiers=kept,
        alphabet=_joined([other.alphabet for other in kin if other.alphabet is not None]),
    )


def _joined(alphabets: list[tuple[str, str] | str]) -> tuple[str, str] | str | None:
    if not alphabets:
        return None
    if all(isinstance(alphabet, tuple) for alphabet in alphabets):
        return min(a[0] for a in alphabets), max(a[1] for a in alphabets)
    texts = "".join(sorted({c for a in alphabets if isinstance(a, str) for c in a}))
    if len(texts) <= 12 and all(isinstance(alphabet, str) for alphabet in alphabets):
        return texts
    return max(alphabets, key=lambda a: ord(a[1]) - ord(a[0]) if isinstance(a, tuple) else len(a))


def _by_parameter(call: dict[str, object], parameters: Sequence[str]) -> dict[str, object]:
    named: dict[str, object] = {}
    for key, value in call.items():
        if key.isdigit():
            if int(key) >= len(parameters):
                return {}
            named[parameters[int(key)]] = value
        elif key in parameters:
            named[key] = value
        else:
            return {}
    return named


def _unknown(call: dict[str, object]) -> bool:
    """Whether an empty container leaves an element type open."""
    return any(value in ([], {}, (), set()) for value in call.values() if isinstance(value, list | dict | tuple | set))


def _value(node: ast.expr) -> object:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NODE_BUILDERS:
        values = ast.literal_eval(node.args[0])
        node_value: ListNode | TreeNode | None = _NODE_BUILDERS[node.func.id](list(values))
        return node_value
    return ast.literal_eval(node)


def parameters_of(source: str, name: str) -> list[str] | None:
    """Names of the positional parameters of the unit called `name`, ``self`` left out; None where there is none."""
    *classes, function = name.split(".")
    body: list[ast.stmt] = ast.parse(source).body
    for class_name in classes:
        found = [node for node in body if isinstance(node, ast.ClassDef) and node.name == class_name]
        if not found:
            return None
        body = found[-1].body
    functions = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == function]
    if not functions:
        return None
    arguments = functions[-1].args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    return names[1:] if classes else names
