#pragma once

#include "analysis/trace/traceview.h"
#include "ui/start/startcontent.h"

#include <QImage>
#include <QString>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// What the start page shows of a recording: its facts, and a small picture of its timeline. They are kept in the
/// user's cache (XDG_CACHE_HOME/stepscope/previews), one JSON file and two pictures for each recording, and are valid
/// while size and time of the recording are the same. All functions but drawPreview() may be called on any thread.
namespace stepscope::app {

/// Larger recordings get no picture, and their facts come from their begin.
inline constexpr qint64 kLargestPreviewed = qint64{256} << 20;

struct ReadPreview
{
    ui::RecentRecording shown;
    std::optional<trace::TraceView> view{}; ///< set if the pictures are still to be drawn, and then to be stored
};

/// From the cache, else from the recording itself. A missing or damaged recording has a problem. Reads at most
/// kLargestPreviewed bytes, and holds at most 64 MiB of them in memory.
[[nodiscard]] ReadPreview readPreview(const QString& recording, const std::stop_token& stop);

/// The light and the dark picture. In the GUI thread; takes as long as a frame of the timeline.
void drawPreview(const trace::TraceView& view, ui::RecentRecording& shown);

/// Stores facts and pictures in the cache. Failures have no effect: they are read again.
void storePreview(const ui::RecentRecording& shown);
/// Removes those of a recording that the user has removed from the list.
void dropPreview(const QString& recording);

/// The model or the script of a training, from its command line.
[[nodiscard]] QString trainingName(const std::vector<std::string>& command);

} // namespace stepscope::app
