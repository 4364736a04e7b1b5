#pragma once

#include "analysis/query/query.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace stepscope::ui {

/// The rows of a query. NULL is empty.
class QueryResultModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using ResultPointer = std::shared_ptr<const analysis::QueryResult>;

    explicit QueryResultModel(QObject* parent = nullptr)
        : QAbstractTableModel(parent)
    {}

    /// nullptr = no rows and no columns.
    void setResult(ResultPointer result);
    [[nodiscard]] const ResultPointer& result() const { return m_result; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ResultPointer m_result;
};

} // namespace stepscope::ui
