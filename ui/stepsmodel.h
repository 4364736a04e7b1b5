#pragma once

#include "analysis/trace/traceview.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// Steps, read from the view as they are shown; sorts by itself, since a day of training has a million of them.
class StepsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Index, Start, Duration, Samples, Rate, Traced, ColumnCount };
    static constexpr int kRawRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// The same recording, grown: rows are only added. Another one: see clear().
    void setView(const trace::TraceView& view);
    void clear();
    /// Index as in TraceView::step().
    [[nodiscard]] std::size_t stepAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] double key(std::size_t step, int column) const;
    [[nodiscard]] QString text(const format::Step& step, int column) const;

    trace::TraceView m_view;
    std::vector<std::uint32_t> m_order; ///< row -> step
};

} // namespace stepscope::ui
