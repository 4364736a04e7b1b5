#pragma once

#include "analysis/comparison/compare.h"
#include "ui/comparison/comparedmodels.h"
#include "ui/parts/backgroundjob.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <optional>

class QComboBox;
class QLabel;
class QToolButton;
class QTabWidget;
class QSplitter;

namespace stepscope::widgets {
class AxisLink;
class TimelineWidget;
struct Theme;
} // namespace stepscope::widgets

namespace stepscope::ui {

class BusyStrip;
class ComparedChannelsModel;
class ComparedOpsModel;
class JumpTable;

/// Compares two recordings, or two ranges of one: their timelines one above the other on linked axes, and tables of the
/// differences. A comparison that takes long shows its progress and can be cancelled.
class ComparePage : public QWidget
{
    Q_OBJECT

public:
    enum class Alignment { Time, Step };

    explicit ComparePage(QWidget* parent = nullptr);
    ~ComparePage() override;

    void setSides(const ComparedSide& a, const ComparedSide& b);
    /// Newer states of the same sides, of which at least one is being recorded. Zoom, selections and the place in the
    /// tables remain; a timeline that shows the whole side continues to show all of it. The differences are computed
    /// again after a pause of four times the time that they took, at least half a second.
    void refreshSides(const ComparedSide& a, const ComparedSide& b);
    [[nodiscard]] bool hasSides() const { return m_sides.has_value(); }
    [[nodiscard]] const ComparedSide& side(int side) const { return (*m_sides)[static_cast<std::size_t>(side)]; }
    /// Text about the memory that both recordings take.
    void setCost(const QString& text);
    void setAlignment(Alignment alignment);
    void setTheme(const widgets::Theme& theme);
    void clear();

    [[nodiscard]] widgets::TimelineWidget* timelineA() const { return m_timelines[0]; }
    [[nodiscard]] widgets::TimelineWidget* timelineB() const { return m_timelines[1]; }
    [[nodiscard]] JumpTable* opsTable() const { return m_ops; }
    [[nodiscard]] JumpTable* channelsTable() const { return m_channels; }
    /// "A: resnet50, 40 steps".
    [[nodiscard]] QString title(int side) const;

signals:
    void closeRequested();

private:
    void buildTables();
    void buildLayout();
    QWidget* buildSide(int side);
    void showSide(int side);
    void nameSide(int side);
    void align();
    void compare();
    void startComparing();
    void stopComparing(const QString& why);
    void showResult(const analysis::Comparison& comparison);
    void goTo(const QModelIndex& index);
    void swapSides();

    std::optional<std::array<ComparedSide, 2>> m_sides;
    BackgroundJob m_comparing;
    QTimer m_pause;         ///< between two comparisons of sides that are being recorded
    bool m_isStale = false; ///< the sides are newer than the differences
    std::array<widgets::TimelineWidget*, 2> m_timelines{};
    std::array<QLabel*, 2> m_names{};
    widgets::AxisLink* m_link = nullptr;
    ComparedOpsModel* m_opsModel = nullptr;
    ComparedChannelsModel* m_channelsModel = nullptr;
    JumpTable* m_ops = nullptr;
    JumpTable* m_channels = nullptr;
    QTabWidget* m_tabs = nullptr;
    QSplitter* m_down = nullptr;
    QComboBox* m_alignment = nullptr;
    QComboBox* m_grouping = nullptr;
    BusyStrip* m_busy = nullptr;
    QToolButton* m_again = nullptr; ///< visible after a cancelled comparison
    QLabel* m_summary = nullptr;
    QLabel* m_cost = nullptr;
};

} // namespace stepscope::ui
