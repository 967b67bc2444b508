"""Annotations and docstrings."""

import ast

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.trees import parameters


def annotate(draft: Draft, dice: Dice) -> None:
    """Annotate the arguments, the result or both."""
    function = draft.function()
    result = dice.chance(0.7)
    for argument in function.args.args:
        if text := draft.annotations.get(argument.arg):
            argument.annotation = ast.parse(text, mode="eval").body
    if result and draft.returns and not draft.is_generator():
        function.returns = ast.parse(draft.returns, mode="eval").body


def document(draft: Draft, dice: Dice) -> None:
    """A docstring made of the unit's own words."""
    function = draft.function()
    words = function.name.replace("_", " ").strip().capitalize()
    arguments = [name for name in parameters(function) if name != "self"]
    text = dice.pick(
        (f"{words}.", f"{words} of the given {' and '.join(arguments) or 'data'}.", f"Return the {words.lower()}.")
    )
    if dice.chance(0.3) and arguments:
        text += "\n\nArgs:\n" + "\n".join(f"    {name}: the {name.replace('_', ' ')}" for name in arguments) + "\n"
    function.body.insert(0, ast.Expr(ast.Constant(text)))
