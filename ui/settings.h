#pragma once

#include "ui/capture.h"

#include <QByteArray>
#include <QStringList>

#include <cstddef>

namespace stepscope::ui {

enum class ThemeChoice { System, Light, Dark };

/// A figure for a paper, as it was last asked for.
struct PaperFigure
{
    QString format = QStringLiteral("pdf"); ///< or svg, png
    double widthMm = 178;
    double heightMm = 0; ///< 0 = as high as its rows need
    int dpi = 300;
    QString family; ///< empty = the window's
    double points = 7;
    bool isLight = true; ///< else as the window
    bool hasMarks = false;
    bool hasData = false; ///< a CSV beside it

    bool operator==(const PaperFigure&) const = default;
};

/// What the window remembers between sessions; the only file that the ui touches. Secrets are never in it.
namespace settings {

inline constexpr int kRecordingsKept = 20;

/// "local" first, then the latest used, then "virtual-tx2".
[[nodiscard]] QStringList devices();
/// Those that are always there: this computer and the described board.
[[nodiscard]] bool isFixedDevice(const QString& target);
void rememberDevice(const QString& target);
void forgetDevice(const QString& target);

/// Latest first.
[[nodiscard]] QStringList recordings();
void rememberRecording(const QString& path);
void forgetRecording(const QString& path);

/// What was last profiled on a target, for the form; a fresh request when nothing was.
[[nodiscard]] CaptureRequest lastCapture(const QString& target);
/// The target that was profiled last; "local" at first.
[[nodiscard]] QString lastTarget();
void rememberCapture(const CaptureRequest& request);

[[nodiscard]] ThemeChoice theme();
void setTheme(ThemeChoice choice);

/// Rows of the timeline, and what else is on it, by name; `otherwise` while nobody chose.
[[nodiscard]] bool isRowShown(const QString& name, bool otherwise);
void setRowShown(const QString& name, bool shown);
/// How rows of timelines are arranged (widgets::RowArrangement as JSON); empty while nobody chose.
[[nodiscard]] QByteArray rowArrangement();
void setRowArrangement(const QByteArray& json);
/// Whether the timeline glides to where it goes; at first as the desktop has it for its own animations.
[[nodiscard]] bool showsMovements();
void setShowsMovements(bool on);
/// First steps that are left out of the figures of a whole run.
[[nodiscard]] std::size_t skippedSteps();
void setSkippedSteps(std::size_t steps);

[[nodiscard]] PaperFigure paperFigure();
void setPaperFigure(const PaperFigure& figure);

/// Geometry and splitters, by name.
[[nodiscard]] QByteArray layout(const QString& name);
void setLayout(const QString& name, const QByteArray& state);

} // namespace settings

} // namespace stepscope::ui
