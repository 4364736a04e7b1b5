#pragma once

#include "widgets/marks/opsearch.h"

#include <QAbstractTableModel>
#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;

namespace stepscope::ui {

class FindModel;
class JumpTable;

/// The search bar over the timeline, at its top right: a pattern for op names, the number of matching instances, the
/// position among them, and the list of matching ops. It lies over the timeline, which keeps its place. It is passive:
/// queryChanged() requests a search, setFinding() shows the result.
class FindBar : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget* parent = nullptr);

    /// Keeps the bar at the top right of this widget, which has the same parent.
    void floatOver(QWidget* below);
    /// Shows the bar, focuses the text field and selects its text.
    void open();
    /// Sets the text of the search, which is no regular expression then.
    void setPlainText(const QString& text);
    /// The current text and options.
    [[nodiscard]] widgets::OpQuery query() const;
    void setFinding(const widgets::OpFinding& finding);
    /// Marks the op of the current instance in the list.
    void setCurrentOp(const QString& name, const QString& shapes);
    /// Position (from 0) of the current instance among `count` instances, if there is one.
    void setPlace(std::optional<std::size_t> place, std::size_t count);
    void clear();
    [[nodiscard]] QString message() const;

signals:
    void queryChanged(const stepscope::widgets::OpQuery& query);
    void stepRequested(bool forward);
    void opRequested(std::uint32_t op); ///< search for this op only
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
    void buildLayout();
    void emitQuery();
    void close();
    void showError(const QString& text);
    void updateListHeight();

    QLineEdit* m_words = nullptr;
    QToolButton* m_regular = nullptr;
    QToolButton* m_case = nullptr;
    int m_listHeight = 0; ///< of all rows that are listed
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QToolButton* m_listed = nullptr;
    QLabel* m_message = nullptr;
    FindModel* m_model = nullptr;
    JumpTable* m_list = nullptr;
    QWidget* m_below = nullptr; ///< see floatOver()
    QTimer m_typing;            ///< delays a search until the user stops typing
};

/// Ops that match a search: name, shapes, number of instances.
class FindModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Shapes, Count, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setMatches(std::vector<widgets::OpMatch> matches);
    [[nodiscard]] const std::vector<widgets::OpMatch>& matches() const { return m_matches; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<widgets::OpMatch> m_matches;
};

} // namespace stepscope::ui
