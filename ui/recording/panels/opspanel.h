#pragma once

#include "analysis/energy/opgroupenergy.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace stepscope::ui {

class MessageLine;
class JumpTable;
class OpsFilter;
class OpsModel;

/// Table of the ops of a range, with sorting, filter and grouping. A click goes to the first instance.
class OpsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit OpsPanel(QWidget* parent = nullptr);

    /// The chosen grouping and rail.
    [[nodiscard]] analysis::OpTableOptions options() const;
    /// The rails to choose from, outermost first.
    void setRails(const QStringList& rails);
    /// `scope` is the title of the range, such as "Selection" or "Whole run"; `options` are those of the result.
    /// What the rows are of, if that changes without them. Before the first rows it does nothing.
    void setTitle(const QString& scope);
    void setOps(std::vector<analysis::OpTotals> ops, const QString& scope,
                const analysis::OpTableOptions& options = {});
    /// Energies of the rows. `rows` are those of setOps(), in the same order.
    void setEnergies(const std::vector<analysis::OpTotals>& rows, const analysis::OpGroupEnergies& energies);
    /// Shows that the energies of the rows are not available yet.
    void awaitEnergies();
    /// Shows the progress of the analysis, 0..1, or -1 if unknown.
    void setProgress(double share);
    /// Text shown if there are no ops.
    void setEmptyText(const QString& text);
    void clear();
    [[nodiscard]] JumpTable* table() const { return m_table; }

signals:
    void opActivated(std::uint32_t op, std::size_t lane, std::size_t span);
    /// Another row is current. For the key see analysis::opInstances().
    void rowChosen(stepscope::analysis::OpGrouping grouping, std::uint32_t key, const QString& title);
    void optionsChanged();
    /// Requests of the context menu, for the op of the current row.
    void instancesRequested();
    void findRequested(const QString& name);
    void energyRequested(const QString& name);

private:
    void addMenuActions();
    void buildTable();
    void buildLayout();
    void jump(const QModelIndex& index);
    void emitRow(const QModelIndex& current);
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
    MessageLine* m_advice = nullptr;
    JumpTable* m_table = nullptr;
    QString m_scope;
    analysis::OpGrouping m_shown = analysis::OpGrouping::Op; ///< grouping of the current rows
    std::optional<std::uint32_t> m_key; ///< of the chosen row, also while the range does not contain it
    bool m_updating = false;
    std::size_t m_all = 0; ///< number of rows without the limit of OpsModel
};

} // namespace stepscope::ui
