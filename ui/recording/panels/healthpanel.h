#pragma once

#include "analysis/trace/traceview.h"

#include <QWidget>

class QTreeWidget;
class QTreeWidgetItem;

namespace stepscope::ui {

class FittedColumns;

/// Quality of the recording: losses (first and highlighted), profiling overhead, sources and why others are not used,
/// limits of the sensors, and events.
class HealthPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t kEventsShown = 1000;

    explicit HealthPanel(QWidget* parent = nullptr);

    void setView(const trace::TraceView& view);
    void clear();

signals:
    void rangeActivated(stepscope::trace::TimeRange range); ///< of a loss or an event

private:
    void addLosses(const trace::TraceView& view);
    void addOverhead(const trace::TraceView& view);
    void addSources(const trace::TraceView& view);
    void addSensors(const trace::TraceView& view);
    void addEvents(const trace::TraceView& view);
    QTreeWidgetItem* section(const QString& title);

    /// The tree is rebuilt only if one of these has changed.
    struct Counts
    {
        bool header = false;
        std::size_t losses = 0;
        std::size_t events = 0;
        std::uint64_t lost = 0;
        std::int64_t second = -1; ///< updates the overhead every 5 s
        bool operator==(const Counts&) const = default;
    };
    Counts m_counts;
    QTreeWidget* m_tree = nullptr;
    FittedColumns* m_columns = nullptr;
};

} // namespace stepscope::ui
