"""The vocabulary, and the renaming of a program's canonical names into a writer's own."""

import ast
import keyword
import random
import re

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.imports import ALIASES, MEMBERS, MODULES
from model_export.corpus.generator.library import Stage
from model_export.corpus.generator.trees import BUILTINS, all_names, bound_names, class_level_names, fresh, rename

_VERBS = (
    "process", "compute", "build", "summarize", "analyze", "transform", "collect", "find", "get", "make", "prepare",
    "handle", "extract", "aggregate", "evaluate", "calc", "count", "clean", "normalize", "select", "merge", "run",
    "solve", "update", "rank", "filter",
)  # fmt: skip
_DOMAINS = (
    "orders", "sensors", "users", "genomes", "pixels", "logs", "prices", "sessions", "trades", "students",
    "packets", "routes", "invoices", "events", "messages", "tracks", "players", "tiles", "cells", "nodes", "items",
    "records", "data", "values", "report", "features", "signals", "weights", "scores", "batches", "index",
    "history", "inventory", "results", "summary",
)  # fmt: skip
_BARE = (
    "solve", "solution", "main", "run", "process", "compute", "f", "func", "calculate", "transform", "apply",
    "task", "work", "answer",
)  # fmt: skip
_RESULTS = (
    "result", "res", "out", "tmp", "output", "acc", "cur", "step", "final", "new", "selected", "cleaned",
    "prepared", "derived",
)  # fmt: skip

SYNONYMS: dict[str, tuple[str, ...]] = {
    "result": ("result", "res", "out", "ans", "output", "ret", "acc", "answer", "r"),
    "results": ("results", "res", "out", "answers", "found", "collected"),
    "total": ("total", "s", "acc", "running", "sum_", "tot", "total_sum"),
    "count": ("count", "cnt", "c", "counter", "num", "hits"),
    "counts": ("counts", "cnt", "freq", "counter", "histogram", "occurrences"),
    "i": ("i", "idx", "index", "i", "pos", "p"),
    "j": ("j", "jj", "other", "j", "q"),
    "k": ("k", "size", "width", "window", "step", "limit"),
    "n": ("n", "length", "size", "N", "num"),
    "m": ("m", "cols", "M", "width"),
    "v": ("v", "x", "val", "value", "num", "item", "e", "el", "elem", "a", "entry"),
    "w": ("w", "word", "token", "s", "name", "t", "item"),
    "c": ("c", "ch", "char", "letter", "symbol"),
    "ch": ("ch", "c", "char", "letter", "sym"),
    "x": ("x", "a", "val", "first", "cur"),
    "y": ("y", "b", "other", "second"),
    "a": ("a", "first", "lhs", "u", "x1", "left_item"),
    "b": ("b", "second", "rhs", "w2", "y1", "right_item"),
    "row": ("row", "line", "r", "record"),
    "seen": ("seen", "visited", "known", "used", "s", "found"),
    "visited": ("visited", "seen", "done", "marked", "closed"),
    "stack": ("stack", "st", "todo", "pending", "stk"),
    "queue": ("queue", "q", "frontier", "todo", "dq"),
    "heap": ("heap", "pq", "h", "min_heap", "queue"),
    "graph": ("graph", "adj", "g", "neighbors", "adjacency", "links"),
    "node": ("node", "u", "cur", "v", "vertex", "current"),
    "neighbor": ("neighbor", "nb", "nxt", "w", "v", "adjacent"),
    "dist": ("dist", "distance", "d", "distances", "cost"),
    "parent": ("parent", "par", "p", "root_of", "uf", "leader"),
    "left": ("left", "lo", "l", "start", "i", "low"),
    "right": ("right", "hi", "r", "end", "j", "high"),
    "mid": ("mid", "m", "middle", "center"),
    "best": ("best", "ans", "max_val", "res", "longest", "record", "top"),
    "current": ("current", "cur", "curr", "now", "running"),
    "previous": ("previous", "prev", "last", "old"),
    "memo": ("memo", "cache_", "table", "known", "store"),
    "dp": ("dp", "table", "best", "f", "ways", "T"),
    "key": ("key", "k", "name", "bucket", "group"),
    "value": ("value", "v", "val", "amount"),
    "window": ("window", "win", "w", "chunk", "buf"),
    "chunk": ("chunk", "part", "block", "piece", "batch"),
    "start": ("start", "begin", "s", "lo", "first"),
    "end": ("end", "stop", "e", "finish", "hi"),
    "nums": ("nums", "values", "data", "arr", "numbers", "items", "a", "A", "xs", "lst", "scores", "prices"),
    "text": ("text", "s", "string", "line", "content", "source"),
    "s": ("s", "text", "string", "word", "line", "t"),
    "words": ("words", "tokens", "names", "terms", "strings", "strs"),
    "grid": ("grid", "matrix", "board", "mat", "image", "table", "cells"),
    "matrix": ("matrix", "mat", "grid", "A", "M", "table"),
    "edges": ("edges", "links", "connections", "pairs", "roads"),
    "target": ("target", "goal", "wanted", "k", "t", "total"),
    "items": ("items", "records", "entries", "rows", "things"),
    "index": ("index", "idx", "i", "position", "where"),
    "out": ("out", "result", "res", "buf", "output"),
    "acc": ("acc", "total", "state", "running", "s"),
    "mask": ("mask", "keep", "m", "sel", "valid"),
    "mean": ("mean", "mu", "avg", "average", "m"),
    "std": ("std", "sigma", "sd", "scale"),
    "weights": ("weights", "w", "W", "coef", "kernel"),
    "points": ("points", "coords", "pts", "samples", "locations"),
    "df": ("df", "frame", "data", "table", "sales"),
    "pairs": ("pairs", "edges", "tuples", "links", "matches"),
    "buckets": ("buckets", "bins", "groups", "slots"),
    "groups": ("groups", "buckets", "by_key", "clusters", "parts"),
    "order": ("order", "ordering", "ranked", "sequence", "idx"),
    "limit": ("limit", "bound", "cap", "upper", "max_n", "N"),
    "size": ("size", "n", "length", "width", "capacity"),
    "distance": ("distance", "d", "dist", "gap", "delta"),
    "step": ("step", "stride", "inc", "delta"),
    "prefix": ("prefix", "pre", "sums", "cumulative", "P"),
    "helper": ("helper", "go", "rec", "inner", "visit", "dfs", "solve_"),
    "copy_": ("copy_", "clone", "dup", "snapshot", "backup"),
    "parts": ("parts", "pieces", "chunks", "out", "segments"),
    "low": ("low", "lo", "lower", "mn", "smallest"),
    "high": ("high", "hi", "upper", "mx", "largest"),
}


def action_name(dice: Dice) -> str:
    """The name of a function that does something to something."""
    if dice.chance(0.2):
        return dice.pick(_BARE)
    return f"{dice.pick(_VERBS)}_{dice.pick(_DOMAINS)}"


def result_name(stage: Stage, nouns: list[str], dice: Dice) -> str:
    """A name for what a stage gives."""
    return dice.pick((stage.name, dice.pick(nouns), dice.pick(nouns), dice.pick(_RESULTS)))


_RESERVED = BUILTINS | MODULES | MEMBERS.keys() | ALIASES.keys() | set(keyword.kwlist) | {"self", "cls"}


def personalize(draft: Draft, dice: Dice) -> None:
    """Rename what the program binds: arguments as the task says, all else by one writer's taste."""
    names = _arguments(draft, dice.of_task("arguments"))
    tree = draft.tree
    fixed = _RESERVED | class_level_names(tree) | _passed_by_name(tree)
    taken = all_names(tree) | fixed | set(names.values())
    taste = dice.pick((_as_is, _any_synonym, _any_synonym, _terse, _wordy))
    camel = dice.chance(0.15)
    collisions = set(names.values()) - names.keys()
    for name in sorted(bound_names(tree) - fixed - names.keys()):
        wanted = taste(name, dice.spelling)
        if name in collisions:
            names[name] = fresh(wanted, taken)
        elif (spelled := _camel(wanted) if camel else wanted) not in taken:
            taken.add(spelled)
            names[name] = spelled
    rename(tree, names)
    draft.annotations = {names.get(name, name): text for name, text in draft.annotations.items()}
    draft.unit = ".".join(names.get(part, part) for part in draft.unit.split("."))
    draft.workload = "; ".join(_renamed(argument, names) for argument in filter(None, draft.workload.split("; ")))


def _arguments(draft: Draft, task: random.Random) -> dict[str, str]:
    """New names of the arguments, which do not depend on the rest of the program: all spellings share them."""
    old = [argument.partition(":")[0] for argument in draft.workload.split("; ") if argument]
    names: dict[str, str] = {}
    for name in old:
        wanted = _any_synonym(name, task)
        free = wanted not in _RESERVED | set(names.values()) | set(old)
        names[name] = wanted if free else name
    return names


def _passed_by_name(tree: ast.Module) -> set[str]:
    """Keywords of calls whose callee cannot be told: methods, partial functions, decorated functions."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    unknown = [node for node in calls if not (isinstance(node.func, ast.Name) and node.func.id in own)]
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return arguments & {word.arg for node in unknown for word in node.keywords if word.arg}


def _renamed(argument: str, names: dict[str, str]) -> str:
    name, colon, rest = argument.partition(":")
    return names.get(name, name) + colon + rest


_NUMBERED = re.compile(r"(.*?)\d*")


def _options(name: str) -> tuple[str, ...]:
    return SYNONYMS.get(name) or SYNONYMS.get(_NUMBERED.fullmatch(name).group(1), (name,))  # type: ignore[union-attr]


def _as_is(name: str, rng: random.Random) -> str:
    return name


def _any_synonym(name: str, rng: random.Random) -> str:
    return rng.choice(_options(name))


def _terse(name: str, rng: random.Random) -> str:
    options = sorted(_options(name), key=len)
    return rng.choice(options[:2])


def _wordy(name: str, rng: random.Random) -> str:
    options = sorted(_options(name), key=len)
    return rng.choice(options[-3:])


def _camel(name: str) -> str:
    head, *rest = name.strip("_").split("_")
    return head + "".join(word.capitalize() for word in rest) if not name.startswith("_") else name
