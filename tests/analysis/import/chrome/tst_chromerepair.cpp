// Errors that writers of traces are known to make, and text after the end of a trace: all events are read.

#include "tests/analysis/import/chrome/importedtrace.h"

#include <QTest>

#include <string>

using namespace stepscope;

class TestChromeRepair : public QObject
{
    Q_OBJECT

private slots:
    void invalidValuesAreReplaced_data();
    void invalidValuesAreReplaced();
    void numbersBeyondADouble();
    void textAfterTheEnd();

private:
    testing::TraceImport m_traces;
};

void TestChromeRepair::invalidValuesAreReplaced_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("count");
    const auto row = [](const char* title, const char* name, const char* args, const char* read, int count) {
        QTest::newRow(title) << QByteArray(R"({"ph":"X","name":")") + name + R"(","pid":1,"tid":1,"ts":5,"dur":1)" +
                                    args + "}"
                             << QByteArray(read) << count;
    };
    // Kineto writes "memory bandwidth (GB/s)": inf for copies of no duration, Python's json NaN and Infinity.
    row("inf", "a", R"json(,"args":{"memory bandwidth (GB/s)": inf, "other": -inf})json", "a", 2);
    row("NaN", "a", R"json(,"args":{"a":NaN,"b":-Infinity,"c":[nan,-nan(ind)]})json", "a", 4);
    row("Latin-1", "caf\xE9 \xC3", "", "caf? ?", 2);
    row("too long", "\xC0\xAF \xED\xA0\x80 \xF4\x90\x80\x80", "", "?? ??? ????", 9);
    row("UTF-8", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", 0);
    row("half surrogates", R"(\ud83d \ude00 \ud83d\ude00 \ud83dx)", "",
        "\xEF\xBF\xBD \xEF\xBF\xBD \xF0\x9F\x98\x80 \xEF\xBF\xBDx", 3);
    row("backslashes", R"json(C:\Users\x \\ \u12)json", "", "C:?Users?x \\ ?u12", 3);
    row("lines", "two\nlines\tand", "", "two lines and", 2);
    row("words in strings", "NaN inf", R"(,"args":{"x":"-Infinity"})", "NaN inf", 0);
}

/// The values of an event are lost, and neither the event nor the following ones, wherever a piece of the file ends.
void TestChromeRepair::invalidValuesAreReplaced()
{
    QFETCH(QByteArray, event);
    QFETCH(QByteArray, name);
    QFETCH(int, count);
    const std::string first = R"([{"ph":"M"},)"; // by which the file is recognised
    const std::string after = R"({"ph":"X","name":"after","pid":1,"tid":1,"ts":900,"dur":1})";
    for (const std::size_t before : {0U, 65'400U, 65'480U}) {
        const std::string text = first + std::string(before, ' ') + event.toStdString() + "," + after + "]";
        const auto view = m_traces.viewOf(text);
        QCOMPARE(view.spanCount(), std::uint64_t{2});
        const auto found = view.opName(view.lanes().front().span(0).op);
        QCOMPARE(QByteArray(found.data(), static_cast<qsizetype>(found.size())), name);
        QCOMPARE(view.opName(view.lanes().front().span(1).op), std::string_view("after"));
        QVERIFY(testing::lost(view, "tail") == 0);
        if (name != "a") // blocks do not read values that are not imported
            QCOMPARE(testing::lost(view, "values"), static_cast<std::uint64_t>(count));
    }
    // At each place around the end of a piece, which has 64 KiB.
    for (std::size_t before = 65'440; before < 65'536; ++before)
        QCOMPARE(
            m_traces.viewOf(first + std::string(before, ' ') + event.toStdString() + "," + after + "]").spanCount(),
            std::uint64_t{2});
}

/// Files that were joined are not one trace: the first is read, and the rest is reported.
/// A number that JSON permits but a double does not hold costs its value, and not the events after it.
void TestChromeRepair::numbersBeyondADouble()
{
    for (const std::string& number : {std::string("1e400"), std::string("-1E+999"), std::string(400, '9')}) {
        const auto view = m_traces.viewOf(R"([{"ph":"X","name":"a","pid":)" + number + R"(,"tid":1,"ts":1,"dur":1},
            {"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":1},{"ph":"X","name":"c","pid":2,"tid":)" +
                                          number + R"(,"ts":9,"dur":1}])");
        QCOMPARE(view.spanCount(), std::uint64_t{3});
        QCOMPARE(testing::lost(view, "values"), std::uint64_t{2});
    }
}

void TestChromeRepair::textAfterTheEnd()
{
    const std::string one = R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":5}]})";
    for (const std::string& rest : {one, std::string("x"), "\n\n" + one, std::string(100'000, ' ') + "]"}) {
        const auto summary = m_traces.import(one + rest);
        QVERIFY(summary.ok());
        const auto view = trace::loadRecording(m_traces.output());
        QCOMPARE(view->spanCount(), std::uint64_t{1});
        QCOMPARE(testing::lost(*view, "tail"), std::uint64_t{1});
        const std::string place = "byte " + std::to_string(one.size() + rest.find_first_not_of(" \n") + 1);
        QVERIFY2(summary->text.find(place + " is after the end of its JSON") != std::string::npos,
                 summary->text.c_str());
    }
    for (const std::string& rest : {std::string("\r\n  \t"), std::string(100'000, '\0')}) {
        const auto view = m_traces.viewOf(one + rest);
        QCOMPARE(view.spanCount(), std::uint64_t{1});
        QVERIFY(view.losses().empty());
    }
}

QTEST_GUILESS_MAIN(TestChromeRepair)
#include "tst_chromerepair.moc"
