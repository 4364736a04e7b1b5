#pragma once

#include "analysis/algorithms/compare.h"
#include "ui/differencetext.h"
#include "ui/tablecopy.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// What steps, rails, cores and memory differ by.
class ComparedChannelsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { What, FirstPart };
    static constexpr int kColumns = FirstPart + kDifferenceParts;

    using QAbstractTableModel::QAbstractTableModel;

    void setChannels(std::vector<analysis::ChannelDifference> channels);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString title(const analysis::ChannelDifference& channel) const;

    std::vector<analysis::ChannelDifference> m_channels;
};

} // namespace stepscope::ui
