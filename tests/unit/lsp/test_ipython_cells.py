"""Cells of notebooks as Python."""

import pytest

from perfcast.lsp.documents.ipython import plain_python


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("import math\n%matplotlib inline\n  !ls\n?math\n", "import math\n# %matplotlib inline\n#   !ls\n# ?math\n"),
        ("!pip install a \\\n    b\nx = 1\n", "# !pip install a \\\n#     b\nx = 1\n"),
        ("x\r\n%ls\r\ny\r\n", "x\r\n# %ls\r\ny\r\n"),
        # These go on with what stands before them.
        ("x = ('%s'\n     % 2)\n", "x = ('%s'\n     % 2)\n"),
        ("x = 1 \\\n  % 2\n", "x = 1 \\\n  % 2\n"),
        ("x = '''\n%s\n! (\n'''\n%ls\n", "x = '''\n%s\n! (\n'''\n# %ls\n"),
        # What is not closed in its line ends there; brackets in texts and comments are none.
        ("x = '(\n%ls\n", "x = '(\n# %ls\n"),
        ("# it's (\n%ls\n", "# it's (\n# %ls\n"),
        # What is timed is done.
        ("if x:\n    %time y = sum(x)\n", "if x:\n    y = sum(x)\n"),
        ("%time (a, b) = f(x)\n%time !ls\n", "(a, b) = f(x)\n# %time !ls\n"),
        ("%timeit sum(x)\n%time\n", "# %timeit sum(x)\n# %time\n"),
        ("%%time\nx = 1\n%ls", "# %%time\nx = 1\n# %ls"),
        ("\n%%capture out\nx = 1", "\n# %%capture out\nx = 1"),
        ("%%bash\nls\n\necho", "# %%bash\n# ls\n\n# echo"),
        ("x = a % b\n", "x = a % b\n"),
        ("", ""),
    ],
)
def test_what_is_not_python_becomes_a_comment(cell: str, text: str) -> None:
    assert plain_python(cell) == text
