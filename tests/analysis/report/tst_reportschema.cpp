#include "analysis/report/observationfacts.h"
#include "analysis/report/report.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/schemacheck.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <string>
#include <vector>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

/// resources/schemas/report.json describes what `report --json` prints.
class TestReportSchema : public QObject
{
    Q_OBJECT

private:
    static SchemaCheck check(const std::string& json) { return checkSchema("report", QByteArray::fromStdString(json)); }

private slots:
    void initTestCase()
    {
        const SchemaCheck schema = checkSchema("report");
        if (schema.status == SchemaCheck::kSkipped)
            QSKIP(schema.faults.constData());
        QVERIFY2(schema.status == 0, schema.faults.constData());
    }

    void describesEachReport_data()
    {
        QTest::addColumn<QByteArray>("recording");
        const auto add = [](const char* name, const std::vector<std::byte>& bytes) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<qsizetype>(bytes.size()));
        };
        add("everything", makeTrainingRecording({.steps = 60}));
        add("no GPU and no rails", makeTrainingRecording({.gpu = false, .rails = false}));
        add("no steps", makeTrainingRecording({.steps = 0}));
        add("steps without marks", makeTrainingRecording({.steps = 60, .marksSteps = false}));
        add("unfinished", makeTrainingRecording({.steps = 12, .ended = false}));
        RecordingBuilder failed;
        failed.footer({.state = "failed", .reason = "no such command"});
        add("failed", failed.bytes());
        for (const char* const footer :
             {R"({"exit_status":null,"state":"stopped"})", R"({"exit_status":null,"state":"ended"})",
              R"({"exit_status":0,"state":"paused"})", "{}"}) {
            RecordingBuilder ended;
            ended.footer(std::string_view(footer));
            add(footer, ended.bytes());
        }
        RecordingBuilder facts = makeTraining({.steps = 12});
        facts.facts(R"({"batch_size":8,"parameter_bytes":4000,"framework":"torch",)"
                    R"("tracing":{"traced_steps":5,"untraced_steps":7,"slowdown":1.2,"clock_error_ns":900}})");
        add("facts", facts.bytes());
    }
    void describesEachReport()
    {
        QFETCH(QByteArray, recording);
        const auto* bytes = reinterpret_cast<const std::byte*>(recording.constData());
        const trace::TraceView view = viewOf({bytes, static_cast<std::size_t>(recording.size())});
        const SchemaCheck checked = check(toJson(makeReport(view)));
        QVERIFY2(checked.status == 0, checked.faults.constData());
    }

    void describesSeveralReports()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 12}));
        const Report report = makeReport(view);
        const std::vector<RunFacts> facts(2, runFacts(view, report));
        const SchemaCheck checked = check(toJson({report, report}, observe(facts)));
        QVERIFY2(checked.status == 0, checked.faults.constData());
    }

    /// The check itself: a key that the schema does not describe, a key that is missing, and a wrong type.
    void findsDifferences()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 12}));
        const QJsonObject report =
            QJsonDocument::fromJson(QByteArray::fromStdString(toJson(makeReport(view)))).object();
        for (const char* change : {"new", "missing", "type"}) {
            QJsonObject changed = report;
            QJsonObject steps = changed["steps"].toObject();
            if (change == std::string("new"))
                steps["detected_period_seconds"] = 0.1;
            else if (change == std::string("missing"))
                steps.remove("cv");
            else
                steps["marked"] = "many";
            changed["steps"] = steps;
            const SchemaCheck checked = check(QJsonDocument(changed).toJson().toStdString());
            QVERIFY2(checked.status == 1 && checked.faults.contains("steps"), checked.faults.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestReportSchema)
#include "tst_reportschema.moc"
