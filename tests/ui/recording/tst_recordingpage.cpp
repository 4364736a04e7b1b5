#include "analysis/energy/attribution.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/optable.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/quantities.h"
#include "ui/parts/tablecopy.h"
#include "ui/recording/inspector.h"
#include "ui/recording/panels/instancespanel.h"
#include "ui/recording/panels/opsmodel.h"
#include "ui/recording/rangefigures.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;
using testing::viewOf;

class TestRecordingPage : public QObject
{
    Q_OBJECT

    /// The inspector's line that begins with the label, computed for the range.
    static QString line(const QString& text, const QString& label)
    {
        for (const QString& line : text.split('\n'))
            if (line.startsWith(label + '\t'))
                return line;
        return {};
    }
    static JumpTable* ops(const RecordingPage& page) { return page.findChild<JumpTable*>("ops"); }

private slots:
    void init()
    {
        useFreshSettings(m_folder.path());
        m_view = viewOf(testing::makeTrainingRecording());
    }

    void figuresMatchTheAnalysis()
    {
        const trace::TimeRange range = m_view.extent();
        RangeResult result;
        result.summary = analysis::summarize(m_view, range);
        result.ops = analysis::opTotals(m_view, range);
        const QList<Figure> figures = figuresOf(result);
        const auto value = [&](const QString& label) {
            for (const Figure& figure : figures)
                if (figure.label == label)
                    return figure.value;
            return QString("not there");
        };
        QCOMPARE(value("CPU"), percent(*result.summary.cpuUtilization));
        QCOMPARE(value("GPU"), percent(*result.summary.gpuUtilization));
        QCOMPARE(value("Energy"), joules(*result.summary.systemJoules));
        QCOMPARE(value("Memory peak"), bytes(*result.summary.peakMemoryBytes));
        for (const analysis::RailSummary& rail : result.summary.rails)
            QCOMPARE(value(QString::fromStdString(rail.name)), joules(rail.joules));
        for (const analysis::CoreSummary& core : result.summary.cores) {
            const QString label = QString("cpu%1 %2").arg(core.core).arg(QString::fromStdString(core.cluster));
            QCOMPARE(value(label), percent(core.utilization));
        }
    }

    void unmeasuredQuantitiesAreOmitted()
    {
        testing::TrainingOptions options;
        options.gpu = options.rails = false;
        const trace::TraceView view = viewOf(testing::makeTrainingRecording(options));
        RangeResult result;
        result.summary = analysis::summarize(view, view.extent());
        for (const Figure& figure : figuresOf(result)) {
            QVERIFY(figure.label != "GPU");
            QVERIFY(figure.label != "Energy");
        }
    }

    /// Each part is below its whole, also if a short selection contains no sample of the process's memory.
    void partsOfMemoryAreBelowTheirWhole()
    {
        RangeResult result;
        analysis::TensorBytes& tensors = result.summary.tensors;
        tensors.parameters = tensors.gradients = 1e6;
        tensors.optimizer = 2e6;
        tensors.inputs = 5e5;
        const auto memoryLines = [&result] {
            QStringList lines;
            for (const Figure& figure : figuresOf(result))
                lines << QString(figure.level, QLatin1Char('>')) + figure.label + QLatin1Char(' ') +
                             QString(figure.value).replace(QChar(0x202F), QLatin1Char(' '));
            return lines.filter(QRegularExpression("Tensors|Parameters|Intermediate|Inputs"));
        };
        QCOMPARE(memoryLines(), QStringList({"Tensors 4.50 MB", ">Parameters 1.00 MB", ">Inputs 500 kB"}));
        tensors.intermediate = 2e6; // a part is never larger than the whole
        QCOMPARE(memoryLines(),
                 QStringList({"Tensors 6.50 MB", ">Parameters 1.00 MB", ">Inputs 500 kB", ">Intermediate 2.00 MB"}));
        result.summary.peakMemoryBytes = 9e9;
        tensors.used = 8e6;
        tensors.intermediate = 3.5e6;
        QCOMPARE(memoryLines(), QStringList({">Tensors on the GPU 8.00 MB", ">>Parameters 1.00 MB", ">>Inputs 500 kB",
                                             ">>Intermediate 3.50 MB"}));
    }

    void theInspectorSumsSeveralSelections()
    {
        RecordingPage page;
        page.resize(1400, 900);
        page.show();
        page.setView(m_view, false);
        widgets::TimeAxis* axis = page.timeline()->axis();
        const auto steps = [&](std::size_t first, std::size_t last) {
            return trace::TimeRange{m_view.step(first).start, m_view.step(last).end};
        };
        const trace::TimeRange a = steps(5, 6);
        const trace::TimeRange b = steps(20, 24);
        axis->setSelection(a);
        axis->addSelection(b);
        QTRY_COMPARE(page.inspector()->scope(), "2 selections");
        const double energy =
            *analysis::summarize(m_view, a).systemJoules + *analysis::summarize(m_view, b).systemJoules;
        QTRY_COMPARE(line(page.inspector()->text(), "Energy").section('\t', 1, 1), joules(energy));
        QCOMPARE(line(page.inspector()->text(), "Steps").section('\t', 1, 1), "7");
        QCOMPARE(line(page.inspector()->text(), "Samples").section('\t', 1, 1), countOf(7 * 32));
        QVERIFY(page.inspector()->text().startsWith("2 selections\t" + duration(a.seconds() + b.seconds())));
        axis->setSelection(b);
        QTRY_COMPARE(page.inspector()->scope(), "Selection");
    }

    /// The tables of ops, steps and energy are those of all selections together, and say so.
    void theTablesSumSeveralSelections()
    {
        RecordingPage page;
        page.resize(1400, 900);
        page.show();
        page.setView(m_view, false);
        const std::vector<trace::TimeRange> ranges = {{m_view.step(4).start, m_view.step(5).end},
                                                      {m_view.step(7).start, m_view.step(8).end},
                                                      {m_view.step(20).start, m_view.step(20).end}};
        page.timeline()->axis()->setSelections({ranges[2], ranges[0], ranges[1]});
        double seconds = 0;
        for (const trace::TimeRange& range : ranges)
            seconds += range.seconds();
        const QString sum = QString("Sum of 3 selections, %1").arg(duration(seconds));
        const auto shows = [&page](const QString& beginning) {
            const auto labels = page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text().startsWith(beginning);
            });
        };
        QTRY_VERIFY(shows(sum + ", traced in "));
        const std::vector<analysis::OpTotals> expected = analysis::opTable(m_view, ranges, {});
        QTRY_COMPARE(ops(page)->model()->rowCount(), static_cast<int>(expected.size()));
        const auto once = analysis::opTable(m_view, ranges[0], {});
        QVERIFY(expected.front().count > once.front().count);
        qulonglong shownInstances = 0;
        for (int row = 0; row < ops(page)->model()->rowCount(); ++row)
            shownInstances += ops(page)->model()->index(row, OpsModel::Count).data(kRawRole).toULongLong();
        qulonglong instancesInRanges = 0;
        for (const analysis::OpTotals& op : expected)
            instancesInRanges += op.count;
        QCOMPARE(shownInstances, instancesInRanges);
        // The instances of a row, too.
        ops(page)->selectRow(0);
        auto* instances = page.findChild<InstancesPanel*>()->table();
        QTRY_COMPARE(instances->model()->rowCount(),
                     ops(page)->model()->index(0, OpsModel::Count).data(kRawRole).toInt());

        page.showTab(RecordingPage::Tab::Steps);
        QVERIFY(shows(sum + ": 5 of 40 steps"));
        QCOMPARE(page.findChild<JumpTable*>("steps")->model()->rowCount(), 5);
        page.showTab(RecordingPage::Tab::Energy);
        const auto* account = page.findChild<QLabel*>("energyClosure");
        QTRY_VERIFY_WITH_TIMEOUT(account->text().startsWith(sum + ": "), 20'000);
        const analysis::Attribution all = analysis::attributeToGroups(m_view, ranges, analysis::GroupBy::Op);
        QCOMPARE(all.steps, std::size_t{4});
        QVERIFY2(account->text().contains("= " + joules(all.channels.front().integral) + ";"),
                 qPrintable(account->text()));

        page.timeline()->axis()->setSelection(ranges[0]);
        page.showTab(RecordingPage::Tab::Steps);
        QVERIFY(shows("Selection: 2 of 40 steps"));
        page.timeline()->axis()->clearSelection();
        QVERIFY(shows("40 steps"));
    }

    /// A file is shown while it is read, here with all spans before most samples.
    void theEnergyOfOpsIsOfAllSamples()
    {
        constexpr std::int64_t kMs = 1'000'000;
        testing::RecordingBuilder builder;
        const std::uint32_t rail = builder.channel({.name = "VDD_IN",
                                                    .quantity = "rail.power",
                                                    .unit = "W",
                                                    .scale = 1e-3,
                                                    .rail = "VDD_IN",
                                                    .role = "system",
                                                    .periodNs = 10 * kMs});
        builder.lane({.id = 1, .name = "main"});
        const std::uint32_t op = builder.op("aten::mm", "[8]");
        for (std::int64_t step = 0; step < 100; ++step) {
            const std::int64_t begin = step * 100 * kMs;
            builder.spans(1, {{begin + 10 * kMs, 70 * kMs, op, 0}});
            builder.steps({{.index = static_cast<std::uint64_t>(step),
                            .start = begin,
                            .end = begin + 100 * kMs,
                            .flags = format::Step::kTraced}});
        }
        const auto addSamples = [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                builder.samples(rail, {i * 10 * kMs}, {i % 10 >= 2 && i % 10 < 8 ? 8000 : 2000});
        };
        addSamples(0, 200);
        const trace::TraceView part = viewOf(builder.bytes());
        addSamples(200, 1001);
        const trace::TraceView whole = viewOf(builder.bytes());

        RecordingPage page;
        page.resize(1400, 900);
        page.show();
        const auto energyByTime = [&] {
            const QAbstractItemModel* model = ops(page)->model();
            for (int column = 0; model->rowCount() > 0 && column < model->columnCount(); ++column) {
                if (model->headerData(column, Qt::Horizontal).toString() == "Energy by time")
                    return model->index(0, column).data().toString();
            }
            return QString();
        };
        page.setView(part, false);
        QTRY_VERIFY_WITH_TIMEOUT(energyByTime().endsWith('J'), 20'000);
        const QString ofPart = energyByTime();
        page.setView(whole, false);
        QTRY_VERIFY_WITH_TIMEOUT(energyByTime().endsWith('J') && energyByTime() != ofPart, 20'000);
        // 97 steps without the first three, 70 ms at up to 8 W
        QVERIFY2(energyByTime().startsWith("48."), qPrintable(energyByTime()));
    }

    void theSelectionUpdatesInspectorAndOps()
    {
        RecordingPage page;
        page.resize(1400, 900);
        page.show();
        page.setView(m_view, false);
        QTRY_VERIFY(page.inspector()->scope().startsWith("Steps 3–")); // without the first three
        QTRY_VERIFY(ops(page)->model()->rowCount() > 0);

        const format::Step step = m_view.step(5);
        const trace::TimeRange range{step.start, step.end};
        page.timeline()->axis()->setSelection(range);
        QCOMPARE(page.inspector()->scope(), "Selection");
        const analysis::RangeSummary expected = analysis::summarize(m_view, range);
        const QString energy = QString("Energy\t%1\t").arg(joules(*expected.systemJoules));
        QTRY_VERIFY2(line(page.inspector()->text(), "Energy").startsWith(energy), qPrintable(page.inspector()->text()));
        QVERIFY(page.inspector()->text().contains(duration(range.seconds())));
        QTRY_COMPARE(ops(page)->model()->rowCount(), static_cast<int>(analysis::opTotals(m_view, range).size()));

        page.timeline()->axis()->clearSelection();
        QVERIFY(page.inspector()->scope().startsWith("Steps 3–"));
        QTRY_COMPARE(ops(page)->model()->rowCount(),
                     static_cast<int>(analysis::opTotals(m_view, m_view.extent()).size()));
    }

    void withoutSelectionTheInspectorShowsTheVisibleRange()
    {
        RecordingPage page;
        page.setView(m_view, false);
        page.timeline()->axis()->zoomTo({m_view.step(3).start, m_view.step(6).end});
        QTRY_COMPARE(page.inspector()->scope(), "In view");
        QTRY_VERIFY2(page.inspector()->text().contains("4 whole steps"), qPrintable(page.inspector()->text()));
        // The table of ops shows the whole run, since going to an op must not empty it.
        const auto all = static_cast<int>(analysis::opTotals(m_view, m_view.extent()).size());
        QTRY_COMPARE(ops(page)->model()->rowCount(), all);
    }

    /// The margin around a step that the view was zoomed to is not part of its figures.
    void zoomedToAStepTheInspectorShowsTheStep()
    {
        RecordingPage page;
        page.setView(m_view, false);
        for (const std::size_t step : {std::size_t{0}, std::size_t{5}, m_view.stepCount() - 1}) {
            page.timeline()->zoomToStep(step);
            QTRY_COMPARE(page.inspector()->scope(), QString("Step %1").arg(m_view.step(step).index));
            const trace::TimeRange range{m_view.step(step).start, m_view.step(step).end};
            const QString energy =
                QString("Energy\t%1\t").arg(joules(*analysis::summarize(m_view, range).systemJoules));
            QTRY_VERIFY2(line(page.inspector()->text(), "Energy").startsWith(energy),
                         qPrintable(page.inspector()->text()));
        }
        page.timeline()->axis()->panBy(0.1);
        QTRY_COMPARE(page.inspector()->scope(), "In view");
    }

    void aClickOnAnOpGoesThere()
    {
        RecordingPage page;
        page.resize(1400, 900);
        page.show();
        page.setView(m_view, false);
        QTRY_VERIFY(ops(page)->model()->rowCount() > 0);
        const QModelIndex top = ops(page)->model()->index(0, 0);
        QTest::mouseClick(ops(page)->viewport(), Qt::LeftButton, {}, ops(page)->visualRect(top).center());
        const analysis::OpTotals op = analysis::opTotals(m_view, m_view.extent()).front();
        const trace::SpanRecord span = m_view.lanes()[op.firstLane].span(op.firstSpan);
        QTRY_VERIFY(page.timeline()->axis()->range().duration() < m_view.extent().duration());
        QTRY_VERIFY(page.timeline()->axis()->range().begin <= span.start &&
                    span.end() <= page.timeline()->axis()->range().end);
        QCOMPARE(page.inspector()->scope(), QString::fromStdString(op.name));
    }

    void aLiveRunKeepsSelectionAndChosenOp()
    {
        testing::TrainingOptions options;
        options.ended = false;
        options.steps = 12;
        RecordingPage page;
        page.resize(1400, 900);
        page.show();
        page.setView(viewOf(testing::makeTrainingRecording(options)), true);
        QVERIFY(page.timeline()->axis()->following());
        QTRY_VERIFY(ops(page)->model()->rowCount() > 2);
        ops(page)->selectRow(1);
        const QString chosen = ops(page)->model()->index(1, 0).data().toString();
        const trace::TimeRange range{page.view().step(4).start, page.view().step(5).end};
        page.timeline()->axis()->setSelection(range);

        options.steps = 30;
        const trace::TraceView grown = viewOf(testing::makeTrainingRecording(options));
        page.setView(grown, true);
        const auto showsAllSteps = [&page] {
            const auto labels = page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [](const QLabel* label) { return label->text() == "Selection: 2 of 30 steps"; });
        };
        QTRY_VERIFY(showsAllSteps()); // the table follows the selection, not the end of the run
        QCOMPARE(page.findChild<JumpTable*>("steps")->model()->rowCount(), 2);
        QCOMPARE(page.timeline()->axis()->selection().value_or(trace::TimeRange()), range);
        QCOMPARE(page.inspector()->scope(), "Selection");
        QCOMPARE(ops(page)->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(ops(page)->selectionModel()->selectedRows().first().data().toString(), chosen);
    }

    /// Ops are recorded in the first steps only; the table covers all steps nevertheless once the run has ended.
    void theEndOfARunIsShownWhole()
    {
        const auto stepAt = [](std::uint64_t index) {
            const auto start = 1'000'000'000 + static_cast<std::int64_t>(index) * 100'000'000;
            return format::Step{index, start, start + 90'000'000, 32, 0, 0};
        };
        testing::RecordingBuilder builder;
        builder.lane({1, format::Lane::Kind::Thread, 1, 1, "main"});
        builder.spans(1, {{builder.op("conv2d"), 1'320'000'000, 20'000'000}});
        for (std::uint64_t index = 0; index < 8; ++index)
            builder.steps({stepAt(index)});
        RecordingPage page;
        page.resize(1400, 900);
        page.show();
        page.setSkippedSteps(3);
        page.setView(viewOf(builder.bytes()), true);
        const auto isShown = [&page](const QString& scope) {
            const auto labels = page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel* label) { return label->text().startsWith(scope); });
        };
        QTRY_VERIFY(isShown(QStringLiteral("Steps 3–7: ")));
        for (std::uint64_t index = 8; index < 200; ++index) // longer than the range that is followed
            builder.steps({stepAt(index)});
        page.setView(viewOf(builder.bytes()), true);
        QVERIFY(page.timeline()->axis()->range().begin > page.view().extent().begin);
        page.setView(viewOf(builder.footer().bytes()), false);
        QTRY_VERIFY(isShown(QStringLiteral("Steps 3–199: ")));
        QVERIFY(!page.timeline()->axis()->following());
        QCOMPARE(page.timeline()->axis()->range(), page.view().extent());
    }

    void tablesAreRefreshedAtMostTwiceASecond()
    {
        testing::TrainingOptions options;
        options.ended = false;
        options.steps = 8;
        RecordingPage page;
        page.setView(viewOf(testing::makeTrainingRecording(options)), true);
        const QAbstractItemModel* steps = page.findChild<JumpTable*>("steps")->model();
        QSignalSpy inserted(steps, &QAbstractItemModel::rowsInserted);
        for (options.steps = 9; options.steps < 30; ++options.steps)
            page.setView(viewOf(testing::makeTrainingRecording(options)), true);
        QCOMPARE(inserted.count(), 0);
        QTRY_COMPARE(steps->rowCount(), static_cast<int>(page.view().stepCount()));
        QCOMPARE(inserted.count(), 1);
    }

    void anotherRecordingClearsThePage()
    {
        RecordingPage page;
        page.show();
        page.setView(m_view, false);
        page.timeline()->axis()->setSelection(trace::TimeRange{m_view.step(4).start, m_view.step(5).end});
        QTRY_VERIFY_WITH_TIMEOUT(ops(page)->model()->rowCount() > 0, 20'000); // without optimization it takes seconds
        page.clear();
        QCOMPARE(ops(page)->model()->rowCount(), 0);
        QCOMPARE(page.findChild<JumpTable*>("steps")->model()->rowCount(), 0);
        page.setView(m_view, false);
        QTRY_VERIFY(ops(page)->model()->rowCount() > 0);
    }

    /// The twelve cores of an Orin would push energy and ops out of view; six fit.
    void longListsAreClosedUntilTheyAreOpened()
    {
        const auto withCores = [](int count) {
            RangeResult result;
            result.summary.cpuUtilization = 0.5;
            for (int core = 0; core < count; ++core)
                result.summary.cores.push_back({.core = core, .cluster = {}, .utilization = 0.5, .coveredSeconds = 1});
            return result;
        };
        Inspector inspector;
        const auto* const tree = inspector.findChild<QTreeWidget*>("figures");
        inspector.setResult(withCores(6));
        QVERIFY(tree->topLevelItem(0)->isExpanded());
        inspector.setResult(withCores(12));
        QVERIFY(!tree->topLevelItem(0)->isExpanded());
        QCOMPARE(tree->topLevelItem(0)->text(0), "CPU");
        tree->topLevelItem(0)->setExpanded(true);
        inspector.setResult(withCores(16));
        QVERIFY(tree->topLevelItem(0)->isExpanded());
        tree->topLevelItem(0)->setExpanded(false);
        inspector.setResult(withCores(12));
        QVERIFY(!tree->topLevelItem(0)->isExpanded());
        QVERIFY(inspector.text().contains("cpu11\t50"));
    }

private:
    QTemporaryDir m_folder;
    trace::TraceView m_view;
};

QTEST_MAIN(TestRecordingPage)
#include "tst_recordingpage.moc"
