// The agent in virtual time: a day of sampling takes minutes. Everything else is that of the real one.
//
//     STEPSCOPE_VIRTUAL_SPEED=NUMBER    seconds that pass in one of real time at most; without it, as many as can

#include "remote/agent/run/commandline.h"
#include "tests/soak/virtualclock.h"

#include <cstdlib>

int main(int count, char** arguments)
{
    const char* const mostSpeed = std::getenv("STEPSCOPE_VIRTUAL_SPEED");
    static stepscope::soak::VirtualClock clock(mostSpeed != nullptr ? std::atof(mostSpeed) : 0);
    stepscope::format::replaceClock(clock);
    return stepscope::agent::runCommandLine(count, arguments);
}
