"""Programs from the hand-written families."""

import ast
from functools import cache

from model_export.corpus.generator.compose import continued
from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.library import Family, families, library_of
from model_export.corpus.generator.template import expand
from model_export.corpus.generator.trees import parameters

# Share of the families' programs, where the kind of the result is known, that go on with stages.
CONTINUED = 0.3


@cache
def _by_name() -> dict[str, Family]:
    return {family.name: family for family in families()}


@cache
def family_names(library: str) -> tuple[str, ...]:
    """Names of the families whose code is for that library: python, numpy, pandas or torch."""
    return tuple(family.name for family in families() if library_of(family.theme) == library)


def from_family(name: str, dice: Dice) -> Draft:
    """A spelling of the family's task that the dice say."""
    family = _by_name()[name]
    part = dice.part(name)
    tree = ast.parse(expand(dice.pick(family.spellings), part))
    workload = expand(family.workload, part.settled())
    unit = _unit(tree)
    draft = Draft(f"family/{name}", library_of(family.theme), tree, unit, workload, family.returns)
    described = dict(argument.split(": ", 1) for argument in workload.split("; ") if argument)
    for parameter in parameters(draft.function()):
        if parameter in described:
            draft.annotations[parameter] = _annotation(described[parameter])
    kind = next((flag.removeprefix("kind=") for flag in family.flags if flag.startswith("kind=")), "")
    if kind and dice.of_task("continued").random() < CONTINUED and "." not in unit:
        return continued(draft, kind, part)
    return draft


def _unit(tree: ast.Module) -> str:
    """The last definition of the module; of a class its last method."""
    last = tree.body[-1]
    if isinstance(last, ast.ClassDef):
        methods = [node.name for node in last.body if isinstance(node, ast.FunctionDef)]
        return f"{last.name}.{methods[-1]}"
    assert isinstance(last, ast.FunctionDef), ast.unparse(last)
    return last.name


def _annotation(described: str) -> str:
    """The Python annotation of a workload's argument."""
    head = described.partition(" ")[0] if not described.startswith(("dict", "list[tuple", "tuple")) else described
    if head == described:
        depth = 0
        for at, character in enumerate(described):
            depth += character == "["
            depth -= character == "]"
            if character == "]" and depth == 0:
                head = described[: at + 1]
                break
    name = head.partition("[")[0]
    if name == "DataFrame":
        return "pd.DataFrame"
    if name.startswith("torch."):
        return "torch.Tensor"
    if name.startswith(("float", "int", "uint", "bool", "complex")) and "[" in head:
        return "np.ndarray"
    return "" if name in ("ListNode", "TreeNode") else head
