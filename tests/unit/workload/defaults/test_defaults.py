"""Defaults: arrays of as many dimensions as a function uses, numbers that are counted with."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.language.parsing import parse
from perfcast.workload.language.resizing import resized
from perfcast.workload.origins.resolution import resting_on
from perfcast.workload.values.building import build
from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("return x[i, 1:] * 2", "32, 32"),
        ("return x[:, None, :]", "32, 32"),
        ("return x[..., 0]", "1000"),
        ("rows, columns = x.shape", "32, 32"),
        ("b, t, h, d = x.shape", "6, 6, 6, 6"),
        ("return np.zeros(x.shape[2])", "10, 10, 10"),
        ("return x.sum(axis=1)", "32, 32"),
        ("return np.mean(x, axis=(1, 2))", "10, 10, 10"),
        ("return np.exp(x - np.max(x, axis=-1, keepdims=True))", "32, 32"),
        ("return x.T", "32, 32"),
        ("return np.linalg.inv(x)", "32, 32"),
        ("return np.sqrt(x).sum()", "1000"),
        ("return x[0] + x[-1]", "1000"),
    ],
)
def test_an_array_has_the_dimensions_that_are_used(body: str, shape: str) -> None:
    assert default(f"def f(x: np.ndarray):\n    {body}") == f"x: float64[{shape}]"


@pytest.mark.parametrize(
    ("annotation", "type_"),
    [
        ("FloatTensor", "float32"),
        ("DoubleTensor", "float64"),
        ("LongTensor", "int64"),
        ("IntTensor", "int32"),
        ("BoolTensor", "bool"),
    ],
)
def test_former_types_of_tensors_say_what_their_elements_are(annotation: str, type_: str) -> None:
    assert default(f"def f(x: torch.{annotation}):\n    return x.sum()").startswith(f"x: torch.{type_}[1000]")


def test_arrays_of_one_function_fit_together() -> None:
    source = "def f(n: int, a: np.ndarray, v: np.ndarray):\n    for i in range(n):\n        v[i] = a[i, :] @ v"
    assert default(source) == "n: int = 32; a: float64[32, 32]; v: float64[32]"


def test_matrices_are_known_by_their_product_and_their_names() -> None:
    source = "def gemm(alpha, beta, C, A, B):\n    C[:] = alpha * A @ B + beta * C"
    assert default(source).endswith("C: float64[32, 32]; A: float64[32, 32]; B: float64[32, 32]")
    assert default("def f(A, x):\n    return A @ x + np.sin(x)") == "A: float64[32, 32]; x: float64[32]"
    assert default("def blur(image: np.ndarray):\n    return image * 2") == "image: float64[32, 32]"


def test_what_linear_algebra_is_done_with_is_a_matrix() -> None:
    assert default("def f(m):\n    return np.linalg.inv(m)") == "m: float64[32, 32]"


@pytest.mark.parametrize("annotation", ["argparse.Namespace", "Namespace", "Any", "'SimpleNamespace'"])
def test_what_may_have_any_attributes_has_those_that_it_is_asked_for(annotation: str) -> None:
    source = f"def f(opts: {annotation}):\n    return [name.lower() for name in opts.names if opts.verbose]"
    assert default(source) == "opts: {.names: list[str], .verbose: bool}"


@pytest.mark.parametrize(
    ("body", "argument"),
    [
        ("return sum(one.price for one in x)", "x: list[{.price: float}] * 1000"),
        ("return [row['name'] for row in x]", "x: list[{name: label}] * 1000"),
        ("return sum(x)", "x: list[int] * 1000 in 0..1000"),
    ],
)
def test_a_list_of_which_nothing_is_said_holds_what_it_is_asked_for(body: str, argument: str) -> None:
    assert default(f"def f(x: list):\n    {body}") == argument


@pytest.mark.parametrize(
    ("body", "argument"),
    [
        ("return len(values) > of", "of: int = 10"),
        ("return of.quantize(CENT)", "of: Decimal"),
        ("return json.dumps(of, sort_keys=True)", "of: dict[str, int] * 1000 in 0..1000"),
        ("return urljoin(of, 'a')", "of: str * 1000 in 'a'..'z'"),
        ("return datetime.fromtimestamp(of, UTC)", "of: float"),
        ("return of.replace(minute=0, second=0)", "of: datetime"),
        ("return f'{of:%d.%m.%Y}'", "of: datetime"),
        ("return [row['at'].replace(minute=0) for row in of]", "of: list[{at: datetime}] * 1000"),
        ("return f'{of:>10}'", "of: str * 10 in 'a'..'z'"),
    ],
)
def test_what_only_some_things_are_asked_for_tells_what_they_are(body: str, argument: str) -> None:
    assert default(f"def f(of):\n    {body}") == argument


@pytest.mark.parametrize(
    ("body", "argument"),
    [
        ("return of.pct_change().dropna()", "of: Series[1000]"),
        ("return of.rolling(3).mean()", "of: Series[1000]"),
        ("return of.melt(id_vars='a')", "of: DataFrame[1000, 3]"),
        ("return of.groupby('a')['b'].sum() + of['c']", "of: DataFrame[1000, 3]"),
        ("return F.softmax(of, dim=-1)", "of: torch.float32[32, 32]"),
        ("return F.cross_entropy(made, of)", "of: torch.int64[1000] in 0..9"),
        ("return F.col(of)", "of: object"),
        ("return torch.exp(of)", "of: torch.float32[1000]"),
        ("return torch.manual_seed(of)", "of: object"),
        ("return of.argmax(dim=1)", "of: torch.float32[32, 32]"),
        ("return [one.numel() for one in of.parameters()]", "of: nn.Module"),
    ],
)
def test_tables_columns_tensors_and_networks_are_known_by_what_they_alone_are_asked_for(
    body: str, argument: str
) -> None:
    assert default(f"def f(of):\n    {body}") == argument


_LEAF = "{.value: float, .children: list[int]}"
_NODE = f"{{.value: float, .children: list[{{.value: float, .children: list[{_LEAF}]}}]}}"


@pytest.mark.parametrize(
    ("body", "argument"),
    [
        ("return x.value + sum(f(one) for one in x.children)", f"x: {_NODE} * 6 * 6 * 0"),
        ("for one in x['of']: f(one)", "x: {of: list[{of: list[{of: list[int]}]}]} * 6 * 6 * 0"),
        ("return [f(one) for one in x.get('of', [])]", "x: {of: list[{of: list[{of: list[int]}]}]} * 6 * 6 * 0"),
        ("return [g(one) for one in x['of']]", "x: {of: list[str]}"),
    ],
)
def test_what_calls_itself_with_parts_of_what_it_is_given_takes_trees(body: str, argument: str) -> None:
    assert default(f"def f(x):\n    {body}") == argument


def test_what_is_indexed_by_several_numbers_is_an_array() -> None:
    assert default("def f(table):\n    return table[0, 1]") == "table: float64[32, 32]"


@pytest.mark.parametrize(
    "body", ["return bins - 1", "return 0 < bins", "return [0] * (2 * bins + 1) if bins / 2 else 0"]
)
def test_what_is_counted_with_is_a_number(body: str) -> None:
    assert default(f"def f(bins):\n    {body}") == "bins: int = 10"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(n, k): return math.comb(n, k)", "n: int = 1000; k: int = 10"),
        ("def f(K): return 7 // K", "K: int = 10"),
        ("def f(seen): seen.add(1)", "seen: set[int] * 1000 in 0..1000"),
        ("def f(store): store.add(1, 2)", "store: object"),
        ("def f(store): store.add(key=1, value=2)", "store: object"),
        ("def f(size):\n out = []\n for x in stream():\n  if len(out) == size: use(out)", "size: int = 10"),
        ("def f(size):\n out = []\n while len(out) < size: out.append(1)", "size: int = 1000"),
        ("def f(K, d: dict[str, int]): return d[K]", "K: label; d: dict[label, int] * 1000 in 0..1000"),
        ("def f(v): return math.factorial(v)", "v: int = 10"),
        ("def f(n): return int(math.sqrt(n)) + 1", "n: int = 1000"),
        ("def f(v): return math.sqrt(v)", "v: float"),
        ("def f(nums): return math.prod(nums)", "nums: list[int] * 1000 in 0..1000"),
        ("def f(them): return math.fsum(them)", "them: list[int] * 1000 in 0..1000"),
        ("def f(n): return np.zeros(n)", "n: int = 1000"),
        ("def f(it): return np.linspace(0, 1, it)", "it: int = 1000"),
        ("def f(it): return np.cumsum(it)", "it: float64[1000]"),
        ("def f(a, b): return operator.sub(a, b)", "a: int = 10; b: int = 10"),
        ("def f(it): return re.sub('a', 'b', it)", "it: str * 1000 in 'a'..'z'"),
        ("def f(it): return NUMBER.sub('', it)", "it: str * 1000 in 'a'..'z'"),
        ("def f(it): return self.word_re.sub('', it)", "it: str * 1000 in 'a'..'z'"),
        ("def f(name, ignore_names): return name in ignore_names", "ignore_names: list[str] * 1000 * 8 in 'a'..'z'"),
        ("def f(ignore_case): return ignore_case", "ignore_case: bool = False"),
        ("def f(xs, is_ready: bool):\n    if not is_ready: return None\n    return sum(xs)", "is_ready: bool = True"),
        ("def f(xs, is_empty: bool):\n    if is_empty: return None\n    return sum(xs)", "is_empty: bool = False"),
        ("def f(them): return 3 in them", "them: list[int] * 1000 in 0..1000"),
        ("def f(value):\n    if value == 'yes': return 1\n    raise OSError", "value: str = 'yes'"),
        ("def f(c): return ord(c)", "c: str * 1 in 'a'..'z'"),
        ("def f(char): return char + '!'", "char: str * 1 in 'a'..'z'"),
        ("def f(how: Literal['fast', 'slow']): return TABLE[how]", "how: str = 'fast'"),
        ("def f(how: Optional[typing.Literal[3]]): return how", "how: int = 3"),
        ("def f(how: Literal['a'] | None): return how", "how: str = 'a'"),
        ("def f(graph):\n if not isinstance(graph, Graph): raise TypeError\n return graph.size", "graph: Graph"),
        ("def f(other):\n if not isinstance(other, geo.Point): return NotImplemented", "other: Point"),
        ("def f(n):\n assert isinstance(n, Node)\n return n", "n: Node"),
        ("def f(thing): return isinstance(thing, (Circle, Square))", "thing: Circle"),
        ("def f(value): return float(value) if isinstance(value, Decimal) else value", "value: int = 10"),
        ("def f(thing): return isinstance(thing, Callable)", "thing: object"),
        ("def f(thing): return isinstance(thing, np.ndarray)", "thing: float64[1000]"),
        ("def f(thing): return isinstance(thing, Iterable)", "thing: list[int] * 1000 in 0..1000"),
        ("def f(n): return max(n, 3) % 2", "n: int = 1000"),
        ("def f(n): return n[0] if n >> 1 else n", "n: int = 1000"),
        ("def f(count):\n count >>= 1\n return len(count)", "count: int = 1000"),
        ("def f(it): return bin(it)", "it: int = 10"),
        ("def f(it, other): return max(it, 3, other)", "it: int = 10; other: int = 10"),
        ("def f(number): return sum(number) + int(number)", "number: int = 1000"),
        ("def f(coins): return min(coins)", "coins: list[int] * 1000 in 1..1000"),
        ("def f(m): return list(zip(*m))", "m: list[list[int]] * 32 * 32 in 0..1000"),
        ("def f(them): return list(heapq.merge(*them))", "them: list[list[int]] * 32 * 32 in 0..1000 sorted"),
        ("def f(them): return print(*them)", "them: object"),
        ("def f(z): return 1 / (1 + np.exp(-z))", "z: float64[1000]"),
        ("def f(y0, h): return np.ceil((y0 - 1) / h)", "y0: int = 10; h: float"),
        ("def f(image, k): return np.where(image > k, 1, 0)", "image: float64[32, 32]; k: int = 10"),
        ("def f(found, it): return np.mean(found == it)", "found: float64[1000]; it: float64[1000]"),
        (
            "def f(them):\n them.sort()\n for first, last in them: use(first)",
            "them: list[tuple[int, int]] * 1000 in 0..1000",
        ),
        (
            "def f(labels, n_classes):\n out = np.zeros((9, n_classes))\n out[np.arange(9), labels] = 1",
            "labels: list[int] * 1000 in 0..9; n_classes: int = 10",
        ),
        ("def f(found, k): return [use(x) for x in range(k)]", "found: object; k: int = 10"),
        ("def f(nums):\n for x in nums: seen[x, 0] += 1", "nums: list[int] * 1000 in 0..9"),
        ("def f(lines): return lines.sort()", "lines: list[str] * 1000 * 8 in 'a'..'z'"),
    ],
)
def test_what_a_body_does_to_it_tells_what_it_is(source: str, workload: str) -> None:
    assert default(source).endswith(workload)


@pytest.mark.parametrize(
    "body",
    ["s = s.split(); s.reverse()", "s = Counter(s); s.most_common(1)", "s = s.strip().split(','); s.append('x')"],
)
def test_what_takes_the_place_of_a_parameter_is_something_else(body: str) -> None:
    assert default(f"def f(s): {body}").startswith("s: str * 1000 in ")


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(items, size): return [items[i:i + size] for i in range(0, len(items), size)]", "size: int = 10"),
        ("def f(xs, n):\n for i in range(0, len(xs), n): yield xs[i:min(i + n, len(xs))]", "n: int = 10"),
        ("def f(seq, k): return [seq[i:i + k] for i in range(len(seq) - k + 1)]", "k: int = 10"),
        ("def f(seq, n): return [max(seq[i:n + i]) for i in range(len(seq))]", "n: int = 10"),
        ("def f(it, n):\n while chunk := list(islice(it, n)): yield chunk", "n: int = 10"),
        ("def f(nums, k): return sum(nums[:k]) + sum(nums[i - k] for i in range(k, len(nums)))", "k: int = 10"),
        ("def f(limit, step): return list(range(0, limit, step))", "limit: int = 1000; step: int = 10"),
        ("def f(W): return [0] * (W + 1), [*range(1, W + 1)]", "W: int = 1000"),
        ("def f(weights, n): return [i for i in range(len(weights) - 1) for _ in range(n)]", "n: int = 1000"),
    ],
)
def test_what_a_body_goes_on_by_is_small(source: str, workload: str) -> None:
    assert default(source).endswith(workload)


GO = "for one in {}: use(one)"
ADJACENT = "graph: dict[int, list[int]] * 1000 * 4 in 0..999"


@pytest.mark.parametrize(
    ("parameters", "body", "workload"),
    [
        ("graph, start", GO.format("graph[node]"), f"{ADJACENT}; start: int = 0"),
        ("graph, start, goal", "queue.extend(graph.get(node, []))", f"{ADJACENT}; start: int = 0; goal: int = 999"),
        ("graph: dict[int, list[int]], node: int", GO.format("graph[node]"), f"{ADJACENT}; node: int = 0"),
        ("graph: dict[int, list[int]]", GO.format("sorted(graph[one])"), ADJACENT),
        ("graph: list[list[int]]", GO.format("graph[one]"), "graph: list[list[int]] * 1000 * 4 in 0..999"),
        (
            "graph, root",
            GO.format("graph[node] - seen"),
            "graph: dict[int, set[int]] * 1000 * 4 in 0..999; root: int = 0",
        ),
        (
            "graph, s",
            "for v, w in graph[u]: use(v, w)",
            "graph: dict[int, list[tuple[int, int]]] * 1000 * 4 in 0..999; s: int = 0",
        ),
        (
            "graph, src",
            "for v, w in graph[u].items(): use(v, w)",
            "graph: dict[int, dict[int, int]] * 1000 * 4 in 0..999; src: int = 0",
        ),
        (
            "links, start",
            GO.format("links.get(page, ())"),
            "links: dict[int, list[int]] * 1000 * 4 in 0..999; start: int = 0",
        ),
        (
            "graph, node, visited",
            "visited.add(node)\n for one in graph[node]: f(graph, one, visited)",
            f"{ADJACENT}; node: int = 0; visited: set[int] * 0 in 0..1000",
        ),
        (
            "graph, node",
            "return [f(graph, one) for one in graph[node]]",
            "graph: dict[int, list[int]] * 10 * 4 in 0..9 tree; node: int = 0",
        ),
        ("n, edges", "for u, v in edges: use(u)", "n: int = 1000; edges: list[tuple[int, int]] * 1000 in 0..999"),
        (
            "n: int, edges: list[list[int]]",
            "for u, v in edges: use(u)",
            "n: int = 1000; edges: list[list[int]] * 1000 * 2 in 0..999",
        ),
        ("edges", "for u, v in edges: use(u)", "edges: list[tuple[int, int]] * 1000 in 0..1000"),
        (
            "graph: dict[str, list[str]], start: str",
            GO.format("graph[start]"),
            "graph: dict[digits, list[digits]] * 1000 * 4 in 0..999; start: str = '0'",
        ),
        ("grid, target", GO.format("grid[i]"), "grid: list[list[int]] * 32 * 32 in 0..1000; target: int = 10"),
        ("nodes, start", "return nodes[start:]", "nodes: list[int] * 1000 in 0..1000; start: int = 10"),
    ],
)
def test_graphs_have_the_nodes_that_are_asked_for(parameters: str, body: str, workload: str) -> None:
    assert default(f"def f({parameters}):\n {body}") == workload


def test_nodes_of_graphs_grow_with_them() -> None:
    node = ast.parse("def f(graph, start, end):\n for one in graph[start]: use(one)").body[0]
    assert isinstance(node, ast.FunctionDef)
    grown = resized(default_workload(node, 1000, drop_first=False), 8000)
    assert str(grown) == "graph: dict[int, list[int]] * 8000 * 4 in 0..7999; start: int = 0; end: int = 7999"


def test_short_texts_do_not_grow() -> None:
    node = ast.parse("def rows(prefix, count): return [prefix + str(i) for i in range(count)]").body[0]
    assert isinstance(node, ast.FunctionDef)
    workload = default_workload(node, 1000, drop_first=False)
    assert str(resized(workload, 10**5)) == "prefix: str * 10 in 'a'..'z'; count: int = 1e5"
    assert resting_on(5000, default_workload(node, 5000, drop_first=False)) == 5000
    greet = ast.parse("def greet(name): return 'hello ' + name").body[0]
    assert isinstance(greet, ast.FunctionDef)
    assert resting_on(5000, default_workload(greet, 5000, drop_first=False)) is None


def test_texts_that_identify_something_are_short() -> None:
    found = default("def pair(customer_id: str, note: str):\n return customer_id, note.split('.')")
    assert found == "customer_id: str * 10 in 'a'..'z'; note: str * 1000 in 'abcdefgh.'"


def test_tensors_hold_classes_where_they_are_used_as_such() -> None:
    found = default("""def train(x: torch.Tensor, y: torch.Tensor, weights: torch.Tensor):
    hidden = F.embedding(y, weights)
    return F.cross_entropy(x @ weights.T, target=y) + hidden.sum(dim=1)
""")
    assert found == "x: torch.float32[32, 32]; y: torch.int64[32] in 0..9; weights: torch.float32[32, 32]"


def test_what_attention_is_between_are_batches_of_sequences() -> None:
    found = default(
        "def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor):\n    return (q @ k.mT).softmax(-1) @ v"
    )
    assert found == "; ".join(f"{name}: torch.float32[10, 10, 10]" for name in "qkv")


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(orders, prices): return sum(prices[o] for o in orders)",
            "orders: list[label] * 1000; prices: dict[label, int] * 1000 in 0..1000",
        ),
        (
            "def f(prices: dict[str, float], orders: list[str]):\n for order in set(orders): use(prices[order])",
            "prices: dict[label, float] * 1000; orders: list[label] * 1000",
        ),
        (
            "def f(amount: float, src: str, to: str, rates: dict[str, float]): return amount / rates[src] * rates[to]",
            "amount: float; src: label; to: label; rates: dict[label, float] * 1000",
        ),
        (
            "def f(index, words): return sum(index[word] for word in words)",
            "index: dict[label, int] * 1000 in 0..1000; words: list[label] * 1000",
        ),
        (
            "def f(held: dict[str, float], prices: dict[str, float]): return [prices[s] for s, q in held.items()]",
            "held: dict[label, float] * 1000; prices: dict[label, float] * 1000",
        ),
        (
            "def f(held, prices):\n for s, q in held.items():\n  print(q * prices[s])",
            "held: dict[label, int] * 1000 in 0..1000; prices: dict[label, int] * 1000 in 0..1000",
        ),
        (
            "def f(a: Counter[str], b: Counter[str]): return sum(n * b[s] for s, n in a.items())",
            "a: Counter[label] * 1000; b: Counter[label] * 1000",
        ),
        (
            "def f(counts: Counter, prices: dict[str, float]): return sum(n * prices[s] for s, n in counts.items())",
            "counts: Counter[label] * 1000; prices: dict[label, float] * 1000",
        ),
        (
            "def f(names: dict[str, str], of: dict[str, str]): return [names[one] for one in of.keys()]",
            "names: dict[label, str] * 1000 * 8; of: dict[label, str] * 1000 * 8",
        ),
        ("def f(counts: Counter[str]): counts['x'] += 1", "counts: Counter[str] * 1000 in 'a'..'z'"),
        ("def f(index, word): return index[word]", "index: dict[label, int] * 1000 in 0..1000; word: label"),
        (
            "def f(graph, order: list):\n for node in order: use(*(one for one in graph[node]))",
            "graph: dict[int, list[int]] * 1000 * 4 in 0..999; order: list[int] * 1000 in 0..999",
        ),
        (
            "def f(nums, indices): return [nums[at] for at in indices]",
            "nums: list[int] * 1000 in 0..1000; indices: list[int] * 1000 in 0..999",
        ),
        (
            "def f(table: dict[str, int], keys: list[int]): return [table[one] for one in keys]",
            "table: dict[str, int] * 1000 in 0..1000; keys: list[int] * 1000 in 0..1000",
        ),
        ("def f(nums, i): return nums[i]", "nums: list[int] * 1000 in 0..1000; i: int = 10"),
    ],
)
def test_tables_have_the_keys_that_others_hold(source: str, workload: str) -> None:
    assert default(source) == workload


def test_labels_of_one_argument_are_found_in_others() -> None:
    text = "a: dict[label, int] * 50; b: set[label] * 50; c: list[label] * 900; d: list[label] * 9 in '01'"
    _, named = build(parse(text), seed=1)
    assert len(named["a"]) == len(named["b"]) == 50
    assert len(set(named["c"])) == 30
    assert set(named["c"]) < named["a"].keys() == named["b"]
    assert set("".join(named["d"])) <= {"0", "1"}


def test_a_counter_is_one() -> None:
    _, named = build(parse("a: Counter[str] * 30; b: Counter[int] * 20 in 1..4; c: Counter"), seed=1)
    assert all(type(one) is Counter for one in named.values())
    assert [len(one) for one in named.values()] == [30, 20, 4]
    assert set(named["b"]) == {*range(20)}
    assert named["a"]["none"] == 0


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(items, start, end): return items[start:end]", "start: int = 0; end: int = 999"),
        ("def f(nums, start_at: int, stop_at: int): return nums[stop_at]", "start_at: int = 0; stop_at: int = 999"),
        ("def f(arr, left, mid, right): return arr[left:mid + 1]", "left: int = 0; mid: int = 499; right: int = 999"),
        ("def f(low, high): return high - low", "low: int = 0; high: int = 10"),
        ("def f(start, end): return [*range(start, end)]", "start: int = 0; end: int = 1000"),
        ("def f(tag, x, lo, hi): return x[lo:hi], tag.lower()", "lo: int = 0; hi: int = 999"),
        ("def f(items, start, end=5): return items[start:end]", "start: int = 0; end: int = 5"),
        ("def f(low, items): return items[low]", "low: int = 10; items: list[int] * 1000 in 0..1000"),
    ],
)
def test_the_first_of_something_lies_before_its_last(source: str, workload: str) -> None:
    assert workload in default(source)


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(word): return [x + 1 for x in word]", "word: list[int] * 1000 in 0..1000"),
        ("def f(text): return sum(x / 2 for x in text)", "text: list[int] * 1000 in 0..1000"),
        ("def f(path): return sum(a - b for a, b in zip(path, path[1:]))", "path: list[int] * 1000 in 0..1000"),
        ("def f(base): return base * 2.5", "base: int = 10"),
        ("def f(key): return key + 1", "key: int = 10"),
        ("def f(p): return p - 0.5", "p: int = 10"),
        ("def f(data): return data * 2.5", "data: int = 10"),
        ("def f(values): return values / 2", "values: float64[1000]"),
        ("def f(name): return {v: k for k, v in name.items()}", "name: dict[str, int] * 1000 in 0..1000"),
        ("def f(data):\n for k, v in data.items(): use(v + 1)", "data: dict[str, int] * 1000 in 0..1000"),
        ("def f(key): return key[0] + key[1]", "key: str * 10 in 'a'..'z'"),
        ("def f(dates): return [d.strftime('%Y') for d in dates]", "dates: list[datetime] * 1000"),
        ("def f(date, n): return date - n * timedelta(1)", "date: datetime; n: int = 1000"),
        ("def f(day):\n while day.year < 2030: day += timedelta(1)", "day: datetime"),
        ("def f(first, last):\n while first <= last: first += timedelta(1)", "first: datetime; last: datetime"),
        ("def f(n): return n * timedelta(1)", "n: int = 1000"),
        ("def f(start, days): return [start + timedelta(i) for i in range(days)]", "start: datetime; days: int = 1000"),
        ("def f(born, it): return [it.year - b.year for b in born]", "born: list[datetime] * 1000; it: datetime"),
        (
            "def f(data):\n for row in data: use({k: v for k, v in row.items()})",
            "data: list[dict[str, int]] * 32 * 32 in 0..1000",
        ),
        ("def f(data): return len(data[0])", "data: list[list[int]] * 32 * 32 in 0..1000"),
        ("def f(data): return [len(x.strip()) for x in data]", "data: list[str] * 1000 * 8 in 'a'..'z'"),
        ("def f(labels): return [x - 1 for x in labels]", "labels: list[int] * 1000 in 0..1000"),
        ("def f(towns): return math.dist(towns[0], towns[-1])", "towns: list[list[int]] * 1000 * 2 in 0..1000"),
        ("def f(word_list): return ''.join(sorted(word_list[0]))", "word_list: list[str] * 1000 * 8 in 'a'..'z'"),
        ("def f(message): return message % 3", "message: str * 1000 in 'a'..'z'"),
        ("def f(word, text): return max(word, text)", "word: str * 8 in 'a'..'z'; text: str * 1000 in 'a'..'z'"),
        ("def f(rooms): return {room: 0 for room in rooms}", "rooms: list[int] * 1000 in 0..1000"),
        (
            "def f(points):\n seen = set()\n for p in points: seen.add(p)",
            "points: list[tuple[int, int]] * 1000 in 0..1000",
        ),
        ("def f(rooms): return [room[0] for room in rooms]", "rooms: list[list[int]] * "),
        ("def f(xs: list[int], first, after): return xs[first:after]", "first: int = 10; after: int = 10"),
        ("def f(xs: list[int], each): return [xs[i * each:(i + 1) * each] for i in range(3)]", "each: int = 10"),
        ("def f(frame, day): return frame.loc[:day]", "day: int = 15"),
        (
            "def f(data, indices, x, s, e): return data[s:e] @ x[indices[s:e]]",
            "data: float64[1000]; indices: list[int] * 1000 in 0..1000; x: float64[1000]",
        ),
        (
            "def f(source):\n it = iter(source)\n yield tuple(next(it))\n for row in it: yield tuple(row)",
            "source: list[list[int]] * 32 * 32 in 0..1000",
        ),
        ("def f(source):\n for line in source:\n  for c in line: yield c", "source: list[str] * 1000 * 8 in 'a'..'z'"),
        ("def f(text): return max(len(word) for word in text)", "text: list[str] * 1000 * 8 in 'a'..'z'"),
        ("def f(text):\n it = iter(text)\n return [c for c in it if c != next(it)]", "text: str * 1000 in 'a'..'z'"),
        ("def f(languages): return [x for x in languages if x not in SEEN]", "languages: list[str] * 1000 * 8"),
        ("def f(haystack, needle: int): return haystack[0] == needle", "haystack: list[int] * 1000 in 0..1000"),
    ],
)
def test_what_a_body_says_counts_for_more_than_a_name(source: str, workload: str) -> None:
    assert workload in default(source)


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(prob, aim): return prob - aim", "prob: float; aim: float"),
        ("def f(first, other): return first < other", "first: float; other: float"),
        ("def f(held, other):\n held *= other\n return held", "held: float; other: float"),
        (
            "def f(them, span): return range(len(them) - span + 1), 1 / span",
            "them: list[int] * 1000 in 0..1000; span: int = 10",
        ),
        ("def f(thing, other): return thing.name - other", "thing: {.name: float}; other: float"),
        ("def f(thing, other): return thing, other", "thing: object; other: object"),
        ("def f(thing, other): return '-' * thing, [0] * other", "thing: int = 10; other: int = 10"),
        ("def f(prob, aim): return NAMES[prob:aim] if aim - prob else ''", "prob: int = 10; aim: int = 10"),
        ("def f(thing): return thing.read + thing.write", "thing: {.read: float, .write: float}"),
        ("def f(of, x: int): return of(x)", "of: Callable; x: int = 10"),
        ("def f(of: Callable[[int], int]): return of", "of: Callable"),
        ("def f(of): return of.__name__, of", "of: Callable"),
        ("def f(to): to.add_argument('--x')", "to: ArgumentParser"),
        ("def f(to): to.info('x') or to.debug('y')", "to: Logger"),
        ("def f(of):\n @functools.wraps(of)\n def g(): pass\n return g", "of: Callable"),
        ("def f(of): return of.__class__.__name__", "of: object"),
        ("def f(record): return record[2:5]", "record: list[int] * 1000 in 0..1000"),
        ("def f(source): return source.read()", "source: TextIO"),
        ("def f(source): return source.read(source.socket)", "source: object"),
        ("def f(to: torch.device, of: torch.dtype): pass", "to: device; of: dtype"),
        ("def f(of: np.dtype): pass", "of: object"),
        ("def f(of: nn.Module, by: torch.nn.Module | None): pass", "of: nn.Module; by: nn.Module"),
        ("def f(model): return dict(model.named_parameters())", "model: nn.Module"),
        ("def f(of: parts.Module): pass", "of: Module"),
        ("def f(m): return m.group(1)", "m: Match"),
        ("def f(seen: 're.Match[str]', by: re.Pattern): pass", "seen: Match; by: Pattern"),
        ("def f(by, text): return list(by.finditer(text))", "by: Pattern; text: str * 1000 in 'a'..'z'"),
        ("def f(thing): return thing.group + thing.size", "thing: {.group: float, .size: int}"),
        ("def f(a: IO[bytes], b: IO[str], c: BinaryIO, d: IO): pass", "a: BinaryIO; b: TextIO; c: BinaryIO; d: TextIO"),
    ],
)
def test_what_is_reckoned_with_called_or_read(source: str, workload: str) -> None:
    assert default(source) == workload


def test_a_network_takes_what_is_as_wide_as_it_is() -> None:
    torch = pytest.importorskip("torch")
    _, made = build(parse("of: nn.Module"), 1)
    assert made["of"](torch.zeros(2, 256)).shape == (2, 256)


def test_functions_give_back_what_they_get_and_files_hold_lines() -> None:
    _, made = build(parse("of: Callable; text: TextIO; raw: BinaryIO"), 1)
    assert made["of"](7, 8) == 7
    _, found = build(parse("by: Pattern; m: Match"), 1)
    assert found["by"].findall("two words") == ["two", "words"]
    assert found["m"].group(0, 9) == ("123456789", "9")
    assert made["text"].readline() == made["raw"].readline().decode() == "line 0 of a file\n"


@pytest.mark.parametrize(
    ("head", "each"),
    [
        ("*sequences", "list[int] * 1000 in 0..1000"),
        ("*numbers", "int = 10"),
        ("*dicts", "dict[str, int] * 1000 in 0..1000"),
        ("*names", "str * 10 in 'a'..'z'"),
        ("*texts", "str * 1000 in 'a'..'z'"),
        ("*parts: str", "str * 1000 in 'a'..'z'"),
        ("*parts: list[list[int]]", "list[list[int]] * 32 * 32 in 0..1000"),
        ("*sequences: object", "list[int] * 1000 in 0..1000"),
        ("*sequences: Shape", ""),
        ("*args", ""),
        ("*args: object", ""),
    ],
)
def test_of_what_any_number_is_taken_two_are_given(head: str, each: str) -> None:
    assert default(f"def f({head}): return g({head.partition(':')[0]})") == "; ".join([each, each] if each else [])


def test_what_stands_behind_others_by_place_is_left_out() -> None:
    assert default("def f(k: int, *numbers): pass") == "k: int = 10"
    assert default("def f(*numbers, key: str = 'a'): pass") == "int = 10; int = 10; key: str = 'a'"
    assert default("def __new__(*numbers): pass") == ""


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(X, y): return y.mean() + y.isna().sum()", "X: DataFrame[1000, 3]; y: Series[1000]"),
        ('def f(X, y): return y.groupby(X["a"]).mean()', "X: DataFrame[1000, 3]; y: Series[1000]"),
        ("def f(X, y): return y.isna().sum() + X @ y", "X: float64[32, 32]; y: Series[1000]"),
        ("def f(X): return X.mean() - X.fillna(0)", "X: DataFrame[1000, 3]"),
        ("def f(y): return y.value_counts()", "y: Series[1000]"),
        # What the name stands for later on says nothing of it.
        ("def f(y):\n    y = g(y)\n    return y.isna()", "y: int = 10"),
    ],
)
def test_what_only_tables_and_columns_have_tells_them(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    "body",
    [
        "counts = {}\n    for i in range(len(seq)):\n        counts[seq[i:i + 3]] = 1\n    return counts",
        "for i in range(99):\n        codon = seq[i:i + 3]\n        if codon in ('TAA', 'TAG'):\n            return i",
        "return any(c.isupper() for c in seq)",
        "out = []\n    for i in range(len(seq)):\n        out.append(seq[i])\n    return ''.join(reversed(out))",
    ],
)
def test_what_has_parts_of_a_text_is_one(body: str) -> None:
    assert default(f"def f(seq):\n    {body}\n").startswith("seq: str * ")


def test_a_list_of_which_parts_are_lists_stays_one() -> None:
    source = "def f(seq):\n    out = []\n    for i in range(9):\n        out.append(seq[i:i + 3])\n    return out\n"
    assert default(source).startswith("seq: list[int]")


def test_the_larger_of_two_elements_has_no_elements() -> None:
    source = (
        "def f(nums):\n    best = cur = nums[0]\n    for x in nums[1:]:\n        cur = max(x, cur + x)\n"
        "        best = max(best, cur)\n    return best\n"
    )
    assert default(source).startswith("nums: list[int] * 1000 in")


def test_a_board_may_have_its_cells_in_one_list() -> None:
    source = "def f(board):\n    return [i for i, cell in enumerate(board) if cell == ' ']\n"
    assert default(source) == "board: list[str] * 1000 * 1 in ' .'"


def test_a_text_whose_parts_are_keys_of_a_table_is_none_of_these() -> None:
    source = (
        "def f(dna):\n    table = {'ATG': 'M', 'TGG': 'W'}\n"
        "    return [table.get(dna[i:i + 3], 'X') for i in range(0, len(dna), 3)]\n"
    )
    assert default(source).startswith("dna: str * 1000")


@pytest.mark.parametrize(
    ("body", "like"),
    [
        ("day, rest = line.split(',')\n    return datetime.strptime(day, '%d.%m.%Y')", "`12.11.2021`,aaaaaa"),
        (
            "p = line.split(' ')\n    return datetime.strptime(p[0] + ' ' + p[1], '%Y-%m-%d %H:%M')",
            "`2021-11-12` `13:14`",
        ),
        ("p = line.split(';')\n    return datetime.strptime(f'{p[1]}T{p[2]}', '%m/%dT%H')", "aaaaaa;`11/12`;`13`"),
        ("return datetime.strptime(line.split('|')[1], '%H:%M')", "aaaaaa|`13:14`"),
        ("return int(line.split('=')[0])", "000=aaaaaa"),
        ("return int(line.split()[1]), float(line.split()[0]), line.split(';')[0]", "000 000"),
        ("return line.split(':')[0], int(line.split(':')[2])", "aaaaaa:aaaaaa:000"),
        (
            "m = re.match('<(.*)> (?P<at>.*)', line)\n    return datetime.strptime(m.group(1), '%d'), "
            "datetime.strptime(m['at'].strip(), '%H')",
            "<`12`> `13`",
        ),
        (
            "m = re.match(r'(?P<at>\\S+) (.*)', line)\n    return datetime.fromisoformat(m['at']), m[2]",
            "`2021-11-12T13:14:15` aaaaaa",
        ),
        (
            # Of several expressions each has groups of its own.
            "m = re.match(r'(.*), (.*)', line)\n    n = re.search(r'at (?P<at>.*)', line)\n"
            "    return m[1], datetime.strptime(n['at'], '%d')",
            "aaaaaa, aaaaaa",
        ),
        (
            "m = re.match(r'([-\\d]{10}) (.*)', line)\n    return date.fromisoformat(m[1]), m[2]",
            "`2021-11-12` aaaaaa",
        ),
        (
            # Two groups by their names, put together.
            "m = re.match(r'(\\d{4}-\\d{2}-\\d{2}) (\\d+:\\d+:\\d+) (.*)', line)\n    day, clock, text = m.groups()\n"
            "    return datetime.fromisoformat(f'{day}T{clock}'), text",
            "`2021-11-12` `13:14:15` aaaaaa",
        ),
        (
            "m = re.match(r'([.\\d]+) at (\\S+)', line)\n    clock = m.group(2).strip()\n"
            "    return datetime.strptime(m.group(1) + ' ' + clock, '%d.%m. %H:%M')",
            "`12.11.` `at` `13:14`",
        ),
        (
            # What a format does not have between its parts.
            "m = re.match(r'(\\S+) (\\S+)', line)\n    day, clock = m.group(1, 2)\n"
            "    return datetime.strptime(day + '/' + clock, '%d.%m. %H:%M')",
            "aaaaaa aaaaaa",
        ),
    ],
)
def test_fields_that_are_read_as_moments_are_such(body: str, like: str) -> None:
    node = ast.parse(f"def f(line):\n    {body}").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert default_workload(node, 1000, drop_first=False).arguments[0].like == like


@pytest.mark.parametrize(
    "asked",
    [
        "[strptime(row[1], '%Y') for row in rows]",
        "strptime(found.group(2).split(',')[1], '%Y')",
        "strptime(found.group(1).split('T')[0], '%Y')",
        "strptime(rows[1], '%Y')",
    ],
)
def test_what_is_no_group_of_a_match_tells_nothing_of_it(asked: str) -> None:
    source = f"def f(line, rows):\n    found = re.match('([a-z]+)=(.+)', line)\n    return found.group(), {asked}\n"
    assert default(source).startswith("line: str * 13 like 'aaaaaa=aaaaaa'")


@pytest.mark.parametrize(
    ("body", "matches"),
    [
        ("m = re.match('([a-z]+)=(.+)', line)\n    return None if m is None else m[2]", True),
        ("if m := re.match('(?P<key>[a-z]+)=(.+)', line):\n        return m['key']", True),
        # Who asks a match for nothing may look for what is not there; and another thing in brackets is no match.
        ("m = re.match('([a-z]+)=(.+)', line)\n    return m is None", False),
        ("m = re.match('([a-z]+)=(.+)', line)\n    return rows[0] if m else rows[1]", False),
    ],
)
def test_a_match_that_is_asked_in_brackets_is_there(body: str, matches: bool) -> None:
    found = default(f"def f(line, rows=(1, 2)):\n    {body}\n")
    assert found.startswith("line: str * 13 like 'aaaaaa=aaaaaa'") is matches


def test_rows_that_are_taken_apart_are_lines() -> None:
    for body in ("[row.split(',')[0] for row in rows]", "[row.strip() for row in rows]"):
        node = ast.parse(f"def f(rows):\n    return {body}").body[0]
        assert isinstance(node, ast.FunctionDef)
        assert str(default_workload(node, 1000, drop_first=False).arguments[0].type) == "list[str]"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(spent):\n    return f'{spent:.2f}'", "spent: float"),
        ("def f(thing):\n    return f'{thing:04x}'", "thing: int = 10"),
        (
            "def f(rowdata):\n    for d in rowdata:\n        print(f'{d:>10s}')",
            "rowdata: list[str] * 1000 * 8 in 'a'..'z'",
        ),
        ("def f(thing):\n    return f'{thing!r:>10s}'", "thing: object"),
        ("def f(thing):\n    return f'{thing:>10}{thing}'", "thing: str * 10 in 'a'..'z'"),
    ],
)
def test_formats_tell_what_they_are_for(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(orders, prices):\n    return sum(prices[o.symbol] * o.count for o in orders)",
            "orders: list[{.symbol: label, .count: int}] * 1000; prices: dict[label, int] * 1000 in 0..1000",
        ),
        (
            "def f(orders, prices):\n    return [prices[o['symbol']] for o in orders]",
            "orders: list[{symbol: label}] * 1000; prices: dict[label, int] * 1000 in 0..1000",
        ),
        (
            "def f(orders, prices):\n    return [prices[o.place] for o in orders]",
            "orders: list[{.place: str}] * 1000; prices: list[int] * 1000 in 0..1000",
        ),
    ],
)
def test_tables_are_asked_for_what_tells_others_apart(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    ("said", "held"), [("list[int]", "list[int]"), ("list[str]", "list[str]"), ("set[float]", "set[float]")]
)
def test_what_dictionaries_are_said_to_hold_they_do(said: str, held: str) -> None:
    source = f"def f(rows: list[dict[str, {said}]]): return sum(len(row['tags']) for row in rows)"
    assert default(source) == f"rows: list[{{tags: {held}}}] * 1000"


@pytest.mark.parametrize(
    ("test", "high"), [("board[r][0]", 1), ("board[r][0] and n == 2", 1), ("board[r][0] < n", 1000)]
)
def test_cells_that_are_asked_whether_they_are_anything_are_or_are_not(test: str, high: int) -> None:
    source = f"def f(board: list[list[int]], n: int):\n    return [r for r in range(len(board)) if {test}]\n"
    assert default(source).startswith(f"board: list[list[int]] * 32 * 32 in 0..{high};")
