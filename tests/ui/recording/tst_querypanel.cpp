#include "tests/support/hostiletexts.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/settings.h"
#include "ui/parts/tablecopy.h"
#include "ui/recording/panels/querypanel.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timelinewidget.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace stepscope;
using namespace stepscope::ui;

class TestQueryPanel : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    trace::TraceView m_view;

    static QString cell(const QueryPanel& panel, int row, int column)
    {
        return panel.table()->model()->index(row, column).data().toString();
    }
    static void runAndWait(QueryPanel& panel, const QString& statement)
    {
        panel.setStatement(statement);
        panel.run();
        QTRY_VERIFY(!panel.isBusy());
    }
    static void click(JumpTable* table, int row)
    {
        const QRect place = table->visualRect(table->model()->index(row, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
    }

private slots:
    void initTestCase()
    {
        useFreshSettings(m_folder.path());
        m_view = testing::viewOf(testing::makeTrainingRecording());
    }

    void anExampleIsRunByCtrlEnter()
    {
        QueryPanel panel;
        panel.resize(1200, 300);
        panel.show();
        panel.setView(m_view);
        const QAbstractItemModelTester tester(panel.table()->model());
        auto* examples = panel.findChild<QComboBox*>("examples");
        QCOMPARE(examples->count(), 11); // and the title
        examples->setCurrentIndex(2);
        emit examples->activated(2);
        QVERIFY(panel.statement().contains("energy(rail"));
        QTest::keyClick(panel.findChild<QPlainTextEdit*>("statement"), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(panel.table()->model()->rowCount() > 40);
        QCOMPARE(panel.table()->model()->headerData(2, Qt::Horizontal).toString(), "joules");
        QVERIFY2(panel.summary().contains("rows"), qPrintable(panel.summary()));
        QVERIFY(panel.message().isEmpty());
    }

    void theStatementShownInTheEmptyEditorRuns()
    {
        QueryPanel panel;
        panel.setView(m_view);
        runAndWait(panel, "");
        QVERIFY(panel.statement().startsWith("SELECT op"));
        QVERIFY(panel.message().isEmpty());
    }

    void rowsAreSortedByTheirValuesAndCopied()
    {
        QueryPanel panel;
        panel.setView(m_view);
        runAndWait(
            panel,
            "SELECT column1 AS n, column2 AS text FROM (VALUES (10, 'b'), (9, 'a,x'), (NULL, 'c'), (1.25, NULL))");
        QCOMPARE(panel.table()->model()->rowCount(), 4);
        QCOMPARE(cell(panel, 0, 0), "10"); // the order of the statement
        panel.table()->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(cell(panel, 0, 0), "1.25");
        QCOMPARE(cell(panel, 2, 0), "10");
        QCOMPARE(cell(panel, 3, 1), "c"); // NULL comes last
        QCOMPARE(panel.table()->copying()->csv(false), "n,text\r\n1.25,\r\n9,\"a,x\"\r\n10,b\r\n,c\r\n");
    }

    void errorsStandBelowTheStatement()
    {
        QueryPanel panel;
        panel.setView(m_view);
        runAndWait(panel, "SELECT step FROM steps");
        QCOMPARE(panel.table()->model()->rowCount(), 40);
        runAndWait(panel, "SELECT duratoin_ns FROM spans");
        QCOMPARE(panel.message(), "There is no column duratoin_ns: did you mean duration_ns?");
        QCOMPARE(panel.table()->model()->rowCount(), 0); // not those of the other statement
        runAndWait(panel, "SELECT step FROM steps");
        QVERIFY(panel.message().isEmpty());
    }

    void anEndlessStatementIsCancelled()
    {
        QueryPanel panel;
        panel.setView(m_view);
        panel.setStatement("SELECT count(*) FROM samples a, samples b, samples c, samples d");
        auto* cancel = panel.findChild<QPushButton*>("cancelQuery");
        QVERIFY(!cancel->isEnabled());
        panel.run();
        QVERIFY(panel.isBusy() && cancel->isEnabled());
        cancel->click();
        QVERIFY(!panel.isBusy());
        QCOMPARE(panel.message(), "The query was cancelled.");
        runAndWait(panel, "SELECT count(*) FROM steps"); // waits for the end of the other
        QCOMPARE(cell(panel, 0, 0), "40");
    }

    void allRowsAreSaved()
    {
        QueryPanel panel;
        panel.setView(m_view);
        panel.setStatement("SELECT step, duration_ns FROM steps");
        const QString path = m_folder.filePath("steps.csv");
        panel.saveCsv(path);
        QTRY_VERIFY(!panel.isBusy());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 42);
        QCOMPARE(lines[1].trimmed(), "0," + QByteArray::number(qlonglong(m_view.step(0).end - m_view.step(0).start)));
        QVERIFY(panel.message().contains(path));
        panel.saveCsv(m_folder.filePath("missing/steps.csv"));
        QTRY_VERIFY(!panel.isBusy());
        QVERIFY2(panel.message().contains("missing/steps.csv"), qPrintable(panel.message()));
    }

    /// A live recording grows; the next run sees what came in between.
    void aLaterViewIsReadByTheNextRun()
    {
        const auto bytes = testing::makeTrainingRecording();
        QueryPanel panel;
        panel.setView(testing::viewOf(std::span(bytes).first(bytes.size() / 2)));
        runAndWait(panel, "SELECT count(*) FROM steps");
        const int before = cell(panel, 0, 0).toInt();
        panel.setView(m_view);
        QCOMPARE(cell(panel, 0, 0).toInt(), before);
        panel.run();
        QTRY_COMPARE(cell(panel, 0, 0).toInt(), 40);
        QVERIFY(before < 40);
        panel.clear();
        QCOMPARE(panel.table()->model()->columnCount(), 0);
    }

    void aRowMovesTheTimelineToItsPlace()
    {
        MainWindow window;
        showInSize(window, {1400, 900});
        window.setView(m_view, false);
        auto* page = window.findChild<RecordingPage*>();
        page->showTab(RecordingPage::Tab::Query);
        auto* panel = window.findChild<QueryPanel*>();
        const auto visible = [&] { return window.timeline()->axis()->range(); };
        runAndWait(*panel, "SELECT step, start_ns, end_ns FROM steps WHERE step = 11");
        click(panel->table(), 0);
        const format::Step step = m_view.step(11);
        QTRY_VERIFY(visible().contains(step.start) && visible().contains(step.end));
        QVERIFY(visible().duration() < 2 * (step.end - step.start));
        // A span is shown as by a click on an op.
        runAndWait(*panel, "SELECT lane_id, start_ns, duration_ns FROM spans ORDER BY duration_ns LIMIT 1");
        QSignalSpy moved(window.timeline()->axis(), &widgets::TimeAxis::rangeChanged);
        click(panel->table(), 0);
        QTRY_VERIFY(visible().contains(panel->table()->model()->index(0, 1).data(kRawRole).toLongLong()));
        // A moment.
        runAndWait(*panel,
                   "SELECT time_ns, value FROM samples WHERE channel = 'VDD_IN' ORDER BY time_ns LIMIT 1 OFFSET 300");
        click(panel->table(), 0);
        QTRY_VERIFY(visible().contains(panel->table()->model()->index(0, 0).data(kRawRole).toLongLong()));
        // A row without a place.
        runAndWait(*panel, "SELECT count(*) FROM spans");
        const auto before = visible();
        click(panel->table(), 0);
        QVERIFY(visible() == before);
    }

    void rowsAreHighlightedInTheTimeline()
    {
        RecordingPage page;
        page.setView(m_view, false);
        auto* panel = page.findChild<QueryPanel*>();
        auto* button = panel->findChild<QToolButton*>("highlightQuery");
        const auto highlighted = [&] { return page.timeline()->navigation()->highlighted(); };
        runAndWait(*panel, "SELECT start_ns, end_ns, lane_id FROM spans WHERE op = 'aten::conv2d' AND depth = "
                           "(SELECT min(depth) FROM spans WHERE op = 'aten::conv2d')");
        const int rows = panel->table()->model()->rowCount();
        QVERIFY(rows > 0 && button->isEnabled());
        button->click();
        QTRY_VERIFY(highlighted() != nullptr);
        QVERIFY(highlighted()->count() >= std::size_t(rows));
        button->click();
        QVERIFY(highlighted() == nullptr);
        // Esc in the timeline ends the highlight, too.
        button->click();
        QTRY_VERIFY(highlighted() != nullptr);
        QTest::keyClick(page.timeline(), Qt::Key_Escape);
        QVERIFY(highlighted() == nullptr && !button->isChecked());
        // The spans in a step.
        runAndWait(*panel, "SELECT start_ns, duration_ns FROM steps WHERE step = 5");
        button->click();
        QTRY_VERIFY(highlighted() != nullptr);
        std::size_t inside = 0;
        const format::Step step = m_view.step(5);
        for (const trace::LaneView& lane : m_view.lanes()) {
            for (std::size_t i = 0; i < lane.size(); ++i)
                inside += lane.span(i).start >= step.start && lane.span(i).end() <= step.end ? 1 : 0;
        }
        QCOMPARE(highlighted()->count(), inside);
        // Another result ends the highlight.
        runAndWait(*panel, "SELECT count(*) FROM steps");
        QVERIFY(highlighted() == nullptr && !button->isEnabled() && !button->isChecked());
        // Nothing to highlight.
        runAndWait(*panel, "SELECT 1 AS start_ns, 2 AS end_ns");
        button->click();
        QTRY_VERIFY(panel->message().contains("nothing to highlight"));
        QVERIFY(!button->isChecked());
    }

    void textsOfTheRecordingAreShownAsTheyAre()
    {
        const auto texts = testing::hostileTexts();
        for (std::size_t i = 0; i < texts.size(); i += 8) {
            const trace::TraceView view = testing::viewOf(testing::hostileRecording(texts[i]));
            QueryPanel panel;
            panel.setView(view);
            runAndWait(panel, "SELECT op, lane FROM spans LIMIT 1");
            QVERIFY2(panel.message().isEmpty(), qPrintable(panel.message()));
            const std::string_view name = view.opName(view.lanes()[0].span(0).op);
            QCOMPARE(cell(panel, 0, 0), QString::fromStdString(std::string(name)).left(2000));
        }
    }

    void looksRight_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)}) {
            QTest::addRow("light %d", size.width()) << ThemeChoice::Light << size;
            QTest::addRow("dark %d", size.width()) << ThemeChoice::Dark << size;
        }
    }
    void looksRight()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        settings::setTheme(theme);
        MainWindow window;
        showInSize(window, size);
        window.setRecordingPath("/home/ada/resnet50-batch32.stepscope");
        window.setView(m_view, false);
        window.findChild<RecordingPage*>()->showTab(RecordingPage::Tab::Query);
        auto* panel = window.findChild<QueryPanel*>();
        const QString tag = QString("query %1").arg(QTest::currentDataTag());
        savePicture(window, tag + " empty");
        runAndWait(*panel, panel->findChild<QComboBox*>("examples")->itemData(1).toString());
        panel->findChild<QToolButton*>("highlightQuery")->click();
        QTRY_VERIFY(window.timeline()->navigation()->highlighted() != nullptr);
        click(panel->table(), 2);
        QCOMPARE(truncatedControls(window), QStringList());
        savePicture(window, tag);
        runAndWait(*panel, "SELECT op, durtion_ns FROM spans\nWHERE step = 5");
        QCOMPARE(truncatedControls(window), QStringList());
        savePicture(window, tag + " error");
    }
};

QTEST_MAIN(TestQueryPanel)
#include "tst_querypanel.moc"
