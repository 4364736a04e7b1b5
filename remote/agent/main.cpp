#include "remote/agent/run/commandline.h"

int main(int count, char** arguments)
{
    return stepscope::agent::runCommandLine(count, arguments);
}
