"""Random expressions that are defined for every value of their variables: what the templates compute with."""

import random
from collections.abc import Callable, Sequence

Grammar = Callable[[random.Random, Sequence[str]], str]


def _constant(rng: random.Random) -> int:
    return rng.choice((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17, 21, 25, 31, 32, 50, 64, 97, 100, 101, 127, 255, 256))


def _threshold(rng: random.Random) -> int:
    return rng.choice((0, 1, 5, 10, 20, 25, 50, 75, 100, 128, 200, 250, 300, 500))


_INTEGER_FORMS = (
    "{a} + {c}",
    "{a} - {c}",
    "{a} * {c}",
    "{a} % {c}",
    "{a} // {c}",
    "{a} & {c}",
    "{a} ^ {c}",
    "{a} | {c}",
    "{a} >> {s}",
    "{a} << {s}",
    "-{a}",
    "~{a}",
    "abs({a})",
    "abs({a} - {c})",
    "max({a}, {c})",
    "min({a}, {c})",
    "{a} * {a}",
    "{a} ** 2",
    "pow({a}, 2, {c})",
    "({a}).bit_length()",
    "len(str({a}))",
    "math.isqrt(abs({a}))",
    "divmod({a}, {c})[1]",
    "({a} if {p} else {c})",
    "({a} if {p} else {b})",
    "{a} + {b}",
    "{a} - {b}",
    "{a} * {b}",
    "{a} ^ {b}",
    "max({a}, {b})",
    "({a} + {b}) % {c}",
    "({a} + {c}) // {d}",
    "sum(int(d) for d in str(abs({a})))",
    "math.gcd({a}, {c})",
    "int({a} * 0.{d})",
    "int({p})",
    "bin({a} & {c}).count('1')",
)


def integer(rng: random.Random, variables: Sequence[str]) -> str:
    """int -> int, total, growing at most polynomially."""
    return _integer(rng, variables, rng.choice((1, 1, 1, 2, 2, 3)))


def _integer(rng: random.Random, variables: Sequence[str], depth: int) -> str:
    if depth == 0:
        return rng.choice(list(variables))
    form = rng.choice(_INTEGER_FORMS)
    return form.format(
        a=_operand(rng, variables, depth - 1),
        b=_operand(rng, variables, depth - 1) if rng.random() < 0.7 else str(_constant(rng)),
        c=_constant(rng),
        d=rng.randint(2, 9),
        s=rng.randint(1, 3),
        p=predicate(rng, variables) if "{p}" in form else "",
    )


def _operand(rng: random.Random, variables: Sequence[str], depth: int) -> str:
    text = _integer(rng, variables, depth)
    return text if text.isidentifier() else f"({text})"


_PREDICATE_FORMS = (
    "{v} % {c} == 0",
    "{v} % 2 == 0",
    "{v} % 2",
    "{v} & 1",
    "not {v} % {c}",
    "{v} > {t}",
    "{v} < {t}",
    "{v} >= {t}",
    "{v} != {t}",
    "{t} <= {v} < {u}",
    "{v} % {c} in (0, 1)",
    "{v} % {c} not in {{1, 2}}",
    "{v} > {t} and {v} % {d} == 0",
    "{v} < {t} or {v} % {d} == 1",
    "not ({v} > {t} and {v} % {d})",
    "str({v}).endswith('{d}')",
    "'{d}' not in str({v})",
    "abs({v} - {t}) > {c}",
    "{v} * {v} > {t}",
    "{v} ^ {c} > {t}",
    "({v} >> 1) % {d} != 1",
    "len(str({v})) <= {d}",
    "bool({v} & {c})",
    "({v} + {c}) // {d} % 2 == 1",
)


def predicate(rng: random.Random, variables: Sequence[str]) -> str:
    """int -> truth."""
    low = _threshold(rng)
    return rng.choice(_PREDICATE_FORMS).format(
        v=rng.choice(list(variables)), c=_constant(rng), d=rng.randint(2, 9), t=low, u=low + _constant(rng) * 3
    )


_BUCKET_FORMS = (
    "{v} % {c}",
    "{v} // {c}",
    "{v} & {c}",
    "len(str({v}))",
    "({v} // {c}) * {c}",
    "{v} >> {s}",
    "abs({v}) % {c}",
    "({v} * {d}) % {c}",
    "min({v}, {c})",
    "({v}).bit_length()",
    "{v} - {v} % {c}",
    "int({p})",
)


def bucket(rng: random.Random, variables: Sequence[str]) -> str:
    """int -> int with few values for small ranges: a key to group by."""
    variable = rng.choice(list(variables))
    return rng.choice(_BUCKET_FORMS).format(
        v=variable, c=_constant(rng), d=rng.randint(2, 9), s=rng.randint(1, 5), p=predicate(rng, variables)
    )


_KEY_FORMS = (
    "-{v}",
    "({v} % {c}, {v})",
    "abs({v} - {t})",
    "str({v})",
    "(-{v} % {c}, -{v})",
    "({p}, {v})",
    "{v} % {c}",
    "{v} ^ {c}",
    "(len(str({v})), {v})",
    "{v} * {v} - {c} * {v}",
)


def sort_key(rng: random.Random, variables: Sequence[str]) -> str:
    """int -> anything ordered."""
    variable = rng.choice(list(variables))
    return rng.choice(_KEY_FORMS).format(v=variable, c=_constant(rng), t=_threshold(rng), p=predicate(rng, variables))


_REAL_FORMS = (
    "{a} * {r}",
    "{a} + {r}",
    "{a} - {r}",
    "{a} / {c}",
    "abs({a}) ** 0.5",
    "math.sqrt(abs({a}))",
    "math.log1p(abs({a}))",
    "math.sin({a})",
    "math.cos({a}) * {r}",
    "math.atan({a})",
    "math.tanh({a})",
    "math.exp(-abs({a}))",
    "{a} / (1 + abs({a}))",
    "1 / (1 + {a} ** 2)",
    "round({a}, {d})",
    "max(0.0, {a})",
    "min({a}, {r})",
    "{a} * {a}",
    "{a} * {b}",
    "{a} - {b}",
    "{a} + {r} * {b}",
    "math.hypot({a}, {r})",
    "({a} if {a} > {r} else {b})",
    "float(int({a}) % {c})",
)


def real(rng: random.Random, variables: Sequence[str]) -> str:
    """float or int -> float, total for moderate values."""
    return _real(rng, variables, rng.choice((1, 1, 2, 2, 3)))


def _real(rng: random.Random, variables: Sequence[str], depth: int) -> str:
    if depth == 0:
        return rng.choice(list(variables))
    left, right = _real(rng, variables, depth - 1), _real(rng, variables, max(0, depth - 2))
    return rng.choice(_REAL_FORMS).format(
        a=left if left.isidentifier() else f"({left})",
        b=right if right.isidentifier() else f"({right})",
        c=_constant(rng),
        r=rng.choice(("0.1", "0.25", "0.5", "1.5", "2.0", "3.0", "0.01", "10.0", "0.9")),
        d=rng.randint(1, 4),
    )


_REAL_PREDICATES = (
    "{v} > {r}",
    "{v} < {r}",
    "abs({v}) > {r}",
    "{r} <= {v}",
    "0 < {v} < {r}",
    "{v} >= 0",
    "{v} * {v} < {r}",
    "int({v}) % {d} == 0",
    "not {v} < {r}",
    "{v} > {r} or {v} < -{r}",
    "round({v}) != 0",
)


def real_predicate(rng: random.Random, variables: Sequence[str]) -> str:
    return rng.choice(_REAL_PREDICATES).format(
        v=rng.choice(list(variables)), r=rng.choice(("0.1", "0.25", "0.5", "0.75", "10.0")), d=rng.randint(2, 7)
    )


_TEXT_FORMS = (
    "{s}.upper()",
    "{s}.lower()",
    "{s}.title()",
    "{s}.capitalize()",
    "{s}.swapcase()",
    "{s}.strip()",
    "{s}[::-1]",
    "{s}[:{d}]",
    "{s}[{d}:]",
    "{s}[1:-1]",
    "{s}[::2]",
    "{s} * {d}",
    "{s} + '{w}'",
    "'{w}' + {s}",
    "{s} + {s}[::-1]",
    "{s}.replace('{x}', '{y}')",
    "{s}.replace('{x}', '')",
    "'{w}'.join({s})",
    "''.join(sorted({s}))",
    "''.join(c for c in {s} if c not in 'aeiou')",
    "''.join([c.upper() if c in 'aeiou' else c for c in {s}])",
    "''.join(reversed({s}))",
    # Not as f-strings: these may hold each other, and quotes within quotes do not nest before Python 3.12.
    "'{{}}:{{}}'.format({s}, len({s}))",
    "'<%s>' % {s}",
    "'%s-%d' % ({s}, len({s}))",
    "'{{}}_{{}}'.format({s}, {d})",
    "{s}.zfill({c})",
    "{s}.ljust({c}, '.')",
    "{s}.center({c})",
    "{s}.split('{x}')[0]",
    "{s}.partition('{x}')[2]",
    "{s}.lstrip('{x}{y}')",
    "{s}[{d}:] + {s}[:{d}]",
    "re.sub(r'[aeiou]+', '{w}', {s})",
    "re.sub(r'(.)\\1', r'\\1', {s})",
    "''.join(chr((ord(c) - 97 + {d}) % 26 + 97) for c in {s})",
    "{s} if {p} else {s}[::-1]",
    "{s}.casefold()",
    "{s}.expandtabs({d})",
    "{s}.encode().hex()",
)


def text(rng: random.Random, variables: Sequence[str]) -> str:
    """str -> str."""
    result = rng.choice(list(variables))
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        form = rng.choice(_TEXT_FORMS)
        inner = result if result.isidentifier() else f"({result})"
        if form.count("{s}") > 1 and not result.isidentifier():
            continue
        result = form.format(
            s=inner,
            d=rng.randint(1, 5),
            c=rng.choice((6, 8, 10, 12, 16, 20)),
            w=rng.choice(("-", "_", "x", ", ", "ab", "##", ".", " ")),
            x=rng.choice("aeiostnr"),
            y=rng.choice("bxyz"),
            p=text_predicate(rng, variables) if "{p}" in form else "",
        )
    return result if result.isidentifier() or rng.random() < 0.97 else f"({result})"


_TEXT_PREDICATES = (
    "len({s}) > {d}",
    "len({s}) % 2 == 0",
    "{s}.startswith('{x}')",
    "{s}.endswith(('{x}', '{y}'))",
    "'{x}' in {s}",
    "'{x}' not in {s}",
    "{s} == {s}[::-1]",
    "{s}[:1] in 'aeiou'",
    "{s} > '{m}'",
    "{s}.isalpha()",
    "len(set({s})) == len({s})",
    "{s}.count('{x}') < {d}",
    "{s}.find('{x}') >= 0",
    "any(c in 'aeiou' for c in {s})",
    "sum(c in 'aeiou' for c in {s}) > 1",
    "re.search(r'[{x}{y}]', {s})",
    "not {s}.isupper()",
    "len({s}) > {d} and {s}[0] != '{x}'",
    "{s}[-1:] == '{x}' or len({s}) < {d}",
)


def text_predicate(rng: random.Random, variables: Sequence[str]) -> str:
    return rng.choice(_TEXT_PREDICATES).format(
        s=rng.choice(list(variables)),
        d=rng.randint(2, 6),
        x=rng.choice("aeiostnr"),
        y=rng.choice("bdgk"),
        m=rng.choice("fhkmp"),
    )


_TEXT_NUMBERS = (
    "len({s})",
    "{s}.count('{x}')",
    "sum(map(ord, {s}))",
    "len(set({s}))",
    "sum(ord(c) - 96 for c in {s})",
    "sum(1 for c in {s} if c in 'aeiou')",
    "zlib.crc32({s}.encode()) % {c}",
    "{s}.find('{x}')",
    "ord({s}[0]) if {s} else 0",
    "max(map(ord, {s}), default=0)",
    "len({s}) * {d}",
    "int({s} < {s}[::-1])",
    "len({s}.split('{x}'))",
    "functools.reduce(lambda h, c: (h * 31 + ord(c)) % {c}, {s}, 7)",
)


def text_number(rng: random.Random, variables: Sequence[str]) -> str:
    """str -> int."""
    return rng.choice(_TEXT_NUMBERS).format(
        s=rng.choice(list(variables)),
        d=rng.randint(2, 6),
        x=rng.choice("aeiostnr"),
        c=rng.choice((97, 101, 1000, 1009, 65521)),
    )


_CHARACTER_FORMS = (
    "{c}.upper()",
    "{c} * 2",
    "chr((ord({c}) - 97 + {d}) % 26 + 97)",
    "'{w}' if {p} else {c}",
    "{c} + '{w}'",
    "{c}.upper() if {p} else {c}",
    "str(ord({c}))",
    "format(ord({c}), '08b')",
    "f'{{ord({c}):x}}'",
    "{c}.swapcase()",
)
_CHARACTER_PREDICATES = (
    "{c} in 'aeiou'",
    "{c} not in 'aeiou'",
    "{c}.isalpha()",
    "{c}.isalnum() or {c} == ' '",
    "{c} > '{m}'",
    "ord({c}) % {d} == 0",
    "{c} != '{x}'",
    "'a' <= {c} <= '{m}'",
    "{c} in {{'{x}', '{y}', '{m}'}}",
)


def character_predicate(rng: random.Random, variables: Sequence[str]) -> str:
    return rng.choice(_CHARACTER_PREDICATES).format(
        c=rng.choice(list(variables)),
        d=rng.randint(2, 4),
        x=rng.choice("aeio"),
        y=rng.choice("stnr"),
        m=rng.choice("fhkmp"),
    )


def character(rng: random.Random, variables: Sequence[str]) -> str:
    """One character -> a short string."""
    form = rng.choice(_CHARACTER_FORMS)
    return form.format(
        c=rng.choice(list(variables)),
        d=rng.randint(1, 25),
        w=rng.choice("*_.-#"),
        p=character_predicate(rng, variables),
    )


_ARRAY_UNARY = (
    "np.sqrt(np.abs({a}))",
    "np.abs({a})",
    "np.exp(-np.abs({a}))",
    "np.log1p(np.abs({a}))",
    "np.tanh({a})",
    "np.sin({a})",
    "np.cos({a})",
    "np.square({a})",
    "{a} ** 2",
    "-{a}",
    "np.clip({a}, -{r}, {r})",
    "np.maximum({a}, 0)",
    "np.minimum({a}, {r})",
    "np.where({a} > {r}, {a}, {r})",
    "np.where({a} > 0, {a}, 0)",
    "1 / (1 + np.exp(-np.clip({a}, -30, 30)))",
    "np.floor({a})",
    "np.round({a}, {d})",
    "np.sign({a})",
    "{a} * {r}",
    "{a} + {r}",
    "{a} - {r}",
    "{a} / {r}",
    "np.arctan({a})",
    "np.nan_to_num({a})",
)
_ARRAY_BINARY = (
    "{a} + {b}",
    "{a} - {b}",
    "{a} * {b}",
    "{a} / (1 + np.abs({b}))",
    "np.maximum({a}, {b})",
    "np.minimum({a}, {b})",
    "np.hypot({a}, {b})",
    "np.where({a} > {b}, {a}, {b})",
    "{a} + {r} * {b}",
    "{a} - {b}.mean()",
    "{a} - np.mean({b})",
    "{a} / (np.std({b}) + 1)",
    "np.arctan2({a}, {b})",
    "np.logaddexp(np.tanh({a}), np.tanh({b}))",
    "np.add({a}, {b})",
    "np.multiply({a}, {b})",
)


def array(rng: random.Random, variables: Sequence[str]) -> str:
    """Elementwise over arrays of one shape: an array of that shape; its number of temporaries is the point."""
    return _array(rng, variables, rng.choice((1, 1, 2, 2, 3, 3, 4)))


def _array(rng: random.Random, variables: Sequence[str], depth: int) -> str:
    if depth == 0:
        return rng.choice(list(variables))
    unary = rng.random() < 0.55
    form = rng.choice(_ARRAY_UNARY if unary else _ARRAY_BINARY)
    left, right = _array(rng, variables, depth - 1), _array(rng, variables, max(0, depth - rng.choice((1, 2, 3))))
    return form.format(
        a=left if left.isidentifier() else f"({left})",
        b=right if right.isidentifier() else f"({right})",
        r=rng.choice(("0.1", "0.5", "2", "1.5", "3", "10", "0.25")),
        d=rng.randint(1, 3),
    )


_ARRAY_MASKS = (
    "{x} > {r}",
    "{x} < {r}",
    "np.abs({x}) > {r}",
    "({x} > -{r}) & ({x} < {r})",
    "{x} > {x}.mean()",
    "{x} < np.mean({x})",
    "~np.isnan({x})",
    "({x} > {r}) | ({x} < -{r})",
    "np.isfinite({x}) & ({x} >= {r})",
    "{x} != 0",
    "np.logical_and({x} > 0, {x} < {r})",
    "{x} >= np.float64({r})",
)


def mask(rng: random.Random, variables: Sequence[str]) -> str:
    """Array -> boolean array."""
    return rng.choice(_ARRAY_MASKS).format(
        x=rng.choice(list(variables)), r=rng.choice(("0.1", "0.25", "0.5", "0.75", "0.9"))
    )


_ARRAY_REDUCTIONS = (
    "sum",
    "mean",
    "max",
    "min",
    "std",
    "var",
    "sum",
    "mean",
    "ptp",
    "prod",
    "argmax",
    "argmin",
    "median",
)


def reduction(rng: random.Random, variables: Sequence[str]) -> str:
    """Array and the text of further arguments (axis=0) -> reduced array; an empty array is the caller's concern."""
    name = rng.choice(_ARRAY_REDUCTIONS)
    arguments = ", ".join(variables)
    return f"np.{name}({arguments})"


GRAMMARS: dict[str, Grammar] = {
    "INT": integer,
    "PRED": predicate,
    "BUCKET": bucket,
    "KEY": sort_key,
    "NUM": real,
    "NPRED": real_predicate,
    "STR": text,
    "SPRED": text_predicate,
    "SNUM": text_number,
    "CHAR": character,
    "CPRED": character_predicate,
    "ARR": array,
    "MASK": mask,
    "REDUCE": reduction,
}
