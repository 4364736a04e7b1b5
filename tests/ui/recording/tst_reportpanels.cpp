#include "analysis/energy/opgroupenergy.h"
#include "analysis/export/reporttables.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/csvrows.h"
#include "tests/support/recordingbuilder.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/parts/statusline.h"
#include "ui/recording/panels/energypanel.h"
#include "ui/recording/panels/observationspanel.h"
#include "ui/recording/panels/reportjob.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

constexpr int kLongest = 60'000; ///< ms for a report with sanitizers on a loaded machine

using Figures = std::map<QString, double>; ///< J, by op and shapes, or by the name of a sum

QString keyOf(const std::string& name, const std::string& shapes)
{
    return QString::fromStdString(name + " " + shapes);
}

/// Figures and ends of intervals in the table of the panel, with all their digits.
Figures figuresOfTable(const EnergyPanel& panel)
{
    Figures figures;
    const QAbstractItemModel* model = panel.table()->model();
    for (int i = 0; i < model->rowCount(); ++i) {
        const auto raw = [&](int column) { return model->index(i, column).data(kRawRole); };
        const QString name = raw(EnergyModel::Name).toString();
        const QString key =
            name.startsWith("group ") ? name.section(':', 0, 0) : name + ' ' + raw(EnergyModel::Shapes).toString();
        if (raw(EnergyModel::Consumption).isValid())
            figures[key] = raw(EnergyModel::Consumption).toDouble();
    }
    return figures;
}

Figures figuresOfJson(const QJsonObject& json, const QString& rail)
{
    Figures figures;
    for (const QJsonValue op : json["ops"].toArray()) {
        const QJsonValue value = op["energy_joules"][rail]["value"];
        if (value.isDouble())
            figures[op["name"].toString() + ' ' + op["shapes"].toString()] = value.toDouble();
    }
    for (const QJsonValue joint : json["attribution"]["joint"].toArray()) {
        if (joint["channel"] == rail)
            figures[joint["group"].toString()] = joint["sum_joules"]["value"].toDouble();
    }
    return figures;
}

/// Of the columns `keys` joined by a space, and `value`, in rows whose column `of` is `is`.
Figures figuresOfCsv(const std::filesystem::path& path, const std::vector<std::string>& keys, const std::string& value,
                     const std::string& of = {}, const std::string& is = {})
{
    Figures figures;
    const auto rows = testing::csvRows(testing::fileContents(path));
    const auto cell = [&rows](std::size_t row, const std::string& column) {
        const auto at = std::find(rows[0].begin(), rows[0].end(), column) - rows[0].begin();
        return at < std::ssize(rows[row]) ? rows[row][static_cast<std::size_t>(at)] : std::string();
    };
    for (std::size_t i = 1; i < rows.size(); ++i) {
        QStringList key;
        for (const std::string& column : keys)
            key << QString::fromStdString(cell(i, column));
        if (!cell(i, value).empty() && (of.empty() || cell(i, of) == is))
            figures[key.join(' ')] = std::stod(cell(i, value));
    }
    return figures;
}

/// The rows of the table of ops. Their sums have no name there, so the sums of the report are looked up by value.
Figures figuresOfOps(const trace::TraceView& view, const analysis::Report& report, const std::string& rail)
{
    Figures figures;
    const trace::TimeRange range = report.summary.range;
    const auto rows = analysis::opTable(view, range, {});
    const auto energies = analysis::opEnergies(view, range, rows, analysis::OpGrouping::Op, rail);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (energies.rows[i])
            figures[keyOf(rows[i].name, rows[i].shapes)] = energies.rows[i]->value;
    }
    for (const analysis::ChannelAccount& account : report.attribution.channels) {
        for (std::size_t i = 0; account.title() == rail && i < account.joints.size(); ++i) {
            const bool isThere = std::any_of(energies.joints.begin(), energies.joints.end(), [&](const auto& joint) {
                return joint.groups.size() == account.joints[i].groups.size() &&
                       std::abs(joint.sum.value - account.joints[i].sum.value) < 1e-9;
            });
            if (isThere)
                figures[QString::fromStdString(analysis::jointName(i).english())] = account.joints[i].sum.value;
        }
    }
    return figures;
}

/// The first difference; empty when there is none.
QString differenceOf(const Figures& a, const Figures& b)
{
    for (const auto& [key, value] : a) {
        const auto other = b.find(key);
        if (other == b.end() || std::abs(other->second - value) > 1e-9 * std::abs(value))
            return key;
    }
    return a.size() == b.size() ? QString() : QString("%1 and %2 figures").arg(a.size()).arg(b.size());
}

/// The number of intervals in the value, and in what it contains; fails for one of zero width.
int intervalsIn(const QJsonValue& value)
{
    int count = 0;
    if (value["low"].isDouble() && value["high"].isDouble()) {
        if (!(value["low"].toDouble() < value["high"].toDouble()))
            QTest::qFail(QJsonDocument(value.toObject()).toJson(), __FILE__, __LINE__);
        ++count;
    }
    const QJsonObject object = value.toObject();
    for (const QJsonValue part : object)
        count += intervalsIn(part);
    for (const QJsonValue part : value.toArray())
        count += intervalsIn(part);
    return count;
}

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
        job.setScope(m_view, {m_view.extent()}, false);
        QCOMPARE(started.count(), 0);
        panel.show();
        QCOMPARE(started.count(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        panel.hide();
        panel.show();
        QCOMPARE(started.count(), 1); // the report is current
    }

    /// A file is shown while it is read, and a live run ends with what came since the last report.
    void theLastViewIsReported()
    {
        const std::vector<std::byte> bytes = testing::makeTrainingRecording();
        trace::TraceStore store;
        QVERIFY(store.feed(std::span(bytes).first(bytes.size() * 8 / 10)).ok());
        const trace::TraceView part = store.view();
        ReportJob job;
        EnergyPanel panel(&job);
        panel.show();
        const QSignalSpy started(&job, &ReportJob::started);
        job.setScope(part, {part.extent()}, false);
        job.setScope(m_view, {m_view.extent()}, false);
        QCOMPARE(started.count(), 2);
        job.setScope(m_view, {m_view.extent()}, false);
        QCOMPARE(started.count(), 2);
        job.clear();
        job.setScope(part, {part.extent()}, true);
        QCOMPARE(started.count(), 3);
        job.setScope(m_view, {m_view.extent()}, true);
        QCOMPARE(started.count(), 3); // it has not grown by half
        job.setScope(m_view, {m_view.extent()}, false);
        QCOMPARE(started.count(), 4);
    }

    void showsTheEnergyOfOps()
    {
        ReportJob job;
        EnergyPanel panel(&job);
        panel.resize(1400, 400);
        job.setScope(m_view, {m_view.extent()}, false);
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        QAbstractItemModel* model = panel.table()->model();
        const QAbstractItemModelTester tester(model);
        const analysis::Attribution& truth = job.report()->attribution;
        const std::size_t sums = truth.channels.front().joints.size();
        QVERIFY(sums > 0);
        QCOMPARE(model->rowCount(), static_cast<int>(truth.groups.size() + sums));
        QVERIFY(panel.findChild<QLabel*>("energyClosure")->text().contains("unattributed"));
        // Each row has a figure with an interval, or a text that it has none, never zero.
        for (int i = 0; i < model->rowCount(); ++i) {
            const auto cell = [&](int column, int role) { return model->index(i, column).data(role); };
            const bool hasFigure = cell(EnergyModel::Consumption, kRawRole).isValid();
            const QString text = cell(EnergyModel::Consumption, Qt::DisplayRole).toString();
            QCOMPARE(text == "not separable" || text.startsWith("in group "), !hasFigure);
            QCOMPARE(cell(EnergyModel::Interval, Qt::DisplayRole).toString().isEmpty(), !hasFigure);
        }
        // Rows without a figure are last in both sort directions, except below the sum that contains them.
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            panel.table()->sortByColumn(EnergyModel::Consumption, order);
            bool unknownBefore = false;
            int sum = -1;
            for (int i = 0; i < model->rowCount(); ++i) {
                const QModelIndex cell = model->index(i, EnergyModel::Consumption);
                const bool isUnknown = !cell.data(kRawRole).isValid();
                const int inSum = cell.data(EnergyModel::kSumRowRole).toInt();
                if (inSum >= 0 && isUnknown)
                    QCOMPARE(inSum, sum); // directly below its sum or below another op of it
                else
                    QVERIFY(isUnknown || !unknownBefore);
                unknownBefore = isUnknown && inSum < 0;
                sum = inSum;
            }
        }
        const QSignalSpy went(&panel, &EnergyPanel::opActivated);
        int op = 0; // the first row that is no sum
        while (model->index(op, EnergyModel::Name).data().toString().startsWith("group "))
            ++op;
        panel.table()->setCurrentIndex(model->index(op, 0));
        QTest::keyClick(panel.table(), Qt::Key_Return);
        QCOMPARE(went.count(), 1);
        const QString name = model->index(op, EnergyModel::Name).data(kRawRole).toString();
        QCOMPARE(QString::fromUtf8(m_view.opName(went[0][0].toUInt()).data()), name);
    }

    /// Table, panel of ops, report, JSON and CSV have the same figures, and no interval has zero width.
    void figuresAreTheSameEverywhere()
    {
        const trace::TraceView view =
            testing::viewOf(testing::makeTrainingRecording({.steps = 60, .tracedFrom = 4, .tracedTo = 30}));
        ReportJob job;
        EnergyPanel panel(&job);
        job.setScope(view, {view.extent()}, false);
        panel.show();
        QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
        const analysis::Report& report = *job.report();
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        const QTemporaryDir folder;
        const std::filesystem::path csv = folder.path().toStdString();
        QVERIFY(analysis::exportReport(report, csv).ok());
        auto* channels = panel.findChild<QComboBox*>("energyChannel");
        std::size_t sums = 0;
        for (const char* rail : {"VDD_IN", "VDD_SYS_GPU", "VDD_SYS_CPU", "VDD_SYS_DDR"}) {
            channels->setCurrentText(rail);
            const Figures shown = figuresOfTable(panel);
            QVERIFY2(shown.size() >= 2, qPrintable(QString("%1 figures of %2").arg(shown.size()).arg(rail)));
            QCOMPARE(differenceOf(shown, figuresOfJson(json, rail)), QString());
            Figures written = figuresOfCsv(csv / "report-ops.csv", {"name", "shapes"},
                                           std::string("energy_joules.") + rail + ".value");
            written.merge(
                figuresOfCsv(csv / "report-attribution-joint.csv", {"group"}, "sum_joules.value", "channel", rail));
            QCOMPARE(differenceOf(shown, written), QString());
            QCOMPARE(differenceOf(shown, figuresOfOps(view, report, rail)), QString());
            sums += static_cast<std::size_t>(
                std::count_if(shown.begin(), shown.end(), [](const auto& f) { return f.first.startsWith("group "); }));
        }
        QVERIFY(sums > 0);
        QVERIFY(intervalsIn(json) > 100);
        // The text lists the sums of the main rail, and the CSV the ops of each sum.
        const analysis::ChannelAccount& main = *analysis::mainAccount(report);
        const QString text = QString::fromStdString(toText(report));
        const auto members = testing::csvRows(testing::fileContents(csv / "report-attribution-joint-ops.csv"));
        QCOMPARE(members.at(0).at(0), std::string("of_group"));
        for (std::size_t i = 0; i < main.joints.size(); ++i) {
            const analysis::Estimate& sum = main.joints[i].sum;
            const QString name = QString::fromStdString(analysis::jointName(i).english());
            const QString line = text.section("\n  " + name, 1, 1).section('\n', 0, 0);
            QVERIFY2(std::abs(line.trimmed().section(' ', 0, 0).toDouble() - sum.value) < 0.0006, qPrintable(line));
        }
    }

    /// The self-test is offered beside the figures where nothing states the averaging window of the rail.
    void offersTheSelfTestWithoutSensorFacts()
    {
        for (const bool hasFacts : {false, true}) {
            const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording({.hasSensorFacts = hasFacts}));
            ReportJob job;
            EnergyPanel panel(&job);
            const QSignalSpy asked(&panel, &EnergyPanel::selfTestRequested);
            job.setScope(view, {view.extent()}, false);
            panel.show();
            QTRY_VERIFY_WITH_TIMEOUT(job.report(), kLongest);
            const auto* advice = panel.findChild<MessageLine*>();
            QCOMPARE(advice->text().contains("self-test"), !hasFacts);
            QCOMPARE(advice->actionButton()->isVisible(), !hasFacts);
            if (!hasFacts)
                advice->actionButton()->click();
            QCOMPARE(asked.count(), hasFacts ? 0 : 1);
            // The window of a core's busy time is always known.
            panel.findChild<QComboBox*>("energyChannel")->setCurrentText("cpu0");
            QVERIFY(!advice->actionButton()->isVisible());
        }
    }

    void showsOtherChannels()
    {
        ReportJob job;
        EnergyPanel panel(&job);
        job.setScope(m_view, {m_view.extent()}, false);
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
        job.setScope(view, {view.extent()}, false);
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
        const analysis::Attribution& untraced = report.untraced.attribution;
        QCOMPARE(static_cast<std::size_t>(model->rowCount()),
                 untraced.groups.size() + untraced.channels.front().joints.size());
        QVERIFY(panel.findChild<QLabel*>("energyClosure")->text().contains("untraced steps"));
        QVERIFY(!panel.table()->isColumnHidden(EnergyModel::ByTime));
    }

    void showsAllTwelveObservations()
    {
        ReportJob job;
        ObservationsPanel panel(&job);
        panel.resize(1400, 400);
        job.setScope(m_view, {m_view.extent()}, false);
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

    /// While figures are computed, or after that was cancelled, no panel asks for a recording that is open already.
    void anOpenRecordingIsNotAskedFor()
    {
        const auto asksForARecording = [](const QWidget& panel) {
            const auto labels = panel.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return !label->isHidden() && label->text().startsWith("Open a recording");
            });
        };
        ReportJob job;
        EnergyPanel energy(&job);
        ObservationsPanel observations(&job);
        QVERIFY(asksForARecording(energy) && asksForARecording(observations));
        job.setScope(m_view, {m_view.extent()}, false);
        energy.show();
        observations.show();
        QVERIFY(!job.report());
        QVERIFY(!asksForARecording(energy) && !asksForARecording(observations));
        job.cancel();
        QVERIFY(!asksForARecording(energy) && !asksForARecording(observations));
    }

    void canBeCancelledAndCleared()
    {
        ReportJob job;
        EnergyPanel panel(&job);
        job.setScope(m_view, {m_view.extent()}, false);
        panel.show();
        job.cancel();
        job.clear();
        QVERIFY(!job.report());
        QVERIFY(panel.table()->isHidden());
    }
};

QTEST_MAIN(TestReportPanels)
#include "tst_reportpanels.moc"
