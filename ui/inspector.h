#pragma once

#include "ui/rangefigures.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace stepscope::ui {

/// Right panel: what the selection, the op, or else what is in view cost.
class Inspector : public QWidget
{
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);

    /// Told at once; the figures follow when they are ready. `origin` = where the recording begins, ns; `note` = what
    /// else is to be known of the range.
    void setScope(const QString& title, trace::TimeRange range, std::int64_t origin, const QString& note = {});
    void setResult(const RangeResult& result);
    void clear();
    [[nodiscard]] QString scope() const;
    /// The lines as text, label and figures apart by tabs.
    [[nodiscard]] QString text() const;

signals:
    void opActivated(std::uint32_t op, std::size_t lane, std::size_t span);

private:
    void showFigure(QTreeWidgetItem* item, const Figure& figure);
    void rebuild(const QList<Figure>& figures);

    QLabel* m_title = nullptr;
    QLabel* m_duration = nullptr;
    QLabel* m_about = nullptr;
    QTreeWidget* m_figures = nullptr;
    QList<QTreeWidgetItem*> m_lines; ///< in the order of the figures
    QString m_shape;                 ///< levels and labels: while it stays, only the figures change
    QString m_note;
    trace::TimeRange m_range;
    std::int64_t m_origin = 0;
};

} // namespace stepscope::ui
