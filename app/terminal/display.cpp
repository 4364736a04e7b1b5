#include "app/terminal/display.h"

#include <cstdlib>

namespace stepscope::app {

bool hasDisplay()
{
    const auto isSet = [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

} // namespace stepscope::app
