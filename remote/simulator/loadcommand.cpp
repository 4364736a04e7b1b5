#include "remote/simulator/clock.h"
#include "remote/simulator/commands.h"
#include "remote/simulator/control.h"
#include "remote/simulator/loadactivity.h"
#include "remote/simulator/spanport.h"

#include <array>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::simulator {

format::Result<void> runLoad(const Words& words)
{
    BoardLink link = TRY(BoardLink::open(words.text("tree")));
    Words told("load");
    const std::int64_t seconds = TRY(words.integer("seconds", 20, 1, 3600));
    const auto seed = static_cast<std::uint64_t>(TRY(words.integer("seed", 1, 0, INT64_MAX)));
    const std::int64_t start = monotonicNs();
    told.set("seconds", std::to_string(seconds));
    told.set("seed", std::to_string(seed));
    told.set("start", std::to_string(start));
    SpanPort port = TRY(SpanPort::open());
    TRY(link.play(told));

    const LoadActivity load(start, seconds, seed, link.board().machine, link.board().cores.size());
    port.hello("stepscope-virtual-tx2");
    port.kinds(std::array{OpKind{"load", "", "", ""}});
    port.lane(1, SpanPort::LaneKind::Thread, static_cast<std::uint64_t>(syscall(SYS_gettid)), "load");
    port.facts("{\"virtual\":true}");
    for (const auto& [from, to] : load.phases()) {
        while (!endAsked() && monotonicNs() < to)
            sleepUntil(to);
        if (endAsked())
            return {};
        port.spans(1, std::array{OpInstance{0, OpInstance::Main, 0, from, to - from, {}}});
    }
    while (!endAsked() && monotonicNs() < load.end())
        sleepUntil(load.end());
    return {};
}

} // namespace stepscope::simulator
