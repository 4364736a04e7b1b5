#pragma once

#include "analysis/trace/traceview.h"
#include "ui/comparison/comparedmodels.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>

namespace stepscope::ui {

class ComparePage;
class RecordingPage;
class WindowActions;

/// A recording and its file.
struct NamedView
{
    trace::TraceView view;
    QString path;
};

/// Chooses the two sides of a comparison and shows them on the comparison page: the recording on the recording page, a
/// selection of it, a side kept as A, or another recording.
class ComparisonController : public QObject
{
    Q_OBJECT

public:
    /// Dialogs are children of `parent`.
    ComparisonController(RecordingPage* recording, ComparePage* comparison, WindowActions* actions, QWidget* parent);

    /// File of the recording on the recording page.
    void setRecordingPath(const QString& path) { m_recordingPath = path; }
    /// Compares the recording page's recording with another one. `cost` is a text about the memory that both take.
    void compareWith(const trace::TraceView& view, const QString& path, const QString& cost);
    /// Compares two recordings.
    void compareBoth(const NamedView& a, const NamedView& b, const QString& cost);
    /// A newer view of a recording that is being recorded: a comparison of it as a whole is refreshed, at most twice a
    /// second, while its page is visible.
    void setLiveView(const QString& path, const trace::TraceView& view);
    /// Asks for a recording to compare with.
    void chooseRecording();
    [[nodiscard]] bool hasKeptSide() const { return m_kept.has_value(); }

signals:
    void shown(); ///< the comparison page has new sides
    void sideKept();
    void message(const QString& oneLine);
    void compareRequested(const QString& path); ///< a recording to load for compareWith()

private:
    void compare(const ComparedSide& a, const ComparedSide& b, const QString& cost);
    void keepAsA();
    void refresh();
    void compareWithA();
    /// The selection, else the whole run without its first steps.
    [[nodiscard]] ComparedSide chosenSide() const;
    [[nodiscard]] ComparedSide sideOf(trace::TimeRange range) const;
    [[nodiscard]] ComparedSide wholeSide(const trace::TraceView& view, const QString& path) const;

    RecordingPage* m_recording;
    ComparePage* m_comparison;
    WindowActions* m_actions;
    QWidget* m_dialogParent;
    QString m_recordingPath;
    std::optional<ComparedSide> m_kept;
    QTimer m_refresh;
    QHash<QString, trace::TraceView> m_newer; ///< of the sides, by path
};

} // namespace stepscope::ui
