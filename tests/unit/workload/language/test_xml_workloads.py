"""XML as a workload: texts that say values, and what a body tells of the elements that it asks for."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from perfcast.source import SourceFile
from perfcast.workload import parse
from perfcast.workload.language.xml import as_xml
from perfcast.workload.origins.resolution import resolve
from perfcast.workload.values.building import build


def _workload(source: str) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.units[-1], file).workload)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"a": 1, "b": ["x", "y"]}, "<root>\n  <a>1</a>\n  <b>x</b>\n  <b>y</b>\n</root>"),
        ([1, 2], "<root>\n  <item>1</item>\n  <item>2</item>\n</root>"),
        ({"@id": 'a"b', "t": "<&>"}, "<root id='a\"b'>\n  <t>&lt;&amp;&gt;</t>\n</root>"),
        ({"n": [{"@k": "v"}, {"@k": "w"}]}, '<root>\n  <n k="v"></n>\n  <n k="w"></n>\n</root>'),
        ({}, "<root></root>"),
    ],
)
def test_values_are_said_by_elements(said: object, text: str) -> None:
    assert as_xml(said) == text
    ET.fromstring(text)


def test_a_workload_of_xml_is_of_so_many_elements() -> None:
    workload = "text: xml[{item: list[{'@id': int, title: str}]}] * 30"
    assert str(parse(workload)) == workload
    text = build(parse(workload), 1)[1]["text"]
    items = ET.fromstring(text).findall("item")
    assert len(items) == 30
    assert all(int(item.get("id", "")) >= 0 and item.findtext("title") for item in items)


@pytest.mark.parametrize(
    ("body", "workload"),
    [
        (
            "return [(item.findtext('title'), item.get('id')) for item in ET.fromstring(text).iter('item')]",
            "text: xml[{item: list[{title: label, '@id': int}]}] * 1000",
        ),
        (
            "root = ET.fromstring(text)\n    return sum(int(one.find('price').text) for one in root.findall('a/b'))",
            "text: xml[{a: {b: list[{price: digits}]}}] * 1000",
        ),
        (
            "out = []\n    for node in ET.XML(text):\n        out.append(float(node.attrib['x']))\n    return out",
            "text: xml[{item: list[{'@x': digits}]}] * 1000",
        ),
        (
            "return [one.get('{http://a}lang') or one.text for one in ET.fromstring(text).findall('p')]",
            "text: xml[{p: list[str]}] * 1000",
        ),
        (
            "return [word.text.upper() for word in ET.fromstring(text).findall('word')]",
            "text: xml[{word: list[str]}] * 1000",
        ),
    ],
)
def test_a_body_tells_what_elements_hold(body: str, workload: str) -> None:
    assert _workload(f"import xml.etree.ElementTree as ET\ndef f(text: str):\n    {body}\n") == workload


def test_a_text_is_as_long_as_the_list_that_its_record_holds() -> None:
    source = "import json\ndef f(text: str):\n    return [row['id'] for row in json.loads(text)['rows']]\n"
    assert _workload(source).endswith("* 1000")
