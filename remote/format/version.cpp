#include "remote/format/version.h"

namespace stepscope::format {

const char* version()
{
    return STEPSCOPE_VERSION;
}

} // namespace stepscope::format
