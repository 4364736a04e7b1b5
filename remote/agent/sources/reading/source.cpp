#include "remote/agent/sources/reading/source.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

namespace stepscope::agent {

bool SourceContext::isServed(std::string_view quantity) const
{
    return std::find(served.begin(), served.end(), quantity) != served.end();
}

std::vector<Channel> Source::describe(const SourceContext&) const
{
    return {};
}

void Source::sample(std::span<std::int64_t>, std::span<std::int64_t>, EventSink&) {}

std::vector<Part> Source::parts(const SourceContext& context)
{
    Part whole;
    whole.reader = this;
    whole.channels = describe(context);
    std::vector<Part> parts;
    parts.push_back(std::move(whole));
    return parts;
}

void Presence::update(bool present, std::int64_t now, std::string_view what, EventSink& events)
{
    if (present == m_present)
        return;
    m_present = present;
    std::array<char, 400> text;
    const int size =
        std::snprintf(text.data(), text.size(), "%.*s %s", static_cast<int>(what.size()), what.data(),
                      present ? "can be read again." : "cannot be read any more; the agent tries again each second.");
    const std::size_t length = std::min(static_cast<std::size_t>(size), text.size() - 1);
    using Severity = format::Event::Severity;
    events.report(now, present ? Severity::Info : Severity::Warning, "source", {text.data(), length});
}

Finding cannotOpen(int error, const std::string& path, const std::string& missingReason)
{
    if (error == EACCES || error == EPERM)
        return {SourceState::Denied, "",
                path + " cannot be read by this user; run as root, or make it readable (chmod a+r)"};
    return {SourceState::Missing, "", missingReason};
}

std::optional<std::int64_t> medianReadNs(PersistentFile& file)
{
    constexpr std::int64_t kTimeout = 20 * format::kMillisecond;
    std::array<std::int64_t, 5> costs{};
    std::array<char, 4096> buffer;
    std::size_t count = 0;
    const std::int64_t begin = format::monotonicNs();
    for (std::int64_t before = begin; count < costs.size() && before - begin < kTimeout;) {
        const bool good = !file.read(buffer, before).empty();
        const std::int64_t after = format::monotonicNs();
        if (!good)
            break;
        costs[count++] = after - before;
        before = after;
    }
    if (count == 0)
        return std::nullopt;
    std::sort(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(count));
    return costs[count / 2];
}

} // namespace stepscope::agent
