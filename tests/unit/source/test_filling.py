"""By which methods a class's instances are filled."""

from __future__ import annotations

import ast

import pytest

from perfcast.source.classes.filling import filling_of


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("def add(self, n): self.of.append(n)", ["add"]),
        ("def put(self, key, value): self.of[key] = value", ["put"]),
        ("def push(self, n): heapq.heappush(self.heap, (n, 1))", ["push"]),
        ("def push(self, n): self.head = Node(n, self.head)", ["push"]),
        ("def add(self, n): self.total += n", ["add"]),
        ("def add(self, n):\n        for row in self.rows: row.append(n)", ["add"]),
        ("def add(self, n):\n        node = self.root\n        node.left = Node(n)", ["add"]),
        ("def add(self, n): super().add(n)", ["add"]),
        ("def insert(self, n): self._put(self.root, n)\n    def _put(self, node, n): node.left = Node(n)", ["insert"]),
        ("def insert(self, n):\n        def go(node, n): node.left = Node(n)\n        go(self.root, n)", ["insert"]),
        ("def record(self, event): self.events.append(event)", ["record"]),
        ("def add_item(self, name): self.of[name] = 1", ["add_item"]),
        ("def addWord(self, name): self.of[name] = 1", ["addWord"]),
        ("def insert(self, n): self.of.append(n)\n    def append(self, n): self.of.append(n)", ["append"]),
        (
            "def add_edge(self, a, b): self.of[a].append(b)\n    def add_vertex(self, a): self.of[a] = []",
            ["add_vertex", "add_edge"],
        ),
        # What learns does so once, where nothing adds.
        ("def fit(self, X, y): self.X, self.y = X, y", ["fit"]),
        ("def fit(self, X): self.of = X\n    def add(self, n): self.of.append(n)", ["add"]),
        # What takes several does so where nothing takes one.
        ("def add_all(self, values: list[int]): self.of.extend(values)", ["add_all"]),
        ("def submit_many(self, jobs: list):\n        for job in jobs: self.of.append(job)", ["submit_many"]),
        ("def add_all(self, values: list): self.of.extend(values)\n    def add(self, n): self.of.append(n)", ["add"]),
        ("def drop_all(self, values: list[int]): self.of.append(values)", []),
        # They keep nothing, or what they make is another.
        ("def add(self, other): return V(self.x + other.x)", []),
        ("def add(self, other):\n        made = []\n        made.append(other)\n        return made", []),
        ("def set(self, value): self.value = value", []),
        ("def update(self, i, n):\n        while i < 9: self.of[i] += n", []),
        ("def add(self): self.of.append(1)", []),
        # They are called otherwise.
        ("def insert_at(self, i, n): self.of.insert(i, n)", []),
        ("def add_all(self, values): self.of.extend(values)", []),
        ("def _add(self, n): self.of.append(n)", []),
        ("@property\n    def add(self, n): self.of.append(n)", []),
        ("@classmethod\n    def add(cls, n): cls.of.append(n)", []),
    ],
)
@pytest.mark.parametrize("instance", ["self", "this"])
def test_what_keeps_what_it_is_given_fills(body: str, found: list[str], instance: str) -> None:
    [node] = ast.parse(f"class A:\n    {body}\n".replace("self", instance)).body
    assert isinstance(node, ast.ClassDef)
    assert [one.name for one in filling_of(node)] == found


def test_what_renews_a_state_fills_nothing() -> None:
    source = """
class Filter:
    def __init__(self, size: int = 4):
        self.state = np.zeros(size)
        self.gain = 0.5
    def update(self, seen):
        self.state = self.state + self.gain * seen
"""
    found = []
    # Where it begins with nothing, it comes to hold something.
    for text in (source, source.replace("np.zeros(size)", "None")):
        [owner] = ast.parse(text).body
        assert isinstance(owner, ast.ClassDef)
        found.append([one.name for one in filling_of(owner)])
    assert found == [[], ["update"]]


@pytest.mark.parametrize(
    ("methods", "found"),
    [
        ("def save(self, order): self.of[order.id] = order", ["save"]),
        ("def subscribe(self, topic, handler): self.of.setdefault(topic, []).append(handler)", ["subscribe"]),
        ("def send(self, to, text):\n        self.of.append((to, text))\n        return True", ["send"]),
        ("def plan(self, when, name): heapq.heappush(self.of, (when, name))", ["plan"]),
        ("def save(self, order): self.of[order] = 1\n    def add(self, order): self.of[order] = 1", ["add"]),
        # What is there besides comes last, whatever else it keeps.
        ("def watch(self, done): self.of.append(done)\n    def fit(self, X): self.X = X", ["fit"]),
        ("def log(self, n): self.of.append(n)\n    def put_all(self, xs: list): self.xs.extend(xs)", ["put_all"]),
        # What it takes out is not what the instance holds.
        ("def remove(self, n): self.of.append(n)", []),
        ("def cancelJob(self, n): self.of.append(n)\n    def plan(self, n): self.of.append(n)", ["plan"]),
        # It gives what it has made and put there, or allows for the next call.
        ("def emit(self, x):\n        p = Particle(x)\n        self.of.append(p)\n        return p", ["emit"]),
        ("def spawn(self, x):\n        self.of.append(x)\n        return self", ["spawn"]),
        # Not what goes on with what is there.
        (
            "def update(self, dt):\n        for one in self.of: one.x += dt\n"
            "    def emit(self, x):\n        self.of.append(x)",
            ["emit"],
        ),
        ("def update(self, key, n): self.of[key] = n\n    def emit(self, x): self.of.append(x)", ["update"]),
        # What it answers it keeps for the next time.
        ("def find(self, key):\n        made = key * 2\n        self.of[key] = made\n        return made", []),
        ("def find(self, key):\n        self.of[key] = key * 2\n        return self.of[key]", []),
        # What is there besides is not what it is given, or was there from the start.
        ("def count(self, name): self.of.append(1)", []),
        ("def mark(self, name): self.fixed[name] = 1", []),
        ("def load(self, values): self.of.extend(values)", []),
        ("def enter(self, i, n): self.of.insert(i, n)", []),
        ("def place_at(self, i, n): self.of.insert(i, n)", []),
        ("def clear(self): self.of.clear()", []),
    ],
)
@pytest.mark.parametrize("instance", ["self", "this"])
def test_what_adds_to_what_begins_empty_fills_whatever_it_is_called(
    methods: str, found: list[str], instance: str
) -> None:
    begin = "def __init__(self):\n        self.of, self.fixed = None, {'a': 1}\n        self.of = []"
    for text in (
        f"class A:\n    {begin}\n    {methods}\n",
        f"class A:\n    of: dict = field(default_factory=dict)\n    {methods}",
    ):
        [owner] = ast.parse(text.replace("self", instance)).body
        assert isinstance(owner, ast.ClassDef)
        assert [one.name for one in filling_of(owner)] == found


def test_what_looks_for_what_another_one_puts_there_fills_nothing() -> None:
    source = """
class Sessions:
    def __init__(self):
        self.of = {}

    def set(self, token, key, value):
        self.of[token][key] = value

    def create(self, token):
        self.of[token] = {}
"""
    owner = ast.parse(source).body[0]
    assert isinstance(owner, ast.ClassDef)
    assert [one.name for one in filling_of(owner)] == ["create"]
