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
    *(
        "match item:\n<indent>    case Box(x=1): return x",
        "with self.lock: self.x = re.match(self.A, key).group(1)",
    ),
    *("for i in range(<bounds>): self.x += int(key[i:i + 2])", "a, b = key.split(<between>)", "self.x -= item * 3"),
    *("out = {}\n<indent>for key in rows: out[key] = rows[key]", "for i in rows: items[rows[i]] = i"),
    *(
        "match item:\n<indent>    case <pattern>: return int(key)",
        "match key.split(<between>):\n<indent>    case <pattern>: return int(x)",
        "for row in rows:\n<indent>    match row.split(<between>):\n<indent>        case <pattern>: return int(x)",
    ),
    *(
        "if re.match(<expression>, key).group(1): return re.split(<expression>, item)",
        "if key['n'] > <number>: return rows[<number>:] + item['n'] * <number>",
        "return int(key[<number>:<number>]) + int(key[<number>:]) + int(key[:<number>])",
    ),
)
#: Literals that stand in statements, odd ones among them: ranges without end, or of no step, patterns of nothing.
_LITERALS = {
    "<bounds>": (
        *("", "9", "0, 9, 0", "1, 2, 3, 4", "10**12", "999999999999", "9, 0, -1", "-5, 5", "1.5", "'a'", "*rows"),
    ),
    "<number>": ("0", "3", "-1", "10**30", "99999999999999999999999", "1e308", "1e400", "-0.0", "True", "1j"),
    "<between>": ("", "None", "','", "'a'", "'\\n'", "'`'", "''", "key", "sep=','", "b','", "None, 0"),
    "<pattern>": (
        *("''", "['', x]", "['a\\nb', x]", "[]", "[*_]", "{}", "{'': ''}", "{'a': True, 'b': None}", "{1: x}"),
        *("{'n': -1 | 2.5}", "['go', x] | ['stop', x]", "['go', x] if int(x) > 3", "[['a'], x]", "None", "-1"),
        *("[x, *_, y]", "{'a': {'b': [int(x), *_]}, **rest}", "['`', x]", "'a' | 'a\\nb'"),
    ),
    "<expression>": (
        *("''", "'()'", "'(a*)'", "'(|b)'", "'['", "'(?P<n>)'", "'a{0}'", "'(a{1000000})'", "'^$'", "'(?=a)(b)'"),
        *("'(.)\\1'", "'(\\d+)-'", "key"),
    ),
}


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
    body = [indent + _statement(data, indent) for _ in range(data.ConsumeIntInRange(1, 4))]
    return "\n".join([f"def {name}({signature}):", *body])


def _statement(data: Provider, indent: str) -> str:
    text = pick(data, _STATEMENTS).replace("<indent>", indent)
    for place, literals in _LITERALS.items():
        while place in text:
            text = text.replace(place, pick(data, literals), 1)
    return text
