#include "tests/support/recordingbuilder.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/statusline.h"
#include "ui/recording/panels/energypanel.h"
#include "ui/recording/panels/observationspanel.h"
#include "ui/recording/panels/reportjob.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr int kLongest = 60'000; ///< ms for a report with sanitizers on a loaded machine

} // namespace

/// The panels that show parts of the report: EnergyPanel and ObservationsPanel.
class TestReportPanels : public QObject
{
    Q_OBJECT

    trace::TraceView m_view;

private slots:
    void initTestCase() { m_view = testing::viewOf(testing::makeTrainingRecording()); }

    /// Nothing is computed while the panels are hidden.
    void computesOnlyWhileVisible()
    {
        ReportJob job;
        EnergyPanel panel(&job);
        const QSignalSpy started(&job, &ReportJob::started);
        job.setScope(m_view, m_view.extent());
        QCOMPARE(started.count(), 0);
        panel.show();
        QCOMPARE(started.count(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        panel.hide();
        panel.show();
        QCOMPARE(started.count(), 1); // the report is current
    }

    void showsTheEnergyOfOps()
    {
        ReportJob job;
        EnergyPanel panel(&job);
        panel.resize(1400, 400);
        job.setScope(m_view, m_view.extent());
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        QAbstractItemModel* model = panel.table()->model();
        const QAbstractItemModelTester tester(model);
        const analysis::Attribution& truth = job.report()->attribution;
        QCOMPARE(model->rowCount(), static_cast<int>(truth.groups.size()));
        QVERIFY(panel.findChild<ElidedLabel*>("energyClosure")->text().contains("unattributed"));
        // Each row has a figure with an interval, or a text that it has none, never zero.
        for (int i = 0; i < model->rowCount(); ++i) {
            const auto cell = [&](int column, int role) { return model->index(i, column).data(role); };
            const bool hasFigure = cell(EnergyModel::Consumption, kRawRole).isValid();
            QCOMPARE(cell(EnergyModel::Consumption, Qt::DisplayRole).toString() == "not separable", !hasFigure);
            QCOMPARE(cell(EnergyModel::Interval, Qt::DisplayRole).toString().isEmpty(), !hasFigure);
        }
        // Rows without a figure are last in both sort directions.
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            panel.table()->sortByColumn(EnergyModel::Consumption, order);
            bool unknownBefore = false;
            for (int i = 0; i < model->rowCount(); ++i) {
                const bool isUnknown = !model->index(i, EnergyModel::Consumption).data(kRawRole).isValid();
                QVERIFY(isUnknown || !unknownBefore);
                unknownBefore = isUnknown;
            }
        }
        const QSignalSpy went(&panel, &EnergyPanel::opActivated);
        panel.table()->setCurrentIndex(model->index(0, 0));
        QTest::keyClick(panel.table(), Qt::Key_Return);
        QCOMPARE(went.count(), 1);
        const QString name = model->index(0, EnergyModel::Name).data(kRawRole).toString();
        QCOMPARE(QString::fromUtf8(m_view.opName(went[0][0].toUInt()).data()), name);
    }

    void showsOtherChannels()
    {
        ReportJob job;
        EnergyPanel panel(&job);
        job.setScope(m_view, m_view.extent());
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        auto* channels = panel.findChild<QComboBox*>("energyChannel");
        QCOMPARE(channels->count(), static_cast<int>(job.report()->attribution.channels.size()));
        const int cpu = channels->findText("cpu0");
        QVERIFY(cpu >= 0);
        channels->setCurrentIndex(cpu);
        QCOMPARE(panel.table()->model()->headerData(EnergyModel::Consumption, Qt::Horizontal).toString(), "Busy time");
        panel.findChild<QComboBox*>("energyRows")->setCurrentIndex(1);
        QVERIFY(panel.table()->isColumnHidden(EnergyModel::Shapes) || panel.table()->isHidden());
    }

    /// Rows by position within a step, and of untraced steps.
    void groupsByPositionAndUntracedSteps()
    {
        const trace::TraceView view =
            testing::viewOf(testing::makeTrainingRecording({.steps = 60, .tracedFrom = 4, .tracedTo = 40}));
        ReportJob job;
        EnergyPanel panel(&job);
        panel.resize(1400, 400);
        job.setScope(view, view.extent());
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        const analysis::Report& report = *job.report();
        auto* rows = panel.findChild<QComboBox*>("energyRows");
        QAbstractItemModel* model = panel.table()->model();
        rows->setCurrentIndex(2);
        std::size_t groups = 0;
        for (const analysis::OpPositions& op : report.positions.ops)
            groups += op.groups.size();
        QVERIFY(groups > 0);
        QCOMPARE(static_cast<std::size_t>(model->rowCount()), groups);
        QVERIFY2(model->index(0, EnergyModel::Name).data().toString().contains("instance"),
                 qPrintable(model->index(0, EnergyModel::Name).data().toString()));
        QVERIFY(panel.table()->isColumnHidden(EnergyModel::ByTime));
        const QSignalSpy went(&panel, &EnergyPanel::opActivated);
        panel.table()->setCurrentIndex(model->index(0, 0));
        QTest::keyClick(panel.table(), Qt::Key_Return);
        QCOMPARE(went.count(), 1);
        rows->setCurrentIndex(3);
        QCOMPARE(static_cast<std::size_t>(model->rowCount()), report.untraced.attribution.groups.size());
        QVERIFY(panel.findChild<ElidedLabel*>("energyClosure")->text().contains("untraced steps"));
        QVERIFY(!panel.table()->isColumnHidden(EnergyModel::ByTime));
    }

    void showsAllTwelveObservations()
    {
        ReportJob job;
        ObservationsPanel panel(&job);
        panel.resize(1400, 400);
        job.setScope(m_view, m_view.extent());
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        const auto* list = panel.findChild<QTableWidget*>("observations");
        QCOMPARE(list->rowCount(), 12);
        bool unknownBefore = false;
        for (int i = 0; i < 12; ++i) {
            const bool isUnknown = list->item(i, 1)->text() == "undecided";
            QVERIFY(isUnknown || !unknownBefore);
            QVERIFY(!list->item(i, 3)->text().isEmpty());
            unknownBefore = isUnknown;
        }
    }

    void canBeCancelledAndCleared()
    {
        ReportJob job;
        EnergyPanel panel(&job);
        job.setScope(m_view, m_view.extent());
        panel.show();
        job.cancel();
        job.clear();
        QVERIFY(!job.report());
        QVERIFY(panel.table()->isHidden());
    }
};

QTEST_MAIN(TestReportPanels)
#include "tst_reportpanels.moc"
