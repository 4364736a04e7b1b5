#include "analysis/trace/tracestore.h"
#include "tests/support/guiwatchdog.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/window/mainwindow.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <atomic>
#include <limits>
#include <map>
#include <thread>

using namespace stepscope;
using namespace stepscope::ui;
using testing::GuiWatchdog;
using testing::RecordingBuilder;

namespace {

constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kBegin = std::numeric_limits<std::int64_t>::min();
constexpr std::uint32_t kLanes = 10'000;
constexpr std::int64_t kDepths = 200;

struct BadRecording
{
    std::vector<std::byte> bytes;
    std::uint64_t spans = 0; ///< written
};

/// A recording with many defects: 10,000 lanes of depth 200, names of 10,000 characters, overlapping spans, spans of
/// zero and negative duration, and times at both ends of the range of int64.
BadRecording worstOfAll()
{
    BadRecording recording;
    RecordingBuilder builder;
    const auto power = builder.channel({.name = std::string(10'000, 'c'),
                                        .quantity = "rail.power",
                                        .unit = "W",
                                        .scale = 0.001,
                                        .rail = std::string(10'000, 'r'),
                                        .periodNs = 1'000'000});
    builder.samples(power, {kBegin, 0, 1'000'000, 500'000, 2'000'000, kEnd}, {1, 2, 3, 4, format::kMissing, kEnd});
    const auto longName = builder.op(std::string(10'000, 'x') + "::" + std::string(10'000, 'y'),
                                     std::string(10'000, '['), std::string(10'000, 'm'));
    const auto other = builder.op(std::string(5'000, '<') + std::string(5'000, '('));
    std::vector<trace::SpanRecord> spans;
    for (std::uint32_t lane = 1; lane <= kLanes; ++lane) {
        spans.clear();
        const std::int64_t at = lane * 1000;
        // All depths in every hundredth lane only; two million more spans would not add a case.
        const std::int64_t depths = lane % 100 == 0 ? kDepths : 2;
        for (std::int64_t depth = 0; depth < depths; ++depth)
            spans.push_back({at + depth * 10, 1'000'000 - depth * 20, depth % 2 == 0 ? longName : other,
                             static_cast<std::uint8_t>(depth)});
        builder.lane({.id = lane, .thread = lane, .name = std::string(lane % 1000 == 0 ? 10'000 : 3, 'n')});
        builder.spans(lane, spans);
        recording.spans += spans.size();
    }
    spans.clear();
    for (std::int64_t i = 0; i < 100'000; ++i)
        spans.push_back({20'000'000 + i / 100, 0, longName, 0}); // zero duration, a hundred at the same time
    for (std::int64_t i = 0; i < 20'000; ++i)
        spans.push_back({30'000'000 + i, 1'000'000, other, 0}); // overlapping
    for (std::int64_t i = 0; i < 1'000; ++i)
        spans.push_back({40'000'000 + i, -1 - i, other, 1}); // negative duration
    for (const std::int64_t start :
         {kBegin, kBegin + 1, -(std::int64_t{1} << 61), std::int64_t{1} << 61, kEnd - 1, kEnd})
        spans.push_back({start, 10, longName, 0});
    spans.push_back({0, kEnd, longName, 0});
    builder.spans(1, spans);
    recording.spans += spans.size();
    builder.steps({{.index = 0, .start = kBegin, .end = kEnd}, {.index = 1, .start = 5, .end = 1}});
    builder.steps({{.index = 7, .start = 0, .end = 10'000'000, .flags = format::Step::kTraced}});
    builder.event(kEnd, format::Event::Severity::Error, std::string(10'000, 'k'), std::string(10'000, 't'));
    builder.log(kBegin, std::string(10'000, 'l'));
    recording.bytes = builder.bytes();
    return recording;
}

} // namespace

/// The window shows any recording, or an error, and never blocks.
class TestBadRecordings : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void whatIsLostHasAReason();
    void theWindowNeverBlocks();

private:
    void open();
    void lookAtAll();
    void gestures();
    widgets::TimelineWidget* timeline() const { return m_window->timeline(); }

    QTemporaryDir m_folder;
    BadRecording m_recording;
    trace::TraceView m_view;
    std::unique_ptr<MainWindow> m_window;
};

void TestBadRecordings::initTestCase()
{
    useFreshSettings(m_folder.path());
    m_recording = worstOfAll();
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1600, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    // Fonts and styles load when the first window is shown, which is not part of the measurement.
    m_window->setRecordingPath(m_folder.filePath(QStringLiteral("usual.stepscope")));
    m_window->setView(testing::viewOf(testing::makeTrainingRecording()), false);
    lookAtAll();
    m_window->closeRecording();
}

void TestBadRecordings::whatIsLostHasAReason()
{
    trace::TraceStore store;
    QVERIFY(store.feed(m_recording.bytes).ok());
    store.finish();
    m_view = store.view();
    std::map<std::string, std::uint64_t> lost;
    for (const trace::Loss& loss : m_view.losses()) {
        QVERIFY2(!loss.reason.empty(), loss.what.c_str());
        lost[loss.what] += loss.count;
    }
    QCOMPARE(m_view.lanes().size(), std::size_t{kLanes});
    QVERIFY(lost["spans"] > 0);
    QCOMPARE(m_view.spanCount() + lost["spans"], m_recording.spans);
    QVERIFY2(lost["durations"] >= 1'000, qPrintable(QString::number(lost["durations"])));
    QVERIFY(lost["samples"] > 0);
    QVERIFY(lost["steps"] > 0);
}

/// Loads as the program does: another thread reads, and partial views arrive repeatedly.
void TestBadRecordings::open()
{
    m_window->setRecordingPath(m_folder.filePath(QStringLiteral("bad.stepscope")));
    std::atomic<bool> isRead = false;
    std::thread reader([&] {
        trace::TraceStore store({.memoryLimit = std::size_t{16} << 20U}); // less than the recording needs
        constexpr std::size_t kPiece = std::size_t{1} << 20U;
        const std::span<const std::byte> all(m_recording.bytes);
        for (std::size_t at = 0; at < all.size(); at += kPiece) {
            (void)store.feed(all.subspan(at, std::min(kPiece, all.size() - at)));
            QMetaObject::invokeMethod(m_window.get(), [this, view = store.view()] { m_window->setView(view, true); });
        }
        store.finish();
        QMetaObject::invokeMethod(m_window.get(), [this, view = store.view()] { m_window->setView(view, false); });
        isRead = true;
    });
    const bool isDone = QTest::qWaitFor([&] { return isRead.load(); }, 60'000);
    reader.join();
    QVERIFY(isDone);
    QTRY_COMPARE(m_window->view().spanCount(), m_view.spanCount());
}

void TestBadRecordings::lookAtAll()
{
    auto* tabs = m_window->findChild<QTabWidget*>(QStringLiteral("tables"));
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QTest::qWait(30);
    }
    tabs->setCurrentIndex(0);
    auto* grouping = m_window->findChild<QComboBox*>(QStringLiteral("opsGrouping"));
    for (int i = grouping->count(); i-- > 0;) {
        grouping->setCurrentIndex(i);
        QTest::qWait(30);
    }
}

void TestBadRecordings::gestures()
{
    auto* canvas = timeline()->findChild<widgets::TimelineCanvas*>();
    const QRect data = canvas->dataArea();
    for (int i = 0; i < 10; ++i) {
        const QPoint place = data.topLeft() + QPoint(40 + i * 60, 30 + i * 25);
        QTest::mouseMove(canvas, place);
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_Q, Qt::Key_D, Qt::Key_E, Qt::Key_Down, Qt::Key_M})
            QTest::keyClick(timeline(), key);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, place);
        QTest::keyClick(timeline(), i % 2 == 0 ? Qt::Key_Home : Qt::Key_Backspace);
        QTest::qWait(15);
    }
    QTest::mousePress(canvas, Qt::LeftButton, {}, data.topLeft() + QPoint(100, 60));
    QTest::mouseMove(canvas, data.topLeft() + QPoint(300, 80));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, data.topLeft() + QPoint(300, 80));
    QTest::qWait(50);
    QTest::mouseDClick(canvas, Qt::LeftButton, {}, data.topLeft() + QPoint(200, 60));
    QTest::keyClick(timeline(), Qt::Key_F);
    auto* words = m_window->findChild<QLineEdit*>(QStringLiteral("findWords"));
    words->setText(QStringLiteral("(x+)+y"));
    QTRY_VERIFY_WITH_TIMEOUT(timeline()->navigation()->highlighted(), 20'000);
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(words, Qt::Key_F3);
    QTest::keyClick(words, Qt::Key_Escape);
    QTest::keyClick(timeline(), Qt::Key_Home);
}

void TestBadRecordings::theWindowNeverBlocks()
{
    GuiWatchdog watchdog;
    open();
    lookAtAll();
    gestures();
    lookAtAll();
    QTRY_VERIFY(timeline()->isDrawn());
    const double worst = watchdog.worstMs();
    QVERIFY2(worst <= GuiWatchdog::mostMs(),
             qPrintable(QStringLiteral("the window waited for %1 ms of work").arg(worst)));
}

QTEST_MAIN(TestBadRecordings)
#include "tst_badrecordings.moc"
