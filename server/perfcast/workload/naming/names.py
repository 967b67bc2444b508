"""What parameters hold, judged by their names and by what is done to them."""

import re
from collections import deque
from collections.abc import Iterable, Mapping
from io import BytesIO, StringIO
from typing import Final

from perfcast.workload.language.workload import (
    ASYNC_CALLABLE,
    BINARY_FILE,
    CALLABLE,
    MATCH,
    NETWORK,
    PATTERN,
    TEXT_FILE,
    TypeExpression,
)

INT, FLOAT, STR = TypeExpression("int"), TypeExpression("float"), TypeExpression("str")
INTS: Final = TypeExpression("list", (INT,))
STRS: Final = TypeExpression("list", (STR,))
MATRIX: Final = TypeExpression("list", (INTS,))
ARRAY: Final = TypeExpression("float64", shape=(1000,))
#: Of which nothing more is known.
A_TENSOR: Final = TypeExpression("torch.float32", shape=(1000,))
TABLE: Final = TypeExpression("DataFrame", shape=(1000, 3))
COLUMN: Final = TypeExpression("Series", shape=(1000,))
DICT: Final = TypeExpression("dict", (STR, INT))
SET: Final = TypeExpression("set", (INT,))
DEQUE: Final = TypeExpression("deque", (INT,))
BYTES: Final = TypeExpression("bytes")
BOOL: Final = TypeExpression("bool")
#: What nothing is known of.
ANYTHING: Final = TypeExpression("object")
FUNCTION: Final = TypeExpression(CALLABLE)
ASYNC_FUNCTION: Final = TypeExpression(ASYNC_CALLABLE)
OPEN_TEXT: Final = TypeExpression(TEXT_FILE)
OPEN_BYTES: Final = TypeExpression(BINARY_FILE)
FOUND: Final = TypeExpression(MATCH)
FINDING: Final = TypeExpression(PATTERN)
#: What pandas is called where it is imported.
PANDAS: Final = frozenset({"pd", "pandas"})

#: Texts that may be as long as one likes, and those of a few characters, whatever else is large.
_LONG: Final = """
    s t p text string sentence line pattern content message paragraph source code doc document body expression
    query html xml markdown snippet command cmd sql statement msg str word template
    """
_SHORT: Final = """
    name key path filename fname filepath url uri href prefix suffix title label uuid email username password tag attr
    attribute field encoding mode fmt format sep separator delimiter char character letter ch symbol operator op
    extension ext method kind language lang locale unit color colour host hostname domain address phone currency country
    city version algorithm ident identifier namespace topic category token sku task event job user role status state
    channel queue bucket region service endpoint route ticker slug code option setting variable team owner author
    ip addr id guid
"""
_CHARACTERS: Final = frozenset({"char", "character", "letter", "ch"})
#: First words of names that are answered by yes or no, and of numbers.
_ASKING: Final = frozenset(
    {"is", "has", "use", "should", "allow", "can", "include", "enable", "ignore", "skip", "keep"}
)
#: Of these, those that may also say what is left out, or not: ``ignore_names``.
_LEAVING: Final = frozenset({"ignore", "skip", "keep"})
_COUNTING: Final = frozenset({"n", "num", "max", "min"})
#: What follows the name of one of several: ``word_list``.
_SEVERAL: Final = frozenset({"list", "lists", "array", "seq", "sequence"})
#: Letters of a last word that tells as much as a whole name.
_TELLING: Final = 3
#: Last words that tell as much with fewer.
_TELLING_SHORT: Final = frozenset({"id", "ip"})

_NAMES: Final = (
    (
        INTS,
        """
        nums numbers arr array values vals items elements lst xs ys seq sequence data list1 list2 prices heights weights
        costs scores ages stones coins candidates times sizes counts indices samples list iterable ids ints integers
        stream
        """,
    ),
    (STR, _LONG),
    (STR, _SHORT),
    (
        STRS,
        """
        words strs strings lines names tokens sentences dictionary texts documents docs wordDict emails logs argv paths
        files filenames columns labels tags urls keywords fields languages langs locales countries currencies hosts
        hostnames usernames titles prefixes suffixes extensions encodings delimiters identifiers namespaces slugs
        header_row
        """,
    ),
    (
        MATRIX,
        "matrix grid board mat image edges intervals points graph triangle rows table maze rooms pairs lists",
    ),
    (
        INT,
        """
        n m size length count limit total num N M num_items n_samples k target width height depth i j start end left
        right index idx steps amount capacity maximum minimum low high lo hi seed year x y a b c base exponent
        iterations epochs rounds number val value item element pos position startpos endpos offset level lineno port id
        month day hour minute second hours minutes seconds days weeks page rank col digits precision ndigits decimals
        nin nout bits len int timestamp degree shift mod modulus quantum priority years months weekday red green blue
        quantity qty window
        """,
    ),
    (
        FLOAT,
        """
        alpha beta gamma lr rate epsilon eps tol tolerance threshold ratio probability temperature price mu scale factor
        angle theta phi radius lat lon latitude longitude speed velocity distance duration timeout delay interval
        percent fraction dt damping sigma variance weight score float
        """,
    ),
    (TABLE, "df frame dataframe left_df right_df"),
    (
        DICT,
        """
        d mapping counter record lookup dct cache freq dict options opts params kwargs kw config settings headers attrs
        attributes properties environ metadata payload info
        """,
    ),
    (BYTES, "buf buffer blob raw bytes"),
    (ARRAY, "X Y A B C W vec vector signal embeddings features"),
    (TypeExpression("ListNode"), "head l1 l2"),
    (TypeExpression("TreeNode"), "root"),
    (
        BOOL,
        "flag verbose strict debug force recursive inplace reverse quiet silent noqa inclusive exact greedy bool",
    ),
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
        capitalize isalnum casefold find rfind partition zfill rsplit rpartition center ljust rjust isspace isupper
        islower isidentifier isnumeric isdecimal expandtabs swapcase removeprefix removesuffix translate
        """,
    ),
    (INTS, "append sort extend insert reverse"),
    (DICT, "items keys values get setdefault"),
    (SET, "add union intersection difference issubset issuperset discard isdisjoint symmetric_difference"),
    (DEQUE, "popleft appendleft"),
    (BYTES, "decode"),
    (FLOAT, "is_integer"),
    (TypeExpression("Decimal"), "quantize as_tuple to_integral_value"),
    (OPEN_TEXT, "read readline readlines write writelines seek tell"),
    (FOUND, "group groups groupdict lastgroup lastindex"),
    (FINDING, "finditer fullmatch"),
    (INT, "bit_length to_bytes"),
    (
        A_TENSOR,
        """
        unsqueeze unsqueeze_ sigmoid sigmoid_ log_softmax masked_fill masked_fill_ expand_as index_select numel
        logsumexp topk detach
        """,
    ),
    (TypeExpression(NETWORK), "parameters named_parameters named_modules named_children zero_grad load_state_dict"),
    (TABLE, "groupby merge iloc loc columns dropna fillna iterrows itertuples"),
    (
        ARRAY,
        """
        shape T ndim dtype astype reshape flatten ravel dot mean std sum max min argmax argmin cumsum argsort var
        swapaxes transpose squeeze cumprod nonzero argpartition searchsorted
        """,
    ),
)

#: What only tables can be asked for, what only their columns can, and what both can, of what nothing else has; names of
#: columns.
_OF_TABLES: Final = frozenset(
    {"select_dtypes", "iterrows", "itertuples", "dtypes", "set_index", "melt", "pivot", "pivot_table"}
)
_OF_COLUMNS: Final = frozenset({"value_counts", "to_frame"})
#: What both can, and columns are asked for more often.
_OVER_TIME: Final = frozenset({"rolling", "expanding", "ewm", "pct_change", "cummax", "cummin", "resample"})
_TABULAR: Final = (
    _OF_TABLES | _OF_COLUMNS | {"groupby", "isna", "isnull", "notna", "notnull", "nunique", "iloc", "loc", "dropna"}
) | (_OVER_TIME | {"fillna", "sort_values", "reset_index"})
#: What a series is asked for, which arrays have as well or other classes than pandas'.
_OF_SERIES: Final = frozenset(
    {
        "clip",
        "quantile",
        "diff",
        "shift",
        "between",
        "isin",
        "describe",
        "interpolate",
        "median",
        "unique",
        "map",
        "apply",
    }
    | {"corr", "autocorr", "rank", "mode", "str", "dt", "values", "mask", "where", "ffill", "bfill", "nlargest", "add"}
)
_COLUMNS: Final = frozenset({"y", "y_true", "target", "series", "column", "col"})
#: Built-in functions that go through their argument.
ITERATING: Final = frozenset(
    {"len", "sum", "sorted", "enumerate", "max", "min", "list", "set", "tuple", "reversed", "Counter", "zip"}
)

BY_NAME: Final[Mapping[str, TypeExpression]] = {name: kind for kind, names in _NAMES for name in names.split()}
BY_ATTRIBUTE: Final[Mapping[str, TypeExpression]] = {
    attribute: kind for kind, attributes in _ATTRIBUTES for attribute in attributes.split()
}


_LONG_TEXTS: Final = frozenset(_LONG.split())
_WHOLE_TEXTS: Final = frozenset({"text", "content", "source", "doc", "document", "body", "data", "raw"})
_SHORT_TEXTS: Final = frozenset(_SHORT.split())
#: What values of a type can be asked for, of types that Python itself has.
_CLASSES: Final = {kind.__name__: kind for kind in (int, float, bool, str, bytes, list, dict, set, deque)} | {
    TEXT_FILE: StringIO,
    MATCH: re.Match,
    PATTERN: re.Pattern,
    BINARY_FILE: BytesIO,
}


_WORD: Final = re.compile(r"[a-z]+")


def by_name(name: str) -> TypeExpression | None:
    """The type that a name suggests; ``nums2`` is like ``nums``, ``source_line`` like ``line``."""
    known = BY_NAME.get(name) or BY_NAME.get(_plain(name))
    if known is not None:
        return known
    first, *rest = _plain(name).split("_")
    if not rest:
        return None
    if first in _LEAVING and BY_NAME.get(rest[-1]) in (INTS, STRS):
        return BY_NAME[rest[-1]]
    if first in _ASKING:
        return BOOL
    if first in _COUNTING:
        return INT
    *_, one, last = (first, *rest)
    if last in _SEVERAL and BY_NAME.get(f"{one}s") == STRS:
        last = f"{one}s"
    return BY_NAME.get(last) if len(last) >= _TELLING or last in _TELLING_SHORT else None


def is_short_text(name: str) -> bool:
    """Whether a text of that name has a few characters only: a key, a mode, a path."""
    return _plain(name).rpartition("_")[2] in _SHORT_TEXTS


def is_character(name: str) -> bool:
    """Whether a text of that name is one character."""
    return _plain(name).rpartition("_")[2] in _CHARACTERS


def is_long_text(name: str) -> bool:
    """Whether a name is that of a text which may be as long as one likes."""
    return _plain(name).rpartition("_")[2] in _LONG_TEXTS


def is_whole_text(name: str) -> bool:
    """Whether a text of that name says many of what it is split into, where a line or a query says a few."""
    return _plain(name).rpartition("_")[2] in _WHOLE_TEXTS


def bears(type_: TypeExpression, attributes: Iterable[str]) -> bool:
    """Whether values of a type can be asked for all that; of types of libraries nobody asks."""
    known = _CLASSES.get(type_.name)
    return known is None or all(hasattr(known, attribute) for attribute in attributes)


def of_pandas(name: str, attributes: Iterable[str]) -> TypeExpression | None:
    """The table or column that is asked for what neither arrays nor Python's own containers have; None where it is
    asked for nothing of the kind."""
    attributes = set(attributes)
    asked = _TABULAR.intersection(attributes)
    if not asked:
        is_series = _plain(name).rpartition("_")[2] == "series" and not _OF_SERIES.isdisjoint(attributes)
        return COLUMN if is_series else None
    is_column = asked & _OF_COLUMNS or (
        (_plain(name) in _COLUMNS or asked & _OVER_TIME) and not asked & _OF_TABLES and BY_NAME.get(name) != TABLE
    )
    return COLUMN if is_column else TABLE


def is_named_as_table(name: str) -> bool:
    """Whether a name says that it is a table, and nothing else: ``df``, ``sales_df``, ``df_left``."""
    first, *rest = _plain(name).lower().split("_")
    return not {first, *rest[-1:]}.isdisjoint({"df", "dataframe"})


def _plain(name: str) -> str:
    return name.rstrip("0123456789_").lstrip("_")


def last_word(name: str) -> str:
    """Of the words that a name is put together of, in small letters."""
    words: list[str] = _WORD.findall(name.lower())
    return words[-1] if words else ""
