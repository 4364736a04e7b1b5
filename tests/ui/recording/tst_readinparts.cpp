#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/recording/inspector.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

using namespace stepscope;
using namespace stepscope::ui;
using testing::viewOf;

/// The page shows a file while it is read, and a run while it is recorded. Afterwards it must show the same as a new
/// page that got the whole recording at once. The same holds for a page that showed another recording before.
class TestReadInParts : public QObject
{
    Q_OBJECT

    using Tab = RecordingPage::Tab;
    static constexpr std::array kTabs{Tab::Ops,          Tab::Energy, Tab::Steps,  Tab::Fold,
                                      Tab::Observations, Tab::Log,    Tab::Health, Tab::Query};
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
    static bool showsAllTabs(RecordingPage& page)
    {
        return std::all_of(kTabs.begin(), kTabs.end(), [&page](Tab tab) {
            page.showTab(tab);
            return QTest::qWaitFor([&page] { return !isComputing(textsOf(page)); }, kTimeout);
        });
    }
    /// Empty if all texts are those of a new page with this view.
    static QString differenceFromANewPage(RecordingPage& page, const trace::TraceView& view)
    {
        RecordingPage other;
        open(other);
        other.setView(view, false);
        for (RecordingPage* shown : {&page, &other})
            shown->timeline()->axis()->zoomTo(view.extent());
        for (const Tab tab : kTabs) {
            page.showTab(tab);
            other.showTab(tab);
            QStringList a;
            QStringList b;
            const auto areEqual = [&] {
                a = textsOf(page) << page.inspector()->text();
                b = textsOf(other) << other.inspector()->text();
                return a == b && !isComputing(a);
            };
            if (!QTest::qWaitFor(areEqual, kTimeout))
                return QString("tab %1: %2").arg(static_cast<int>(tab)).arg(firstDifference(a, b));
        }
        return {};
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
        QVERIFY(showsAllTabs(inParts)); // the part, before the rest comes
        inParts.setView(whole, false);
        QCOMPARE(differenceFromANewPage(inParts, whole), QString());
    }

    void anotherRecordingLeavesNothing()
    {
        RecordingPage page;
        open(page);
        page.setView(viewOf(testing::makeTrainingRecording({.steps = 80, .stepNs = 150'000'000, .seed = 7})), false);
        QVERIFY(showsAllTabs(page));
        page.clear();
        const trace::TraceView other = viewOf(testing::makeTrainingRecording({.steps = 50, .troubled = false}));
        page.setView(other, false);
        QCOMPARE(differenceFromANewPage(page, other), QString());
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestReadInParts)
#include "tst_readinparts.moc"
