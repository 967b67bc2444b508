"""Our own programs: functions as people write them, composed from typed stages and drawn from families of problems."""

import ast
import random
from collections.abc import Iterator

from model_export.corpus.generator.compose import pipeline
from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.family import family_names, from_family
from model_export.corpus.generator.imports import add_imports
from model_export.corpus.generator.names import personalize
from model_export.corpus.generator.styles import restyle
from model_export.corpus.generator.styles.signatures import document
from model_export.corpus.generator.tiny import tiny
from model_export.corpus.program import Program

# Neighbours share their task, so that the corpus holds several implementations of most problems.
SPELLINGS_OF_A_TASK = 3
SHARES = {"python": 0.52, "numpy": 0.31, "pandas": 0.11, "torch": 0.06}
# Of the programs of each library; of the rest FAMILY_SHARE are from its families, the others pipelines.
TINY_SHARE = {"python": 0.25, "numpy": 0.25, "pandas": 0.2, "torch": 0.45}
DOCUMENTED = 0.2
FAMILY_SHARE = {"python": 0.6, "numpy": 0.5, "pandas": 0.4, "torch": 1.0}


def generate(count: int, seed: int) -> Iterator[Program]:
    """`count` programs; the i-th depends on `seed` and i alone."""
    for number in range(count):
        yield program(number, seed)


def program(number: int, seed: int) -> Program:
    """The program of that number; neighbours of one task share their problem and their workload."""
    task = f"{seed}/{number // SPELLINGS_OF_A_TASK}"
    dice = Dice(task, random.Random(f"{seed}/spelling/{number}"))
    draft = _draft(dice)
    restyle(draft, dice)
    personalize(draft, dice)
    if dice.chance(DOCUMENTED):
        document(draft, dice)
    add_imports(draft.tree, dice.spelling)
    source = ast.unparse(ast.fix_missing_locations(draft.tree)) + "\n"
    return Program(
        "own", f"own/{draft.problem}", f"own-{seed}-{number}", source, draft.unit, draft.workload, "Apache-2.0"
    )


def _draft(dice: Dice) -> Draft:
    rng = dice.of_task("what")
    library = rng.choices(list(SHARES), list(SHARES.values()))[0]
    if rng.random() < TINY_SHARE[library]:
        return tiny(dice, library)
    if rng.random() < FAMILY_SHARE[library]:
        return from_family(rng.choice(family_names(library)), dice)
    return pipeline(dice, library)
