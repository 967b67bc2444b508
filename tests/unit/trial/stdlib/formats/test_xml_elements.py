"""Trees of XML elements: what they give, as Python's own do, and what they cost."""

from __future__ import annotations

import math

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run, soon

_IMPORTS = """
import io
import xml.etree.ElementTree as ET
from xml.etree.ElementTree import Element, SubElement, tostring
text = "<shop name='a'><item id='1'>one<b>x</b>tail</item><item id='2'/><box><item>deep</item></box></shop>"
shop = ET.fromstring(text)
"""


@pytest.mark.parametrize(
    "expression",
    [
        "shop.tag, shop.get('name'), shop.attrib['name'], shop.get('none', 3), len(shop), bool(shop.findall('no'))",
        "[one.get('id') for one in shop.findall('item')], [one.tag for one in shop]",
        "[one.text for one in shop.iter('item')], [one.tag for one in shop.iter()]",
        "shop.find('item').text, shop.find('no') is None, shop.findtext('box/item'), shop.findtext('no', 'none')",
        "shop.findtext('./box/item'), [one.text for one in shop.findall('.//item')], len(shop.findall('*'))",
        "[one.get('id') for one in shop.findall(\"item[@id='2']\")], len(shop.findall('item[@id]'))",
        "list(shop.itertext()), shop[0][0].tail, shop[-1].tag, sorted(shop[0].keys()), list(shop[0].items())",
        "tostring(shop, encoding='unicode'), type(tostring(shop)).__name__, tostring(shop)[:5]",
        "ET.tostring(ET.XML('<a><b/></a>'), short_empty_elements=False).decode()",
        "[one.text for one in ET.fromstring('<r xmlns:n=\"u:n\"><n:a>1</n:a></r>').findall('x:a', {'x': 'u:n'})]",
        "ET.parse(io.StringIO(text)).getroot().tag, ET.ElementTree(shop).find('item').get('id')",
    ],
)
def test_trees_give_what_pythons_own_give(expression: str) -> None:
    source = f"{_IMPORTS}found = {expression}\n"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "body",
    [
        """
root = Element("root", {"a": "1"}, b="2")
for number in range(3):
    SubElement(root, "row", id=str(number)).text = f"<{number}>"
root.remove(root[1])
root.append(Element("last"))
root.insert(0, ET.Element("first"))
root.set("c", "3")
root.text = "begin"
ET.indent(root)
found = tostring(root, encoding="unicode"), len(root), ET.iselement(root)
""",
        """
try:
    ET.fromstring("<a>")
except ET.ParseError as error:
    found = str(error)
""",
        """
try:
    Element("a").remove(Element("b"))
except ValueError as error:
    found = str(error)
""",
        """
file = io.BytesIO()
ET.ElementTree(shop).write(file, encoding="utf-8", xml_declaration=True)
found = file.getvalue()
""",
    ],
)
def test_trees_are_put_together_as_pythons_own_are(body: str) -> None:
    assert interpreted(_IMPORTS + body) == run(_IMPORTS + body)


@pytest.mark.parametrize(
    "expression",
    [
        "shop.findall('item[1]')",
        "shop.findall('.//b/..')",
        "shop.findall('box/')",
        "shop.find('item[b]')",
        "ET.parse('shop.xml')",
        "shop.append(shop)",
        "shop.find('item').append(shop)",
        "ET.fromstring('<a>' * 900 + '</a>' * 900)",
        "ET.fromstring('<!DOCTYPE a [<!ENTITY e \"x\">]><a>&e;</a>')",
    ],
)
def test_what_is_not_known_or_might_never_end_is_refused(expression: str) -> None:
    with soon(), pytest.raises(Unsupported):
        interpreted(f"{_IMPORTS}found = {expression}\n")


#: Bytes and nanoseconds of reading a thousand items, as measured.
def test_reading_costs_what_was_measured() -> None:
    source = "def f(text):\n    return ET.fromstring(text)\nimport xml.etree.ElementTree as ET\n"
    workload = "text: xml[{channel: {item: list[{title: str}]}}] * 1000"
    found = dict(zip(NAMES, Trials(source).estimate(parse(workload)), strict=True))
    assert found["trial_peak"] == pytest.approx(math.log2(709_000), abs=0.3)
    assert found["trial_time"] == pytest.approx(math.log2(700_000), abs=0.6)
