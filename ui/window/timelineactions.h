#pragma once

#include <QString>

class QWidget;

namespace stepscope::ui {

class RecordingPage;
class WindowActions;

/// Connects the actions that concern only the timeline of the recording page: zoom, history, steps, instances.
void connectTimelineActions(WindowActions* actions, RecordingPage* page);

/// Asks for the number of first steps that no figure of a whole run includes, stores it and applies it to the page.
void chooseSkippedSteps(RecordingPage* page, QWidget* dialogParent);

/// Name, version and licence of the program.
[[nodiscard]] QString aboutText();

} // namespace stepscope::ui
