"""What the closed world has of modules that reach the operating system: all that does not."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run, soon

EXPRESSIONS = {
    "defaults that are constants": "import pickle\ndef f(p=pickle.HIGHEST_PROTOCOL): return p\nfound = f()",
    "signals are numbers": "import signal\nfound = [signal.SIGTERM + 0, signal.SIGINT | 0]",
    "options of files": "import os\nfound = os.O_RDWR | os.O_CREAT",
    "options of processes": "import subprocess\nfound = [subprocess.PIPE, subprocess.DEVNULL]",
    "errors are caught": (
        "import subprocess\ntry:\n    raise subprocess.CalledProcessError(2, 'x')\n"
        "except subprocess.SubprocessError:\n    found = 1"
    ),
    "errors are extended": (
        "import socket, pickle\nclass E(pickle.PickleError): pass\ntry:\n    raise E('x')\n"
        "except (socket.timeout, pickle.PickleError) as error:\n    found = error.args"
    ),
    "names that a module lacks": "import sys\nfound = [hasattr(sys, 'ps1'), getattr(sys, 'frozen', False)]",
    "one working folder": (
        "import os\nfrom pathlib import Path\nhere = os.getcwd()\n"
        "found = [os.path.abspath('a') == os.path.join(here, 'a'), str(Path.cwd()) == here]"
    ),
    "variables have names": (
        "import os\nfound = []\n"
        "for ask in (os.environ.get, os.getenv, os.environ.pop, lambda name: name in os.environ):\n"
        "    try:\n        ask(5)\n    except TypeError as error:\n        found.append(str(error))"
    ),
    "other systems": "import os\ntry:\n    found = os.startfile\nexcept AttributeError:\n    found = 1",
    "nobody traces": "import sys\nfound = sys.gettrace()",
    "an event": (
        "import threading\ne = threading.Event()\nfound = [e.is_set()]\ne.set()\nfound += [e.wait(), e.wait(1)]"
    ),
    "an event that nobody sets": "import threading\nfound = threading.Event().wait(0.01)",
    "a thread that is extended": (
        "import threading\nclass Worker(threading.Thread):\n    def __init__(self, n):\n"
        "        super().__init__(name='w', daemon=True)\n        self.n = n\n"
        "    def run(self):\n        return [self.n, self.name, self.daemon]\nw = Worker(3)\n"
        "found = [w.run(), w.is_alive(), isinstance(w, threading.Thread)]"
    ),
    "what a thread runs": (
        "import threading\nfound = []\nt = threading.Thread(target=lambda x, y: found.append(x + y), "
        "args=(1,), kwargs={'y': 2})\nt.run()"
    ),
    "this thread": "import threading\nfound = threading.current_thread() is threading.main_thread()",
    "types of regular expressions": (
        "import re\np = re.compile('a')\nfound = [isinstance(p, re.Pattern), isinstance('a', re.Pattern), "
        "isinstance(p.match('a'), re.Match), isinstance(p, (str, re.Match))]"
    ),
    "a time that is read": "import time\nt = time.strptime('2024-02-03', '%Y-%m-%d')\nfound = [t.tm_year, t[:3]]",
    "a time that is none": "import time\ntry:\n    time.strptime('x', '%Y')\nexcept ValueError:\n    found = 1",
    "paths beside each other": "import os\nfound = [os.path.relpath('a/b', 'a/c'), os.path.relpath('/x/y', '/x')]",
    "pickled": (
        "import pickle\nx = {'a': [1, 2.5, None, (True, b'x')], 'b': {1, 2}}\n"
        "found = [pickle.loads(pickle.dumps(x)) == x, pickle.dumps(x, 2) == pickle.dumps(x, protocol=2)]"
    ),
    "parameters of functions": (
        "import inspect\ndef f(a, b=2, *c, d, e=5, **g): pass\ns = inspect.getfullargspec(f)\n"
        "found = [s.args, s.varargs, s.varkw, s.defaults, s.kwonlyargs, s.kwonlydefaults]"
    ),
    "what is wrapped": (
        "import functools, inspect\ndef f(): pass\n@functools.wraps(f)\ndef g(): pass\n"
        "found = [inspect.unwrap(g) is f, inspect.unwrap(f) is f]"
    ),
    "pickled into a buffer": (
        "import io, pickle\nfile = io.BytesIO()\npickle.dump([1, 'a'], file)\nfile.seek(0)\nfound = pickle.load(file)"
    ),
    "a logger's settings": (
        "import logging\nlog = logging.getLogger('x')\nlog.propagate = False\nlog.setLevel(logging.WARN)\n"
        "log.info('x')\nfound = [log.propagate, logging.getLevelName(10), logging.getLevelName('INFO')]"
    ),
    "loggers of another class": (
        "import logging\nlog = logging.getLogger('x')\nmanager = log.manager\nbefore = manager.loggerClass\n"
        "manager.loggerClass = before\nfound = [log.getChild('y').debug('a'), manager.getLogger('z').info('b'),\n"
        "    isinstance(logging.getLoggerClass(), type) or True]"
    ),
    "modes of files": "import stat\nfound = [stat.S_ISDIR(0o40755), stat.S_IMODE(0o100644), stat.S_IEXEC | 1]",
    "names of files": "import os\nfound = [os.fsdecode(b'a'), os.fsencode('a'), os.fsdecode('b')]",
    "pickled objects that are shared": (
        "import pickle\na = [1]\nb = pickle.loads(pickle.dumps([a, a]))\nfound = b[0] is b[1]"
    ),
}

REFUSED = [
    "import subprocess\nfound = subprocess.Popen(['ls'])",
    "import threading\nfound = threading.Timer(1, print).start()",
    "import threading\nfound = threading.Event().wait()",
    "import pickle\nfound = pickle.loads(b'cos\\nsystem\\n(S\"true\"\\ntR.')",
    "import pickle\nclass A:\n    def __reduce__(self): return print, ()\nfound = pickle.dumps(A())",
    "import pickle\nclass A: pass\nfound = pickle.loads(pickle.dumps(A()))",
    "import pickle\nfound = pickle.dumps(print)",
    "import pickle\nfound = pickle.load(open('x', 'rb'))",
    "import pickle\na = []\nfor _ in range(60): a = [a, a]\nfound = pickle.dumps(a)",
    "import pickle\nclass A: pass\na = A()\na.a = []\nfor _ in range(60): a.a = [a.a, a.a]\nfound = pickle.dumps(a)",
    "import signal\nfound = signal.raise_signal(signal.SIGTERM)",
    "import os\nfound = os.kill(os.getpid(), 9)",
]


@pytest.mark.parametrize("source", EXPRESSIONS.values(), ids=EXPRESSIONS)
def test_they_say_what_python_says(source: str) -> None:
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("source", REFUSED, ids=lambda one: one[:60])
def test_what_reaches_out_is_refused(source: str) -> None:
    with soon(), pytest.raises(Unsupported):
        interpreted(source)


def test_pickled_objects_are_told_apart() -> None:
    of_class = "import pickle\nclass A:\n    def __init__(self, x): self.x, self.y = x, {x}\n"
    asked = "one, other, third = (pickle.dumps([A(x), {A(0)}]) for x in (1, 2, 1))\n"
    assert interpreted(f"{of_class}{asked}found = [one == other, one == third]") == [False, True]
