"""What a lecture needs on every page is served with it."""

import json
from html.parser import HTMLParser

from pages.server.server import presenter_script, presenter_style
from pages.table import TABLE


class Scripts(HTMLParser):
    """The elements of a piece of a page, and the attributes of its script."""

    def __init__(self):
        super().__init__()
        self.tags, self.questions = [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.questions = dict(attrs)["data-questions"]


def test_what_a_page_asks_is_a_question():
    assert [e.title for e in TABLE if e.question and not e.question.endswith("?")] == []


def test_the_script_is_one_element_and_carries_the_questions():
    script = presenter_script({"board": "What's lost?", "data": ""})
    found = Scripts()
    found.feed(script)
    assert found.tags == ["script"]
    assert json.loads(found.questions) == {"": "What's lost?", "board": "What's lost?", "data": ""}
    assert script.count("</script>") == 1


def test_the_style_hides_all_that_is_not_named():
    assert ":not(:has(.st-key-page-answer" in presenter_style()
