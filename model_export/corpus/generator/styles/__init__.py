"""Rewrites that change how a program is written, and at times what it costs, but not what it computes."""

from collections.abc import Callable

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.styles import branches, expressions, habits, loops, signatures, structure

Style = Callable[[Draft, Dice], None]

# In this order, each with its probability.
STYLES: tuple[tuple[float, Style], ...] = (
    (0.15, loops.lists_to_generators),
    (0.25, loops.comprehensions_to_loops),
    (0.20, loops.eager_or_lazy_arguments),
    (0.15, loops.items_to_indices),
    (0.20, loops.fors_to_whiles),
    (0.05, loops.endless_loops),
    (0.20, expressions.inline_names),
    (0.25, expressions.name_parts),
    (0.30, expressions.spell_out_updates),
    (0.12, expressions.mirror_comparisons),
    (0.10, expressions.constructor_calls),
    (0.15, expressions.merge_assignments),
    (0.20, branches.conditional_expressions_to_branches),
    (0.20, branches.branches_to_conditional_expressions),
    (0.12, branches.flip_branches),
    (0.12, branches.nest_conditions),
    (0.15, branches.guard_with_continue),
    (0.15, branches.drop_else_after_return),
    (0.12, branches.add_else_after_return),
    (0.08, habits.copy_arguments),
    (0.06, habits.materialize_iterations),
    (0.12, habits.keep_history),
    (0.06, habits.count_iterations),
    (0.12, habits.into_generator),
    (0.15, habits.chain_helpers),
    (0.25, structure.extract_helpers),
    (0.20, structure.name_results),
    (0.20, structure.name_constants),
    (0.08, structure.guard_inputs),
    (0.03, structure.catch_errors),
    (0.04, structure.wrap_in_inner_function),
    (0.15, structure.into_class),
    (0.03, habits.decorate),
    (0.50, signatures.annotate),
)


def restyle(draft: Draft, dice: Dice) -> None:
    """Apply a random share of the rewrites in place."""
    zeal = dice.pick(draft.zeals)
    for probability, style in STYLES:
        if dice.chance(probability * zeal):
            style(draft, dice)
