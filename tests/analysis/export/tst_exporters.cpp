// The files of all exporters: read by a Python script that shares no code with the program (readexports.py), and
// Chrome's JSON also by the program's own import.

#include "analysis/export/exporter.h"
#include "analysis/import/importer.h"
#include "analysis/report/report.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/hostiletexts.h"
#include "tests/support/recordingbuilder.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <sys/resource.h>
#include <tuple>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

namespace fs = std::filesystem;

constexpr const char* kNames[] = {"run.json",  "run.json.gz", "run.pftrace", "run.npz",
                                  "run.pb.gz", "run.folded",  "run.html",    "run.csv"};

const Exporter& exporterOf(const fs::path& path)
{
    for (const auto& exporter : exporters()) {
        for (const std::string_view suffix : exporter->suffixes()) {
            if (path.filename().string().ends_with(suffix))
                return *exporter;
        }
    }
    qFatal("no exporter");
}

/// Two lanes with links, a span that overlaps another without nesting, gaps, and a metric that is not finite.
RecordingBuilder difficult()
{
    constexpr std::int64_t kStart = 1'000'000'000'000;
    RecordingBuilder builder;
    builder.describe().startMonotonic = kStart;
    builder.describe().startRealtime = 1'700'000'000'123'456'789;
    builder.describe().periodNs = 1000;
    builder.describe().command = {"python3", "train.py"};
    const auto power =
        builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001, .rail = "VDD_IN"});
    const auto core = builder.channel({.name = "cpu0", .quantity = "cpu.utilization", .unit = "1", .scale = 0.0001});
    builder.samples(power, {kStart, kStart + 1000, kStart + 2001}, {5000, format::kMissing, 5200});
    builder.samples(core, {kStart + 7, kStart + 1007}, {10000, 0});
    builder.lane({.id = 1, .process = 42, .thread = 43, .name = "main"});
    builder.lane({.id = 2, .kind = format::Lane::Kind::GpuStream, .process = 42, .thread = 43, .name = "stream 43"});
    const auto conv = builder.op("aten::conv2d", "[16,3,32,32],[64,3,7,7]", "layer1.0");
    const auto odd = builder.op("odd \"op\"; \\ </script>", "not a [list");
    const auto kernel = builder.op("scudnn", "", "", "kernel");
    builder.spans(1, {{kStart + 100, 500, conv, 0},
                      {kStart + 150, 100, odd, 1},
                      {kStart + 150, 100, conv, 2},
                      {kStart + 400, 900, odd, 1}, // ends after its parent
                      {kStart + 700, 0, conv, 0}});
    builder.spans(2, {{kStart + 300, 800, kernel, 0}, {kStart + 900, 400, kernel, 0}});
    const std::vector<format::Link> links{
        {kStart + 150, kStart + 300}, {kStart + 400, kStart + 900}, {kStart + 999, kStart + 300}};
    builder.links(1, 2, links);
    builder.steps({{.index = 4, .start = kStart + 50, .end = kStart + 1350, .samples = 32, .flags = 1},
                   {.index = 5, .start = kStart + 1350, .end = kStart + 2001, .samples = 32, .flags = 2}});
    builder.metric("loss",
                   {{kStart + 10, 0.5}, {kStart + 20, std::nan("")}, {kStart + 30, INFINITY}, {kStart + 40, 7}});
    builder.event(kStart + 500, format::Event::Severity::Warning, "core", "Core 2 is offline now.");
    builder.event(kStart + 400, format::Event::Severity::Info, "device", "This event arrives late.");
    builder.log(kStart + 600, "loss 0.5\n");
    builder.footer({.end = kStart + 2001, .state = "ended"});
    return builder;
}

using Span = std::tuple<std::int64_t, std::int64_t, std::string, std::string, std::string, std::string>;
std::multiset<Span> spansOf(const trace::TraceView& view, std::int64_t origin)
{
    std::multiset<Span> spans;
    for (const trace::LaneView& lane : view.lanes()) {
        for (std::size_t i = 0; i < lane.size(); ++i) {
            const trace::SpanRecord span = lane.span(i);
            spans.emplace(span.start - origin, span.duration, view.opName(span.op), view.opShapes(span.op),
                          view.opModule(span.op), view.opCategory(span.op));
        }
    }
    return spans;
}

using Samples = std::map<std::string, std::vector<std::pair<std::int64_t, double>>>;
Samples samplesOf(const trace::TraceView& view, std::int64_t origin)
{
    Samples samples;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        auto& list = samples[info.quantity + " " + info.name + " " + info.unit];
        for (std::size_t i = 0; i < channel.size(); ++i) {
            if (!std::isnan(channel.value(i)))
                list.emplace_back(channel.time(i) - origin, channel.value(i));
        }
        if (list.empty())
            samples.erase(info.quantity + " " + info.name + " " + info.unit);
    }
    return samples;
}

/// The first difference; empty if there is none. Values are decimal in a trace, so that the last digit may differ.
QString difference(const Samples& read, const Samples& expected)
{
    for (const auto& [name, samples] : expected) {
        const auto found = read.find(name);
        if (found == read.end() || found->second.size() != samples.size())
            return QString::fromStdString(name) + " has another number of samples";
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const auto& [time, value] = found->second[i];
            if (time != samples[i].first || std::abs(value - samples[i].second) > 1e-12 * std::abs(value))
                return QStringLiteral("%1: %2 at %3 instead of %4 at %5")
                    .arg(QString::fromStdString(name))
                    .arg(value, 0, 'g', 17)
                    .arg(time)
                    .arg(samples[i].second, 0, 'g', 17)
                    .arg(samples[i].first);
        }
    }
    return read.size() == expected.size() ? QString() : QStringLiteral("there are more channels");
}

} // namespace

class TestExporters : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_number = 0;

    fs::path newFolder()
    {
        const QString name = QString::number(++m_number);
        QDir(m_dir.path()).mkdir(name);
        return m_dir.filePath(name).toStdString();
    }
    QString exportAll(const fs::path& folder, std::span<const std::byte> recording)
    {
        writeFile(folder / "run.stepscope", recording);
        const auto view = trace::loadRecording(folder / "run.stepscope");
        if (!view.ok())
            return QString::fromStdString(view.error().text);
        for (const char* name : kNames) {
            ExportOptions options;
            options.title = "run.stepscope";
            options.pictures = {{"Timeline", "<?xml version=\"1.0\"?><svg><g></g></svg>", "<svg></svg>"}};
            const auto done = exportFile(*view, exporterOf(folder / name), folder / name, false, options);
            if (!done.ok())
                return QString::fromStdString(done.error().text);
        }
        return {};
    }
    static QString check(const QStringList& folders)
    {
        QProcess python;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("STEPSCOPE_SOURCE_DIR", STEPSCOPE_SOURCE_DIR);
        python.setProcessEnvironment(environment);
        python.start(STEPSCOPE_PYTHON,
                     QStringList{STEPSCOPE_SOURCE_DIR "/tests/analysis/export/readexports.py"} + folders);
        if (!python.waitForFinished(100'000))
            return "Python did not end";
        return python.exitCode() == 0 ? QString() : QString::fromUtf8(python.readAllStandardError()).right(3000);
    }
    /// The recording that an import of the file makes.
    trace::TraceView imported(const fs::path& file)
    {
        const fs::path output = file.string() + ".stepscope";
        const auto done = importFiles({.files = {file}}, output);
        if (!done.ok())
            qFatal("%s", done.error().text.c_str());
        const auto view = trace::loadRecording(output);
        return view.ok() ? *view : trace::TraceView();
    }

private slots:
    void aTrainingIsReadByOthers()
    {
        const fs::path folder = newFolder();
        QCOMPARE(exportAll(folder, makeTrainingRecording({.steps = 12})), QString());
        QCOMPARE(check({QString::fromStdString(folder.string())}), QString());
    }

    void aDifficultRecordingIsReadByOthers()
    {
        const fs::path folder = newFolder();
        QCOMPARE(exportAll(folder, difficult().bytes()), QString());
        QCOMPARE(check({QString::fromStdString(folder.string())}), QString());
    }

    void hostileTextsAreHarmless()
    {
        // A text takes 0.2 s, instrumented more than a second. Each kind of text comes several times.
#ifdef __SANITIZE_ADDRESS__
        constexpr std::size_t kEvery = 16;
#else
        constexpr std::size_t kEvery = 4;
#endif
        QStringList folders;
        const auto texts = hostileTexts();
        for (std::size_t i = 0; i < texts.size(); i += kEvery) {
            const std::string& text = texts[i];
            const fs::path folder = newFolder();
            folders << QString::fromStdString(folder.string());
            QCOMPARE(exportAll(folder, hostileRecording(text)), QString());
        }
        QCOMPARE(check(folders), QString());
    }

    void chromeTracesReturnByImport_data()
    {
        QTest::addColumn<QByteArray>("recording");
        const auto bytes = [](const std::vector<std::byte>& recording) {
            return QByteArray(reinterpret_cast<const char*>(recording.data()),
                              static_cast<qsizetype>(recording.size()));
        };
        QTest::newRow("training") << bytes(makeTrainingRecording({.steps = 12}));
        QTest::newRow("difficult") << bytes(difficult().bytes());
    }
    void chromeTracesReturnByImport()
    {
        QFETCH(QByteArray, recording);
        const auto view =
            viewOf(std::as_bytes(std::span(recording.constData(), static_cast<std::size_t>(recording.size()))));
        for (const char* name : {"run.json", "run.json.gz"}) {
            const fs::path path = newFolder() / name;
            const auto done = exportFile(view, exporterOf(path), path, false, {});
            QVERIFY2(done.ok(), done.ok() ? "" : done.error().text.c_str());
            const auto again = imported(path);
            // An import begins at its first record; the real time says which that is.
            const std::int64_t moved = again.header().startRealtime - view.header().startRealtime;
            const std::int64_t origin = view.header().startMonotonic + (view.header().startRealtime > 0 ? moved : 0);
            QVERIFY(view.header().startRealtime > 0);
            const auto spans = spansOf(view, origin);
            const auto read = spansOf(again, 0);
            for (auto a = spans.begin(), b = read.begin(); a != spans.end() && b != read.end(); ++a, ++b) {
                if (*a != *b)
                    qInfo() << std::get<0>(*a) << std::get<1>(*a) << std::get<2>(*a).c_str() << std::get<3>(*a).c_str()
                            << std::get<4>(*a).c_str() << std::get<5>(*a).c_str() << "read as" << std::get<0>(*b)
                            << std::get<1>(*b) << std::get<2>(*b).c_str() << std::get<3>(*b).c_str()
                            << std::get<4>(*b).c_str() << std::get<5>(*b).c_str();
                if (*a != *b)
                    break;
            }
            QVERIFY(read == spans);
            QCOMPARE(difference(samplesOf(again, 0), samplesOf(view, origin)), QString());
            QCOMPARE(again.stepCount(), view.stepCount());
            for (std::size_t i = 0; i < view.stepCount(); ++i) {
                const format::Step before = view.step(i);
                const format::Step after = again.step(i);
                QCOMPARE(after.index, before.index);
                QCOMPARE(after.start, before.start - origin);
                QCOMPARE(after.end, before.end - origin);
                QCOMPARE(after.samples, before.samples);
                QCOMPARE(after.flags, before.flags);
            }
        }
    }

    void figuresOfABoardReturnByImport_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addRow("trace") << "board.json";
        QTest::addRow("table") << "board.csv";
    }
    /// What an analysis has to know of a channel beside its samples is in the export, too.
    void figuresOfABoardReturnByImport()
    {
        QFETCH(const QString, name);
        constexpr std::int64_t kSecond = 1'000'000'000;
        constexpr std::int64_t kNone = format::kMissing;
        RecordingBuilder builder;
        builder.describe().periodNs = kSecond;
        const auto rail = [&](const char* label, const char* parent, const char* role) {
            return builder.channel({.name = label,
                                    .quantity = "rail.power",
                                    .unit = "W",
                                    .scale = 0.001,
                                    .rail = label,
                                    .parent = parent,
                                    .role = role,
                                    .periodNs = kSecond});
        };
        const auto input = rail("VDD_IN", "", "system");
        const auto gpu = rail("VDD_SYS_GPU", "VDD_IN", "gpu");
        using Values = std::vector<std::int64_t>;
        const Values times{0, kSecond, 2 * kSecond, 3 * kSecond, 60 * kSecond, 61 * kSecond};
        std::array<std::uint32_t, 2> cores{};
        for (std::size_t core = 0; core < cores.size(); ++core)
            cores[core] = builder.channel({.name = "cpu" + std::to_string(core),
                                           .quantity = "cpu.utilization",
                                           .unit = "1",
                                           .scale = 0.01,
                                           .core = static_cast<int>(core),
                                           .periodNs = kSecond});
        builder.samples(input, times, Values{5000, 5000, 5000, 5000, 7000, 7000});
        builder.samples(gpu, times, Values{1000, 1000, 1000, 1000, 3000, 3000});
        for (const std::int64_t core : {0, 1}) {
            const std::int64_t third = name == "board.csv" ? kNone : 50 * core; // a trace cannot express it
            builder.samples(cores[static_cast<std::size_t>(core)], times,
                            Values{50 * core, 50 * core, third, 50 * core, 90, 90});
        }
        builder.footer({.end = 61 * kSecond, .state = "ended"});
        const trace::TraceView original = viewOf(builder.bytes());
        const fs::path file = newFolder() / name.toStdString();
        QVERIFY(exportFile(original, exporterOf(file), file, false, {}).ok());
        const trace::TraceView read = imported(file);
        const RangeSummary expected = summarize(original, original.extent());
        const RangeSummary found = summarize(read, read.extent());
        QCOMPARE(*expected.systemJoules, 22.0); // 3 s at 5 W and 1 s at 7 W; nothing in the pause of 57 s
        QCOMPARE(*found.systemJoules, 22.0);
        QCOMPARE(found.systemCoverage, expected.systemCoverage);
        QCOMPARE(found.cores.size(), std::size_t{2});
        QVERIFY(std::abs(*found.cpuUtilization - *expected.cpuUtilization) < 1e-9);
    }

    void theSummaryStatesWhatIsLeftOut()
    {
        const auto view = viewOf(difficult().bytes());
        const fs::path path = newFolder() / "run.json";
        const auto done = exportFile(view, exporterOf(path), path, false, {});
        QVERIFY(done.ok());
        const QString text = QString::fromStdString(*done);
        QVERIFY2(text.contains("3 gaps of counters"), qPrintable(text));
        QVERIFY2(text.contains("1 links to missing spans"), qPrintable(text));
        QVERIFY2(text.contains("log"), qPrintable(text));
    }

    void cancellingLeavesNothing()
    {
        const auto view = viewOf(makeTrainingRecording({.steps = 12}));
        for (const char* name : kNames) {
            const fs::path folder = newFolder();
            const auto done =
                exportFile(view, exporterOf(folder / name), folder / name, false, {}, [](double) { return false; });
            QVERIFY2(!done.ok(), name);
            QCOMPARE(done.error().code, format::Error::Code::Cancelled);
            QVERIFY2(fs::is_empty(folder), name);
        }
    }

    void existingFilesStay()
    {
        const auto view = viewOf(makeTrainingRecording({.steps = 12}));
        for (const char* name : kNames) {
            const fs::path path = newFolder() / name;
            std::ofstream(path) << "mine";
            QVERIFY(!exportFile(view, exporterOf(path), path, false, {}).ok());
            QCOMPARE(fs::file_size(path), std::uintmax_t{4});
            // A failed export keeps the file that it would replace.
            QVERIFY(!exportFile(view, exporterOf(path), path, true, {}, [](double) { return false; }).ok());
            QCOMPARE(fs::file_size(path), std::uintmax_t{4});
            QVERIFY(exportFile(view, exporterOf(path), path, true, {}).ok());
            QVERIFY(fs::file_size(path) > 4);
            QCOMPARE(std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator()), 1);
        }
    }

    void aFullDiskIsOneLineAndLeavesNothing()
    {
        const auto view = viewOf(makeTrainingRecording({.steps = 12}));
        for (const char* name : kNames) {
            const fs::path folder = newFolder();
            rlimit before{};
            getrlimit(RLIMIT_FSIZE, &before);
            const auto handler = std::signal(SIGXFSZ, SIG_IGN);
            const rlimit small{100, before.rlim_max};
            setrlimit(RLIMIT_FSIZE, &small);
            const auto done = exportFile(view, exporterOf(folder / name), folder / name, false, {});
            setrlimit(RLIMIT_FSIZE, &before);
            std::signal(SIGXFSZ, handler);
            QVERIFY2(!done.ok(), name);
            QVERIFY2(QString::fromStdString(done.error().text).contains(name), done.error().text.c_str());
            QVERIFY2(!QString::fromStdString(done.error().text).contains(".part"), done.error().text.c_str());
            QVERIFY2(fs::is_empty(folder), name);
        }
        const auto full = exportFile(view, *exporters().front(), "/dev/full", false, {});
        QVERIFY(!full.ok());
        QCOMPARE(full.error().code, format::Error::Code::NoSpace);
    }

    /// The sums of the stacks are the energies in the report.
    void energiesAreThoseOfTheReport()
    {
        const fs::path folder = newFolder();
        const auto recording = makeTrainingRecording({.steps = 60, .tracedTo = 50, .hasSensorFacts = true});
        QCOMPARE(exportAll(folder, recording), QString());
        const auto view = trace::loadRecording(folder / "run.stepscope");
        QVERIFY(view.ok());
        ExportOptions options;
        options.weight = "energy";
        const auto done = exportFile(*view, exporterOf("x.folded"), folder / "energy.folded", false, options);
        QVERIFY2(done.ok(), done.ok() ? "" : done.error().text.c_str());
        std::ofstream(folder / "report.json") << toJson(makeReport(*view));
        QCOMPARE(check({QString::fromStdString(folder.string())}), QString());
        options.weight = "VDD_NONE";
        const auto unknown = exportFile(*view, exporterOf("x.folded"), folder / "none.folded", false, options);
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, format::Error::Code::Usage);
    }
};

QTEST_APPLESS_MAIN(TestExporters)

#include "tst_exporters.moc"
