#pragma once

#include "widgets/marks/opsearch.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// Ops that match a search: name, shapes, number of instances.
class FindModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Shapes, Count, kColumns };

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
