"""Functions of lists, dictionaries and texts as people write them."""

import bisect
import heapq
import math
import re
from collections import Counter, OrderedDict, defaultdict, deque
from functools import lru_cache
from itertools import accumulate, combinations, groupby, product


# perfcast: tasks: list[tuple[int, int]] * 800 in 0..10000
def schedule(tasks):
    """Most tasks that do not overlap."""
    ordered = sorted(((min(t), max(t)) for t in tasks), key=lambda t: t[1])
    chosen, end = [], -1
    for start, stop in ordered:
        if start >= end:
            chosen.append((start, stop))
            end = stop
    return chosen


# perfcast: edges: list[tuple[int, int, int]] * 1500 in 0..299; n = 300
def kruskal(n: int, edges: list[tuple[int, int, int]]) -> int:
    parent = list(range(n))

    def root(x: int) -> int:
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    total = 0
    for a, b, weight in sorted(edges, key=lambda e: e[2]):
        ra, rb = root(a % n), root(b % n)
        if ra != rb:
            parent[ra] = rb
            total += weight
    return total


# perfcast: a: str * 120; b: str * 120
def align(a: str, b: str, gap: int = 2) -> int:
    score = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        score[i][0] = -gap * i
    for j in range(1, len(b) + 1):
        score[0][j] = -gap * j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            match = score[i - 1][j - 1] + (1 if a[i - 1] == b[j - 1] else -1)
            score[i][j] = max(match, score[i - 1][j] - gap, score[i][j - 1] - gap)
    return score[-1][-1]


# perfcast: n = 14
def gray_codes(n: int) -> list[str]:
    if n == 0:
        return [""]
    before = gray_codes(n - 1)
    return ["0" + code for code in before] + ["1" + code for code in reversed(before)]


# perfcast: n = 7
def magic_orders(n: int) -> int:
    """Permutations of 1..n whose neighbours differ by more than one."""

    def extend(used: frozenset, last: int) -> int:
        if len(used) == n:
            return 1
        return sum(extend(used | {k}, k) for k in range(1, n + 1) if k not in used and abs(k - last) > 1)

    return extend(frozenset(), -5)


# perfcast: weights: list[int] * 16 in 1..60; target = 200
def subset_sums(weights, target):
    sums = {0}
    for weight in weights:
        sums |= {s + weight for s in sums}
    return target in sums, len(sums)


# perfcast: n = 90
@lru_cache(maxsize=None)
def tribonacci(n: int) -> int:
    return (0, 0, 1)[n] if n < 3 else tribonacci(n - 1) + tribonacci(n - 2) + tribonacci(n - 3)


# perfcast: log: list[str] * 1500 * 60
def parse_log(log: list[str]) -> dict[str, int]:
    pattern = re.compile(r"([a-m]+)([n-z]+)")
    counts: dict[str, int] = defaultdict(int)
    for line in log:
        found = pattern.search(line)
        if found:
            counts[found.group(1)[:3]] += len(found.group(2))
    return dict(counts)


# perfcast: text: str * 3000
def huffman(text: str) -> dict[str, str]:
    heap = [[count, [char, ""]] for char, count in Counter(text).items()]
    heapq.heapify(heap)
    while len(heap) > 1:
        low, high = heapq.heappop(heap), heapq.heappop(heap)
        for pair in low[1:]:
            pair[1] = "0" + pair[1]
        for pair in high[1:]:
            pair[1] = "1" + pair[1]
        heapq.heappush(heap, [low[0] + high[0], *low[1:], *high[1:]])
    return {char: code for char, code in heap[0][1:]} if heap else {}


# perfcast: text: str * 400
def suffix_array(text: str) -> list[int]:
    return sorted(range(len(text)), key=lambda i: text[i:])


# perfcast: nums: list[int] * 4000
def longest_increasing(nums):
    tails = []
    for x in nums:
        place = bisect.bisect_left(tails, x)
        if place == len(tails):
            tails.append(x)
        else:
            tails[place] = x
    return len(tails)


# perfcast: grid: list[list[int]] * 50 * 50 in 0..9
def cheapest_path(grid):
    height, width = len(grid), len(grid[0])
    best = {(0, 0): grid[0][0]}
    queue = [(grid[0][0], 0, 0)]
    while queue:
        cost, y, x = heapq.heappop(queue)
        if (y, x) == (height - 1, width - 1):
            return cost
        if cost > best[y, x]:
            continue
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            a, b = y + dy, x + dx
            if 0 <= a < height and 0 <= b < width and cost + grid[a][b] < best.get((a, b), math.inf):
                best[a, b] = cost + grid[a][b]
                heapq.heappush(queue, (best[a, b], a, b))
    return -1


# perfcast: rows: list[tuple[str, int, float]] * 2500
def summary(rows):
    totals = {}
    for name, count, price in rows:
        group = totals.setdefault(name[:1], {"count": 0, "value": 0.0, "items": []})
        group["count"] += count
        group["value"] += count * price
        group["items"].append(name)
    return {key: (group["count"], round(group["value"], 2), len(set(group["items"]))) for key, group in totals.items()}


# perfcast: words: list[str] * 300
def ladder(words):
    """Pairs of words that differ in one letter."""
    buckets = defaultdict(list)
    for word in words:
        for i in range(len(word)):
            buckets[word[:i] + "*" + word[i + 1 :]].append(word)
    return [pair for bucket in buckets.values() for pair in combinations(bucket, 2)]


# perfcast: n = 400
def spiral_numbers(n: int) -> list[list[int]]:
    board = [[0] * n for _ in range(n)]
    y = x = 0
    dy, dx = 0, 1
    for k in range(1, n * n + 1):
        board[y][x] = k
        if not (0 <= y + dy < n and 0 <= x + dx < n and board[y + dy][x + dx] == 0):
            dy, dx = dx, -dy
        y, x = y + dy, x + dx
    return board


# perfcast: data: bytes * 20000
def checksum(data: bytes) -> int:
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return (b << 16) | a


# perfcast: values: list[float] * 6000; width = 50
def moving_maximum(values, width):
    window, found = deque(), []
    for i, value in enumerate(values):
        while window and values[window[-1]] <= value:
            window.pop()
        window.append(i)
        if window[0] <= i - width:
            window.popleft()
        found.append(values[window[0]])
    return found


# perfcast: limit = 20000
def perfect_numbers(limit: int) -> list[int]:
    sums = [1] * (limit + 1)
    for divisor in range(2, limit // 2 + 1):
        for multiple in range(2 * divisor, limit + 1, divisor):
            sums[multiple] += divisor
    return [n for n in range(2, limit + 1) if sums[n] == n]


# perfcast: text: str * 8000
def compress(text: str) -> list[tuple[str, int]]:
    return [(char, sum(1 for _ in run)) for char, run in groupby(sorted(text))]


# perfcast: n = 120
def bernoulli_like(n: int) -> list[int]:
    row, rows = [1], []
    for _ in range(n):
        rows.append(row)
        row = list(accumulate(row, initial=row[-1]))
    return [r[-1] for r in rows]


# perfcast: records: list[dict[str, int]] * 1200
def pivot(records):
    columns = OrderedDict()
    for number, record in enumerate(records):
        for key, value in record.items():
            columns.setdefault(key, [None] * number).append(value)
    return columns


# perfcast: sides = 6; dice = 5
def dice_sums(sides: int, dice: int) -> dict[int, int]:
    return Counter(sum(roll) for roll in product(range(1, sides + 1), repeat=dice))


# perfcast: matrix: list[list[float]] * 40 * 40
def determinant(matrix):
    m = [row[:] for row in matrix]
    n, sign, result = len(m), 1, 1.0
    for i in range(n):
        pivot_row = max(range(i, n), key=lambda r: abs(m[r][i]))
        if m[pivot_row][i] == 0:
            return 0.0
        if pivot_row != i:
            m[i], m[pivot_row] = m[pivot_row], m[i]
            sign = -sign
        for r in range(i + 1, n):
            factor = m[r][i] / m[i][i]
            for c in range(i, n):
                m[r][c] -= factor * m[i][c]
        result *= m[i][i]
    return sign * result


# perfcast: n = 5000
def collatz_lengths(n: int) -> dict[int, int]:
    known = {1: 1}
    for start in range(2, n + 1):
        path, x = [], start
        while x not in known:
            path.append(x)
            x = x // 2 if x % 2 == 0 else 3 * x + 1
        for steps, value in enumerate(reversed(path), 1):
            known[value] = known[x] + steps
    return known


class Interner:
    """Numbers names in the order in which they come."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []

    def number(self, name: str) -> int:
        if name not in self.numbers:
            self.numbers[name] = len(self.names)
            self.names.append(name)
        return self.numbers[name]

    # perfcast: names: list[str] * 3000
    def all_numbers(self, names: list[str]) -> list[int]:
        return [self.number(name.upper()) for name in names]


class Polynomial:
    def __init__(self, coefficients=(1, 1)):
        self.coefficients = list(coefficients)

    def __mul__(self, other):
        found = [0] * (len(self.coefficients) + len(other.coefficients) - 1)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients):
                found[i + j] += a * b
        return Polynomial(found)

    # perfcast: exponent = 60
    def power(self, exponent: int) -> "Polynomial":
        result = Polynomial([1])
        for _ in range(exponent):
            result = result * self
        return result
