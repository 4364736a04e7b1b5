#include "remote/simulator/verbs.h"

#include <csignal>
#include <sys/prctl.h>

namespace stepscope::simulator {
namespace {

volatile std::sig_atomic_t endSignal = 0;

} // namespace

void installEndHandlers()
{
    struct sigaction action
    {};
    action.sa_handler = [](int) { endSignal = 1; };
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}

bool endRequested()
{
    return endSignal != 0;
}

} // namespace stepscope::simulator
