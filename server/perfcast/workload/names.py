"""What parameters hold, judged by their names and by what is done to them."""

from collections.abc import Mapping
from typing import Final

from perfcast.workload.language import TypeExpression

INT, FLOAT, STR = TypeExpression("int"), TypeExpression("float"), TypeExpression("str")
INTS: Final = TypeExpression("list", (INT,))
STRS: Final = TypeExpression("list", (STR,))
MATRIX: Final = TypeExpression("list", (INTS,))
ARRAY: Final = TypeExpression("float64", shape=(1000,))
TABLE: Final = TypeExpression("DataFrame", shape=(1000, 3))
DICT: Final = TypeExpression("dict", (STR, INT))
SET: Final = TypeExpression("set", (INT,))

_NAMES: Final = (
    (
        INTS,
        """
        nums numbers arr array values vals items elements lst xs ys seq sequence data list1 list2 prices heights weights
        costs scores ages stones coins candidates times sizes counts indices samples
        """,
    ),
    (
        STR,
        """
        s t p text string word sentence line pattern content message paragraph source code doc document body expression
        query
        """,
    ),
    (STRS, "words strs strings lines names tokens sentences dictionary texts documents docs wordDict emails logs"),
    (
        MATRIX,
        "matrix grid board mat image edges intervals points graph triangle rows table maze rooms pairs",
    ),
    (
        INT,
        """
        n m size length count limit total num N M num_items n_samples k target width height depth i j start end left
        right index idx steps amount capacity maximum minimum low high lo hi seed year x y a b c base exponent
        iterations epochs rounds number val value item element pos position startpos endpos offset
        """,
    ),
    (
        FLOAT,
        "alpha beta gamma lr rate epsilon eps tol tolerance threshold ratio probability temperature price mu",
    ),
    (TABLE, "df frame dataframe left_df right_df"),
    (DICT, "d mapping counter record lookup dct cache freq"),
    (ARRAY, "X Y A B C W vec vector signal embeddings features"),
    (TypeExpression("ListNode"), "head l1 l2"),
    (TypeExpression("TreeNode"), "root"),
    (TypeExpression("bool"), "flag verbose"),
)

#: Integers with these names are sizes of the problem; others stay small.
SIZE_NAMES: Final = frozenset(
    {
        *("n", "m", "size", "length", "count", "limit", "total", "num", "N", "M", "n_samples", "amount", "number"),
        *("iterations", "num_items", "steps"),
    }
)

#: What an attribute of the parameter tells of its type.
_ATTRIBUTES: Final = (
    (
        STR,
        """
        split lower upper strip lstrip rstrip replace startswith endswith splitlines isdigit isalpha title encode format
        capitalize isalnum casefold find rfind partition zfill
        """,
    ),
    (INTS, "append sort extend insert reverse"),
    (DICT, "items keys values get setdefault"),
    (SET, "add union intersection difference issubset"),
    (TABLE, "groupby merge iloc loc columns dropna fillna iterrows itertuples"),
    (
        ARRAY,
        "shape T ndim dtype astype reshape flatten ravel dot mean std sum max min argmax argmin cumsum argsort var",
    ),
)

#: Built-in functions that go through their argument.
ITERATING: Final = frozenset(
    {"len", "sum", "sorted", "enumerate", "max", "min", "list", "set", "tuple", "reversed", "Counter", "zip"}
)

BY_NAME: Final[Mapping[str, TypeExpression]] = {name: kind for kind, names in _NAMES for name in names.split()}
BY_ATTRIBUTE: Final[Mapping[str, TypeExpression]] = {
    attribute: kind for kind, attributes in _ATTRIBUTES for attribute in attributes.split()
}


def by_name(name: str) -> TypeExpression | None:
    """The type that a name suggests; ``nums2`` is like ``nums``."""
    return BY_NAME.get(name) or BY_NAME.get(name.rstrip("0123456789_"))
