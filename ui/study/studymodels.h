#pragma once

#include "analysis/study/study.h"
#include "analysis/study/studycomparison.h"
#include "analysis/study/studyfigures.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstddef>
#include <string_view>

namespace stepscope::ui {

/// A name or title of `analysis/study`, which is UTF-8.
[[nodiscard]] QString shownText(std::string_view text);

/// The trainings of a study, one row each: cell, state, the most important figures, and why it failed. All columns are
/// in the CSV export.
class ResultsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps rows, and thus the selection, where the study has the same cells.
    void setStudy(const analysis::Study& study);
    [[nodiscard]] const analysis::StudyCell& cell(int row) const
    {
        return m_study.cells[static_cast<std::size_t>(row)];
    }
    /// Whether the column distinguishes trainings, or has a figure of at least one.
    [[nodiscard]] bool isInformative(int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    analysis::Study m_study;
};

/// A table of the paper.
class StudyTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(const analysis::StudyTable& table);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    analysis::StudyTable m_table{};
};

/// The cells of two studies, one row for each quantity of a cell: both means, their ratio with its interval, and what
/// the interval shows.
class ComparedStudiesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Quantity, Target, Model, Batch, A, B, Ratio, RatioInterval, Verdict, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void setComparison(const analysis::StudyComparison& comparison);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    analysis::StudyComparison m_comparison;
};

} // namespace stepscope::ui
