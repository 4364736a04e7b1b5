#pragma once

#include <QString>

class QWidget;

namespace stepscope::trace {
class TraceView;
}
namespace stepscope::widgets {
class TimelineWidget;
}

namespace stepscope::ui {

class ComparePage;
class FigureExport;
class RecordingPage;
class WindowActions;

/// Connects the actions that concern only the timeline of the recording page: zoom, history, steps, instances.
void connectTimelineActions(WindowActions* actions, RecordingPage* page);

/// Connects the actions that show and hide panes, tables and rows of the recording page. The pages of a comparison show
/// the same rows.
void connectPaneActions(WindowActions* actions, RecordingPage* page, ComparePage* comparison);

/// Connects the actions that write what the recording page shows.
void connectExportActions(WindowActions* actions, FigureExport* figures, widgets::TimelineWidget* timeline);

/// Title of the window while it shows a recording.
[[nodiscard]] QString recordingTitle(const QString& path, const trace::TraceView& view, bool isLive);

/// Asks for the number of first steps that no figure of a whole run includes, stores it and applies it to the page.
void chooseSkippedSteps(RecordingPage* page, QWidget* dialogParent);

/// Name, version and licence of the program.
[[nodiscard]] QString aboutText();

} // namespace stepscope::ui
