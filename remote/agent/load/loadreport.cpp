#include "remote/agent/load/loadreport.h"

#include "remote/hookwire/encoder.h"

#include <array>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace stepscope::agent {
namespace {

constexpr std::uint32_t kLoad = 1; ///< id of the name, the op and the lane

std::string encodeDefinitions()
{
    constexpr std::string_view kName = "load";
    format::Lane lane;
    lane.id = kLoad;
    lane.thread = static_cast<std::uint64_t>(syscall(SYS_gettid));
    lane.name = kName;
    return hookwire::encodeNames(kLoad, std::array{kName}) +
           hookwire::encodeOps(kLoad, std::array{format::Op{kLoad, 0, 0, 0}}) + hookwire::encodeLane(lane);
}

format::Result<void> connectionLost(const format::Result<void>& sent)
{
    if (sent.ok())
        return {};
    return format::failure("the load cannot report to the agent: " + sent.error().text);
}

} // namespace

format::Result<LoadReport> LoadReport::open()
{
    LoadReport report(TRY(hookwire::Client::open()));
    TRY(connectionLost(report.m_client.greet()));
    TRY(connectionLost(report.m_client.send(encodeDefinitions())));
    return report;
}

LoadReport::LoadReport(hookwire::Client client)
    : m_client(std::move(client))
{}

format::Result<void> LoadReport::addPhase(std::int64_t begin, std::int64_t end)
{
    return connectionLost(
        m_client.send(hookwire::encodeSpans(kLoad, std::array{hookwire::Span{begin, end - begin, kLoad, 0}})));
}

format::Result<void> LoadReport::addStep(std::int64_t begin, std::int64_t end)
{
    return connectionLost(m_client.send(hookwire::encodeStep({m_stepCount++, begin, end, 1, 0, 0})));
}

} // namespace stepscope::agent
