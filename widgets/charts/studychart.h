#pragma once

#include "analysis/study/studyfigures.h"
#include "remote/format/result.h"
#include "widgets/figures/figurepaper.h"

namespace stepscope::widgets {

/// Writes a figure of a study, one diagram for each panel; the suffix of the path is the format. The figure must have a
/// series. A height of 0 is that of all panels. Needs a QApplication (the offscreen platform suffices) and the GUI
/// thread.
format::Result<void> exportStudyFigure(const analysis::StudyFigure& figure, const FigurePaper& paper);

} // namespace stepscope::widgets
