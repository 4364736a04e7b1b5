#include "tests/support/recordingbuilder.h"
#include "ui/parts/jumptable.h"
#include "ui/recording/panels/healthpanel.h"
#include "ui/recording/panels/logpanel.h"
#include "ui/recording/panels/logtable.h"
#include "ui/recording/panels/stepspanel.h"
#include "ui/recording/rangefigures.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;
using testing::RecordingBuilder;
using testing::viewOf;

namespace {

QStringList linesOf(const QTreeWidget* tree)
{
    QStringList lines;
    for (QTreeWidgetItemIterator item(const_cast<QTreeWidget*>(tree)); *item; ++item)
        lines << QStringList{(*item)->text(0), (*item)->text(1), (*item)->text(2)}.join(" | ");
    return lines;
}

} // namespace

class TestPanels : public QObject
{
    Q_OBJECT

private slots:
    /// During a live run, each new step is compared with all steps before it.
    void figuresOfStepsFollowARun()
    {
        RecordingBuilder builder;
        const auto add = [&](std::uint32_t first, std::uint32_t last, std::int64_t longStep) {
            for (std::uint32_t i = first; i < last; ++i) {
                const std::int64_t begin = i * 100'000'000LL;
                builder.steps({{i, begin, begin + (i == longStep ? 99'000'000 : 50'000'000), 32, 0, 0}});
            }
        };
        add(0, 20, 10);
        StepsPanel panel;
        panel.setView(viewOf(builder.bytes()));
        const QAbstractItemModel* const model = panel.table()->model();
        const auto marked = [model](int row) { return model->index(row, StepsModel::Outlier).data().toString(); };
        QTRY_VERIFY(!marked(10).isEmpty());
        add(20, 40, 35);
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(!marked(35).isEmpty());
        for (int row = 0; row < model->rowCount(); ++row)
            QCOMPARE(marked(row).isEmpty(), row != 10 && row != 35);
        panel.setSkippedSteps(11);
        QVERIFY(marked(10).isEmpty() && !marked(35).isEmpty());
        panel.clear();
        QCOMPARE(model->rowCount(), 0);
    }

    void stepsSortAndActivate()
    {
        RecordingBuilder builder;
        builder.steps({{0, 0, 300'000'000, 32, 0, 0}, {1, 300'000'000, 400'000'000, 32, format::Step::kTraced, 0}});
        StepsPanel panel;
        panel.resize(1000, 300);
        panel.setView(viewOf(builder.bytes()));
        QAbstractItemModel* model = panel.table()->model();
        const QAbstractItemModelTester tester(model);
        QCOMPARE(model->rowCount(), 2);
        QCOMPARE(model->index(0, StepsModel::Rate).data().toString(), "107");
        QCOMPARE(model->index(1, StepsModel::Traced).data().toString(), "traced");

        panel.table()->selectRow(0);
        panel.table()->sortByColumn(StepsModel::Duration, Qt::AscendingOrder);
        QCOMPARE(model->index(0, StepsModel::Index).data().toString(), "1");
        QCOMPARE(panel.table()->selectionModel()->selectedRows().first().row(), 1);

        // A live run adds rows while the table is sorted and a row is selected.
        builder.steps({{2, 400'000'000, 450'000'000, 32, 0, 0}});
        panel.setView(viewOf(builder.bytes()));
        QCOMPARE(model->rowCount(), 3);
        QCOMPARE(panel.table()->selectionModel()->selectedRows().first().row(), 1);

        panel.show();
        QSignalSpy activated(&panel, &StepsPanel::stepActivated);
        QTest::mouseClick(panel.table()->viewport(), Qt::LeftButton, {},
                          panel.table()->visualRect(model->index(0, 0)).center());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<std::size_t>(), 1U);
    }

    void withoutStepsThePanelShowsInstructions()
    {
        StepsPanel panel;
        panel.setView(trace::TraceView());
        panel.show();
        QVERIFY(panel.table()->isHidden());
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("stepscope.step");
        }));
    }

    void theLogFollowsTheEndUntilTheUserScrollsUp()
    {
        RecordingBuilder builder;
        for (int i = 0; i < 200; ++i)
            builder.log(i, "\x1b[32mline " + std::to_string(i) + "\x1b[0m\n");
        builder.log(200, "half a li");
        LogPanel panel;
        panel.resize(600, 300);
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().endsWith("line 199\nhalf a li"));
        QVERIFY(panel.text().startsWith("line 0\nline 1\n"));
        QScrollBar* bar = panel.findChild<LogTable*>("log")->verticalScrollBar();
        QTRY_COMPARE(bar->value(), bar->maximum());

        builder.log(201, "ne\nlast\n");
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().endsWith("half a line\nlast\n"));
        QTRY_COMPARE(bar->value(), bar->maximum());

        bar->triggerAction(QScrollBar::SliderToMinimum);
        builder.log(202, "more\n");
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().endsWith("more\n"));
        QCOMPARE(bar->value(), bar->minimum());
    }

    /// A full log drops its first lines; the line that the user reads stays in its place.
    void aFullLogKeepsItsPlace()
    {
        RecordingBuilder builder;
        auto addLines = [&builder, line = 0](int count) mutable {
            std::string text;
            for (int i = 0; i < count; ++i)
                text += "line " + std::to_string(line++) + "\n";
            builder.log(line, text);
        };
        for (int i = 0; i < 100; ++i)
            addLines(1'050);
        LogPanel panel;
        panel.resize(600, 300);
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        auto* table = panel.findChild<LogTable*>("log");
        const auto end = [table] { return table->model()->index(table->model()->rowCount() - 1, 0).data().toString(); };
        const auto top = [table] {
            return table->model()->index(table->verticalScrollBar()->value(), 0).data().toString();
        };
        QTRY_COMPARE(end(), QString("line 104999"));
        QScrollBar* bar = table->verticalScrollBar();
        QTRY_COMPARE(bar->value(), bar->maximum());
        bar->setSliderPosition(50'000);
        bar->triggerAction(QScrollBar::SliderMove);
        const QString read = top();
        addLines(3'000);
        panel.setView(viewOf(builder.bytes()));
        QTRY_COMPARE(end(), QString("line 107999"));
        QCOMPARE(top(), read);
        panel.goToEnd();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Up); // from the end, not to the first line
        QVERIFY(table->currentIndex().row() > table->model()->rowCount() - 30);
        panel.goToEnd();
        addLines(3'000);
        panel.setView(viewOf(builder.bytes()));
        QTRY_COMPARE(end(), QString("line 110999"));
        QTRY_COMPARE(bar->value(), bar->maximum());
    }

    void theLogIsSearchedByKeyboard()
    {
        RecordingBuilder builder;
        builder.log(0, "epoch 1 loss 2.3\nsaved\nepoch 2 loss 1.9\n");
        LogPanel panel;
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().contains("epoch 2"));
        auto* table = panel.findChild<LogTable*>("log");
        table->setCurrentIndex(table->model()->index(0, 0));
        auto* words = panel.findChild<QLineEdit*>("logSearch");
        const auto found = [&] { return table->currentIndex().row(); };
        QTest::keyClicks(words, "EPOCH");
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(found(), 0);
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(found(), 2);
        QTest::keyClick(words, Qt::Key_Return); // continues from the other end
        QCOMPARE(found(), 0);
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("other end");
        }));
        QTest::keyClick(words, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(found(), 2);
    }

    /// A line that is wider than the table is scrolled to the words, and neither a click nor the end moves it back.
    void theSearchShowsWordsFarToTheRight()
    {
        RecordingBuilder builder;
        builder.log(0, "short\n" + std::string(900, '-') + "needle" + std::string(900, '-') + "\n");
        LogPanel panel;
        panel.resize(600, 300);
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().contains("needle"));
        auto* table = panel.findChild<LogTable*>("log");
        auto* words = panel.findChild<QLineEdit*>("logSearch");
        QTest::keyClicks(words, "needle");
        QTest::keyClick(words, Qt::Key_Return);
        const int place = table->horizontalScrollBar()->value();
        const QFontMetrics metrics(table->font());
        const int left = metrics.horizontalAdvance(QString(900, '-'));
        const int right = left + metrics.horizontalAdvance("needle");
        QVERIFY(place > 0 && place < left && place + table->viewport()->width() > right);
        table->setCurrentIndex(table->model()->index(0, 0));
        QCOMPARE(table->horizontalScrollBar()->value(), place);
    }

    void theLogIsCopiedByLinesAndParts()
    {
        RecordingBuilder builder;
        builder.log(0, "one\ntwo\nthree\n");
        LogPanel panel;
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().contains("three"));
        auto* table = panel.findChild<LogTable*>("log");
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "one\ntwo\n");
        table->setCurrentIndex(table->model()->index(2, 0));
        QTest::keyClick(table, Qt::Key_F2);
        auto* part = table->findChild<QLineEdit*>();
        QVERIFY(part && part->isVisible() && part->isReadOnly());
        part->setSelection(1, 3);
        QTest::keyClick(part, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "hre");
        panel.setCursorTime(0); // marks the line, which keeps the selection
        QCOMPARE(part->selectedText(), "hre");
        QSignalSpy activated(&panel, &LogPanel::timeActivated);
        QTest::keyClick(part, Qt::Key_Return); // ends the selection, and goes nowhere
        QTRY_VERIFY(!table->isEditing());
        QCOMPARE(activated.size(), 0);
        QCOMPARE(panel.text(), "one\ntwo\nthree\n");
    }

    /// The selection follows Shift and the arrows while lines arrive.
    void newLinesKeepTheSelection()
    {
        RecordingBuilder builder;
        builder.log(0, "one\ntwo\nthree\n");
        LogPanel panel;
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().contains("three"));
        auto* table = panel.findChild<LogTable*>("log");
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
        builder.log(1, "four\n");
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().contains("four"));
        QTest::keyClick(table, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(table->selectedLines(), "one\ntwo\n");
    }

    /// Home and End show their line also if it is the current one already.
    void homeAndEndScroll()
    {
        RecordingBuilder builder;
        std::string lines;
        for (int i = 0; i < 300; ++i)
            lines += "line\n";
        builder.log(0, lines);
        LogPanel panel;
        panel.resize(600, 300);
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        auto* table = panel.findChild<LogTable*>("log");
        QScrollBar* bar = table->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 100 && bar->value() == bar->maximum());
        QTest::keyClick(table, Qt::Key_End);
        bar->triggerAction(QScrollBar::SliderToMinimum);
        QTest::keyClick(table, Qt::Key_End, Qt::KeypadModifier);
        QCOMPARE(bar->value(), bar->maximum());
        QTest::keyClick(table, Qt::Key_Home);
        QCOMPARE(bar->value(), 0);
    }

    void lossesAreFirstAndActivateTheirRange()
    {
        HealthPanel panel;
        panel.setView(viewOf(testing::makeTrainingRecording()));
        const auto* tree = panel.findChild<QTreeWidget*>("health");
        QVERIFY(tree->topLevelItem(0)->text(0) == "Losses");
        QVERIFY(tree->topLevelItem(0)->childCount() > 0);
        QVERIFY(tree->topLevelItem(0)->child(0)->font(0).bold());
        const QString all = linesOf(tree).join('\n');
        QVERIFY2(all.contains("Agent, CPU"), qPrintable(all));
        QVERIFY2(all.contains("Sources"), qPrintable(all));
        QVERIFY2(all.contains("rail.power"), qPrintable(all));
    }

    /// A run that ended after one sample of its rail: energy and power of system and rail are those of the same time.
    void energyOfAPartHasItsCoverageAndPower()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel({.name = "VDD_IN",
                                           .quantity = "rail.power",
                                           .unit = "W",
                                           .scale = 1e-3,
                                           .rail = "VDD_IN",
                                           .role = "system",
                                           .periodNs = 10'000'000});
        builder.samples(rail, {0, 10'000'000}, {2260, 2260});
        const trace::TraceView view = viewOf(builder.bytes());
        const auto shown = [&view](std::int64_t end) {
            QStringList lines;
            for (const Figure& figure : figuresOf({.summary = analysis::summarize(view, {0, end}), .ops = {}}))
                lines << QStringList{figure.label, figure.value, figure.second}.join(" | ").replace(QChar(0x202F), ' ');
            return lines;
        };
        QCOMPARE(shown(10'000'000), (QStringList{"Energy | 22.6 mJ | 2.26 W", "VDD_IN | 22.6 mJ | 2.26 W"}));
        QCOMPARE(shown(100'000'000),
                 (QStringList{"Energy (10 %) | 22.6 mJ | 2.26 W", "VDD_IN (10 %) | 22.6 mJ | 2.26 W"}));
    }

    void withoutLossesThePanelShowsNone()
    {
        HealthPanel panel;
        testing::TrainingOptions options;
        options.troubled = false;
        panel.setView(viewOf(testing::makeTrainingRecording(options)));
        QVERIFY(linesOf(panel.findChild<QTreeWidget*>("health")).first().startsWith("Losses | none"));
    }
};

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
