#include "app/capture/virtualboard.h"

#include <cstdlib>
#include <filesystem>

namespace stepscope::app {

std::string virtualBoardProgram()
{
    namespace fs = std::filesystem;
    constexpr const char* kName = "stepscope-virtual-tx2";
    if (const char* configured = std::getenv("STEPSCOPE_VIRTUAL_BOARD"); configured != nullptr && *configured != '\0')
        return configured;
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const char* folder : {"../remote/simulator", "../libexec/stepscope", "."}) {
        fs::path program = here / folder / kName;
        if (fs::exists(program, error))
            return program.lexically_normal().string();
    }
    return {};
}

} // namespace stepscope::app
