#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/recording/panels/logtext.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "widgets/timelinewidget.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

using namespace stepscope;
using namespace stepscope::ui;

/// The times of the lines of the log, in the main window.
class TestLogTimes : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    trace::TraceView m_view;
    std::unique_ptr<MainWindow> m_window;

    LogText* log() const { return m_window->findChild<LogText*>("log"); }
    widgets::TimeAxis* axis() const { return m_window->timeline()->axis(); }
    /// The time at which the line was written, by the chunks of the recording; the text of the line must be unique.
    std::int64_t timeOf(const QString& text) const
    {
        for (std::size_t i = 0; i < m_view.logSize(); ++i) {
            if (QString::fromStdString(m_view.log(i).text).contains(text))
                return m_view.log(i).time;
        }
        return -1;
    }
    int lineWith(const QString& text) const
    {
        for (QTextBlock block = log()->document()->begin(); block.isValid(); block = block.next()) {
            if (block.text() == text)
                return block.blockNumber();
        }
        return -1;
    }
    QPoint placeOf(int line) const
    {
        const QTextCursor cursor(log()->document()->findBlockByNumber(line));
        return log()->cursorRect(cursor).center() + QPoint(4, 0);
    }

private slots:
    void init()
    {
        useFreshSettings(m_folder.path());
        m_view = testing::viewOf(testing::makeTrainingRecording());
        QVERIFY(m_view.logSize() > 2);
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1500, 900);
        m_window->show();
        m_window->setRecordingPath(m_folder.filePath("a.stepscope"));
        m_window->setView(m_view, false);
        m_window->recordingPage()->showTab(RecordingPage::Tab::Log);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_VERIFY(log()->blockCount() > int(m_view.logSize()) / 2);
    }
    void cleanup() { m_window.reset(); }

    void everyLineHasTheTimeOfItsChunk()
    {
        int known = 0;
        for (QTextBlock block = log()->document()->begin(); block.isValid(); block = block.next()) {
            const std::int64_t time = block.text().isEmpty() ? -1 : timeOf(block.text());
            if (time < 0)
                continue;
            ++known;
            QCOMPARE(log()->timeOfLine(block.blockNumber()).value_or(-1), time);
        }
        QVERIFY(known > 2);
    }

    void aClickGoesToTheTimeOfTheLine()
    {
        const int line = log()->blockCount() / 2;
        log()->setTextCursor(QTextCursor(log()->document()->findBlockByNumber(line)));
        log()->centerCursor();
        const std::int64_t time = log()->timeOfLine(line).value();
        axis()->zoomTo({m_view.extent().begin, m_view.extent().begin + 100'000'000});
        QTest::mouseClick(log()->viewport(), Qt::LeftButton, {}, placeOf(line));
        const trace::TimeRange shown = axis()->range();
        QVERIFY(shown.contains(time));
        QCOMPARE(shown.duration(), std::int64_t{100'000'000});
        QCOMPARE(axis()->cursor().value_or(0), time);
        QCOMPARE(log()->markedLine() >= 0 ? log()->timeOfLine(log()->markedLine()).value() : -1, time);
    }

    void enterDoesTheSame()
    {
        const int line = 1;
        log()->setFocus();
        log()->setTextCursor(QTextCursor(log()->document()->findBlockByNumber(line)));
        axis()->zoomTo({m_view.extent().begin, m_view.extent().begin + 100'000'000});
        QTest::keyClick(log(), Qt::Key_Return);
        QVERIFY(axis()->range().contains(log()->timeOfLine(line).value()));
    }

    void selectingTextGoesNowhere()
    {
        axis()->zoomTo({m_view.extent().begin, m_view.extent().begin + 100'000'000});
        const trace::TimeRange before = axis()->range();
        log()->moveCursor(QTextCursor::Start);
        const QPoint from = placeOf(0);
        QTest::mousePress(log()->viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(log()->viewport(), from + QPoint(80, 0));
        QTest::mouseRelease(log()->viewport(), Qt::LeftButton, {}, from + QPoint(80, 0));
        QCOMPARE(axis()->range(), before);
    }

    void theCrosshairMarksTheNearestLine()
    {
        const int line = log()->blockCount() / 2;
        const std::int64_t time = log()->timeOfLine(line).value();
        axis()->setCursor(time);
        QVERIFY(log()->markedLine() >= 0);
        QCOMPARE(log()->timeOfLine(log()->markedLine()).value(), time);
        QCOMPARE(log()->extraSelections().size(), 1);
        axis()->setCursor(m_view.extent().begin - 1'000'000'000);
        QCOMPARE(log()->markedLine(), 0);
        axis()->setCursor(std::nullopt);
        QCOMPARE(log()->markedLine(), -1);
        QVERIFY(log()->extraSelections().isEmpty());
    }

    void aFullLogKeepsTheTimesOfItsLines()
    {
        LogText text;
        text.setMaximumBlockCount(10);
        std::deque<std::int64_t> times;
        QString lines;
        for (int i = 0; i < 25; ++i) {
            lines += QString::number(i) + QLatin1Char('\n');
            times.push_back(i);
        }
        times.push_back(25);
        text.append(lines, times);
        text.append(QStringLiteral("a\u2029b"), {26});
        QCOMPARE(text.blockCount(), 10);
        QCOMPARE(text.timeOfLine(9).value(), 26);
        QCOMPARE(text.timeOfLine(0).value(), text.document()->firstBlock().text().toLongLong());
    }
};

QTEST_MAIN(TestLogTimes)
#include "tst_logtimes.moc"
