"""Adding the imports that a template's text uses without saying so."""

import ast
import random

MODULES = frozenset((
    "array", "base64", "bisect", "collections", "copy", "csv", "dataclasses", "datetime", "decimal", "enum",
    "fractions", "functools", "hashlib", "heapq", "io", "itertools", "json", "math", "operator", "random", "re",
    "statistics", "string", "struct", "sys", "textwrap", "types", "typing", "zlib", "calendar", "colorsys",
    "difflib", "html", "contextlib", "abc", "unicodedata", "fnmatch", "shlex", "cmath", "numbers", "queue",
    "graphlib", "secrets", "pickle", "gc", "weakref", "time", "binascii", "bz2", "urllib", "os", "torch",
))  # fmt: skip
ALIASES = {"np": "numpy", "pd": "pandas", "F": "torch.nn.functional", "nn": "torch.nn"}
_MEMBERS_OF = {
    "collections": "Counter defaultdict deque OrderedDict namedtuple ChainMap",
    "heapq": "heappush heappop heapify nsmallest nlargest heapreplace heappushpop",
    "bisect": "bisect_left bisect_right insort",
    "itertools": (
        "chain islice accumulate groupby combinations permutations product zip_longest takewhile dropwhile "
        "pairwise compress starmap tee cycle repeat filterfalse "
    ),
    "functools": "reduce partial lru_cache cache cached_property cmp_to_key wraps total_ordering",
    "operator": "itemgetter attrgetter mul",
    "decimal": "Decimal",
    "fractions": "Fraction",
    "dataclasses": "dataclass",
    "typing": "NamedTuple Any Optional",
    "collections.abc": "Iterator Callable Iterable",
    "enum": "Enum IntEnum",
    "datetime": "date timedelta",
    "io": "StringIO BytesIO",
    "numpy.lib.stride_tricks": "sliding_window_view",
    "contextlib": "contextmanager suppress",
    "string": "ascii_lowercase",
    "abc": "ABC abstractmethod",
    "graphlib": "TopologicalSorter",
}
MEMBERS = {name: module for module, names in _MEMBERS_OF.items() for name in names.split()}
IMPORTABLE = frozenset((*MODULES, *ALIASES, *MEMBERS))
_DOTTED_STYLE = ("collections", "itertools", "functools", "heapq", "bisect", "operator", "math")


def add_imports(tree: ast.Module, rng: random.Random) -> None:
    """Prepend the missing imports, members of a module either by name or dotted."""
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    bound |= {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound
    dotted = {module for module in _DOTTED_STYLE if rng.random() < 0.25 and module not in bound}
    _to_dotted(tree, {name for name in used if MEMBERS.get(name) in dotted})
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound
    lines: list[ast.stmt] = [ast.Import([ast.alias(name)]) for name in sorted(MODULES & used)]
    lines += [ast.Import([ast.alias(module, short)]) for short, module in ALIASES.items() if short in used]
    by_module: dict[str, list[str]] = {}
    for name in sorted(used & MEMBERS.keys()):
        by_module.setdefault(MEMBERS[name], []).append(name)
    lines += [
        ast.ImportFrom(module, [ast.alias(name) for name in names], 0) for module, names in sorted(by_module.items())
    ]
    tree.body[:0] = lines


def imported(tree: ast.Module) -> set[str]:
    return {
        (alias.asname or alias.name).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }


def _to_dotted(tree: ast.Module, names: set[str]) -> None:
    class Dot(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id in names:
                return ast.Attribute(ast.Name(MEMBERS[node.id], ast.Load()), node.id, ast.Load())
            return node

    Dot().visit(tree)
