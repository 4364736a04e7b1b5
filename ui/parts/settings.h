#pragma once

#include "ui/parts/capture.h"

#include <QByteArray>
#include <QStringList>

#include <cstddef>

namespace stepscope::ui {

enum class ThemeChoice { System, Light, Dark };

/// Settings of the last figure for a paper.
struct PaperFigure
{
    QString format = QStringLiteral("pdf"); ///< or svg, png
    double widthMm = 178;
    double heightMm = 0; ///< 0 = height of the rows
    int dpi = 300;
    QString family; ///< empty = font of the window
    double points = 7;
    bool isLight = true; ///< false: theme of the window
    bool hasMarks = false;
    bool hasData = false; ///< write a CSV file beside the figure

    bool operator==(const PaperFigure&) const = default;
};

/// Persistent settings of the window, in an INI file: the only file that ui/ reads or writes. They contain no secrets.
namespace settings {

inline constexpr int kRecordingsKept = 20;

/// "local", then the others with the most recently used first, then "virtual-tx2".
[[nodiscard]] QStringList devices();
/// True for this computer and the virtual board, which cannot be removed.
[[nodiscard]] bool isFixedDevice(const QString& target);
/// The device with this host name; empty = none.
[[nodiscard]] QString deviceOfHost(const QString& host);
void rememberDevice(const QString& target);
void forgetDevice(const QString& target);

/// Most recent first, with absolute paths; those that an earlier version stored can be relative.
[[nodiscard]] QStringList recordings();
/// A relative path is stored as the absolute one.
void rememberRecording(const QString& path);
void forgetRecording(const QString& path);
/// The file has another name now; it keeps its place in the list.
void renameRecording(const QString& from, const QString& to);

/// Folders of studies, most recent first.
[[nodiscard]] QStringList studies();
void rememberStudy(const QString& folder);
void forgetStudy(const QString& folder);

/// The last capture on a target; a default request if there is none.
[[nodiscard]] CaptureRequest lastCapture(const QString& target);
/// Target of the last capture; "local" if there is none.
[[nodiscard]] QString lastTarget();
/// Call it after the target was reached, since it makes the target a device. It stores neither the name of the run nor
/// the choices that concern secrets and unknown host keys.
void rememberCapture(const CaptureRequest& request);

[[nodiscard]] ThemeChoice theme();
void setTheme(ThemeChoice choice);

/// Visibility of a row or another part of the timeline, by name; `otherwise` unless the user has set it.
[[nodiscard]] bool isRowShown(const QString& name, bool otherwise);
void setRowShown(const QString& name, bool shown);
/// Arrangement of the timeline's rows (widgets::RowArrangement as JSON); empty unless the user has set it.
[[nodiscard]] QByteArray rowArrangement();
void setRowArrangement(const QByteArray& json);
/// Whether view changes of the timeline are animated. Default: the animation setting of the desktop.
[[nodiscard]] bool showsMovements();
void setShowsMovements(bool on);
/// Number of first steps excluded from the figures of a whole run.
[[nodiscard]] std::size_t skippedSteps();
void setSkippedSteps(std::size_t steps);

/// Whether the window starts with the recordings and the view of the last session.
[[nodiscard]] bool restoresSession();
void setRestoresSession(bool on);
/// The tour of the first start was ended by the user.
[[nodiscard]] bool isTourShown();
void setTourShown(bool shown);

/// Folder of the latest export; empty = none yet, or it no longer exists.
[[nodiscard]] QString exportFolder();
void setExportFolder(const QString& folder);

[[nodiscard]] PaperFigure paperFigure();
void setPaperFigure(const PaperFigure& figure);

/// Geometry of the window and state of its splitters, by name.
[[nodiscard]] QByteArray layout(const QString& name);
void setLayout(const QString& name, const QByteArray& state);

} // namespace settings

} // namespace stepscope::ui
