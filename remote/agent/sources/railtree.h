#pragma once

#include "remote/format/railtree.h"

namespace stepscope::agent {

using format::RailPlace;
using format::railPlace;
using format::railTitle;

} // namespace stepscope::agent
