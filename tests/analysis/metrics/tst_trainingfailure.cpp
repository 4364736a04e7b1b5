#include "analysis/metrics/trainingfailure.h"
#include "tests/support/recordingbuilder.h"

#include <QTest>

#include <string>
#include <string_view>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;
using Stream = format::LogChunk::Stream;

namespace {

trace::TraceView ended(RecordingBuilder& builder, const std::string& footer)
{
    return viewOf(builder.footer(std::string_view(footer)).bytes());
}

} // namespace

/// How a training failed, and the end of what it printed.
class TestTrainingFailure : public QObject
{
    Q_OBJECT

private slots:
    void noFailure_data()
    {
        QTest::addColumn<QString>("footer");
        QTest::newRow("success") << R"({"end_ns":9,"exit_status":0,"signal":0,"state":"ended"})";
        QTest::newRow("stopped") << R"({"end_ns":9,"exit_status":0,"signal":15,"state":"stopped"})";
        QTest::newRow("left") << R"({"end_ns":9,"exit_status":null,"signal":0,"state":"stopped"})";
    }
    void noFailure()
    {
        QFETCH(QString, footer);
        RecordingBuilder builder;
        builder.log(1, "a warning\n", Stream::Error);
        QVERIFY(!trainingFailure(ended(builder, footer.toStdString()), 5));
    }

    void withoutAnEndThereIsNoFailure()
    {
        RecordingBuilder builder;
        builder.log(1, "a warning\n", Stream::Error);
        QVERIFY(!trainingFailure(viewOf(builder.bytes()), 5));
    }

    void lastLinesOfTheErrorOutput()
    {
        RecordingBuilder builder;
        builder.log(1, "epoch 1\n", Stream::Output);
        builder.log(2, "Traceback (most recent call last):\n  File \"tra", Stream::Error);
        builder.log(3, "epoch 2\n", Stream::Output);
        builder.log(4, "in.py\"\n\n 10%\r 90%\r100%\r\nValueError: no data", Stream::Error);
        const auto failure =
            trainingFailure(ended(builder, R"({"end_ns":9,"exit_status":1,"signal":0,"state":"ended"})"), 3);
        QVERIFY(failure);
        QCOMPARE(failure->ending.english(), std::string("Exited with status 1"));
        QCOMPARE(failure->lastLines, (std::vector<std::string>{"  File \"train.py\"", "100%", "ValueError: no data"}));
    }

    void withoutErrorOutputTheOutputCounts()
    {
        RecordingBuilder builder;
        builder.log(1, "killed at step 3\n", Stream::Output);
        const auto failure =
            trainingFailure(ended(builder, R"({"end_ns":9,"exit_status":0,"signal":9,"state":"ended"})"), 3);
        QVERIFY(failure);
        QCOMPARE(failure->ending.english(), std::string("Ended by signal 9 (Killed)"));
        QCOMPARE(failure->lastLines, std::vector<std::string>{"killed at step 3"});
    }

    void aCommandThatDidNotStart()
    {
        RecordingBuilder builder;
        const auto failure = trainingFailure(
            ended(builder, R"({"end_ns":9,"exit_status":127,"signal":0,"state":"failed","reason":"No such file"})"), 3);
        QVERIFY(failure);
        QCOMPARE(failure->ending.english(), std::string("No such file"));
        QVERIFY(failure->lastLines.empty());
    }

    void controlCharactersAreReplaced()
    {
        RecordingBuilder builder;
        builder.log(1, "\x1b[31mred\x1b[0m\n", Stream::Error);
        const auto failure =
            trainingFailure(ended(builder, R"({"end_ns":9,"exit_status":1,"signal":0,"state":"ended"})"), 3);
        QVERIFY(failure && failure->lastLines.size() == 1);
        QVERIFY(failure->lastLines[0].find('\x1b') == std::string::npos);
    }

    void anUnknownSignalHasItsNumber()
    {
        RecordingBuilder builder;
        const auto failure =
            trainingFailure(ended(builder, R"({"end_ns":9,"exit_status":0,"signal":4711,"state":"ended"})"), 3);
        QVERIFY(failure);
        QCOMPARE(failure->ending.english(), std::string("Ended by signal 4711"));
    }
};

QTEST_GUILESS_MAIN(TestTrainingFailure)
#include "tst_trainingfailure.moc"
