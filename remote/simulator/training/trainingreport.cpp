#include "remote/simulator/training/trainingreport.h"

#include "remote/hookwire/encoder.h"

#include <utility>
#include <vector>

namespace stepscope::simulator {

format::Result<TrainingReport> TrainingReport::open()
{
    return TrainingReport(TRY(hookwire::Client::open()));
}

TrainingReport::TrainingReport(hookwire::Client client)
    : m_client(std::move(client))
{}

void TrainingReport::send(std::string_view messages)
{
    // A training continues when its agent ends.
    static_cast<void>(m_client.send(messages));
}

void TrainingReport::greet(std::string_view program)
{
    static_cast<void>(m_client.greet("played", program));
}

void TrainingReport::defineKinds(std::span<const OpKind> kinds)
{
    // Each kind has four separate names; the few duplicates cost less than a search for them.
    std::vector<std::string_view> names;
    std::vector<format::Op> ops;
    const auto addName = [&names](std::string_view name) {
        names.push_back(name);
        return name.empty() ? 0U : static_cast<std::uint32_t>(names.size());
    };
    for (const OpKind& kind : kinds)
        ops.push_back({addName(kind.name), addName(kind.shapes), addName(kind.module), addName(kind.category)});
    send(hookwire::encodeNames(1, names));
    send(hookwire::encodeOps(1, ops));
}

void TrainingReport::defineLane(std::uint32_t lane, format::Lane::Kind kind, std::uint64_t thread, std::string name)
{
    format::Lane row;
    row.id = lane;
    row.kind = kind;
    row.thread = thread;
    row.name = std::move(name);
    send(hookwire::encodeLane(row));
}

void TrainingReport::addSpans(std::uint32_t lane, std::span<const OpInstance> ops)
{
    std::vector<hookwire::Span> spans;
    spans.reserve(ops.size());
    for (const OpInstance& op : ops)
        spans.push_back({op.start, op.duration, op.kind + 1, op.depth});
    send(hookwire::encodeSpans(lane, spans));
}

void TrainingReport::addStep(const format::Step& step)
{
    send(hookwire::encodeStep(step));
}

void TrainingReport::addFacts(std::string_view json)
{
    send(hookwire::encodeFacts(json));
}

} // namespace stepscope::simulator
