#include "analysis/trace/imported.h"
#include "tests/support/recordingbuilder.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/recording/panels/emptyops.h"
#include "ui/recording/panels/opsmodel.h"
#include "ui/recording/panels/opspanel.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

analysis::OpTotals op(std::uint32_t id, const char* name, const char* shapes, std::uint64_t count, double total)
{
    analysis::OpTotals totals;
    totals.op = id;
    totals.name = name;
    totals.shapes = shapes;
    totals.count = count;
    totals.totalSeconds = total;
    totals.selfSeconds = total / 2;
    totals.meanSeconds = total / static_cast<double>(count);
    totals.p50Seconds = 0.25;
    totals.p95Seconds = 0.75;
    totals.maxSeconds = total / 2;
    totals.share = total / 10;
    totals.firstLane = id;
    totals.firstSpan = id * 100;
    return totals;
}

std::vector<analysis::OpTotals> threeOps()
{
    return {op(1, "aten::conv2d", "[16,3,32,32]", 9, 3), op(2, "aten::relu", "[16,8]", 100, 1),
            op(3, "aten::mm", "[16,3]", 20, 2)};
}

QString cell(const QTableView* table, int row, int column)
{
    return table->model()->index(row, column).data().toString();
}

} // namespace

class TestOpsPanel : public QObject
{
    Q_OBJECT

private slots:
    void sortsByValueNotByText()
    {
        OpsPanel panel;
        panel.setOps(threeOps(), "Whole run");
        const QAbstractItemModelTester tester(panel.table()->model());
        // Initially sorted by total, largest first.
        QCOMPARE(cell(panel.table(), 0, OpsModel::Name), "aten::conv2d");
        QCOMPARE(cell(panel.table(), 1, OpsModel::Name), "aten::mm");

        panel.table()->sortByColumn(OpsModel::Count, Qt::DescendingOrder);
        QCOMPARE(cell(panel.table(), 0, OpsModel::Count), "100");
        QCOMPARE(cell(panel.table(), 2, OpsModel::Count), "9");
        panel.table()->sortByColumn(OpsModel::Name, Qt::AscendingOrder);
        QCOMPARE(cell(panel.table(), 0, OpsModel::Name), "aten::conv2d");
        QCOMPARE(cell(panel.table(), 2, OpsModel::Name), "aten::relu");
    }

    void aClickOnTheHeaderSorts()
    {
        OpsPanel panel;
        panel.resize(1400, 300);
        panel.setOps(threeOps(), "Whole run");
        panel.show();
        const QHeaderView* header = panel.table()->horizontalHeader();
        const QPoint count(header->sectionViewportPosition(OpsModel::Count) + 10, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, count);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, count);
        QCOMPARE(header->sortIndicatorSection(), static_cast<int>(OpsModel::Count));
        const bool rising = header->sortIndicatorOrder() == Qt::AscendingOrder;
        QCOMPARE(cell(panel.table(), 0, OpsModel::Count), rising ? "9" : "100");
    }

    void filtersByWordsInNameOrShapes()
    {
        OpsPanel panel;
        panel.setOps(threeOps(), "Whole run");
        auto* filter = panel.findChild<QLineEdit*>("opsFilter");
        QTest::keyClicks(filter, "16,3 ATEN");
        QCOMPARE(panel.table()->model()->rowCount(), 2);
        filter->setText("nothing so called");
        QCOMPARE(panel.table()->model()->rowCount(), 0);
        filter->clear();
        QCOMPARE(panel.table()->model()->rowCount(), 3);
    }

    void aClickGoesToTheFirstInstance()
    {
        OpsPanel panel;
        panel.resize(1400, 300);
        panel.setOps(threeOps(), "Whole run");
        panel.show();
        QSignalSpy activated(&panel, &OpsPanel::opActivated);
        const QRect row = panel.table()->visualRect(panel.table()->model()->index(1, 0));
        QTest::mouseClick(panel.table()->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<std::uint32_t>(), 3U);
        QCOMPARE(activated[0][1].value<std::size_t>(), 3U);
        QCOMPARE(activated[0][2].value<std::size_t>(), 300U);
    }

    void filtersChoosesAndActivatesByKeyboard()
    {
        OpsPanel panel;
        panel.resize(1400, 300);
        panel.setOps(threeOps(), "Whole run");
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QSignalSpy activated(&panel, &OpsPanel::opActivated);
        panel.findChild<QLineEdit*>("opsFilter")->setFocus();
        QTest::keyClicks(QApplication::focusWidget(), "aten");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<std::uint32_t>(), 1U);
        QVERIFY(panel.table()->hasFocus());
        QTest::keyClick(panel.table(), Qt::Key_Down);
        QTest::keyClick(panel.table(), Qt::Key_Return);
        QCOMPARE(activated.count(), 2);
        QCOMPARE(activated[1][0].value<std::uint32_t>(), 3U);
    }

    void newTotalsKeepTheChosenRow()
    {
        OpsPanel panel;
        panel.setOps(threeOps(), "Whole run");
        QAbstractItemModel* model = panel.table()->model();
        const QAbstractItemModelTester tester(model);
        panel.table()->selectRow(1);
        QCOMPARE(cell(panel.table(), panel.table()->currentIndex().row(), OpsModel::Name), "aten::mm");
        QSignalSpy activated(&panel, &OpsPanel::opActivated);

        // Other ops appear and disappear, and the chosen op becomes the largest.
        panel.setOps(
            {op(4, "aten::add", "", 3, 5), op(3, "aten::mm", "[16,3]", 40, 9), op(2, "aten::relu", "[16,8]", 100, 1)},
            "Whole run");
        QCOMPARE(model->rowCount(), 3);
        QCOMPARE(panel.table()->selectionModel()->selectedRows().size(), 1);
        const int row = panel.table()->selectionModel()->selectedRows().first().row();
        QCOMPARE(row, 0);
        QCOMPARE(cell(panel.table(), row, OpsModel::Name), "aten::mm");
        QCOMPARE(cell(panel.table(), row, OpsModel::Count), "40");
        QCOMPARE(activated.count(), 0);
    }

    void copiesRowsAsCsvInSiUnits()
    {
        OpsPanel panel;
        panel.setOps(threeOps(), "Whole run");
        panel.table()->selectRow(0);
        QTest::keyClick(panel.table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 "op,shapes,count,total_s,self_s,mean_s,p50_s,p95_s,max_s,share\r\n"
                 "aten::conv2d,\"[16,3,32,32]\",9,3,1.5,0.3333333333333333,0.25,0.75,1.5,0.3\r\n");
    }

    void percentilesAndEnergyAreShownWithUnits()
    {
        OpsPanel panel;
        auto ops = threeOps();
        ops[0].joules = 1.25;
        panel.setRails({"VDD_IN", "VDD_SYS_GPU"});
        panel.setOps(ops, "Whole run", panel.options());
        QVERIFY(!panel.table()->isColumnHidden(OpsModel::Energy));
        QCOMPARE(cell(panel.table(), 0, OpsModel::Median), QString("250") + QChar(0x202F) + "ms");
        QCOMPARE(cell(panel.table(), 0, OpsModel::High), QString("750") + QChar(0x202F) + "ms");
        QCOMPARE(cell(panel.table(), 0, OpsModel::Energy), QString("1.25") + QChar(0x202F) + "J");
        QCOMPARE(cell(panel.table(), 1, OpsModel::Energy), "–"); // not measured, not 0
        const QString meaning =
            panel.table()->model()->headerData(OpsModel::Energy, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(meaning.contains("VDD_IN") && meaning.contains("self time"), qPrintable(meaning));
        // Without a rail the column is hidden.
        panel.setRails({});
        panel.setOps(threeOps(), "Whole run", panel.options());
        QVERIFY(panel.table()->isColumnHidden(OpsModel::Energy));
        QVERIFY(!panel.findChild<QComboBox*>("opsRail")->isVisibleTo(&panel));
    }

    void energiesArriveLaterWithIntervals()
    {
        OpsPanel panel;
        const auto ops = threeOps();
        panel.setRails({"VDD_IN"});
        panel.setOps(ops, "Whole run", panel.options());
        QVERIFY(!panel.table()->isColumnHidden(OpsModel::Regression));
        panel.awaitEnergies();
        QCOMPARE(cell(panel.table(), 0, OpsModel::Regression), "…");
        analysis::OpGroupEnergies energies;
        energies.rows = {analysis::Estimate{1.25, 1.05, 1.45}, std::nullopt, analysis::Estimate{8, 7, 9}};
        energies.isCountedElsewhere = {false, false, false};
        panel.setEnergies(ops, energies);
        const QString space(QChar(0x202F));
        QCOMPARE(cell(panel.table(), 0, OpsModel::Regression), "1.25 ± 0.20" + space + "J");
        QCOMPARE(cell(panel.table(), 2, OpsModel::Regression), "–"); // relu
        const auto tip = [&](int row) {
            return panel.table()->model()->index(row, OpsModel::Regression).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(tip(0).contains("1.05") && tip(0).contains("95"), qPrintable(tip(0)));
        QVERIFY2(tip(2).contains("Not separable"), qPrintable(tip(2)));
        energies.isCountedElsewhere = {false, true, false};
        energies.elsewhereReason = std::string("ops wait for it");
        panel.setEnergies(ops, energies);
        QCOMPARE(tip(2), QString("ops wait for it"));
        // Sorted by value; a missing value is empty in a copy, not zero.
        panel.table()->sortByColumn(OpsModel::Regression, Qt::DescendingOrder);
        QVERIFY(cell(panel.table(), 0, OpsModel::Regression).startsWith(QLatin1Char('8')));
        // New totals of the same rows keep the energies until new ones arrive.
        panel.setOps(ops, "Whole run", panel.options());
        QVERIFY(cell(panel.table(), 0, OpsModel::Regression).startsWith(QLatin1Char('8')));
        panel.setEnergies(ops, {.rows = {}, .reason = std::string("no op was recorded")});
        QCOMPARE(tip(0), QString("no op was recorded"));
        // A row of a step contains several ops.
        auto options = panel.options();
        options.grouping = analysis::OpGrouping::Step;
        panel.setOps({op(0, "7", "", 5, 1)}, "Whole run", options);
        QVERIFY(panel.table()->isColumnHidden(OpsModel::Regression));
    }

    /// Rows that are not separable show their sum and name each other; a doubt is a line above the table.
    void inseparableRowsShowTheirSum()
    {
        OpsPanel panel;
        const auto ops = threeOps();
        panel.setRails({"VDD_IN"});
        panel.setOps(ops, "Whole run", panel.options());
        analysis::OpGroupEnergies energies;
        energies.rows.resize(3);
        energies.isCountedElsewhere.resize(3);
        energies.rows[0] = analysis::Estimate{1.25, 1.05, 1.45};
        energies.joints = {{.groups = {1, 2}, .sum = {2, 1.5, 2.5}}};
        energies.doubt = std::string("clocks changed");
        panel.setEnergies(ops, energies);
        const QString space(QChar(0x202F));
        for (const int row : {1, 2}) {
            const QModelIndex cell = panel.table()->model()->index(row, OpsModel::Regression);
            QCOMPARE(cell.data().toString(), "2 rows: 2.00 ± 0.50" + space + "J");
            QVERIFY(!cell.data(kRawRole).isValid()); // the sum is not the row's
            const QString tip = cell.data(Qt::ToolTipRole).toString();
            QVERIFY2(tip.contains("aten::relu [16,8]") && tip.contains("aten::mm") && tip.contains("1.50 to 2.50"),
                     qPrintable(tip));
        }
        QCOMPARE(cell(panel.table(), 0, OpsModel::Regression), "1.25 ± 0.20" + space + "J");
        const auto* advice = panel.findChild<MessageLine*>();
        QVERIFY2(advice->text().contains("VDD_IN") && advice->text().contains("clocks changed"),
                 qPrintable(advice->text()));
        panel.awaitEnergies();
        QVERIFY(advice->isHidden());
    }

    void theGroupingCanBeChosen()
    {
        OpsPanel panel;
        panel.setOps(threeOps(), "Whole run");
        QSignalSpy changed(&panel, &OpsPanel::optionsChanged);
        auto* grouping = panel.findChild<QComboBox*>("opsGrouping");
        grouping->setCurrentIndex(grouping->findText("step"));
        QCOMPARE(changed.count(), 1);
        QVERIFY(panel.options().grouping == analysis::OpGrouping::Step);
        QVERIFY(panel.options().percentiles);

        auto steps = std::vector{op(0, "7", "", 5, 1), op(1, "12", "", 5, 2), op(2, "", "", 5, 3)};
        panel.setOps(steps, "Whole run", panel.options());
        QVERIFY(panel.table()->isColumnHidden(OpsModel::Shapes));
        QCOMPARE(cell(panel.table(), 0, OpsModel::Name), "between steps");
        QCOMPARE(cell(panel.table(), 1, OpsModel::Name), "step 12");
    }

    void theChosenOpStaysChosenInOtherRanges()
    {
        OpsPanel panel;
        panel.setOps(threeOps(), "Whole run");
        QSignalSpy chosen(&panel, &OpsPanel::rowChosen);
        panel.table()->selectRow(1); // aten::mm
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][1].value<std::uint32_t>(), 3U);
        QCOMPARE(chosen[0][2].toString(), "aten::mm");
        // A range without the op, then the first range again.
        panel.setOps({op(1, "aten::conv2d", "[16,3,32,32]", 9, 3)}, "Selection");
        QVERIFY(!panel.table()->currentIndex().isValid());
        QCOMPARE(chosen.count(), 1);
        panel.setOps(threeOps(), "Whole run");
        QCOMPARE(cell(panel.table(), panel.table()->currentIndex().row(), OpsModel::Name), "aten::mm");
        QCOMPARE(chosen.count(), 1);
    }

    void manyRowsAreTruncatedWithANote()
    {
        OpsPanel panel;
        std::vector<analysis::OpTotals> many;
        for (std::uint32_t i = 0; i < OpsModel::kRowsShown + 10; ++i)
            many.push_back(op(i + 1, "aten::mm", "", 1, 1));
        panel.setOps(many, "Whole run");
        QCOMPARE(panel.table()->model()->rowCount(), static_cast<int>(OpsModel::kRowsShown));
        bool hasNote = false;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            hasNote = hasNote || label->text().contains("largest of");
        QVERIFY(hasNote);
    }

    void anEmptyTableSaysWhatToDo_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("ops");
        QTest::addColumn<QString>("advice");
        QTest::newRow("not traced") << "python3"
                                    << "none"
                                    << "in the capture form";
        QTest::newRow("traced at the default") << "python3"
                                               << "auto"
                                               << "in steps 4 to 8";
        QTest::newRow("traced later") << "python3"
                                      << "100:110"
                                      << "in steps 100:110";
        QTest::newRow("imported table") << trace::kImportedCommand << "none"
                                        << "a trace of the same run";
    }

    void anEmptyTableSaysWhatToDo()
    {
        QFETCH(QString, command);
        QFETCH(QString, ops);
        QFETCH(QString, advice);
        testing::RecordingBuilder builder;
        builder.describe().command = {command.toStdString()};
        builder.describe().ops = ops.toStdString();
        builder.steps({{.index = 0, .start = 0, .end = 1'000'000}}).footer();
        const QString text = emptyOpsText(testing::viewOf(builder.bytes()), false);
        QVERIFY2(text.contains(advice), qPrintable(text));
    }
};

QTEST_MAIN(TestOpsPanel)
#include "tst_opspanel.moc"
