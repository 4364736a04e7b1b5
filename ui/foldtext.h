#pragma once

#include "ui/foldpicture.h"

#include <QString>
#include <QStringList>

namespace stepscope::analysis {
struct Predictability;
}

namespace stepscope::ui {

/// What is said of a fold in one sentence: steps, readings, resolution, what was undone; or why it cannot be told.
/// `found`: how much the mean step explains, where that is known already; nullptr = not yet.
QString foldAbout(const trace::TraceView& view, const FoldedSteps& folded, const analysis::Predictability* found);

/// What is to be known of it, a sentence each.
QStringList foldNotes(const FoldedSteps& folded);

} // namespace stepscope::ui
