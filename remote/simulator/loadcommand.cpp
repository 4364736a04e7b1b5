#include "remote/format/clock.h"
#include "remote/simulator/control.h"
#include "remote/simulator/training/loadactivity.h"
#include "remote/simulator/training/trainingreport.h"
#include "remote/simulator/verbs.h"

#include <array>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::simulator {

format::Result<void> runLoad(const Command& command)
{
    BoardLink link = TRY(BoardLink::open(command.text("tree")));
    Command load("load");
    const std::int64_t seconds = TRY(command.integer("seconds", 20, 1, 3600));
    const auto seed = static_cast<std::uint64_t>(TRY(command.integer("seed", 1, 0, INT64_MAX)));
    const std::int64_t start = format::monotonicNs();
    load.set("seconds", std::to_string(seconds));
    load.set("seed", std::to_string(seed));
    load.set("start", std::to_string(start));
    TrainingReport trainingReport = TRY(TrainingReport::open());
    TRY(link.play(load));

    const LoadActivity activity(start, seconds, seed, link.board().machine, link.board().cores.size());
    trainingReport.greet("stepscope-virtual-tx2");
    trainingReport.defineKinds(std::array{OpKind{"load", "", "", ""}});
    trainingReport.defineLane(1, format::Lane::Kind::Thread, static_cast<std::uint64_t>(syscall(SYS_gettid)), "load");
    trainingReport.addFacts("{\"virtual\":true}");
    for (const auto& [from, to] : activity.phases()) {
        while (!endRequested() && format::monotonicNs() < to)
            format::sleepUntilSignal(to);
        if (endRequested())
            return {};
        trainingReport.addSpans(1, std::array{OpInstance{0, OpInstance::Main, 0, from, to - from, {}}});
    }
    while (!endRequested() && format::monotonicNs() < activity.end())
        format::sleepUntilSignal(activity.end());
    return {};
}

} // namespace stepscope::simulator
