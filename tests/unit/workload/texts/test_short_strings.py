"""Texts that do not grow with the data: keys, members, what is looked for in another one."""

import pytest

from tests.unit.workload.made_up import default

LONG = "str * 1000 in 'a'..'z'"
SHORT = "str * 8 in 'a'..'z'"
DIGITS = "str * 1000 in '0123456789'"
MARK = "str * 1 in 'a'..'h'"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(word, known): return [k for k in known if near(word, k)]", f"word: {SHORT}; known: "),
        ("def f(word: str, model: dict[str, int]): return model.get(word)", f"word: {SHORT}; model: "),
        ("def f(word: str, model: dict[str, int]): return [w for w in edits(word) if w in model]", f"word: {SHORT}; "),
        ("def f(commit: str, parents: dict[str, str]): return walk(commit, parents)", f"commit: {SHORT}; parents: "),
        ("def f(ref: str): return CELLS[ref]", f"ref: {SHORT}"),
        ("def f(script: str, names: dict[str, int]): exec(script, names)", f"script: {LONG}; names: "),
        ("def f(word): return [word[:i] for i in range(len(word))]", f"word: {LONG}"),
        ("def f(ref: str): return [c for c in ref if ord(c) > 9]", f"ref: {LONG}"),
        ("def f(tpl: str, context: dict[str, str]): return Template(tpl).render(context)", f"tpl: {LONG}; context: "),
        ("def f(raw: str, known: dict[str, str]): return {**known, **yaml.full_load(raw)}", f"raw: {LONG}; known: "),
        ("def sub(raw: str, table: dict[str, str]): return re.sub(P, lambda m: table[m[0]], raw)", f"raw: {LONG}; "),
        ("def f(src: str): return DONE[src] if src in DONE else parse(src)", f"src: {LONG}"),
        ("def f(ref: str, table: dict[str, str]): raise KeyError(ref)", f"ref: {SHORT}; table: "),
        ("def f(word): return Counter(word)", f"word: {LONG}"),
        ("def f(word: str, n: int): return shifted(word, n)", f"word: {LONG}; n: "),
        ("def f(word): return COUNTS.get(word)", f"word: {SHORT}"),
        ("def f(text: str, known: set[str]): return find(text, known)", f"text: {LONG}; known: "),
        ("def f(text: str, seen): return text in seen or seen.add(text)", f"text: {LONG}; seen: "),
    ],
)
def test_keys_and_members_are_short(source: str, workload: str) -> None:
    assert default(source).startswith(workload)


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(text, first): return text.index(first) + len(first)", f"text: {LONG}; first: {MARK}"),
        ("def f(text: str, mark): return text.find(mark)", f"text: {LONG}; mark: {SHORT}"),
        ("def f(text, old, new): return text.replace(old, new)", f"text: {LONG}; old: {SHORT}; new: {SHORT}"),
        ("def f(one, mark): return one.strip().partition(mark)[0]", f"one: {LONG}; mark: {MARK}"),
        ("def f(one, mark): return one.index(mark)", "one: object; mark: object"),
        (
            "def f(values: list[int], mark): return values.count(mark)",
            "values: list[int] * 1000 in 0..1000; mark: object",
        ),
        ("def f(x, parts): return np.split(x, parts)", "x: float64[1000]; parts: float64[1000]"),
    ],
)
def test_what_is_looked_for_in_a_text_is_one(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(bits): return [node[0] if b == '0' else node[1] for b in bits]", "bits: str * 1000 in '01'"),
        ("def f(isbn): return [10 if c == 'X' else int(c) for c in isbn]", "isbn: str * 1000 in '0123456789X'"),
        ("def f(number): return sum(int(c) for c in reversed(number))", f"number: {DIGITS}"),
        ("def f(isbn): return sum(int(c) for c in isbn)", f"isbn: {DIGITS}"),
        ("def f(card: str): return int(card) + sum(int(c) for c in card)", "card: digits"),
        ("def f(row): return sum(int(c) for c in row)", "row: list[int] * 1000 in 0..1000"),
        ("def f(scores_in): return [int(scores_in[i]) for i in (0, 1)]", "scores_in: list[int] * 1000 in 0..1000"),
        ("def f(steps): return [s for s in steps if s == 'U' or s == 'up']", "steps: list[int] * 1000 in 0..1000"),
        ("def f(parts): return [p for p in parts if p == '0']", "parts: list[int] * 1000 in 0..1000"),
        ("def f(values): return [int(v) for v in values]", "values: list[int] * 1000 in 0..1000"),
    ],
)
def test_what_is_gone_through_letter_by_letter_is_a_text(source: str, workload: str) -> None:
    assert default(source) == workload
