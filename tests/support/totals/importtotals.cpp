#include "tests/support/totals/importtotals.h"

#include "tests/support/decodedrecording.h"

#include <QProcess>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

namespace stepscope::testing {

std::filesystem::path corpusFolder()
{
    const char* given = std::getenv("STEPSCOPE_CORPUS");
    return given ? std::filesystem::path(given)
                 : std::filesystem::path(STEPSCOPE_SOURCE_DIR).parent_path() / "shared" / "corpus";
}

QStringList independentTotals(const std::filesystem::path& file, const QString& script)
{
    QProcess process;
    process.start(QStringLiteral(STEPSCOPE_PYTHON),
                  {"-B", QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/analysis/import/") + script,
                   QString::fromStdString(file.string())});
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        return {script + " failed: " + QString::fromUtf8(process.readAllStandardError())};
    return QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

QStringList recordedTotals(const std::string& path, const QStringList& unnamed)
{
    const DecodedRecording recording = decodeRecording(path);
    std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::int64_t>> spans;
    std::map<std::string, std::uint64_t> streams;
    for (const format::SpanBlock& block : recording.spans) {
        const auto lane = std::find_if(recording.lanes.begin(), recording.lanes.end(),
                                       [&](const format::Lane& other) { return other.id == block.lane; });
        for (std::size_t i = 0; i < block.ops.size(); ++i) {
            const std::string category = recording.category(block.ops[i]);
            const std::string& name = recording.names[recording.ops[block.ops[i]].name];
            auto& entry = spans[{category, unnamed.contains(QString::fromStdString(category)) ? "*" : name}];
            ++entry.first;
            entry.second += block.durations[i];
            if (lane != recording.lanes.end() && lane->kind == format::Lane::Kind::GpuStream)
                ++streams[lane->name];
        }
    }
    QStringList lines;
    for (const auto& [key, entry] : spans)
        lines += QString("span\t%1\t%2\t%3\t%4")
                     .arg(QString::fromStdString(key.first), QString::fromStdString(key.second))
                     .arg(entry.first)
                     .arg(entry.second);
    for (const auto& [name, count] : streams)
        lines += QString("stream\t%1\t%2").arg(QString::fromStdString(name)).arg(count);
    const auto header = nlohmann::json::parse(recording.header);
    for (const auto& channel : header["channels"]) {
        const std::string name = channel["name"];
        const auto series = recording.series(name);
        if (series.values.empty())
            continue;
        const auto [least, most] = std::minmax_element(series.values.begin(), series.values.end());
        const double scale = channel["scale"];
        std::array<char, 64> extremes{};
        std::snprintf(extremes.data(), extremes.size(), "%.9g\t%.9g", static_cast<double>(*least) * scale,
                      static_cast<double>(*most) * scale);
        lines += QString("counter\t%1\t%2\t%3")
                     .arg(QString::fromStdString(name))
                     .arg(series.values.size())
                     .arg(extremes.data());
    }
    lines.sort();
    return lines;
}

QString firstDifference(QStringList expected, QStringList found)
{
    expected.sort();
    found.sort();
    for (const QString& line : expected) {
        if (!found.contains(line))
            return "missing: " + line;
    }
    for (const QString& line : found) {
        if (!expected.contains(line))
            return "not in the file: " + line;
    }
    return {};
}

} // namespace stepscope::testing
