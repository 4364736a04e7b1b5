#pragma once

#include "ui/recording/rangefigures.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace stepscope::ui {

/// Right panel: time, energy and memory of the chosen op, else of all selected ranges together, else of the visible
/// range.
class Inspector : public QWidget
{
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);

    /// Shows the title at once; setResult() adds the figures. `origin` is the start of the recording in ns; `note` is
    /// appended to the description of the range.
    void setScope(const QString& title, const std::vector<trace::TimeRange>& ranges, std::int64_t origin,
                  const QString& note = {});
    void setResult(const RangeResult& result);
    void clear();
    [[nodiscard]] QString scope() const;
    /// The lines as text, with tabs between label and figures.
    [[nodiscard]] QString text() const;

signals:
    void opActivated(std::uint32_t op, std::size_t lane, std::size_t span);

private:
    enum Column { Label, Value, Second };
    /// Longer lists are closed until they are opened: the cores of a large machine would push all else out of view.
    static constexpr int kLongestOpenList = 8;

    void buildLayout();
    void buildFigures();

    void showFigure(QTreeWidgetItem* item, const Figure& figure);
    void rebuild(const QList<Figure>& figures);
    void openLists();

    QLabel* m_title = nullptr;
    QLabel* m_duration = nullptr;
    QLabel* m_description = nullptr;
    QTreeWidget* m_figures = nullptr;
    QList<QTreeWidgetItem*> m_lines; ///< in the order of the figures
    QString m_shape;                 ///< levels of the lines; while it is unchanged, the items are reused
    bool m_showsLongLists = false;   ///< as the user has last opened or closed one
    QString m_note;
    QString m_place; ///< where the range begins
};

} // namespace stepscope::ui
