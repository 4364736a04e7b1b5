// stepscope-reference DIR: writes the manual pages and shell completions below DIR, for packages.
#include "app/reference/reference.h"
#include "app/terminal/terminal.h"

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fputs("Usage: stepscope-reference DIR\n", stderr);
        return stepscope::app::kWrongUsage;
    }
    const auto written = stepscope::app::writeReference(argv[1]);
    return written.ok() ? stepscope::app::kDone : stepscope::app::printError(written.error());
}
