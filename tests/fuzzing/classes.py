"""Modules of classes that are written anyhow: methods that name the instance in every way there is, or not at all."""

from __future__ import annotations

from tests.fuzzing.provider import Provider, pick

_DECORATORS = ("", "", "", "@staticmethod", "@classmethod", "@property", "@rows.setter", "@dataclass", "@override")
_BASES = (
    "",
    "",
    "(Base)",
    "(NamedTuple)",
    "(TypedDict)",
    "(Protocol[T])",
    "(Enum)",
    "(dict, Generic[T])",
    "(nn.Module)",
)
_METHODS = ("__init__", "__new__", "__post_init__", "__call__", "__len__", "__iter__", "__enter__", "forward")
_NAMES = (*_METHODS, "add", "add_edge", "append", "insert", "put", "update", "fit", "predict", "extend", "rows", "get")
_SIGNATURES = (
    *("self", "self, item", "self, rows", "self, key, value", "self, items: list[Item]", "self, a: 'Box', b: Box"),
    *("self, /", "self, item, /", "self, /, item", "self, item, /, *, key=None", "self, *, item", "self, *rows"),
    *("", "item", "*rows", "**kwargs", "*rows, key", "self, *rows, **kwargs", "cls, item", "self, x: float = 1.0"),
)
_FIELDS = (
    "rows: list[int]",
    "key: str = ''",
    "x = field(default_factory=list)",
    "rows = []",
    "A, B = 1, 2",
    "x: 'Box'",
)
_STATEMENTS = (
    *("self.rows = rows", "self.rows = []", "self.x = x", "self, *rest = rows", "super().__init__(*rows)", "..."),
    *(
        "self.rows.append(item)",
        "self.rows[key] = value",
        "self.rows[item.id] = item",
        "heappush(self.rows, item)",
    ),
    *(
        "self.rows = self.rows[1:]",
        "self.rows += items",
        "del self.rows[key]",
        "self.rows.setdefault(key, []).append(value)",
    ),
    *("for row in self.rows: self.x += row.price * row['n']", "return [row.name for row in self.rows if row.ok()]"),
    *(
        "return sum(row.x for row in self.rows)",
        "return max(self.rows, key=lambda row: row.x)",
        "return rows / self.x",
    ),
    *("if item < 0: raise ValueError(item)", "if not isinstance(item, Box): raise TypeError", "assert len(key) == 3"),
    *(
        "self.get(item).add(key)",
        "return self.next.get(item) if self.next else None",
        "return Box(self.rows)",
        "yield rows",
    ),
    *(
        "return np.dot(self.rows, item.T)",
        "x = self.linear(x)",
        "while self.rows: rows.pop()",
        "return rows @ item",
    ),
    *("match item:\n            case Box(x=1): return x", "with self.lock: self.x = re.match(self.A, key).group(1)"),
)


def classes(data: Provider) -> str:
    """The text of a module of one to three classes and a function that uses them."""
    parts = [_class(data, name) for name in ("Box", "Item", "Base")[: data.ConsumeIntInRange(1, 3)]]
    return "\n".join([*parts, _function(data, "use", "box: Box, items: list[Item], key=3", "    ")]) + "\n"


def _class(data: Provider, name: str) -> str:
    decorated = "@dataclass\n" if data.ConsumeBool() else ""
    fields = [f"    {pick(data, _FIELDS)}" for _ in range(data.ConsumeIntInRange(0, 2))]
    methods = [_method(data) for _ in range(data.ConsumeIntInRange(1, 4))]
    return "\n".join([f"{decorated}class {name}{pick(data, _BASES)}:", *fields, *methods])


def _method(data: Provider) -> str:
    decorator = pick(data, _DECORATORS)
    above = f"    {decorator}\n" if decorator else ""
    body = _function(data, pick(data, _NAMES), pick(data, _SIGNATURES), "        ")
    return f"{above}    {body}"


def _function(data: Provider, name: str, signature: str, indent: str) -> str:
    body = [indent + pick(data, _STATEMENTS) for _ in range(data.ConsumeIntInRange(1, 4))]
    return "\n".join([f"def {name}({signature}):", *body])
