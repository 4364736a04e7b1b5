#pragma once

#include "analysis/comparison/compare.h"
#include "ui/comparison/differencetext.h"
#include "ui/parts/tablecopy.h"

#include <QAbstractTableModel>

#include <vector>

namespace stepscope::ui {

/// Differences of steps, rails, cores and memory.
class ComparedChannelsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Quantity, FirstPart };
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
