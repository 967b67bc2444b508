"""Other orders of the same decisions."""

import ast

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.styles.blocks import blocks


def conditional_expressions_to_branches(draft: Draft, dice: Dice) -> None:
    """`x = a if c else b` as an if statement."""
    for statements in list(blocks(draft.tree)):
        for at, node in enumerate(statements):
            if (
                not isinstance(node, ast.Assign | ast.Return)
                or not isinstance(node.value, ast.IfExp)
                or dice.chance(0.3)
            ):
                continue
            choice = node.value
            if isinstance(node, ast.Return):
                statements[at : at + 1] = [
                    ast.If(choice.test, [ast.Return(choice.body)], []),
                    ast.Return(choice.orelse),
                ]
                break
            first = ast.Assign(node.targets, choice.body, lineno=0)
            statements[at] = ast.If(choice.test, [first], [ast.Assign(node.targets, choice.orelse, lineno=0)])


def branches_to_conditional_expressions(draft: Draft, dice: Dice) -> None:
    """An if with an assignment to one variable on both sides as `x = a if c else b`."""
    for statements in list(blocks(draft.tree)):
        for at, node in enumerate(statements):
            if not isinstance(node, ast.If) or len(node.body) != 1 or len(node.orelse) != 1 or dice.chance(0.3):
                continue
            first, second = node.body[0], node.orelse[0]
            if isinstance(first, ast.Assign) and isinstance(second, ast.Assign) and _same_target(first, second):
                statements[at] = ast.Assign(first.targets, ast.IfExp(node.test, first.value, second.value), lineno=0)


def _same_target(first: ast.Assign, second: ast.Assign) -> bool:
    return len(first.targets) == 1 == len(second.targets) and ast.dump(first.targets[0]) == ast.dump(second.targets[0])


def flip_branches(draft: Draft, dice: Dice) -> None:
    """`if c: a else: b` as `if not c: b else: a`."""
    for node in [node for node in ast.walk(draft.tree) if isinstance(node, ast.If)]:
        chained = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        if node.orelse and not chained and not isinstance(node.test, ast.NamedExpr) and dice.chance(0.5):
            node.test = negated(node.test)
            node.body, node.orelse = node.orelse, node.body


def negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    opposite = {
        ast.Eq: ast.NotEq,
        ast.NotEq: ast.Eq,
        ast.In: ast.NotIn,
        ast.NotIn: ast.In,
        ast.Is: ast.IsNot,
        ast.IsNot: ast.Is,
    }
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in opposite:
        return ast.Compare(test.left, [opposite[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def nest_conditions(draft: Draft, dice: Dice) -> None:
    """`if a and b:` as two ifs."""
    for node in [node for node in ast.walk(draft.tree) if isinstance(node, ast.If)]:
        if (
            isinstance(node.test, ast.BoolOp)
            and isinstance(node.test.op, ast.And)
            and not node.orelse
            and dice.chance(0.6)
        ):
            first, *rest = node.test.values
            inner = rest[0] if len(rest) == 1 else ast.BoolOp(ast.And(), rest)
            node.test, node.body = first, [ast.If(inner, node.body, [])]


def guard_with_continue(draft: Draft, dice: Dice) -> None:
    """A loop's last `if c: ...` as `if not c: continue` and the rest unindented."""
    for loop in [node for node in ast.walk(draft.tree) if isinstance(node, ast.For)]:
        last = loop.body[-1]
        if (
            isinstance(last, ast.If)
            and not last.orelse
            and dice.chance(0.6)
            and not isinstance(last.test, ast.NamedExpr)
        ):
            loop.body[-1:] = [ast.If(negated(last.test), [ast.Continue()], []), *last.body]


def drop_else_after_return(draft: Draft, dice: Dice) -> None:
    """`if c: return a else: ...` without the else."""
    for statements in list(blocks(draft.tree)):
        for at, node in enumerate(statements):
            if (
                isinstance(node, ast.If)
                and node.orelse
                and isinstance(node.body[-1], ast.Return | ast.Continue | ast.Break | ast.Raise)
            ):
                rest, node.orelse = node.orelse, []
                statements[at + 1 : at + 1] = rest
                break


def add_else_after_return(draft: Draft, dice: Dice) -> None:
    """`if c: return a` followed by more as if-else."""
    for statements in list(blocks(draft.tree)):
        for at, node in enumerate(statements[:-1]):
            if (
                isinstance(node, ast.If)
                and not node.orelse
                and isinstance(node.body[-1], ast.Return)
                and dice.chance(0.6)
            ):
                node.orelse = statements[at + 1 :]
                del statements[at + 1 :]
                break
