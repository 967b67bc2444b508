"""LineIndex: the lines of ast, the columns of editors."""

import ast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perfcast.source import LineIndex, PositionEncoding

# All that str.splitlines, an editor or Python may take for the end of a line, and characters of every width.
ODD = "\f\v\x1c\x1d\x1e\x85\u2028\u2029é日😀\t "
LINE_BREAKS = ["\n", "\r\n", "\r"]
ENCODINGS: list[PositionEncoding] = ["utf-8", "utf-16", "utf-32"]
CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def units_of(text: str, encoding: str) -> int:
    codec, width = CODECS[encoding]
    return len(text.encode(codec)) // width


@settings(deadline=None)
@given(st.data())
def test_every_name_is_where_ast_says(data: st.DataObject) -> None:
    odd = st.text(ODD, max_size=6)
    lines = data.draw(
        st.lists(
            st.one_of(
                odd.map(lambda text: f"name = '{text}', name, other"),
                odd.map(lambda text: f"# {text}"),
                odd.map(lambda text: f"\fname = '{text}'; other = name"),
                odd.map(lambda text: f"name = '''{text}"),  # closed, with what follows, two lines on
                st.just(""),
            ),
            max_size=8,
        )
    )
    text = ""
    for line in lines:
        text += line + data.draw(st.sampled_from(LINE_BREAKS))
        if line.startswith("name = '''"):
            text += data.draw(odd) + data.draw(st.sampled_from(LINE_BREAKS)) + "''', name"
            text += data.draw(st.sampled_from(LINE_BREAKS))
    text += data.draw(st.sampled_from(["", "name", "# end"]))
    index = LineIndex(text)
    found = 0
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            found += 1
            assert node.end_col_offset is not None
            columns = slice(
                index.from_ast(node.lineno, node.col_offset), index.from_ast(node.lineno, node.end_col_offset)
            )
            assert index.line(node.lineno)[columns] == node.id
    assert found == text.count("name") + text.count("other")


@settings(deadline=None)
@given(st.text(st.one_of(st.sampled_from("\r\n"), st.sampled_from(ODD), st.characters(exclude_categories=["Cs"]))))
@example("")
@example("\r\n\r\n")
@example("\n\r")
def test_lines_and_their_breaks_make_up_the_text(text: str) -> None:
    index = LineIndex(text)
    rebuilt = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [index.line(number) for number in range(1, index.count + 1)] == rebuilt
    for number in range(1, index.count + 1):
        assert text.startswith(index.line(number), index.start(number))
        assert index.position(index.start(number)) == (number, 0)


@settings(deadline=None)
@given(
    st.text(st.one_of(st.sampled_from("aé日😀"), st.characters(exclude_categories=["Cs"], exclude_characters="\r\n")))
)
def test_columns_convert_there_and_back(line: str) -> None:
    index = LineIndex("above\n" + line)
    for encoding in ENCODINGS:
        for column in range(len(line) + 1):
            units = index.to_client(2, column, encoding)
            assert units == units_of(line[:column], encoding)
            assert index.from_client(2, units, encoding) == column
        assert index.width(2, encoding) == units_of(line, encoding)


@pytest.mark.parametrize(("encoding", "widths"), [("utf-8", (4, 3, 2)), ("utf-16", (2, 1, 1)), ("utf-32", (1, 1, 1))])
def test_a_position_inside_a_character_is_that_of_the_character(encoding: PositionEncoding, widths: tuple[int]) -> None:
    index = LineIndex("😀日é")
    expected = [column for column, width in enumerate(widths) for _ in range(width)]
    assert [index.from_client(1, units, encoding) for units in range(sum(widths))] == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_positions_outside_are_clamped(encoding: PositionEncoding) -> None:
    index = LineIndex("a😀\r\nb")
    assert index.to_client(1, 99, encoding) == index.width(1, encoding)
    assert index.from_client(1, 99, encoding) == 2
    assert index.to_client(1, -1, encoding) == index.from_client(1, -5, encoding) == 0
    assert index.to_client(3, 1, encoding) == index.from_client(0, 1, encoding) == index.width(9, encoding) == 0
    assert index.position(-1) == (1, 0)
    assert index.position(99) == (2, 1)
    assert index.position(3) == (1, 2)  # between \r and \n: still the end of the first line


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_line_that_is_not_there_has_no_text(number: int) -> None:
    with pytest.raises(IndexError):
        LineIndex("a\nb").line(number)


_PIECES = st.text(st.sampled_from("\r\nab😀"), max_size=12)


@settings(deadline=None, max_examples=500)
@given(_PIECES, _PIECES, _PIECES, _PIECES)
def test_lines_after_an_edit_are_those_of_the_new_text(above: str, old: str, new: str, below: str) -> None:
    before, after = LineIndex(above + old + below), LineIndex(above + new + below)
    edited = before.edited(after.text)
    places = [edited.position(offset) for offset in range(len(after.text) + 1)]
    assert places == [after.position(offset) for offset in range(len(after.text) + 1)]
    old_lines, lines = ([index.line(number + 1) for number in range(index.count)] for index in (before, after))
    assert [edited.line(number + 1) for number in range(edited.count)] == lines
    first, last = before.kept(edited)
    assert first + last <= min(before.count, after.count)
    assert old_lines[:first] == lines[:first]
    assert old_lines[before.count - last :] == lines[after.count - last :]


def test_all_lines_but_the_edited_one_are_kept() -> None:
    assert LineIndex("a\nb\nc\nd").kept(LineIndex("a\nb\nx\nd")) == (2, 1)
