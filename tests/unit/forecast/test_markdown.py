"""Texts of code in Markdown, read back by a renderer."""

import pytest
from markdown_it import MarkdownIt

from perfcast.forecast.presentation.markdown import code_span, escaped, plain


def _shown(markdown: str) -> str:
    """The text that a reader sees."""
    [_, inline, _] = MarkdownIt().parse(markdown)
    return "".join(child.content for child in inline.children)


@pytest.mark.parametrize(
    "text", ["Point.__init__", "__call__", "2 * a * b <T> [x](y)", r"a\_b ~~c~~ `d` &amp; f", "naïve_größe", "*args"]
)
def test_what_is_escaped_is_seen_as_it_is(text):
    assert _shown(f"**{escaped(text)}**: x") == f"{text}: x"
    assert plain(f"**{escaped(text)}**: x") == f"{text}: x"


def test_what_is_escaped_stays_in_its_line():
    assert escaped("a\n\n# b") == "a # b"


@pytest.mark.parametrize(
    "text", ["xs: list[int] * 10", "like '`https`://a'", "`a`", "a ``b`` c", "a ` b", "**kwargs: a_b_", "a\nb"]
)
def test_code_is_one_span_whatever_backticks_it_has(text):
    markdown = f"For {code_span(text)}, as given"
    [code] = [child for child in MarkdownIt().parse(markdown)[1].children if child.type == "code_inline"]
    assert code.content == text.replace("\n", " ")
    assert plain(markdown) == f"For {code.content}, as given"


def test_plain_tables_have_no_rules():
    assert plain("| a | b |\n| :-- | --: |\n| `▁▂` | 1 |\n\n**c**") == "a   b\n▁▂   1\n\nc"
