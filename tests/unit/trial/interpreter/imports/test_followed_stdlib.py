"""Modules of the standard library that are written in Python are followed through their sources, and take what they
take."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, run
from tests.unit.trial.peaks import peak

_SETUP = """
import difflib, email.mime.text, fnmatch, http.cookies, io, ipaddress, tokenize, uuid
a, b = "one two three four five".split(), "one 2 three five six".split()
one = uuid.UUID("12345678-1234-5678-1234-567812345678")
"""


@pytest.mark.parametrize(
    "expression",
    [
        "fnmatch.filter(['a.py', 'b.txt', 'c.py'], '*.py'), fnmatch.fnmatch('a.py', '[ab].*')",
        "str(one), one.hex, one.int, one.version, one == uuid.UUID(int=one.int), one.bytes, one.fields",
        "len(str(uuid.uuid4())), uuid.uuid4().version, uuid.uuid4() == uuid.uuid4(), len({uuid.uuid4(), one, one})",
        "list(difflib.unified_diff(a, b, 'x', 'y', lineterm='')), list(difflib.ndiff(a, b))",
        "difflib.SequenceMatcher(None, a, b).ratio(), difflib.SequenceMatcher(None, 'abcd', 'bcde').quick_ratio()",
        "difflib.SequenceMatcher(None, a, b).get_opcodes(), difflib.get_close_matches('thee', a)",
        # Classes that note one which is made of their instances.
        "[(one.is_loopback, one.is_private) for one in map(ipaddress.ip_address, ('127.0.0.1', '10.0.0.1'))]",
        "ipaddress.ip_address('0.0.0.0').is_unspecified, ipaddress.ip_network('10.0.0.0/8').is_private",
        "[email.mime.text.MIMEText(*told).as_string() for told in (['some text'], ['ä', 'plain', 'utf-8'])]",
        "[tuple(one) for one in tokenize.generate_tokens(io.StringIO('x = {1: 2}\\n').readline)]",
        "{name: one.value for name, one in http.cookies.SimpleCookie('a=b; c=\"d e\"').items()}",
    ],
)
def test_what_they_give(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert interpreted(source, place=here()) == run(source)


def test_classes_of_loggers_are_extended() -> None:
    source = """
import io, logging
class Told(logging.LoggerAdapter):
    def process(self, message, more):
        return self.extra["by"] + message, more
class Kept(logging.Handler):
    def __init__(self):
        super().__init__(logging.INFO)
        self.lines = []
    def emit(self, record):
        self.lines.append(self.format(record))
class Loud(logging.Formatter):
    def format(self, record):
        return super().format(record).upper()
log = Told(logging.getLogger("x"), {"by": "me "})
handler = Kept()
handler.setFormatter(Loud("%(levelname)s: %(message)s"))
streaming = logging.StreamHandler(io.StringIO())
streaming.setFormatter(Loud("%(message)s"))
streaming.setLevel(logging.INFO)
logging.getLogger("perfcast.set_up").addHandler(streaming)
log.info("begun")
handler.emit(logging.makeLogRecord({"msg": "a %s", "args": ("b",), "levelname": "info"}))
found = [log.process("x", 1), handler.lines, handler.level, streaming.level]
"""
    assert interpreted(source, place=here()) == run(source)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return [uuid.uuid4() for _ in range(n)]", "n = 1000", 109_453),
        ("return [str(uuid.uuid4()) for _ in range(n)]", "n = 1000", 94_762),
        ("return [uuid.UUID('12345678123456781234567812345678') for _ in range(n)]", "n = 1000", 109_160),
        ("return difflib.SequenceMatcher(None, a, b)", "a: list[str] * 500; b: list[str] * 500", 64_636),
        ("return difflib.SequenceMatcher(None, a, b).ratio()", "a: str * 500; b: str * 500", 17_048),
    ],
)
def test_what_they_hold(body: str, workload: str, measured: int) -> None:
    """As memray measured it."""
    assert peak(body, workload, "import difflib, uuid", here()) == pytest.approx(measured, rel=0.1)


def test_what_a_module_takes_from_c_is_no_name_that_is_lacking() -> None:
    with pytest.raises(Unsupported, match=r"codecs\.lookup"):
        interpreted("import codecs\nfound = codecs.getincrementaldecoder('utf-8')", place=here())
