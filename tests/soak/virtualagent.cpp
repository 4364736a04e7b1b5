// The agent in virtual time: a day of sampling takes minutes. Everything else is that of the real one.

#include "remote/agent/run/commandline.h"
#include "tests/soak/virtualclock.h"

int main(int count, char** arguments)
{
    static stepscope::soak::VirtualClock clock;
    stepscope::format::replaceClock(clock);
    return stepscope::agent::runCommandLine(count, arguments);
}
