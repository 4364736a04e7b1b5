#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/recording/panels/logmodel.h"
#include "ui/recording/panels/logtable.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "widgets/timelinewidget.h"

#include <QHeaderView>
#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>

using namespace stepscope;
using namespace stepscope::ui;

/// The times of the lines of the log, in the main window.
class TestLogTimes : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    trace::TraceView m_view;
    std::unique_ptr<MainWindow> m_window;

    LogTable* log() const { return m_window->findChild<LogTable*>("log"); }
    LogModel* lines() const { return m_window->findChild<LogModel*>(); }
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
    QPoint placeOf(int row) const { return {20, log()->visualRect(lines()->index(row, 0)).center().y()}; }

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
        QTRY_VERIFY(lines()->rowCount() > int(m_view.logSize()) / 2);
    }
    void cleanup() { m_window.reset(); }

    void everyLineHasTheTimeOfItsChunk()
    {
        int known = 0;
        for (int row = 0; row < lines()->rowCount(); ++row) {
            const std::int64_t time = lines()->line(row).isEmpty() ? -1 : timeOf(lines()->line(row));
            if (time < 0)
                continue;
            ++known;
            QCOMPARE(lines()->timeOf(row).value_or(-1), time);
        }
        QVERIFY(known > 2);
    }

    void aClickGoesToTheTimeOfTheLine_data()
    {
        QTest::addColumn<bool>("onTheTime");
        QTest::newRow("line") << false;
        QTest::newRow("time") << true;
    }
    void aClickGoesToTheTimeOfTheLine()
    {
        QFETCH(bool, onTheTime);
        const int row = lines()->rowCount() / 2;
        log()->scrollTo(lines()->index(row, 0), LogTable::PositionAtCenter);
        const std::int64_t time = lines()->timeOf(row).value();
        axis()->zoomTo({m_view.extent().begin, m_view.extent().begin + 100'000'000});
        QWidget* clicked = onTheTime ? log()->verticalHeader()->viewport() : log()->viewport();
        QTest::mouseClick(clicked, Qt::LeftButton, {}, placeOf(row));
        const trace::TimeRange shown = axis()->range();
        QVERIFY(shown.contains(time));
        QCOMPARE(shown.duration(), std::int64_t{100'000'000});
        QCOMPARE(axis()->cursor().value_or(0), time);
        QCOMPARE(lines()->timeOf(lines()->markedRow()).value_or(-1), time);
    }

    void enterDoesTheSame()
    {
        log()->setFocus();
        log()->setCurrentIndex(lines()->index(1, 0));
        axis()->zoomTo({m_view.extent().begin, m_view.extent().begin + 100'000'000});
        QTest::keyClick(log(), Qt::Key_Return);
        QVERIFY(axis()->range().contains(lines()->timeOf(1).value()));
    }

    void selectingLinesGoesNowhere()
    {
        axis()->zoomTo({m_view.extent().begin, m_view.extent().begin + 100'000'000});
        const trace::TimeRange before = axis()->range();
        log()->scrollToTop();
        QTest::mousePress(log()->viewport(), Qt::LeftButton, {}, placeOf(0));
        QTest::mouseMove(log()->viewport(), placeOf(2));
        QTest::mouseRelease(log()->viewport(), Qt::LeftButton, {}, placeOf(2));
        QCOMPARE(log()->selectionModel()->selectedRows().size(), 3);
        QTest::mouseClick(log()->viewport(), Qt::LeftButton, Qt::ShiftModifier, placeOf(1));
        QCOMPARE(log()->selectionModel()->selectedRows().size(), 2);
        QCOMPARE(axis()->range(), before);
    }

    void theCrosshairMarksTheNearestLine()
    {
        const int row = lines()->rowCount() / 2;
        const auto isMarked = [&](int marked) { return lines()->index(marked, 0).data(Qt::BackgroundRole).isValid(); };
        const std::int64_t time = lines()->timeOf(row).value();
        axis()->setCursor(time);
        QCOMPARE(lines()->timeOf(lines()->markedRow()).value_or(-1), time);
        QVERIFY(isMarked(lines()->markedRow()));
        axis()->setCursor(m_view.extent().begin - 1'000'000'000);
        QCOMPARE(lines()->markedRow(), 0);
        QVERIFY(isMarked(0) && !isMarked(1));
        axis()->setCursor(std::nullopt);
        QCOMPARE(lines()->markedRow(), -1);
        QVERIFY(!isMarked(0));
    }

    /// The first lines are dropped; the others keep their texts and times, and the user's place.
    void aFullLogKeepsTheTimesOfItsLines()
    {
        constexpr int kLines = int(LogModel::kLinesKept) + 5'000;
        LogModel model;
        LogTable table(&model);
        std::vector<LogModel::Line> some;
        for (int i = 0; i < kLines; ++i) {
            some.push_back({QString::number(i), i});
            if (some.size() == 700) {
                model.append(some, {QStringLiteral("half"), i});
                QCOMPARE(model.line(model.rowCount() - 1), QString("half"));
                some.clear();
            }
        }
        model.append(some, {QStringLiteral("a\u2029b"), kLines});
        const int rows = model.rowCount();
        QVERIFY(rows > int(LogModel::kLinesKept) && rows < kLines);
        QCOMPARE(model.timeOf(rows - 1).value(), kLines);
        for (int row = 0; row + 1 < rows; ++row) {
            const int line = kLines - rows + 1 + row;
            QCOMPARE(model.line(row), QString::number(line));
            QCOMPARE(model.timeOf(row).value(), line);
        }
        model.setMarkedTime(kLines - 10);
        QCOMPARE(model.line(model.markedRow()), QString::number(kLines - 10));
        model.append({}, {});
        QCOMPARE(model.rowCount(), rows - 1);
    }

    /// A line takes little more than its bytes, since a night of training can write a line each step.
    void linesTakeLittleMemory()
    {
        constexpr int kLines = 50'000;
        LogModel model;
        std::vector<LogModel::Line> all(kLines, {QString(40, QLatin1Char('x')), 0});
        const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
        model.append(all, {});
        const std::size_t grown = mallinfo2().uordblks + mallinfo2().hblkhd - before;
        QVERIFY2(grown < kLines * 100, QByteArray::number(double(grown) / kLines));
    }
};

QTEST_MAIN(TestLogTimes)
#include "tst_logtimes.moc"
