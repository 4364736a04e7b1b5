#include "app/window/shownvalues.h"

#include "analysis/text/quantitytext.h"
#include "app/capture/probefields.h"
#include "ui/messages/devicetexts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace stepscope::app {
namespace {

using nlohmann::json;

QString text(const json& object, const char* key)
{
    return QString::fromStdString(probeText(object, key));
}

QString windowStateText(const link::RunInfo& run)
{
    switch (run.state) {
    case link::RunState::Running:
        return QStringLiteral("running");
    case link::RunState::Crashed:
        return QStringLiteral("failed");
    case link::RunState::Ended:
        break;
    }
    return QStringLiteral("ended");
}

} // namespace

QList<ui::RemoteRun> shownRuns(const std::vector<link::RunInfo>& runs)
{
    QList<ui::RemoteRun> shown;
    for (const link::RunInfo& run : runs) {
        QStringList words;
        for (const std::string& word : run.command)
            words += QString::fromStdString(word);
        shown.append({QString::fromStdString(run.run), windowStateText(run), words.join(QLatin1Char(' ')),
                      QDateTime::fromMSecsSinceEpoch(run.startedRealtimeNs / 1'000'000), run.bytes});
    }
    return shown;
}

ui::CleaningPlan shownPlan(const link::CleanedTarget& received, const link::CleanedTarget& all,
                           const std::vector<link::RunInfo>& runs)
{
    const auto partOf = [&runs](const link::CleanedTarget& cleaned) {
        ui::CleaningPlan::Part part;
        for (const std::string& name : cleaned.names) {
            const auto run =
                std::find_if(runs.begin(), runs.end(), [&](const auto& known) { return known.run == name; });
            part.runs.append(run == runs.end() ? ui::RemoteRun{QString::fromStdString(name)}
                                               : shownRuns({*run}).first());
            if (run != runs.end())
                part.runs.last().bytes = std::max(run->bytes, run->diskBytes);
        }
        part.files = cleaned.files;
        part.bytes = cleaned.bytes;
        return part;
    };
    ui::CleaningPlan plan{partOf(received), partOf(all)};
    plan.live = static_cast<quint64>(std::count_if(runs.begin(), runs.end(), [](const link::RunInfo& run) {
        return run.state == link::RunState::Running || run.isOrphan;
    }));
    return plan;
}

ui::DeviceFacts shownFacts(const json& probe)
{
    using ui::messages::Fact;
    ui::DeviceFacts shown;
    const json& device = probeField(probe, "device");
    const auto add = [&shown](Fact fact, const QString& value) {
        if (!value.isEmpty())
            shown.facts.append({ui::messages::factName(fact), value});
    };
    const json& isVirtual = probeField(probe, "virtual");
    if (isVirtual.is_boolean() && isVirtual.get<bool>())
        add(Fact::Virtual, ui::messages::virtualBoard());
    add(Fact::Board, text(device, "board"));
    add(Fact::Model, text(device, "model"));
    add(Fact::Chip, text(device, "soc"));
    add(Fact::L4t, text(device, "l4t"));
    add(Fact::JetPack, text(device, "jetpack"));
    add(Fact::PowerMode, text(device, "power_mode"));
    add(Fact::Kernel, (text(device, "kernel") + QLatin1Char(' ') + text(device, "machine")).trimmed());
    add(Fact::Cores, QString::fromStdString(coresText(device)));
    if (const json& memory = probeField(device, "memory_bytes"); memory.is_number_unsigned())
        add(Fact::Memory, QString::fromStdString(analysis::bytesText(memory.get<double>())));
    const json& python = probeField(probe, "python");
    add(Fact::Python, (text(python, "path") + QLatin1Char(' ') + text(python, "version")).trimmed());
    for (const json& profiler :
         probeField(probe, "gpu_profilers").is_array() ? probeField(probe, "gpu_profilers") : json::array()) {
        const QString name = text(profiler, "name");
        if (name == QLatin1String("nvprof") || name == QLatin1String("nsys"))
            shown.gpuProfilers.append(name);
    }
    add(Fact::GpuProfilers, shown.gpuProfilers.join(QStringLiteral(", ")));
    const json& sources = probeField(probe, "sources");
    if (sources.is_array()) {
        for (const json& source : sources)
            shown.sources.append(
                {text(source, "title"), text(source, "state"), text(source, "resolution"), text(source, "reason")});
    }
    const json& channels = probeField(probe, "channels");
    bool isTested = false;
    for (const json& channel : channels.is_array() ? channels : json::array()) {
        if (probeText(channel, "quantity") != "rail.power" || probeText(channel, "covers") != "instant")
            continue;
        isTested = isTested || probeText(channel, "facts_from") == "measured";
        if (!probeField(channel, "window_ns").is_number())
            shown.unknownRails.append(text(channel, "name"));
    }
    if (isTested)
        shown.unknownRails.clear(); // the others did not follow the load of the self-test
    return shown;
}

} // namespace stepscope::app
