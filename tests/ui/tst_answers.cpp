#include "tests/support/recordingbuilder.h"
#include "ui/elidedlabel.h"
#include "ui/energymodel.h"
#include "ui/energypanel.h"
#include "ui/jumptable.h"
#include "ui/observationspanel.h"
#include "ui/reportjob.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr int kLongest = 60'000; ///< ms that a report may take, instrumented and on a busy machine

} // namespace

/// Who took the energy, and what was observed, in the window.
class TestAnswers : public QObject
{
    Q_OBJECT

    trace::TraceView m_view;

private slots:
    void initTestCase() { m_view = testing::viewOf(testing::makeTrainingRecording()); }

    /// Nothing is worked out before somebody looks.
    void onlyForThoseWhoLook()
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
        QCOMPARE(started.count(), 1); // it is there already
    }

    void energyOfOps()
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
        QCOMPARE(model->rowCount(), static_cast<int>(truth.kinds.size()));
        QVERIFY(panel.findChild<ElidedLabel*>("energyClosure")->text().contains("left over"));
        // Each row has a figure with its interval, or says that it has none: never both, never a zero in its place.
        for (int i = 0; i < model->rowCount(); ++i) {
            const auto cell = [&](int column, int role) { return model->index(i, column).data(role); };
            const bool isTold = cell(EnergyModel::Taken, kRawRole).isValid();
            QCOMPARE(cell(EnergyModel::Taken, Qt::DisplayRole).toString() == "not separable", !isTold);
            QCOMPARE(cell(EnergyModel::Interval, Qt::DisplayRole).toString().isEmpty(), !isTold);
        }
        // What has no figure comes last, whichever way it is sorted.
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            panel.table()->sortByColumn(EnergyModel::Taken, order);
            bool unknownBefore = false;
            for (int i = 0; i < model->rowCount(); ++i) {
                const bool isUnknown = !model->index(i, EnergyModel::Taken).data(kRawRole).isValid();
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

    void otherChannels()
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
        QCOMPARE(panel.table()->model()->headerData(EnergyModel::Taken, Qt::Horizontal).toString(), "Busy time");
        panel.findChild<QComboBox*>("energyRows")->setCurrentIndex(1);
        QVERIFY(panel.table()->isColumnHidden(EnergyModel::Shapes) || panel.table()->isHidden());
    }

    /// The same op early and late in a step, and steps that recording did not slow.
    void byPlaceAndWithoutRecording()
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
        QCOMPARE(static_cast<std::size_t>(model->rowCount()), report.untraced.attribution.kinds.size());
        QVERIFY(panel.findChild<ElidedLabel*>("energyClosure")->text().contains("did not slow"));
        QVERIFY(!panel.table()->isColumnHidden(EnergyModel::ByTime));
    }

    void allTwelveAreAsked()
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
            const bool isUnknown = list->item(i, 1)->text() == "cannot tell";
            QVERIFY(isUnknown || !unknownBefore);
            QVERIFY(!list->item(i, 3)->text().isEmpty());
            unknownBefore = isUnknown;
        }
    }

    void cancelledAndForgotten()
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

QTEST_MAIN(TestAnswers)
#include "tst_answers.moc"
