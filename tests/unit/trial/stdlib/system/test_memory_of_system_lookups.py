"""What asking for variables and for the working folder holds for a moment: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # One that is not there is an error on the way, whoever asks.
        ("return 'NO_COLOR' in os.environ", 713),
        ("return os.environ.get('NO_COLOR')", 721),
        (f"return {'NO_COLOR' * 10!r} in os.environ", 785),
        ("return os.getcwd()", 941),
        ("return os.path.abspath('abc')", 981),
        ("return Path.cwd()", 933),
        ("return Path(name).absolute()", 1_517),
    ],
)
def test_what_the_system_is_asked_for_is_held_for_a_moment(body: str, measured: int) -> None:
    source = f"def f(name):\n    {body}\n\nimport os\nfrom pathlib import Path\n"
    assert peak_of(source, "name: str * 10 in 'a'..'z'") == pytest.approx(measured, rel=0.12)


@OF_PYTHON_3_11
def test_a_path_from_the_root_needs_no_working_folder() -> None:
    assert peak_of("def f(n):\n    return len(os.path.abspath('/abc'))\n\nimport os\n", "n: int = 3") < 300
