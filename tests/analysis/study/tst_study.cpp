// The study as data: cells of a plan, rows of recordings, study.json and CSV.

#include "analysis/study/study.h"
#include "analysis/study/studyfile.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/schemacheck.h"

#include <QByteArray>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

StudyPlan smallPlan()
{
    StudyPlan plan;
    plan.targets = {"local", "virtual-tx2:nano"};
    plan.models = {"resnet50", "char_cnn"};
    plan.batches = {4, 16};
    plan.repeats = 3;
    return plan;
}

ResultRow rowOf(const trace::TraceView& view, const CellEnd& end = {}, std::size_t skippedSteps = 3)
{
    const Report report = cellReport(view, skippedSteps);
    return resultRow({view, report, end, 32});
}

/// A study of which some cells are done.
Study smallStudy()
{
    Study study;
    study.id = "0123456789abcdef";
    study.createdRealtimeNs = 1'700'000'000'000'000'000;
    study.plan = smallPlan();
    study.cells = makeCells(study.plan);
    StudyDevice device;
    device.target = "local";
    device.machine = "x86_64";
    device.gpu = "Pascal, 256 CUDA cores";
    device.storage = "31.3 GB eMMC";
    device.cores = {{0, "A57", "L2 2 MB"}, {1, "Denver2"}};
    device.rails = {{"VDD_IN", "", "system"}};
    device.startTemperatures = {{"CPU-therm", 40.5}};
    study.devices = {device};
    const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 12}));
    for (std::size_t i = 0; i < 3; ++i) {
        StudyCell& cell = study.cells[i];
        cell.state = CellState::Done;
        cell.attempts = 1;
        cell.recording = "recordings/" + cell.id + ".stepscope";
        cell.result = rowOf(view);
    }
    study.cells[3].state = CellState::Running;
    return study;
}

trace::TraceView ended(const trace::RunEnding& ending, std::string_view output = {}, std::uint64_t steps = 12)
{
    RecordingBuilder builder = makeTraining({.steps = steps, .ended = false});
    if (!output.empty())
        builder.log(1'000'500'000'000, output, format::LogChunk::Stream::Error);
    return viewOf(builder.footer(ending).bytes());
}

} // namespace

class StudyTest : public QObject
{
    Q_OBJECT

private slots:
    void cellsCoverThePlanInAStableRandomOrder()
    {
        const StudyPlan plan = smallPlan();
        const auto cells = makeCells(plan);
        QCOMPARE(cells.size(), 2U * 2U * 2U * 3U);
        std::set<std::string> ids;
        std::set<std::tuple<std::string, std::string, int, int>> combinations;
        for (const StudyCell& cell : cells) {
            ids.insert(cell.id);
            combinations.insert({cell.target, cell.model, cell.batch, cell.repeat});
        }
        QCOMPARE(ids.size(), cells.size());
        QCOMPARE(combinations.size(), cells.size());
        // One repeat after the other, so that an interrupted study has whole ones.
        QVERIFY(std::is_sorted(cells.begin(), cells.end(),
                               [](const StudyCell& a, const StudyCell& b) { return a.repeat < b.repeat; }));
        StudyPlan other = plan;
        other.seed = 2;
        const auto idsOf = [](const std::vector<StudyCell>& list) {
            std::string text;
            for (const StudyCell& cell : list)
                text += cell.target + cell.model + std::to_string(cell.batch) + ' ';
            return text;
        };
        QCOMPARE(idsOf(makeCells(plan)), idsOf(cells));
        QVERIFY(idsOf(makeCells(other)) != idsOf(cells));
    }

    void powerSettingsAreADimensionOfThePlan()
    {
        StudyPlan plan = smallPlan();
        const auto without = makeCells(plan);
        plan.powerSettings = {"MAXN", "MAXQ+locked"};
        const auto cells = makeCells(plan);
        QCOMPARE(cells.size(), 2 * without.size());
        std::map<std::string, int> counts;
        std::set<std::string> ids;
        for (const StudyCell& cell : cells) {
            ++counts[cell.power];
            ids.insert(cell.id);
            QVERIFY2(cell.id.find(cell.power == "MAXN" ? "-MAXN-r" : "-MAXQ-locked-r") != std::string::npos,
                     cell.id.c_str());
        }
        QCOMPARE(ids.size(), cells.size());
        QVERIFY(counts["MAXN"] == counts["MAXQ+locked"]);
        for (const char* wrong : {"", "MAXN;id", "a b", "$(id)", "'", "../x"}) {
            plan.powerSettings = {wrong};
            QVERIFY2(!checkPlan(plan).ok(), wrong);
        }
        plan.powerSettings = {"MAXN", "MAXN"};
        QVERIFY(!checkPlan(plan).ok());
    }

    /// A study without settings is the same file for earlier programs; theirs has no settings.
    void studiesWithAndWithoutPowerSettingsAreRead()
    {
        Study study;
        study.id = "1";
        study.plan = smallPlan();
        study.cells = makeCells(study.plan);
        QJsonObject older = QJsonDocument::fromJson(QByteArray::fromStdString(studyJson(study))).object();
        QCOMPARE(older["version"].toInt(), 1);
        QJsonObject plan = older["plan"].toObject();
        plan.remove("power_settings");
        plan.remove("least_seconds");
        older["plan"] = plan;
        QJsonArray cells = older["cells"].toArray();
        for (QJsonValueRef cell : cells) {
            QJsonObject copy = cell.toObject();
            copy.remove("power_setting");
            cell = copy;
        }
        older["cells"] = cells;
        const auto read = parseStudy(QJsonDocument(older).toJson().toStdString(), "study.json");
        QVERIFY(read.ok() && read->plan.leastSeconds == 0);

        study.plan.powerSettings = {"MAXN", "MAXQ+gpu=828.75"};
        study.cells = makeCells(study.plan);
        const std::string json = studyJson(study);
        const auto parsed = parseStudy(json, "study.json");
        QVERIFY(parsed.ok() && parsed->plan == study.plan && parsed->cells[5].power == study.cells[5].power);
        QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["version"].toInt(), 2);
        const testing::SchemaCheck checked = testing::checkSchema("study", QByteArray::fromStdString(json));
        if (checked.status != testing::SchemaCheck::kSkipped)
            QVERIFY2(checked.status == 0, checked.faults.constData());
    }

    void commandsGetTheValuesOfTheCell()
    {
        StudyPlan plan = smallPlan();
        plan.command = {"python3",  "x.py",   "--batch={batch}x{batch}", "{model}", "{steps}", "{seconds}",
                        "{repeat}", "{other}"};
        const StudyCell cell{.model = "m {batch}", .batch = 16, .repeat = 2};
        const std::vector<std::string> expected{"python3", "x.py", "--batch=16x16", "m {batch}", "50",
                                                "10",      "2",    "{other}"};
        QCOMPARE(commandFor(plan, cell), expected);
    }

    void refusesPlansWithoutSense_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("word");
        const auto row = [](int change, const char* word) { QTest::newRow(word) << change << word; };
        row(0, "--models");
        row(1, "not 0");
        row(2, "listed twice");
        row(3, "{batch}");
        row(4, "{model}");
        row(5, "target");
        row(6, "--batches");
    }
    void refusesPlansWithoutSense()
    {
        QFETCH(int, change);
        QFETCH(QString, word);
        using Change = void (*)(StudyPlan&);
        constexpr std::array<Change, 7> kChanges{
            [](StudyPlan& plan) { plan.models.clear(); },
            [](StudyPlan& plan) {
                plan.batches = {4, 0};
            },
            [](StudyPlan& plan) {
                plan.batches = {4, 4};
            },
            [](StudyPlan& plan) {
                plan.command = {"train", "{model}"};
            },
            [](StudyPlan& plan) {
                plan.command = {"train", "{batch}"};
            },
            [](StudyPlan& plan) { plan.targets.clear(); },
            [](StudyPlan& plan) { plan.batches.clear(); },
        };
        StudyPlan plan = smallPlan();
        QVERIFY(checkPlan(plan).ok());
        kChanges[static_cast<std::size_t>(change)](plan);
        const auto checked = checkPlan(plan);
        QVERIFY(!checked.ok() && checked.error().code == format::Error::Code::Usage);
        QVERIFY2(checked.error().text.find(word.toStdString()) != std::string::npos, checked.error().text.c_str());
    }

    /// The columns agree with the report of the same recording, which other tests compare with computed truths.
    void rowsAgreeWithTheReport()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 40, .tracedFrom = 0, .tracedTo = 0}));
        const Report report = makeReport(view);
        const ResultRow row = rowOf(view);
        QVERIFY(row.succeeded());
        QCOMPARE(row.number("counted_steps").value_or(0), 37.0);
        QCOMPARE(row.number("skipped_steps").value_or(0), 3.0);
        QCOMPARE(row.number(column::kThroughput), report.steps.samplesPerSecond);
        QCOMPARE(row.number(column::kStepSeconds).value_or(0), report.steps.meanSeconds);
        QCOMPARE(row.number(column::kStepCv).value_or(0), report.steps.cv);
        QCOMPARE(row.number(column::kGpu), report.summary.gpuUtilization);
        QCOMPARE(row.number(column::kCpu), report.summary.cpuUtilization);
        QCOMPARE(row.number(column::kPeakMemory), report.summary.peakMemoryBytes);
        QCOMPARE(row.number(column::kStepJoules), report.energy.joulesPerStep);
        QCOMPARE(row.number(column::kSampleJoules).value_or(0), *report.energy.joulesPerStep / 32);
        const NamedValues cores = row.named(column::kCores);
        QCOMPARE(cores.size(), report.summary.cores.size());
        QCOMPARE(cores[2].first, std::string("cpu2"));
        QCOMPARE(cores[2].second, report.summary.cores[2].utilization);
        // The energy by rail and that of the system are computed in different ways; both are of whole steps.
        const NamedValues rails = row.named(column::kRailStepJoules);
        const auto system =
            std::find_if(rails.begin(), rails.end(), [](const auto& rail) { return rail.first == "VDD_IN"; });
        QVERIFY(system != rails.end());
        QVERIFY(std::abs(system->second / *report.energy.joulesPerStep - 1) < 0.02);
    }

    /// A training that reports neither its batch size nor samples has the throughput of the plan's batch size.
    void throughputUsesThePlansBatchSize()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 20, .batchSize = 0}));
        const ResultRow row = rowOf(view);
        const double seconds = row.number(column::kStepSeconds).value_or(0);
        QVERIFY(seconds > 0);
        QVERIFY(std::abs(row.number(column::kThroughput).value_or(0) * seconds / 32 - 1) < 0.05);
    }

    void findsStepsWithoutMarks()
    {
        const ResultRow row = rowOf(viewOf(makeTrainingRecording({.steps = 120, .marksSteps = false})));
        QVERIFY(row.succeeded());
        QCOMPARE(row.number("steps").value_or(-1), 0.0);
        QVERIFY(std::abs(row.number(column::kStepSeconds).value_or(0) / 0.2 - 1) < 0.05);
        QVERIFY(row.number(column::kThroughput).has_value());
    }

    void namesTheOutcome_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("outcome");
        const auto row = [](const char* name, const char* state, int status, int signal, const char* output,
                            const char* outcome) {
            QTest::newRow(name) << state << status << signal << output << outcome;
        };
        row("success", "ended", 0, 0, "", "ok");
        row("success after a caught error", "ended", 0, 0, "CUDA out of memory, trying less\n", "ok");
        row("status", "ended", 3, 0, "", "exit_status");
        row("kill", "ended", 137, 9, "", "killed");
        row("kill below a shell", "ended", 137, 0, "", "killed");
        row("segmentation fault", "ended", 139, 11, "", "segmentation_fault");
        row("other signal", "ended", 134, 6, "", "signal");
        row("PyTorch", "ended", 1, 0, "RuntimeError: CUDA out of memory. Tried to allocate 2 GiB\n", "out_of_memory");
        row("Python", "ended", 1, 0, "Traceback\nMemoryError\n", "out_of_memory");
        row("TensorFlow", "ended", 1, 0, "ResourceExhaustedError: OOM when allocating tensor\n", "out_of_memory");
        row("C++", "ended", 134, 6, "terminate called after 'std::bad_alloc'", "out_of_memory");
        row("stop", "stopped", 143, 15, "", "stopped");
        row("no such program", "failed", 0, 0, "", "not_started");
    }
    void namesTheOutcome()
    {
        QFETCH(QString, state);
        QFETCH(int, status);
        QFETCH(int, signal);
        QFETCH(QString, output);
        QFETCH(QString, outcome);
        const trace::TraceView view = ended({.end = 1'003'000'000'000,
                                             .exitStatus = status,
                                             .signal = signal,
                                             .state = state.toStdString(),
                                             .reason = "x"},
                                            output.toStdString());
        const ResultRow row = rowOf(view);
        QCOMPARE(QString::fromStdString(row.text(column::kOutcome)), outcome);
        QCOMPARE(row.text(column::kReason).empty(), outcome == "ok");
        const auto names = outcomeNames();
        QVERIFY(std::find(names.begin(), names.end(), outcome.toStdString()) != names.end());
    }

    void namesTheOutcomeThatTheRecordingDoesNotState()
    {
        const trace::TraceView running = viewOf(makeTrainingRecording({.steps = 12, .ended = false}));
        QCOMPARE(rowOf(running, {.isLost = true, .attempts = 2}).text(column::kOutcome), std::string("target_lost"));
        const trace::TraceView stopped = ended({.state = "stopped"});
        QCOMPARE(rowOf(stopped, {.timedOut = true}).text(column::kOutcome), std::string("timeout"));
        const ResultRow silent = rowOf(ended({.state = "ended", .hasStatus = false}));
        QCOMPARE(silent.text(column::kOutcome), std::string("exit_status"));
        QVERIFY(QString::fromStdString(silent.text(column::kReason)).contains("not known"));
        const ResultRow none = rowOf({}, {.startError = "no such command"});
        QCOMPARE(none.text(column::kOutcome), std::string("not_started"));
        QCOMPARE(none.text(column::kReason), std::string("no such command"));
        QVERIFY(!none.number(column::kThroughput) && none.named(column::kCores).empty());
        const trace::TraceView noSteps = ended({.state = "ended"}, {}, 0);
        QCOMPARE(rowOf(noSteps).text(column::kOutcome), std::string("no_steps"));
    }

    void keepsTheLastLinesOfTheOutput()
    {
        std::string output;
        for (int i = 0; i < 30; ++i)
            output += "line " + std::to_string(i) + " \x1b[31m\n";
        const std::string kept = lastOutput(ended({.exitStatus = 1, .state = "ended"}, output));
        QCOMPARE(std::count(kept.begin(), kept.end(), '\n'), 9);
        QVERIFY(kept.find("line 29") != std::string::npos && kept.find("line 19") == std::string::npos);
        QVERIFY(kept.find('\x1b') == std::string::npos);
    }

    void studyJsonIsReadBackUnchanged()
    {
        const Study study = smallStudy();
        const std::string json = studyJson(study);
        const auto back = parseStudy(json, "study.json");
        QVERIFY2(back.ok(), back.ok() ? "" : back.error().text.c_str());
        QCOMPARE(studyJson(*back), json);
        QVERIFY(back->plan == study.plan);
        QCOMPARE(back->deviceOf("local")->startTemperatures.at("CPU-therm"), 40.5);
        QVERIFY(back->deviceOf("elsewhere") == nullptr);
        QCOMPARE(back->cells[0].result.number(column::kThroughput), study.cells[0].result.number(column::kThroughput));
        QVERIFY(back->cells[4].result.isEmpty());
    }

    void studyJsonFollowsItsSchema()
    {
        Study study = smallStudy();
        study.cells[4].state = CellState::Done;
        study.cells[4].result = rowOf({}, {.startError = "no such command"});
        const testing::SchemaCheck checked = testing::checkSchema("study", QByteArray::fromStdString(studyJson(study)));
        if (checked.status == testing::SchemaCheck::kSkipped)
            QSKIP(checked.faults.constData());
        QVERIFY2(checked.status == 0, checked.faults.constData());
    }

    void refusesDamagedFiles_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("word");
        const QByteArray good = QByteArray::fromStdString(studyJson(smallStudy()));
        const QJsonObject study = QJsonDocument::fromJson(good).object();
        const auto changed = [&](const char* name, const char* word, const std::function<void(QJsonObject&)>& change) {
            QJsonObject copy = study;
            change(copy);
            QTest::newRow(name) << QJsonDocument(copy).toJson() << word;
        };
        const auto cell = [&](const char* name, const char* word, const char* key, const QJsonValue& value) {
            changed(name, word, [&](QJsonObject& copy) {
                QJsonArray cells = copy["cells"].toArray();
                QJsonObject first = cells[0].toObject();
                first[key] = value;
                cells[0] = first;
                copy["cells"] = cells;
            });
        };
        QTest::newRow("empty") << QByteArray() << "not complete JSON";
        QTest::newRow("half") << good.left(good.size() / 2) << "not complete JSON";
        QTest::newRow("deep") << QByteArray(100'000, '[') << "not complete JSON";
        QTest::newRow("a list") << QByteArray("[]") << "not an object";
        QTest::newRow("bytes") << QByteArray("\xff\x00\x01", 3) << "not complete JSON";
        changed("newer", "newer Stepscope", [](QJsonObject& copy) { copy["version"] = 3; });
        changed("no version", "version is missing", [](QJsonObject& copy) { copy.remove("version"); });
        changed("no plan", "plan", [](QJsonObject& copy) { copy["plan"] = QJsonValue(); });
        changed("a cell less", "23 cells", [](QJsonObject& copy) {
            QJsonArray cells = copy["cells"].toArray();
            cells.removeLast();
            copy["cells"] = cells;
        });
        changed("a cell twice", "cell 2 is not that of the plan", [](QJsonObject& copy) {
            QJsonArray cells = copy["cells"].toArray();
            cells[1] = QJsonValue(cells[0]);
            copy["cells"] = cells;
        });
        changed("many repeats", "the most is 100000", [](QJsonObject& copy) {
            QJsonObject plan = copy["plan"].toObject();
            plan["repeats"] = 1'000'000;
            copy["plan"] = plan;
        });
        cell("a file outside", "outside of the study", "recording", "../../.bashrc");
        cell("an absolute file", "outside of the study", "recording", "/etc/passwd");
        cell("another power setting", "cell 1 is not that of the plan", "power_setting", "MAXQ");
        cell("a fraction as batch", "batch", "batch", 4.5);
        cell("a negative batch", "batch", "batch", -4);
        cell("a huge batch", "batch", "batch", 1e300);
        cell("an unknown state", "state is unknown", "state", "sleeping");
        cell("no result", "result is missing", "result", QJsonValue());
        cell("a result of another kind", "result is not an object", "result", "fast");
        cell("control characters", "control character", "model", "\x1b[2J");
        QJsonObject result = study["cells"].toArray()[0].toObject()["result"].toObject();
        result["cpu_utilization"] = "much";
        cell("text as a number", "cpu_utilization", "result", result);
        result = study["cells"].toArray()[0].toObject()["result"].toObject();
        result["outcome"] = "splendid";
        cell("an unknown outcome", "outcome is unknown", "result", result);
    }
    void refusesDamagedFiles()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, word);
        const auto parsed = parseStudy(text.toStdString(), "study.json");
        QVERIFY(!parsed.ok());
        const std::string& error = parsed.error().text;
        QVERIFY2(error.find(word.toStdString()) != std::string::npos, error.c_str());
        QVERIFY2(error.find('\n') == std::string::npos && error.find('\x1b') == std::string::npos, error.c_str());
    }

    void aStudyWithoutAColumnIsRead()
    {
        std::string json = studyJson(smallStudy());
        const std::string key = "\"cpu_utilization\"";
        for (std::size_t at = json.find(key); at != std::string::npos; at = json.find(key, at))
            json.replace(at, key.size(), "\"future_column\"");
        const auto study = parseStudy(json, "study.json");
        QVERIFY(study.ok());
        QVERIFY(!study->cells[0].result.number(column::kCpu));
        QVERIFY(study->cells[0].result.number(column::kThroughput).has_value());
    }

    /// A file cut at any place is refused or, where only white space is missing, read.
    void aTruncatedFileIsNeverAccepted()
    {
        const std::string json = studyJson(smallStudy());
        for (std::size_t size = 0; size + 2 < json.size(); size += 97)
            QVERIFY(!parseStudy(std::string_view(json).substr(0, size), "study.json").ok());
    }

    void csvHasOneRowForEachCell()
    {
        const Study study = smallStudy();
        const QByteArray csv = QByteArray::fromStdString(studyCsv(study));
        const QList<QByteArray> lines = csv.split('\n');
        QCOMPARE(lines.size(), static_cast<qsizetype>(study.cells.size()) + 2); // header, and the end of the last row
        const QList<QByteArray> header = lines[0].trimmed().split(',');
        QCOMPARE(header.mid(0, 8).join(' '),
                 QByteArray("cell target model batch repeat state recording power_setting"));
        QVERIFY(header.contains("core_utilization.cpu5") && header.contains("rail_step_energy_joules.VDD_IN"));
        QVERIFY(header.contains("throughput_samples_per_second") && !header.contains("core_utilization"));
        for (qsizetype i = 1; i + 1 < lines.size(); ++i)
            QVERIFY2(lines[i].count(',') >= header.size() - 1, lines[i].constData());
        const auto at = header.indexOf("throughput_samples_per_second");
        QCOMPARE(lines[1].split(',')[at].toDouble(), study.cells[0].result.number(column::kThroughput).value_or(0));
        QVERIFY(lines[5].split(',')[at].isEmpty());
    }

    void remainingTimeUsesTheCellsThatAreMostLike()
    {
        Study study;
        study.plan = smallPlan();
        study.plan.targets = {"local"};
        study.cells = makeCells(study.plan);
        QVERIFY(!remainingTime(study));
        // Of 12 cells one is done: all others may take as long.
        const ResultRow row = rowOf(viewOf(makeTrainingRecording({.steps = 12})));
        const double seconds = *row.number(column::kDuration);
        study.cells[0].state = CellState::Done;
        study.cells[0].result = row;
        const auto remaining = remainingTime(study);
        QVERIFY(remaining.has_value());
        QCOMPARE(remaining->cells, std::size_t{11});
        QVERIFY(std::abs(remaining->seconds / (11 * seconds) - 1) < 1e-9);
        // A longer training of another model changes the estimate of that model only.
        const ResultRow longer = rowOf(viewOf(makeTrainingRecording({.steps = 60})));
        const auto other = std::find_if(study.cells.begin(), study.cells.end(),
                                        [&](const StudyCell& cell) { return cell.model != study.cells[0].model; });
        other->state = CellState::Done;
        other->result = longer;
        const double expected = 5 * seconds + 5 * *longer.number(column::kDuration);
        QVERIFY(std::abs(remainingTime(study)->seconds / expected - 1) < 1e-9);
        for (StudyCell& cell : study.cells)
            cell.state = CellState::Done;
        QCOMPARE(remainingTime(study)->cells, std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(StudyTest)
#include "tst_study.moc"
