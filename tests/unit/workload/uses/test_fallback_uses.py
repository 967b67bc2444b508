"""What is done with a parameter of which nothing else tells what it is."""

from __future__ import annotations

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

WORD = "thing: str * 10 in 'a'..'z'"


@pytest.mark.parametrize(
    ("body", "workload"),
    [
        ("return f'{BASE}/{thing}s'", WORD),
        ("return '%s of %s' % (thing, 1)", WORD),
        ("return '{}'.format(thing)", WORD),
        ("return {'q': str(thing)}", WORD),
        ("return os.path.basename(thing)", WORD),
        ("return shutil.copy(thing, 'a')", WORD),
        ("thing = int(thing)\n    return thing", "thing: int = 10"),
        ("return float(thing) / 2", "thing: float"),
        ("return thing == SIZE - 1", "thing: int = 10"),
        ("return random.choice(thing)", "thing: list[int] * 1000 in 0..1000"),
        ("return list(map(read, thing))", "thing: list[int] * 1000 in 0..1000"),
        ("return 1 if thing and SIZE else 2", "thing: bool = False"),
        ("if not thing:\n        return\n    return 2", "thing: bool = True"),
        ("return thing.__iter__()", "thing: list[int] * 1000 in 0..1000"),
        ("return thing.unsqueeze(0)", "thing: torch.float32[1000]"),
        ("return f'{thing!r}'", "thing: object"),
        ("return os.path.join(thing.folder, f'{thing}')", "thing: {.folder: str}"),
        ("return kept(thing) if thing else 2", "thing: object"),
        ("json.dump(ROWS, thing)", "thing: TextIO"),
        ("pickle.dump(ROWS, thing)", "thing: BinaryIO"),
        ("for row in ROWS: print(row, file=thing)", "thing: TextIO"),
        ("csv.writer(thing).writerows(ROWS)", "thing: TextIO"),
        ("out = DictWriter(thing, COLUMNS)\n    out.writerows(ROWS)", "thing: TextIO"),
        ("json.dump(ROWS, fp=thing)", "thing: TextIO"),
        ("out = of.writer(thing)", "thing: object"),
        ("writer(thing)", "thing: object"),
        ("return list(map(thing, ROWS))", "thing: object"),
    ],
)
def test_what_is_done_with_it_tells_what_it_is(body: str, workload: str) -> None:
    assert default(f"def f(thing):\n    {body}") == workload


def test_what_is_put_into_a_text_is_no_node_by_its_name() -> None:
    assert default("def f(root):\n    return '{}.txt'.format(root)") == "root: str * 10 in 'a'..'z'"


def test_beside_a_tensor_arrays_are_tensors() -> None:
    said = default("def f(of, by):\n    return (of.sigmoid() * by).sum() / by.shape[0]")
    assert said == "of: torch.float32[1000]; by: torch.float32[1000]"


def test_the_other_side_of_a_reflected_operator_is_a_number() -> None:
    assert default("def __radd__(other):\n    return here + other") == "other: int = 10"


def test_bytes_that_texts_are_made_of_are_letters() -> None:
    said = default("def f(raw: bytes, pairs: list[bytes]):\n    return raw.decode(), pairs")
    assert said == "raw: bytes * 1000 in 'a'..'z'; pairs: list[bytes] * 1000 * 8 in 'a'..'z'"
    _, made = build(parse(said), 1)
    assert made["raw"].decode().isalpha() and all(one.decode().isalpha() for one in made["pairs"])
    assert default("def f(raw: bytes):\n    return len(raw)") == "raw: bytes * 1000"
