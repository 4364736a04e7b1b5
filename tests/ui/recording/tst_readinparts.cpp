#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/recording/inspector.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;
using testing::viewOf;

/// A file is shown while it is read, and a run while it goes on. At the end, the page must show the same as a page that
/// only got all of it.
class TestReadInParts : public QObject
{
    Q_OBJECT

    using Tab = RecordingPage::Tab;
    static constexpr int kTimeout = 60'000; ///< ms: without optimization, the energy of ops takes seconds

    static void addTexts(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts)
    {
        for (int row = 0; row < model.rowCount(parent); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(parent); ++column)
                cells << model.index(row, column, parent).data().toString();
            texts << cells.join('\t');
            addTexts(model, model.index(row, 0, parent), texts);
        }
    }
    /// The texts of all visible labels and tables.
    static QStringList textsOf(const RecordingPage& page)
    {
        QStringList texts;
        for (const QLabel* label : page.findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text();
        for (const QAbstractItemView* view : page.findChildren<QAbstractItemView*>())
            if (view->isVisible() && view->model() != nullptr)
                addTexts(*view->model(), {}, texts);
        return texts;
    }
    static bool isComputing(const QStringList& texts)
    {
        return std::any_of(texts.begin(), texts.end(),
                           [](const QString& text) { return text.contains("Computing") || text.contains("\t…"); });
    }
    static QString firstDifference(const QStringList& a, const QStringList& b)
    {
        for (qsizetype i = 0; i < std::max(a.size(), b.size()); ++i) {
            const QString left = i < a.size() ? a[i] : QStringLiteral("(nothing)");
            const QString right = i < b.size() ? b[i] : QStringLiteral("(nothing)");
            if (left != right)
                return left + " instead of " + right;
        }
        return {};
    }
    static void open(RecordingPage& page)
    {
        page.resize(1600, 1000);
        page.show();
    }

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    /// The last part may be any share of the recording.
    void theEndShowsTheWhole_data()
    {
        QTest::addColumn<int>("steps");
        QTest::addColumn<bool>("isLive");
        QTest::newRow("half") << 30 << false;
        QTest::newRow("most") << 55 << false;
        QTest::newRow("all but the footer") << 60 << false;
        QTest::newRow("half of a run") << 30 << true;
        QTest::newRow("a run without its end") << 60 << true;
    }
    void theEndShowsTheWhole()
    {
        QFETCH(const int, steps);
        QFETCH(const bool, isLive);
        constexpr std::array kTabs{Tab::Ops,          Tab::Energy, Tab::Steps,  Tab::Fold,
                                   Tab::Observations, Tab::Log,    Tab::Health, Tab::Query};
        testing::TrainingOptions options;
        options.steps = static_cast<std::uint64_t>(steps);
        options.ended = false;
        const trace::TraceView part = viewOf(testing::makeTrainingRecording(options));
        options.steps = 60;
        options.ended = true;
        const trace::TraceView whole = viewOf(testing::makeTrainingRecording(options));

        RecordingPage inParts;
        open(inParts);
        inParts.setView(part, isLive);
        for (const Tab tab : kTabs) { // each tab shows the part before the rest comes
            inParts.showTab(tab);
            QTRY_VERIFY_WITH_TIMEOUT(!isComputing(textsOf(inParts)), kTimeout);
        }
        inParts.setView(whole, false);
        RecordingPage atOnce;
        open(atOnce);
        atOnce.setView(whole, false);
        for (RecordingPage* page : {&inParts, &atOnce})
            page->timeline()->axis()->zoomTo(whole.extent());
        for (const Tab tab : kTabs) {
            inParts.showTab(tab);
            atOnce.showTab(tab);
            QStringList a;
            QStringList b;
            const auto areEqual = [&] {
                a = textsOf(inParts);
                b = textsOf(atOnce);
                return a == b && !isComputing(a);
            };
            if (!QTest::qWaitFor(areEqual, kTimeout))
                QFAIL(qPrintable(QString("tab %1: %2").arg(static_cast<int>(tab)).arg(firstDifference(a, b))));
            QCOMPARE(inParts.inspector()->text(), atOnce.inspector()->text());
        }
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestReadInParts)
#include "tst_readinparts.moc"
