#include "tests/mutations/originals.h"

#include "tests/support/hostiletexts.h"
#include "tests/support/programrun.h"
#include "tests/support/recordingbuilder.h"

#include <QDir>
#include <QFile>
#include <nlohmann/json.hpp>

namespace stepscope::mutations {
namespace {

/// Reports steps, spans, phases, metrics and output without a framework.
constexpr const char* kScript = R"(
import stepscope, time
for i in range(20):
    with stepscope.phase("epoch"), stepscope.span("augment"):
        time.sleep(0.02)
    stepscope.metric("loss", 1.0 / (i + 1))
    stepscope.step(samples=8)
    print("step", i, flush=True)
)";

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The first steps of a training on a described board, with records of every kind.
std::vector<std::byte> everyKind()
{
    testing::TrainingOptions options;
    options.steps = 8;
    options.tracedFrom = 2;
    options.tracedTo = 5;
    testing::RecordingBuilder builder = testing::makeTraining(options);
    const trace::TraceView view = testing::viewOf(builder.bytes());
    const std::int64_t begin = view.extent().begin;
    builder.work({{.op = 1, .operations = 1000, .bytes = 4000}, {.op = 2, .operations = 0, .bytes = 10}});
    builder.links(1, 2, std::vector<format::Link>{{begin, begin + 10}, {begin + 20, begin + 30}});
    builder.metric("loss", {{begin + 1000, 2.5}, {begin + 2000, 1.25}});
    return builder.bytes();
}

void addRecorded(Originals& originals, const QString& folder, const QString& name, const QStringList& words)
{
    const QString file = folder + '/' + name + QStringLiteral(".stepscope");
    const auto outcome = testing::runProgram(folder, QStringList{"profile", words.front(), "-o", file} + words.mid(1));
    const QByteArray bytes = contents(file);
    Frames frames = framesOf(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (outcome.status != 0 || frames.empty())
        return;
    originals.recordings.push_back(std::move(frames));
    originals.names += name + ' ';
}

/// The op spans of a recording as a trace of Chrome.
std::string chromeTrace(const trace::TraceView& view)
{
    nlohmann::json events = nlohmann::json::array();
    for (const trace::LaneView& lane : view.lanes()) {
        for (std::size_t i = 0; i < std::min<std::size_t>(lane.size(), 60); ++i) {
            const trace::SpanRecord span = lane.span(i);
            events.push_back({{"ph", "X"},
                              {"name", view.opName(span.op)},
                              {"pid", 1},
                              {"tid", lane.info().id},
                              {"ts", static_cast<double>(span.start) * 1e-3},
                              {"dur", static_cast<double>(span.duration) * 1e-3},
                              {"args", {{"External id", i}, {"Input Dims", {{1, 2, 3}}}}}});
        }
    }
    for (std::size_t i = 0; i < view.stepCount(); ++i)
        events.push_back({{"ph", "X"},
                          {"name", "ProfilerStep#" + std::to_string(i)},
                          {"pid", 1},
                          {"tid", 1},
                          {"ts", static_cast<double>(view.step(i).start) * 1e-3},
                          {"dur", static_cast<double>(view.step(i).end - view.step(i).start) * 1e-3}});
    return nlohmann::json{{"traceEvents", events}}.dump(1);
}

void addTraces(Originals& originals)
{
    const QString corpus = QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/fuzz/corpus/");
    for (const char* const kind : {"fuzz_chrometrace", "fuzz_tegrastats"}) {
        QByteArray all;
        for (const QFileInfo& file : QDir(corpus + kind).entryInfoList(QDir::Files, QDir::Name)) {
            const QByteArray text = contents(file.filePath());
            originals.traces.push_back(text.toStdString());
            // A log has many lines.
            originals.traces.push_back(text.repeated(40).toStdString());
        }
    }
    testing::TrainingOptions options;
    options.steps = 6;
    options.tracedFrom = 1;
    originals.traces.push_back(chromeTrace(testing::viewOf(testing::makeTrainingRecording(options))));
    originals.names += QStringLiteral("traces");
}

} // namespace

Originals makeOriginals(const QString& folder, bool all)
{
    Originals originals;
    const QString python = QStringLiteral(STEPSCOPE_PYTHON);
    addRecorded(originals, folder, QStringLiteral("script"), {"local", "--", python, "-c", kScript});
    if (all) {
        addRecorded(originals, folder, QStringLiteral("pytorch"),
                    {"local", "--", python, "-B", STEPSCOPE_SOURCE_DIR "/resources/benchmarks/models/smallcnn.py",
                     "--steps", "8", "--batch", "4", "--threads", "1"});
        addRecorded(originals, folder, QStringLiteral("board"),
                    {"virtual-tx2", "--model", "alexnet", "--batch", "4", "--steps", "6"});
    }
    originals.recordings.push_back(framesOf(everyKind()));
    originals.recordings.push_back(framesOf(testing::hostileRecording("<b>a\x1b[2J")));
    originals.names += QStringLiteral("every-kind hostile ");
    addTraces(originals);
    return originals;
}

} // namespace stepscope::mutations
