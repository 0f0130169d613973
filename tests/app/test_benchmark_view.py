"""A mechanism that makes graphs stands beside others, by one query of the benchmark at a time."""


def test_one_query_of_all_methods_is_shown_and_another_chosen(visitor):
    visitor.open("mechanisms/page.py", graph="karate", mechanism="top_m_filter", rivals="true")
    visitor.check(draws=False)
    assert visitor.at.selectbox(key="query").value == "Average clustering"
    visitor.at.selectbox(key="query").set_value("Diameter").run()
    visitor.check(draws=False)
    assert "Diameter on 8 graphs. Nearest at ε = 1: " in visitor.text.replace("\\", "")
