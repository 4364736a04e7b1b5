#include "tests/support/recordingbuilder.h"
#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QDir>
#include <QMouseEvent>
#include <QTest>

#include <set>

/// Pictures of the timeline, with basic checks. Set STEPSCOPE_PICTURES=DIR in the environment to store them for a
/// visual check.
namespace stepscope::widgets {

class TimelinePictures : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void picture_data();
    void picture();
    void marks_data();
    void marks();
    void arranged_data();
    void arranged();
    void empty();

private:
    static void keep(const QImage& image, const QString& name);
    static int coloursOf(const QImage& image);

    trace::TraceView m_view;
};

void TimelinePictures::initTestCase()
{
    m_view = testing::viewOf(testing::makeTrainingRecording());
}

void TimelinePictures::keep(const QImage& image, const QString& name)
{
    const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
    if (!folder.isEmpty())
        QVERIFY(image.save(QDir(folder).filePath(name + QStringLiteral(".png"))));
}

int TimelinePictures::coloursOf(const QImage& image)
{
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2)
            colours.insert(image.pixel(x, y));
    }
    return static_cast<int>(colours.size());
}

void TimelinePictures::picture_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<double>("zoom"); // factor, relative to the whole recording
    QTest::addColumn<bool>("pointer");
    for (const bool dark : {false, true}) {
        const char* theme = dark ? "dark" : "light";
        QTest::addRow("%s-all", theme) << dark << 1.0 << false;
        QTest::addRow("%s-steps", theme) << dark << 6.0 << true;
        QTest::addRow("%s-step", theme) << dark << 40.0 << true;
        QTest::addRow("%s-ops", theme) << dark << 400.0 << true;
        QTest::addRow("%s-op", theme) << dark << 40000.0 << false;
    }
}

void TimelinePictures::picture()
{
    QFETCH(bool, dark);
    QFETCH(double, zoom);
    QFETCH(bool, pointer);
    TimelineWidget timeline;
    timeline.setTheme(dark ? Theme::dark() : Theme::light());
    timeline.resize(1280, 820);
    timeline.setView(m_view);
    timeline.show();
    QVERIFY(QTest::qWaitForWindowExposed(&timeline));
    if (zoom > 1) {
        // A traced step has data in all rows.
        std::size_t step = 0;
        while (step + 1 < m_view.stepCount() && !(m_view.step(step).flags & format::Step::kTraced))
            ++step;
        timeline.axis()->zoomBy(zoom, m_view.step(step).start + 40'000'000);
        const trace::TimeRange range = timeline.axis()->range();
        if (pointer)
            timeline.axis()->setSelection(
                trace::TimeRange{range.begin + range.duration() / 2, range.begin + range.duration() * 3 / 4});
    }
    QTest::qWait(100);
    if (pointer) {
        QWidget* canvas = timeline.childAt(600, 400);
        const QPointF position(520, 478);
        QMouseEvent move(QEvent::MouseMove, position, canvas->mapToGlobal(position), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &move);
        QTest::qWait(100);
    }
    const QImage image = timeline.grab().toImage();
    QVERIFY(coloursOf(image) > 20);
    keep(image, QString::fromLatin1(QTest::currentDataTag()));
}

void TimelinePictures::marks_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("searched");
    for (const bool dark : {false, true}) {
        QTest::addRow("%s-marks", dark ? "dark" : "light") << dark << false;
        QTest::addRow("%s-search", dark ? "dark" : "light") << dark << true;
    }
}

/// Cursors, bookmarks, arrows to kernels, search results.
void TimelinePictures::marks()
{
    QFETCH(bool, dark);
    QFETCH(bool, searched);
    TimelineWidget timeline;
    timeline.setTheme(dark ? Theme::dark() : Theme::light());
    timeline.resize(1280, 820);
    timeline.setView(m_view);
    timeline.show();
    QVERIFY(QTest::qWaitForWindowExposed(&timeline));
    std::size_t step = 0;
    while (step + 1 < m_view.stepCount() && !(m_view.step(step).flags & format::Step::kTraced))
        ++step;
    const std::int64_t start = m_view.step(step).start;
    const std::int64_t length = m_view.step(step).end - start;
    Navigation* navigation = timeline.navigation();
    navigation->setBookmarks({{{start + length / 10, start + length / 10}, QStringLiteral("here")},
                              {{start + length / 2, start + length * 3 / 4}, QStringLiteral("slow")}});
    if (searched) {
        timeline.zoomToStep(step);
        navigation->setHighlighted(
            findOps(m_view, {QStringLiteral("conv"), true, false, 0}, std::stop_token()).instances);
    } else {
        navigation->setCursor(Cursors::A, start + length / 5);
        navigation->setCursor(Cursors::B, m_view.step(step).end);
        // The first op that launched a kernel, with its kernels visible.
        std::size_t span = 0;
        while (effectsOf(m_view, {0, span}, 1).empty())
            ++span;
        timeline.goToSpan(0, span);
        timeline.axis()->zoomTo({start, start + length / 2});
    }
    QTest::qWait(150);
    const QImage image = timeline.grab().toImage();
    QVERIFY(coloursOf(image) > 20);
    keep(image, QString::fromLatin1(QTest::currentDataTag()));
}

void TimelinePictures::arranged_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QByteArray>("arrangement");
    QTest::addColumn<QPoint>("from"); // position of the pressed button; null = none
    QTest::addColumn<QPoint>("to");
    const QPoint none;
    for (const bool dark : {false, true}) {
        const char* theme = dark ? "dark" : "light";
        QTest::addRow("%s-rows-collapsed", theme)
            << dark << QByteArray(R"({"collapsed":["steps","processor","power","ops"]})") << none << none;
        QTest::addRow("%s-rows-pinned", theme)
            << dark << QByteArray(R"({"pinned":["steps","power"],"power":"joules","heights":{"cores:cpu0":72}})")
            << none << QPoint(90, 330);
        QTest::addRow("%s-rows-rails", theme) << dark << QByteArray(R"({"rails":"separate"})") << none << none;
        QTest::addRow("%s-rows-dragged", theme) << dark << QByteArray("{}") << QPoint(60, 140) << QPoint(60, 236);
    }
}

/// Arranged rows, and drags of their labels.
void TimelinePictures::arranged()
{
    QFETCH(bool, dark);
    QFETCH(QByteArray, arrangement);
    QFETCH(QPoint, from);
    QFETCH(QPoint, to);
    TimelineWidget timeline;
    timeline.setTheme(dark ? Theme::dark() : Theme::light());
    timeline.resize(1280, 820);
    timeline.setView(m_view);
    timeline.rowArranger()->setArrangement(RowArrangement::fromJson(arrangement));
    timeline.show();
    QVERIFY(QTest::qWaitForWindowExposed(&timeline));
    QTest::qWait(100);
    auto* canvas = timeline.findChild<TimelineCanvas*>();
    if (!from.isNull())
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
    if (!to.isNull()) {
        for (const QPoint& place : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, place, canvas->mapToGlobal(place), Qt::NoButton,
                             from.isNull() ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(canvas, &move);
        }
    }
    QTest::qWait(100);
    const QImage image = timeline.grab().toImage();
    QVERIFY(coloursOf(image) > 20);
    keep(image, QString::fromLatin1(QTest::currentDataTag()));
}

void TimelinePictures::empty()
{
    TimelineWidget timeline;
    timeline.resize(900, 500);
    timeline.show();
    QVERIFY(QTest::qWaitForWindowExposed(&timeline));
    QTest::qWait(50);
    const QImage image = timeline.grab().toImage();
    QVERIFY(coloursOf(image) > 3);
    keep(image, QStringLiteral("empty"));
}

} // namespace stepscope::widgets

QTEST_MAIN(stepscope::widgets::TimelinePictures)
#include "tst_timelinepictures.moc"
