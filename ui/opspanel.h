#pragma once

#include "analysis/algorithms/openergy.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace stepscope::ui {

class JumpTable;
class OpsFilter;
class OpsModel;

/// The ops of a range: sort, filter, group, click to go to the first instance.
class OpsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit OpsPanel(QWidget* parent = nullptr);

    /// What a person chose to see: how rows are made, and whose energy is shared out.
    [[nodiscard]] analysis::OpTableOptions options() const;
    /// Rails to choose from, outermost first.
    void setRails(const QStringList& rails);
    /// Of these options. `scope` says of what: "Selection", "Whole run".
    void setOps(std::vector<analysis::OpTotals> ops, const QString& scope,
                const analysis::OpTableOptions& options = {});
    /// What its rows took of the rail: `rows` are those that setOps() was given, in their order.
    void setEnergies(const std::vector<analysis::OpTotals>& rows, const analysis::OpEnergies& energies);
    /// They are of something else now, and will be told later.
    void awaitEnergies();
    /// Of figures that take a while, 0..1.
    void setProgress(double share);
    /// While there are no ops: why.
    void setEmptyText(const QString& text);
    void clear();
    void focusFilter();
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void opActivated(std::uint32_t op, std::size_t lane, std::size_t span);
    /// Another row is the current one; see analysis::opInstances for what the key is of.
    void rowChosen(stepscope::analysis::OpGrouping grouping, std::uint32_t key, const QString& title);
    void optionsChanged();

private:
    void buildTable();
    void buildLayout();
    void jump(const QModelIndex& index);
    void tellRow(const QModelIndex& current);
    void keepRow();
    void updateCount();

    OpsModel* m_model = nullptr;
    OpsFilter* m_filter = nullptr;
    QLineEdit* m_words = nullptr;
    QComboBox* m_grouping = nullptr;
    QComboBox* m_rail = nullptr;
    QLabel* m_railLabel = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_empty = nullptr;
    JumpTable* m_table = nullptr;
    QString m_scope;
    analysis::OpGrouping m_shown = analysis::OpGrouping::Op; ///< of the rows that are there
    std::optional<std::uint32_t> m_key; ///< of the row that was chosen, also while the range has nothing of it
    bool m_updating = false;
    std::size_t m_all = 0; ///< rows, shown or not
};

} // namespace stepscope::ui
