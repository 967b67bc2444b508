"""What bodies ask of the parts of their parameters, and the defaults that come of it."""

from __future__ import annotations

import ast
import re

import pytest

from perfcast.workload.code.regexes import like
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.language.parsing import parse
from perfcast.workload.values.building import build
from perfcast.workload.values.makers import Makers


def default(source: str) -> str:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    found = default_workload(node, 1000, drop_first=False)
    assert str(parse(str(found))) == str(found)
    build(found, 1, makers=Makers(lambda name, count, days: [name] * count))
    return str(found)


RECORDS = {
    "for row in rows: total += row['price'] * row['quantity']": "list[{price: float, quantity: int}] * 1000",
    "for i, row in enumerate(rows): out.append(row.get('name', ''))": "list[{name: label}] * 1000",
    "return sorted(rows, key=lambda one: one['age'])": "list[{age: int}] * 1000",
    "return max(r['score'] for r in rows if r['ok'] == 'yes')": "list[{ok: 'yes' | label, score: float}] * 1000",
    "return {r['id']: r for r in rows}": "list[{id: label}] * 1000",
    "for r in rows: counts[r['kind']] += 1": "list[{kind: label}] * 1000",
    "for r in rows: others[r['kind']] += r['n']": "list[{kind: label, n: int}] * 1000",
    "for r in rows: others[r['kind']][r['city']] += 1": "list[{kind: label, city: label}] * 1000",
    # What is kept in a table of the body's own is asked for more there.
    "of = {r['id']: r for r in rows}\n return [of[k]['city'] for k in of]": "list[{id: label, city: label}] * 1000",
    "of = {}\n for r in rows: of[r['id']] = r\n return of.get(others)['city']": "list[{id: label, city: label}] * 1000",
    "of = defaultdict(list)\n for r in rows: of[r['id']].append(r)\n for k in of: use(sum(r['a'] for r in of[k]))": (
        "list[{id: label, a: float}] * 1000"
    ),
    "of = {}\n for r in rows: of.setdefault(r['id'], []).append(r)\n for k, v in of.items(): use(v[0]['a'] + 1)": (
        "list[{id: label, a: float}] * 1000"
    ),
    "of = {r['id']: {**r, 'more': []} for r in rows}\n for r in of.values(): r['more'].append(r['a'] + 1)": (
        "list[{id: label, a: float}] * 1000"
    ),
    "of = {r['id']: r['a'] + 1 for r in rows}\n of = {}\n return of['x']['b']": "list[{id: label, a: float}] * 1000",
    "first = rows[0]; return first['a'] + 1": "list[{a: float}] * 1000",
    "for r in rows:\n  for one in r['items']: total += one['price']": "list[{items: list[{price: float}]}] * 1000",
    "return [float(r['price']) for r in rows]": "list[{price: digits}] * 1000",
    "return [datetime.fromisoformat(r['at']) for r in rows]": "list[{at: timestamp}] * 1000",
    "return [datetime.fromtimestamp(r['ts'], tz=UTC) for r in rows]": "list[{ts: float}] * 1000",
    "return [datetime.strptime(r['at'], '%H:%M') for r in rows]": "list[{at: timestamp}] * 1000 like '%H:%M'",
    "return [use(r['words']) for r in rows if r['tags']]": "list[{tags: list[str], words: list[str]}] * 1000",
    "return [r['names'] + 'x' for r in rows if r['lines'] == 'y']": "list[{lines: 'y' | label, names: str}] * 1000",
    "return [torch.tensor(r['ids'], dtype=torch.long) for r in rows]": "list[{ids: list[int]}] * 1000",
    "return torch.tensor([r['kind'] for r in rows])": "list[{kind: int}] * 1000",
    "return [r['created'].year for r in rows]": "list[{created: datetime}] * 1000",
    "for r in rows:\n  r['sum'] = r['a'] + 1\n  use(r['sum'])": "list[{a: float}] * 1000",
    "for r in rows: r['hits'] += 1": "list[{hits: float}] * 1000",
    "for old, new in zip(rows, others): use(old['a'], new['b'])": "list[{a: int}] * 1000",
    "return [r['text'].split() for r in sorted(rows)]": "list[{text: str}] * 1000",
    "return [r['first'] + ' ' + r['last'] for r in rows]": "list[{first: str, last: str}] * 1000",
    "text = ''\n for r in rows: text += r['body']": "list[{body: str}] * 1000",
    "for r in rows: use(range(r['width']), -r['delta'], '-' * r['depth'], r['mask'] & 3)": (
        "list[{width: int, delta: float, depth: int, mask: int}] * 1000"
    ),
    "return rows['name'], rows['items'][0]['price'] * 2": "{name: label, items: list[{price: float}]} * 8 * 1000",
}


@pytest.mark.parametrize("body", RECORDS)
@pytest.mark.parametrize("annotation", ["", ": list[dict]", ": list[dict[str, Any]]"])
def test_what_is_asked_for_keys_has_them(body: str, annotation: str) -> None:
    expected = RECORDS[body]
    if annotation and expected.startswith("{"):
        return
    found = default(f"def f(rows{annotation}, others=()):\n {body}").split("; ")[0]
    if expected.startswith("{"):
        # Nested containers keep their usual size.
        assert found == "rows: {name: label, items: list[{price: float}]}"
    else:
        assert found == f"rows: {expected}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(rows: list[dict[str, str]]): return [int(r['n']) + r['m'] for r in rows]", "{n: digits, m: digits}"),
        ("def f(rows: Iterable[dict[str, float]]): return [r['n'] for r in rows]", "list[{n: float}] * 1000"),
        (
            "def f(held: dict[str, Tensor]): return held['one'].shape[0] + len(held['other'])",
            "{one: torch.float32[1000], other: torch.float32[1000]}",
        ),
        ("def f(rows: tuple[dict, ...]): return [r['n'] for r in rows]", "tuple[{n: int}, ...] * 1000"),
        ("def f(by_name: dict[str, dict], k): return by_name[k]['age']", "dict[label, {age: int}] * 1000; k: label"),
        ("def f(by_name): return [v['age'] for v in by_name.values()]", "dict[str, {age: int}] * 1000"),
        ("def f(by_name): return [k for k, v in by_name.items() if v['age'] > 3]", "dict[str, {age: float}] * 1000"),
        ("def f(config: dict): return config['host'], config.get('port', 80)", "config: {host: str, port: int}"),
        (
            "def f(by: dict[str, list[str]], x): by['old'].append(x); by['new'].append(x)",
            "old: list[str], new: list[str]",
        ),
        ("def f(d):\n if xs := d.get('of'):\n  for k, x in xs.items(): x['n']", "d: {of: dict[str, {n: int}]}"),
    ],
)
def test_annotations_and_uses_agree(source: str, expected: str) -> None:
    if "Tensor" in source:
        pytest.importorskip("torch")
    assert expected.replace("age: float", "age: int") in default(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(rows: list[Row]): return [r['n'] for r in rows]", "rows: list[Row] * 1000"),
        ("def f(df): return df.groupby('k')['v'].sum()", "df: DataFrame[1000, 3]"),
        ("def f(d: dict[str, int]): return d.items()", "d: dict[str, int] * 1000 in 0..1000"),
        ("def f(nums): table['x'] = nums[0]", "nums: list[int] * 1000 in 0..1000"),
    ],
)
def test_what_is_no_record_stays_what_it_is(source: str, expected: str) -> None:
    assert default(source) == expected


@pytest.mark.parametrize(
    ("asked", "held"),
    [
        ("role in these['roles']", "roles: list[label]"),
        ("set(these['roles'])", "roles: list[str]"),
        ("len(these['roles'])", "roles: list[str]"),
        ("'x' in these['status']", "status: label"),
        ("len(these['body'])", "body: str"),
        ("max(these['scores'])", "scores: list[float]"),
        ("these['notes'].strip()", "notes: str"),
    ],
)
def test_what_is_called_several_and_gone_through_holds_texts(asked: str, held: str) -> None:
    assert default(f"def f(these): return {asked}") == f"these: {{{held}}}"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for sku in these: use(sku)", "list[str] * 1000 * 8 in 'a'..'z'"),
        ("for at, user_name in enumerate(these): use(at, user_name)", "list[str] * 1000 * 8 in 'a'..'z'"),
        ("return {name: score for name, score in these}", "list[tuple[str, int]] * 1000 * 8 in 0..1000"),
        ("for s in these: use(s)", "list[int] * 1000 in 0..1000"),
        ("for ch in these: use(ch)", "list[int] * 1000 in 0..1000"),
        ("return sum(state * 2 for state in these)", "list[int] * 1000 in 0..1000"),
        ("best = [0] * 9\n for state in these: best[state] += 1", "list[int] * 1000 in 0..1000"),
        ("for job in these: job()", "list[int] * 1000 in 0..1000"),
        ("return [task for task in these if task > 3]", "list[int] * 1000 in 0..1000"),
    ],
)
def test_elements_are_texts_where_a_loop_calls_them_so(body: str, expected: str) -> None:
    assert default(f"def f(these):\n {body}") == f"these: {expected}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(text): return text.split()", "text: str * 1000 in 'abcdefgh '"),
        ("def f(text): return text.splitlines()", "text: str * 1000 in 'abcdefgh\\n'"),
        (
            "def f(lines: list[str]): return [x.split(',') for x in lines]",
            "lines: list[str] * 1000 * 40 in 'abcdefgh,'",
        ),
        ("def f(s): return sum(c == '(' or c == ')' for c in s)", "s: str * 1000 in 'abcdefghijklmnop()'"),
        ("def f(s): return [c for c in s if c in '+-*']", "s: str * 1000 in 'abcdefghijklmnopqrstuvwx+-*'"),
        ("def f(s): return [c for c in s if c.isdigit()]", "s: str * 1000 in 'abcdefgh7'"),
        ("def f(tokens: list[str]): return sum(int(t) for t in tokens)", "tokens: list[digits] * 1000"),
        ("def f(days: list[str]): return [date.fromisoformat(d) for d in days]", "days: list[timestamp] * 1000"),
        (
            "def f(by_name: dict[str, str]): return {k: int(v) for k, v in by_name.items()}",
            "by_name: dict[str, digits] * 1000",
        ),
        ("def f(text: str): return int(text)", "text: digits"),
        ("def f(text: str): return float(text.replace(',', '').removeprefix('$'))", "text: digits"),
        ("def f(tokens: list[str]): return sum(map(int, tokens))", "tokens: list[digits] * 1000"),
        ("def f(s): return sum(map(int, s))", "s: str * 1000 in '0123456789'"),
        ("def f(nums): return sum(map(int, nums))", "nums: list[int] * 1000 in 0..1000"),
        ("def f(rows): return max(map(sum, rows))", "rows: list[list[int]] * 32 * 32 in 0..1000"),
        (
            "def f(days: list[str]): return [datetime.strptime(d, '%d.%m.%Y') for d in days]",
            "days: list[timestamp] * 1000 like '%d.%m.%Y'",
        ),
        ("def f(s): return s + '!'", "s: str * 1000 in 'a'..'z'"),
        ("def f(s): return re.split(r'[,;]\\s*', s)", "s: str * 1000 in 'abcdefghijklmnopqrstuvwx,; '"),
        ("def f(s): return re.findall(r'(?P<n>\\d{2,})', s)", "s: str * 1000 in 'abcdefgh7'"),
        ("def f(s): return re.findall('[a-z]+', s)", "s: str * 1000 in 'abcdefgh '"),
        ("def f(s): return [m.group() for m in re.finditer(r'\\w+', s)]", "s: str * 1000 in 'abcdefgh '"),
        ("def f(s): return re.findall('[A-Z]+', s, re.I)", "s: str * 1000 in 'abcdefghK'"),
        ("def f(s): return re.findall('a{4294967295}', s)", "s: str * 1000 in 'a'..'z'"),
        ("def f(s): return re.findall('[^,]+', s)", "s: str * 1000 in 'abcdefgh,'"),
        ("def f(s): return re.findall(r'(\\w+)=(\\d+)', s)", "s: str * 1000 like 'aaaaaa aaaaaa aaaaaa=000\\n'"),
        # What no pattern can say does not keep what others look for out of the text.
        (
            "def f(s):\n    s = re.sub(r'`(.+?)`', r'<i>\\1</i>', s)\n"
            "    return re.sub(r'\\[(.+?)\\]', r'<b>\\1</b>', s)",
            "s: str * 1000 like 'aaaaaa aaaaaa [aaaaaa]\\n'",
        ),
        (
            "def f(text):\n"
            "    found = re.findall(r'https?://\\S+', text)\n"
            "    return found, re.sub('@[a-z]+', '', text)",
            "text: str * 1000 like 'aaaaaa aaaaaa `https`://aaaaaa\\naaaaaa aaaaaa @aaaaaa\\n'",
        ),
        # What is looked for besides is there, too, as far as a line has room for it.
        (
            "def f(s):\n    s = re.sub('<[^>]+>', '', s)\n    return [c for c in s if c in '!?']",
            "s: str * 1000 like 'aaaaaa! aaaaaa? aaaaaa aaaaaa <aaaaaa>\\n'",
        ),
        (
            "def f(s):\n    s = re.sub('<[^>]+>', '', s)\n    return [c for c in s if c in '!?+-*/%']",
            "s: str * 1000 in 'abcdefghijklmnopqrstuvwxyz<>!?+-*/%'",
        ),
        # Not what stands at an end alone, and what is short by its name.
        ("def f(s): return re.findall('(?m)^a=[0-9]+', s)", "s: str * 1000 in 'abcdefghijklmnop=7'"),
        ("def f(name): return re.sub('([a-z])([A-Z])', '', name)", "name: str * 10 in 'a'..'z'"),
        ("def f(s): return re.match('[a-z]+', s)", "s: str * 1000 in 'a'..'z'"),
        (
            "def f(s): return re.match(r'^([A-Z]\\w*)\\.(?:[^=-]+)=', s)",
            "s: str * 1000 in 'abcdefghijklmnopqrstuvwxyzK.=-'",
        ),
        ("def f(s): return re.sub('[^a-z0-9 ]', '', s)", "s: str * 1000 in 'abcdefghijklmnopqrstuvwx-7 '"),
        ("def f(s): return re.compile('(?i)[.+]').search(s)", "s: str * 1000 in 'abcdefghijklmnop.+'"),
        ("def f(s): return re.search('hello', s)", "s: str * 1000 in 'a'..'z'"),
        ("def f(grid): return grid[0][1] == 1", "grid: list[list[int]] * 32 * 32 in 0..1"),
        (
            "def f(grid: list[list[str]]):\n for row in grid:\n  for cell in row:\n   if cell == '#': return 1",
            "grid: list[list[str]] * 32 * 32 * 1 in '#...'",
        ),
        (
            "def f(grid: list[str]):\n for r in range(len(grid)):\n  for c in range(len(grid[0])):\n"
            "   if grid[r][c] != '#': use(r, c)",
            "grid: list[str] * 32 * 32 in '#...'",
        ),
        ("def f(board: list[str]): return sum(cell == 'X' for cell in board)", "board: list[str] * 1000 * 1 in 'X.'"),
        ("def f(grid): return grid[0][1] == 500", "grid: list[list[int]] * 32 * 32 in 0..1000"),
        ("def f(nums: list[int]): return [n for n in nums if n == 0]", "nums: list[int] * 1000 in 0..1000"),
    ],
)
def test_values_are_such_as_the_body_looks_for(source: str, expected: str) -> None:
    assert default(source) == expected


WRITTEN = {
    "text: str|return sum(row['price'] for row in json.loads(text))": "json[list[{price: float}]] * 1000",
    "line|return json.loads(line)['user']": "json[{user: str}]",
    "lines|return [json.loads(one)['user'] for one in lines]": "list[json[{user: str}]] * 1000",
    "text|for line in text.splitlines():\n  line = line.strip()\n  use(json.loads(line)['n'] + 1)": (
        "jsonl[{n: int}] * 1000"
    ),
    "text|return json.loads(text)": "json[dict[str, int]] * 1000",
    "rows|return [json.loads(row['body'])['id'] for row in rows]": "list[{body: json[{id: int}]}] * 1000",
    "text|return sum(float(r['amount']) for r in csv.DictReader(io.StringIO(text)))": "csv[{amount: digits}] * 1000",
    "text|return sum(float(row[2]) for row in csv.reader(text.splitlines()))": (
        "csv[tuple[label, label, digits]] * 1000"
    ),
    "text|rows = csv.reader(StringIO(text))\n next(rows)\n for name, n in rows: use(int(n))": (
        "csv[tuple[label, digits]] * 1000"
    ),
    "lines: list[str]|for r in csv.DictReader(lines): t[r['city']] += float(r['n'])": (
        "lines[csv[{city: label, n: digits}]] * 1000"
    ),
    "lines|return sum(int(row[1]) for row in csv.reader(lines))": "lines[csv[tuple[label, digits]]] * 1000",
    "file: TextIO|for row in csv.DictReader(file): use(row['city'])": "lines[csv[{city: label}]] * 1000",
    "file: TextIO|for line in file:\n  a, b = line.split(',')\n  use(int(b))": "list[str] * 1000 like 'aaaaaa,000'",
    "file: TextIO|return [line.strip() for line in file]": "TextIO",
    "file: TextIO|file.readline()\n for row in csv.DictReader(file): use(row['city'])": "TextIO",
    "file: TextIO|n = int(file.readline())\n return n, json.load(file)['user']": "TextIO[json[{user: str}]]",
    "file|return [row['price'] + 1 for row in json.load(file)]": "TextIO[json[list[{price: float}]]] * 1000",
    "of|rows = json.loads(of.read())\n return [row['price'] + 1 for row in rows]": (
        "TextIO[json[list[{price: float}]]] * 1000"
    ),
    "of: TextIO|p = ConfigParser()\n p.read_string(of.read())\n return p['db']['host']": (
        "TextIO[ini[{db: {host: str}}]]"
    ),
    "of: TextIO|return of.read().split()": "TextIO",
    "of|return json.loads(of.read())['name'], of.status": "object",
    "of|return json.loads(of.read().decode())['name']": "TextIO",
    "lines|return [row[1] for row in csv.reader(lines, delimiter=';')]": (
        "lines[csv[tuple[label, label], ';']] * 1000"
    ),
    "text|return [int(r['n']) for r in csv.DictReader(io.StringIO(text), delimiter='\\t')]": (
        "csv[{n: digits}, '\\t'] * 1000"
    ),
    "text|return [int(r['n']) for r in csv.DictReader(io.StringIO(text), skipinitialspace=True)]": (
        "csv[{n: digits}] * 1000"
    ),
    "lines|return [row for row in csv.reader(lines, quotechar='~')]": "list[str] * 1000 * 8 in 'a'..'z'",
    "text|return pickle.loads(text)": "str * 1000 in 'a'..'z'",
    "text|return yaml.safe_load(text)['name']": "json[{name: label}]",
    "text|return tomllib.loads(text)['project']['dependencies'][0]": "toml[{project: {dependencies: list[str]}}]",
    "text|return {k: v['port'] + 1 for k, v in tomllib.loads(text).items()}": "toml[dict[str, {port: int}]] * 1000",
    "text|p = ConfigParser()\n p.read_string(text)\n return p['db']['host'] + ':' + p.get('db', 'port')": (
        "ini[{db: {host: str, port: str}}]"
    ),
    "text|p = ConfigParser()\n p.read_string(text)\n return {s: p.getint(s, 'n') for s in p.sections()}": (
        "ini[dict[str, {n: digits}]] * 1000"
    ),
    "text|p = ConfigParser()\n p.read_string(text)\n s = p['a']\n return s.getboolean('on'), s.getfloat('x')": (
        "ini[{a: {on: bool, x: digits}}]"
    ),
    "text|p = ConfigParser()\n p.read_string(text)\n return [dict(p[s]) for s in p.sections()]": (
        "ini[dict[str, dict[str, str]]] * 1000"
    ),
}


@pytest.mark.parametrize("said", WRITTEN)
def test_texts_say_what_is_read_from_them(said: str) -> None:
    parameter, body = said.split("|")
    name = parameter.partition(":")[0]
    assert default(f"def f({parameter}):\n {body}") == f"{name}: {WRITTEN[said]}"


PATTERNS = {
    "lines: list[str]|for line in lines:\n  a, b, c = line.split(' ', 2)": (
        "list[str] * 1000 like 'aaaaaa aaaaaa aaaaaa'"
    ),
    "lines|for i, line in enumerate(lines):\n  k, _, v = line.strip().partition(':')\n  use(int(v))": (
        "list[str] * 1000 like 'aaaaaa:000'"
    ),
    "lines|for line in lines:\n  parts = line.split(',')\n  use(parts[0], float(parts[2]))": (
        "list[str] * 1000 like 'aaaaaa,aaaaaa,000'"
    ),
    "text|for line in text.strip().splitlines():\n  k, v = line.split('=')": "str * 1000 like 'aaaaaa=aaaaaa\\n'",
    "text|rows = text.split('\\n')\n for row in rows[1:]:\n  k, v = row.split()": "str * 1000 like 'aaaaaa aaaaaa\\n'",
    "lines|for line in lines:\n  when, rest = line.split(' ', 1)\n  k, v = rest.split('=')": (
        "list[str] * 1000 like 'aaaaaa aaaaaa=aaaaaa'"
    ),
    "line|k, v = line.split('-')\n return int(k) + int(v)": "str * 7 like '000-000'",
    "s|for line in s.splitlines():\n  if line.startswith('['): use(line[1:-1])\n  else: k, v = line.split('=')": (
        "str * 1000 like '[aaaaaa]\\naaaaaa=aaaaaa\\n'"
    ),
    "text|for line in text.split('\\n'):\n  if line[0] == '[': continue\n  k, v = line.split('=')": (
        "str * 1000 like '[aaaaaa]\\naaaaaa=aaaaaa\\n'"
    ),
    "lines|for line in lines:\n  if line.startswith('['): continue\n  k, v = line.split('=')": (
        "list[str] * 1000 like 'aaaaaa=aaaaaa\\naaaaaa=aaaaaa\\n[aaaaaa]'"
    ),
    "line|k, v = line.split('=')\n if k != 'bytes': raise ValueError(k)\n return int(v)": "str * 9 like '`bytes`=000'",
    # Numbers are such as the function goes on for, or as their names say.
    "text|day, month, year = map(int, text.split('/'))": "str * 9 like '`1`0/`6`/`202`0'",
    "text|a, b = text.split(':')\n h, m = int(a), int(b)\n if not (0 <= h < 24 and m < 60): raise ValueError": (
        "str * 5 like '`1`0:`3`0'"
    ),
    "s|lat, lon = (float(p) for p in s.split(','))\n if abs(lat) > 90: raise ValueError": "str * 6 like '`4`0,000'",
    "s|a, b = s.split(':')\n n, m = int(a), int(b)\n if n < 1: raise ValueError\n if m < 1024: raise ValueError": (
        "str * 8 like '`1`00:`11`00'"
    ),
    "s|a, b = s.split(':')\n n, m = int(a), int(b)\n if n < 0 or 20 <= m or not m > 0: raise ValueError": (
        "str * 6 like '000:`10`'"
    ),
    "s|parts = s.split('.')\n if len(parts) != 4: raise ValueError\n for p in parts:\n  n = int(p)": (
        "str * 15 like '000.000.000.000'"
    ),
    "lines|for line in lines:\n  row = line.split(',')\n  if len(row) == 1: continue\n  if len(row) != 3: use(row)": (
        "list[str] * 1000 like 'aaaaaa,aaaaaa,aaaaaa'"
    ),
    "line|row = line.split(',')\n if len(row) == 1000000000: return None\n return row": "str * 1000 in 'abcdefgh,'",
    # What is split into several that are split again.
    "s|for part in s.split('&'):\n  k, v = part.split('=')": (
        "str * 41 like 'aaaaaa=aaaaaa&aaaaaa=aaaaaa&aaaaaa=aaaaaa'"
    ),
    # What says many of them has as many as fit.
    "text|for part in text.split(';'):\n  k, v = part.split('=')": "str * 1000 like 'aaaaaa=aaaaaa;'",
    "data|return [float(one) for one in data.split(',')]": "str * 1000 like '000,'",
    "text|return list(map(int, text.split('\\t')))": "str * 1000 like '000\\t'",
    "text|a, b, c = map(int, text.split(','))": "str * 11 like '000,000,000'",
    "text|return [int(one) for one in text.split('.')]": "str * 11 like '000.000.000'",
    "text|return re.match(r'(\\d+),', text).group(1)": "str * 4 like '000`,`'",
    "s|return dict(one.split('=') for one in s.split())": "str * 1000 like 'aaaaaa=aaaaaa\\n'",
    "s|head, *lines = s.splitlines()\n for line in lines: use(dict(zip(head.split(','), line.split(','))))": (
        "str * 1000 in 'abcdefghijklmnop\\n,'"
    ),
    "s|names = s.split(',')\n for line in s.splitlines():\n  row = line.split(',')\n  use(dict(zip(names, row)))": (
        "str * 1000 like 'aaaaaa,aaaaaa,aaaaaa\\n'"
    ),
    "s|parts = s.split()\n if len(parts) != len(set(parts)): raise ValueError": "str * 1000 in 'abcdefgh '",
    # Fields that are all numbers need no names.
    "line|return tuple(int(one) for one in line.split('.'))": "str * 11 like '000.000.000'",
    "line|a, b = map(int, line.split('.'))": "str * 7 like '000.000'",
    "lines|return max(lines, key=lambda one: list(map(int, one.split('.'))))": "list[str] * 1000 like '000.000.000'",
    "text|return [[float(x) for x in line.split()] for line in text.splitlines()]": "str * 1000 like '000 000 000\\n'",
    "text|return sum(int(one) for one in text.splitlines())": "str * 1000 like '000\\n'",
    "text|return max(map(float, text.split('\\n')))": "str * 1000 like '000\\n'",
    "text|return sum(int(one) for one in text.split())": "str * 1000 like '000\\n'",
    "lines|for line in lines:\n  parts = line.split(',')\n  use(parts)": "list[str] * 1000 * 40 in 'abcdefgh,'",
    "line|return re.match(r'(\\d+)\\s+(\\w+)', line).group(1)": "str * 10 like '000 aaaaaa'",
    "lines|p = re.compile('ERROR: (.*)')\n return [p.match(line).groups() for line in lines]": (
        "list[str] * 1000 like '`ERROR`: aaaaaa'"
    ),
    "text|for line in text.splitlines(): use(re.search('n=([0-9]+)', line).group(1))": "str * 1000 like '`n`=000\\n'",
    "line|return re.match(r'(a)\\1', line).group()": "str * 1000 in 'a'..'z'",
}


@pytest.mark.parametrize(
    ("expression", "flags", "pattern"),
    [
        (r"^(?P<day>\d{4}-\d\d)(?: [A-Z]+)?$", 0, "0000-00 AAAAAA"),
        (r"(?:GET|POST) (/[^ ]*) HTTP/(\d\.\d)", 0, "`GET` /aaaaaa `HTTP`/0.0"),
        (r"\[([^\]]+)\]\s*(.*?)", 0, "[aaaaaa] aaaaaa"),
        ("a  b # both", re.X, "`ab`"),
        (r"[^a]b{3}[.,]\W\D\S", 0, "A`bbb`. aa"),
        ("(?=x)x", 0, None),
        ("`", 0, None),
        ("a{300}", 0, None),
        ("(", 0, None),
        ("", 0, None),
    ],
)
def test_texts_of_a_pattern_match(expression: str, flags: int, pattern: str | None) -> None:
    assert like(expression, flags) == pattern
    if pattern is not None:
        _, named = build(parse(f"lines: list[str] * 50 like {pattern!r}"), seed=1)
        assert all(re.search(expression, line, flags) for line in named["lines"])


@pytest.mark.parametrize("said", PATTERNS)
def test_lines_are_put_together_as_they_are_taken_apart(said: str) -> None:
    parameter, body = said.split("|")
    name = parameter.partition(":")[0]
    assert default(f"def f({parameter}):\n {body}") == f"{name}: {PATTERNS[said]}"


def test_what_a_text_is_split_at_may_be_a_default() -> None:
    body = "for line in text.splitlines(): a, b = line.split(at)"
    assert default(f"def f(text, at=','):\n {body}") == "text: str * 1000 like 'aaaaaa,aaaaaa\\n'; at: str = ','"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "def f(p, q): return sqrt((p.x - q.x) ** 2 + (p.y - q.y) ** 2)",
            "p: {.x: float, .y: float}; q: {.x: float, .y: float}",
        ),
        (
            "def f(users, since): return [u for u in users if u.active and u.last_seen >= since]",
            "users: list[{.active: bool, .last_seen: str}] * 1000",
        ),
        ("def f(users): return sorted(users, key=lambda u: u.age)", "users: list[{.age: int}] * 1000"),
        ("def f(job): return job.owner.name.lower()", "job: {.owner: {.name: str}}"),
        (
            "def f(job):\n job.total = 0\n for step in job.steps: job.total += step.cost",
            "job: {.steps: list[{.cost: float}]}",
        ),
        ("def f(jobs): return [j.name for j in jobs if j.run()]", "jobs: list[int] * 1000 in 0..1000"),
        ("def f(job): return job.save()", "job: object"),
        ("def f(x): return x.shape[0]", "x: float64[1000]"),
        # Texts have no such methods.
        (
            "def f(s, t):\n s.seen.append(t)\n s.kinds.add(t)\n s.places.update({t: 1})",
            "s: {.seen: list[int], .kinds: set[int], .places: dict[str, int]}",
        ),
        ("def f(s):\n if s.found: s.found.append(1)", "s: {.found: list[int]}"),
        ("def f(s): return s.name.upper() + s.text.strip()", "s: {.name: str, .text: str}"),
        # Others than moments have a date, and those that have more than moments do a year.
        ("def f(moves): return [(m.date, m.qty) for m in moves]", "moves: list[{.date: timestamp, .qty: int}]"),
        ("def f(p): return p.amount if p.month > 3 else p.kind", "p: {.month: int, .amount: int, .kind: label}"),
        ("def f(moment): return moment.tzinfo or moment.year", "moment: datetime"),
        ("def f(days): return [(d.year, d.date(), d.second) for d in days]", "days: list[datetime]"),
    ],
)
def test_what_is_asked_for_attributes_alone_has_them(source: str, expected: str) -> None:
    assert default(source).startswith(expected)


@pytest.mark.parametrize(
    ("body", "parts"),
    [
        ("for s, e in rows: use(s)", 2),
        ("for i, (a, b, c) in enumerate(sorted(rows)): use(a)", 3),
        ("ordered = sorted(rows, key=lambda one: one[1])\n return ordered", 2),
        ("for i in range(len(rows)): use(rows[i][1])", 2),
        ("for row in rows:\n  a, b, c, d = row\n  use(a)", 4),
        ("for a, b in zip(rows, rows[1:]): use(a[2], b[0])", 3),
        ("for row in rows: use(row[1], len(row))", None),
        ("for row in rows: use(row[1], sum(row))", None),
        ("for row in rows: use(row[0])", None),
        ("for row in rows: use(row[1], row[k])", None),
        ("for row in rows:\n  for cell in row: use(cell, row[1])", None),
        ("for first, *rest in rows: use(first)", None),
        ("return rows[0][1]", None),
    ],
)
def test_lists_of_pairs_are_as_long_as_what_they_are_taken_apart_into(body: str, parts: int | None) -> None:
    found = default(f"def f(rows: list[list[int]]):\n {body}")
    assert found == f"rows: list[list[int]] * {f'1000 * {parts}' if parts else '32 * 32'} in 0..1000"


def test_a_grid_is_asked_for_places_too() -> None:
    body = "for row in grid: use(row[1])"
    assert default(f"def f(grid: list[list[int]]): \n {body}").startswith("grid: list[list[int]] * 32 * 32 ")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(order):\n for item in order.items: use(item.qty * 2)", "order: {.items: list[{.qty: int}]}"),
        ("def f(ranks, names): return sorted(names, key=ranks.get)", "ranks: dict[str, int] * 1000 in 0..1000"),
        ("def f(deps): return {k: len(d) for k, d in deps.items()}", "deps: dict[str, list[int]] * 32 * 32 in 0..1000"),
        ("def f(grid): return grid[0][1] == '1'", "grid: list[list[str]] * 32 * 32 * 1 in '1.'"),
    ],
)
def test_what_is_not_called_is_no_method(source: str, expected: str) -> None:
    assert default(source).startswith(expected)


@pytest.mark.parametrize(
    "body",
    [
        "for () in enumerate(rows): use(rows['a'])",
        "for () in rows.items(): use(rows['a'])",
        "return re.split('\\\\', rows)",
        "w, h = rows.split('x')",
        "for a, b in rows: use(a + b)",
    ],
)
@pytest.mark.parametrize("annotation", ["", ": list[list[str]]", ": tuple[list[str], ...]", ": str"])
def test_whatever_a_body_does_there_is_a_workload(body: str, annotation: str) -> None:
    assert default(f"def f(rows{annotation}):\n {body}").startswith("rows: ")


def test_what_is_nested_too_deeply_tells_nothing() -> None:
    body = "".join("    data = data[0]\n" for _ in range(1500))
    assert default(f"def f(data):\n{body}    return data['a']\n").startswith("data: ")


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        # What elements are asked for by a parameter is a key called after it, or what it is by default.
        (
            "def f(rows: list[dict], field: str): return sum(row[field] for row in rows)",
            "rows: list[{field: float}] * 1000; field: str = 'field'",
        ),
        (
            "def f(rows: list[dict], key: str = 'id'): return {row[key]: row for row in rows}",
            "rows: list[{id: label}] * 1000; key: str = 'id'",
        ),
        (
            "def f(rows, field): return sorted(rows, key=lambda row: row[field])",
            "rows: list[{field: str}] * 1000; field: str = 'field'",
        ),
        (
            "def f(rows: list[dict], field: str): return sorted(rows, key=itemgetter(field))",
            "rows: list[{field: str}] * 1000; field: str = 'field'",
        ),
        (
            "def f(rows: list[dict], field: str):\n    found = [row[field] for row in rows]\n    return sum(found)",
            "rows: list[{field: float}] * 1000; field: str = 'field'",
        ),
        # Rows of a table are asked for numbers.
        (
            "def f(matrix, col): return [row[col] for row in matrix]",
            "matrix: list[list[int]] * 32 * 32 in 0..1000; col: int = 10",
        ),
        # What getters ask for is there.
        ("def f(rows): return sorted(rows, key=itemgetter('price'))", "rows: list[{price: float}] * 1000"),
        ("def f(rows): return max(rows, key=attrgetter('price'))", "rows: list[{.price: float}] * 1000"),
    ],
)
def test_keys_that_parameters_and_getters_name(source: str, workload: str) -> None:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    assert str(default_workload(node, 1000, drop_first=False)) == workload


def test_rows_stand_apart_as_a_parameter_says_by_default() -> None:
    body = "return [int(r['n']) for r in csv.DictReader(io.StringIO(text), delimiter=between)]"
    assert default(f"def f(text, between=';'):\n {body}").startswith("text: csv[{n: digits}, ';'] * 1000")
