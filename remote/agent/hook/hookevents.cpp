#include "remote/agent/hook/hookevents.h"

#include "remote/format/bytes.h"
#include "remote/format/clock.h"
#include "remote/json/reader.h"
#include "remote/json/writer.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepscope::agent {

using Severity = format::Event::Severity;

void HookEvents::writeEvent(std::int64_t time, Severity severity, std::string_view details)
{
    format::ByteWriter writer(m_payloadMemory);
    format::encodeEvent(writer, time, severity, details);
    m_output.frame(format::FrameType::Event, writer.written(), LossKind::Events, 1);
}

void HookEvents::report(Severity severity, std::string_view text)
{
    json::Writer details(m_jsonMemory);
    details.beginObject().key("kind").text("hook").key("text").text(text.substr(0, 1000));
    details.key("process").integer(static_cast<std::int64_t>(m_process)).endObject();
    writeEvent(format::monotonicNs(), severity, details.written());
}

void HookEvents::addPython(std::string_view version)
{
    std::array<char, 160> line;
    const int size =
        std::snprintf(line.data(), line.size(), "The hook is in process %llu (Python %.*s).",
                      static_cast<unsigned long long>(m_process), static_cast<int>(version.size()), version.data());
    report(Severity::Info, {line.data(), std::min(static_cast<std::size_t>(size), line.size() - 1)});
    json::Writer facts(m_jsonMemory);
    facts.beginObject().key("python").text(version).endObject();
    m_output.frame(format::FrameType::Facts, std::as_bytes(std::span(facts.written())), LossKind::Facts, 1);
}

bool HookEvents::addFacts(std::string_view json)
{
    if (!json::isObject(json))
        return false;
    m_output.frame(format::FrameType::Facts, std::as_bytes(std::span(json)), LossKind::Facts, 1);
    return true;
}

bool HookEvents::addEvent(std::string_view json)
{
    if (!json::isObject(json))
        return false;
    std::array<char, 16> severityMemory;
    std::array<char, 1000> textMemory;
    const std::string_view severity = json::toText(json::findMember(json, "severity"), severityMemory).value_or("");
    const std::string_view text = json::toText(json::findMember(json, "text"), textMemory).value_or("");
    json::Writer details(m_jsonMemory);
    details.beginObject().key("kind").text("hook").key("text").text(text);
    details.key("process").integer(static_cast<std::int64_t>(m_process)).endObject();
    writeEvent(json::toInteger(json::findMember(json, "time_ns")).value_or(format::monotonicNs()),
               severity == "error"     ? Severity::Error
               : severity == "warning" ? Severity::Warning
                                       : Severity::Info,
               details.written());
    return true;
}

bool HookEvents::addLoss(std::string_view json)
{
    if (!json::isObject(json))
        return false;
    std::array<char, 32> kindMemory;
    std::array<char, 400> reasonMemory;
    const std::string_view kind = json::toText(json::findMember(json, "what"), kindMemory).value_or("data");
    const std::string_view reason = json::toText(json::findMember(json, "reason"), reasonMemory).value_or("");
    const std::int64_t count = std::max<std::int64_t>(json::toInteger(json::findMember(json, "count")).value_or(1), 0);
    const std::int64_t to = json::toInteger(json::findMember(json, "to_ns")).value_or(format::monotonicNs());
    const std::int64_t from = json::toInteger(json::findMember(json, "from_ns")).value_or(to);
    std::array<char, 600> line;
    const int size =
        std::snprintf(line.data(), line.size(), "%lld %.*s lost. %.*s", static_cast<long long>(count),
                      static_cast<int>(kind.size()), kind.data(), static_cast<int>(reason.size()), reason.data());
    json::Writer details(m_jsonMemory);
    details.beginObject().key("kind").text("loss");
    details.key("text").text({line.data(), std::min(static_cast<std::size_t>(size), line.size() - 1)});
    details.key("what").text(kind).key("count").integer(count).key("from_ns").integer(from).key("to_ns").integer(to);
    details.key("reason").text(reason).key("process").integer(static_cast<std::int64_t>(m_process)).endObject();
    writeEvent(to, Severity::Warning, details.written());
    return true;
}

} // namespace stepscope::agent
