#pragma once

#include "widgets/bookmark.h"
#include "widgets/cursors.h"
#include "widgets/opsearch.h"
#include "widgets/spanlinks.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stepscope::widgets {

/// What a person put on a timeline, or lit on it, besides its selection: what a figure may take over.
struct SceneMarks
{
    SpanPlace selected;
    std::uint32_t focusedOp = 0;          ///< 0 = all alike
    std::shared_ptr<const SpanIndex> lit; ///< found by a search, everything else faded; null = no search
    std::vector<LinkedSpans> links;       ///< drawn as arrows
    Cursors cursors;
    Bookmarks bookmarks;
};

} // namespace stepscope::widgets
