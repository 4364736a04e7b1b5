#include "tests/support/recordingbuilder.h"
#include "ui/parts/elidedtext.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "ui/recording/failureline.h"
#include "ui/recording/panels/healthpanel.h"
#include "ui/recording/panels/stepspanel.h"
#include "ui/recording/rangefigures.h"

#include <QAbstractItemModelTester>
#include <QFontDatabase>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include <array>
#include <cmath>
#include <csignal>

using namespace stepscope;
using namespace stepscope::ui;
using testing::RecordingBuilder;
using testing::viewOf;

namespace {

/// mW, each 10 ms.
trace::Channel systemRail()
{
    return {.name = "VDD_IN",
            .quantity = "rail.power",
            .unit = "W",
            .scale = 1e-3,
            .rail = "VDD_IN",
            .role = "system",
            .periodNs = 10'000'000};
}

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
        panel.setView(viewOf(builder.bytes()), true);
        const QAbstractItemModel* const model = panel.table()->model();
        const auto marked = [model](int row) { return model->index(row, StepsModel::Outlier).data().toString(); };
        QTRY_VERIFY(!marked(10).isEmpty());
        add(20, 40, 35);
        panel.setView(viewOf(builder.bytes()), true);
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
        panel.setView(viewOf(builder.bytes()), true);
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
        panel.setView(viewOf(builder.bytes()), true);
        QCOMPARE(model->rowCount(), 3);
        QCOMPARE(panel.table()->selectionModel()->selectedRows().first().row(), 1);

        panel.show();
        QSignalSpy activated(&panel, &StepsPanel::stepActivated);
        QTest::mouseClick(panel.table()->viewport(), Qt::LeftButton, {},
                          panel.table()->visualRect(model->index(0, 0)).center());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<std::size_t>(), 1U);
    }

    /// Steps are reported at once, samples in blocks, and each sensor has its own delay.
    void samplesCountAlsoIfTheyArriveAfterTheirStep()
    {
        constexpr std::int64_t kMs = 1'000'000;
        RecordingBuilder builder;
        const auto rail = builder.channel(systemRail());
        const auto gpu = builder.channel({.name = "gpu",
                                          .quantity = "gpu.utilization",
                                          .unit = "1",
                                          .scale = 1e-3,
                                          .covers = trace::Channel::Covers::Interval,
                                          .periodNs = 10 * kMs});
        std::int64_t railUntil = 0;
        std::int64_t gpuUntil = 0;
        std::uint64_t steps = 0;
        const auto feed = [&](std::int64_t railEnd, std::int64_t gpuEnd, std::uint64_t stepCount) {
            for (; railUntil <= railEnd; railUntil += 10)
                builder.samples(rail, {railUntil * kMs}, {1000 + railUntil});
            for (; gpuUntil <= gpuEnd; gpuUntil += 10)
                builder.samples(gpu, {gpuUntil * kMs}, {gpuUntil % 100 < 50 ? 900 : 100});
            for (; steps < stepCount; ++steps) {
                const auto begin = static_cast<std::int64_t>(steps) * 100 * kMs;
                builder.steps({{steps, begin, begin + 100 * kMs, 32, 0, 0}});
            }
            return viewOf(builder.bytes());
        };
        StepsPanel panel;
        const QAbstractItemModel* const model = panel.table()->model();
        const auto shows = [&](const trace::TraceView& view) {
            const auto figures = analysis::stepFigures(view, 0, view.stepCount());
            for (int row = 0; row < model->rowCount(); ++row) {
                const analysis::StepFigures& figure = figures[static_cast<std::size_t>(row)];
                const QString energy = std::isnan(figure.joules) ? QStringLiteral("–") : joules(figure.joules);
                if (model->index(row, StepsModel::Energy).data().toString() != energy ||
                    model->index(row, StepsModel::Gpu).data().toString() != percent(figure.gpu))
                    return false;
            }
            return model->rowCount() == static_cast<int>(view.stepCount());
        };
        trace::TraceView view = feed(970, 930, 10);
        panel.setView(view, true);
        QTRY_VERIFY(shows(view));
        QCOMPARE(model->index(9, StepsModel::Energy).data().toString(), "–"); // not covered yet
        view = feed(1530, 960, 15);
        panel.setView(view, true);
        QTRY_VERIFY(shows(view));
        view = feed(1600, 1600, 15);
        panel.setView(view, true);
        QTRY_VERIFY(shows(view));
        // What came after more than half a minute counts once the run has ended.
        view = feed(90'000, 1600, 900);
        panel.setView(view, true);
        QTRY_VERIFY(shows(view));
        view = feed(90'100, 90'100, 901);
        panel.setView(view, true);
        const auto gpuOf = [model](int row) { return model->index(row, StepsModel::Gpu).data().toString(); };
        QTRY_COMPARE(gpuOf(900), percent(0.5));
        QCOMPARE(gpuOf(100), "–");
        panel.setView(view, false);
        QTRY_VERIFY(shows(view));
    }

    /// The column may be chosen before its figures are known.
    void stepsOfAFileAreInTheOrderOfTheirEnergy()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel(systemRail());
        const std::array<std::int64_t, 5> watts = {3, 9, 1, 7, 5};
        for (std::size_t i = 0; i < 5; ++i) {
            const auto begin = static_cast<std::int64_t>(i) * 100'000'000;
            for (std::int64_t at = 0; at < 10; ++at)
                builder.samples(rail, {begin + at * 10'000'000}, {watts[i] * 1000});
            builder.steps({{i, begin, begin + 90'000'000, 32, 0, 0}});
        }
        StepsPanel panel;
        panel.setView(viewOf(builder.bytes()), false);
        panel.table()->sortByColumn(StepsModel::Energy, Qt::DescendingOrder);
        const QAbstractItemModel* const model = panel.table()->model();
        const auto order = [model] {
            QStringList steps;
            for (int row = 0; row < model->rowCount(); ++row)
                steps << model->index(row, StepsModel::Index).data().toString();
            return steps.join(' ');
        };
        QTRY_COMPARE(order(), "1 3 4 0 2");
        // The same view again is not measured again.
        const trace::TraceView view = viewOf(builder.bytes());
        QSignalSpy changed(model, &QAbstractItemModel::dataChanged);
        panel.setView(view, false);
        panel.setSkippedSteps(1); // after a job that setView() would have begun, its result would come, too
        QCOMPARE(changed.count(), 1);
    }

    /// More steps than one job measures, of a file that grows meanwhile.
    void stepsOfAGrowingFileAreMeasured()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel(systemRail());
        const auto add = [&](std::int64_t first, std::int64_t last) {
            std::vector<std::int64_t> times;
            std::vector<std::int64_t> values;
            std::vector<format::Step> steps;
            for (std::int64_t i = first; i < last; ++i) {
                times.push_back(i * 10'000'000);
                values.push_back(1000 + i % 7);
                steps.push_back({static_cast<std::uint64_t>(i), i * 10'000'000, (i + 1) * 10'000'000, 1, 0, 0});
            }
            builder.samples(rail, times, values);
            builder.steps(steps);
            return viewOf(builder.bytes());
        };
        StepsPanel panel;
        const QAbstractItemModel* const model = panel.table()->model();
        panel.setView(add(0, 25'000), false);
        panel.setView(add(25'000, 50'000), false);
        const auto energyOf = [model](int row) { return model->index(row, StepsModel::Energy).data().toString(); };
        QTRY_COMPARE(energyOf(49'998), joules(0.01 * (1.0 + 0.001 * (49'998 % 7 + 49'999 % 7) / 2)));
        QCOMPARE(energyOf(24'999), joules(0.01 * (1.0 + 0.001 * (24'999 % 7 + 25'000 % 7) / 2)));
        panel.setView(add(50'000, 50'100), false);
        panel.clear(); // while it measures
        QCOMPARE(model->rowCount(), 0);
        panel.setView(add(50'100, 50'200), true);
        QTRY_COMPARE(energyOf(3), joules(0.01 * 1.0035));
    }

    void withoutStepsThePanelShowsInstructions()
    {
        StepsPanel panel;
        panel.setView(trace::TraceView(), true);
        panel.show();
        QVERIFY(panel.table()->isHidden());
        const auto says = [&panel](const QString& text) {
            const auto labels = panel.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&text](const QLabel* label) {
                return label->isVisible() && label->text().contains(text);
            });
        };
        QVERIFY(says("No steps yet.") && says("stepscope.step"));
        testing::RecordingBuilder builder;
        builder.footer();
        panel.setView(testing::viewOf(builder.bytes()), false);
        QVERIFY(says("No steps were reported.") && says("stepscope.step"));
    }

    /// What a failed training does not say itself.
    void failuresWithoutOutputHaveAHint()
    {
        FailureLine line;
        const auto textOf = [&line](const trace::RunEnding& ending, const char* output) {
            testing::RecordingBuilder builder;
            if (*output != 0)
                builder.log(5, output);
            builder.footer(ending);
            line.reset();
            line.setView(testing::viewOf(builder.bytes()));
            return line.text();
        };
        QVERIFY(textOf({.exitStatus = 3, .state = "ended"}, "").contains("It printed nothing"));
        QVERIFY(!textOf({.exitStatus = 3, .state = "ended"}, "hello\n").contains("It printed nothing"));
        QVERIFY(!textOf({.signal = SIGTERM, .state = "ended"}, "").contains("It printed nothing"));
        QVERIFY(textOf({.signal = SIGKILL, .state = "ended"}, "hello\n").contains("memory"));
    }

    /// The mark of a traceback is below the faulty place, and no line ends without a sign that it continues.
    void outputOfAFailureIsShownAsInATerminal()
    {
        const QString longLine = "ValueError: " + QString("the shapes do not match, ").repeated(20) + "stop";
        testing::RecordingBuilder builder;
        builder.log(5, "    y = f(x)\n        ^^^^\n" + longLine.toStdString() + "\n", format::LogChunk::Stream::Error);
        builder.footer({.exitStatus = 1, .state = "ended"});
        FailureLine line;
        line.resize(1024, 120);
        line.setView(testing::viewOf(builder.bytes()));
        line.show();
        QVERIFY(line.text().endsWith("\n    y = f(x)\n        ^^^^\n" + longLine));
        const auto labels = line.findChildren<ElidedLabel*>();
        QCOMPARE(labels.size(), 3);
        for (const ElidedLabel* label : labels)
            QCOMPARE(label->font().family(), QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
        QTRY_VERIFY(labels[2]->width() > 0 && labels[2]->width() < 1024);
        QCOMPARE(elidedTextAt(*labels[2], QPoint(1, 1)), longLine);
        QCOMPARE(elidedTextAt(*labels[0], QPoint(1, 1)), QString());
        line.reset();
        QVERIFY(line.text().isEmpty() && line.findChildren<ElidedLabel*>().isEmpty());
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

    /// A source that fails between two samples loses them at one moment.
    void lossesOfAMomentHaveATime()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel(systemRail());
        builder.samples(rail, {0, 10'000'000'000}, {2260, 2260});
        builder.loss({"samples", 12, {6'890'000'000, 6'890'000'000}, "the sensor did not answer"});
        const trace::TraceView view = viewOf(builder.bytes());
        HealthPanel panel;
        panel.setView(view);
        auto* tree = panel.findChild<QTreeWidget*>("health");
        QTreeWidgetItem* loss = tree->topLevelItem(0)->child(0);
        const double at = static_cast<double>(6'890'000'000 - view.extent().begin) * 1e-9;
        QCOMPARE(loss->text(1), HealthPanel::tr("%1 lost at %2").arg(countOf(12), duration(at)));
        QSignalSpy activated(&panel, &HealthPanel::rangeActivated);
        emit tree->itemActivated(loss, 0);
        QCOMPARE(activated.count(), 1);
        const auto range = activated[0][0].value<trace::TimeRange>();
        QVERIFY(range.begin < 6'890'000'000 && range.end > 6'890'000'000);
    }

    /// A run that ended after one sample of its rail: energy and power of system and rail are those of the same time.
    void energyOfAPartHasItsCoverageAndPower()
    {
        RecordingBuilder builder;
        const auto rail = builder.channel(systemRail());
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
