"""What ``six`` makes at run time."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "modules by their old names": """
import six
from six.moves import cPickle, range, urllib, zip_longest
from six.moves.urllib.parse import quote, urlsplit
found = [urlsplit("a://b/c").path, quote("a b"), urllib.parse.unquote("a%20b"), list(zip_longest([1], []))]
found += [list(range(2)), six.moves.reduce(lambda a, b: a + b, [1, 2]), cPickle.loads(cPickle.dumps([1]))]
""",
    "what its source says": """
import six
found = [isinstance("a", six.string_types), six.ensure_text(b"a"), list(six.iteritems({1: 2})), six.PY2]
""",
    "metaclasses": """
from abc import ABCMeta, abstractmethod
from six import add_metaclass, with_metaclass
class Named(type):
    def __new__(meta, name, bases, names):
        names["label"] = name
        return type.__new__(meta, name, bases, names)
class A(with_metaclass(Named, object)): pass
@add_metaclass(Named)
class B: pass
@add_metaclass(ABCMeta)
class C:
    @abstractmethod
    def f(self): pass
class D(C):
    def f(self): return 1
C.register(A)
found = [A.label, B.label, A.__mro__[1] is object, D().f(), isinstance(A(), C), isinstance(B(), C)]
""",
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_old_names_mean_what_they_mean_in_python(source: str) -> None:
    assert interpreted(source, place=here()) == run(source)
