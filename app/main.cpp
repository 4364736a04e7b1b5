#include "app/commandline.h"

int main(int argc, char** argv)
{
    return stepscope::app::runCommandLine(argc, argv);
}
