#pragma once

#include "ui/recording/fold/foldpicture.h"

#include <QString>
#include <QStringList>

namespace stepscope::analysis {
struct Predictability;
}

namespace stepscope::ui {

/// A one-line description of a fold: steps, readings, resolution and sensor correction, or why there is no waveform.
/// `predictability` adds the share that the mean step explains; null if not computed.
QString foldAbout(const trace::TraceView& view, const FoldedSteps& folded,
                  const analysis::Predictability* predictability);

/// Warnings about the fold, one sentence each.
QStringList foldNotes(const FoldedSteps& folded);

} // namespace stepscope::ui
