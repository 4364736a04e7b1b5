#pragma once

#include "analysis/import/collection.h"

namespace stepscope::analysis {

/// Sets parent and role of the rails whose labels drivers of Jetson boards use, so that sums do not contain a rail and
/// its parent; other rails keep what they have. Removes parents that are not among the channels.
void placeRails(Collection& collection);

} // namespace stepscope::analysis
