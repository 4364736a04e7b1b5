#include "ui/stepsmodel.h"

#include "ui/quantities.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace stepscope::ui {

namespace {

double seconds(const format::Step& step)
{
    return static_cast<double>(step.end - step.start) * 1e-9;
}

} // namespace

void StepsModel::setView(const trace::TraceView& view)
{
    const std::size_t before = m_order.size();
    const std::size_t now = std::min<std::size_t>(view.stepCount(), std::numeric_limits<int>::max());
    m_view = view;
    if (now <= before)
        return;
    // New steps go to the end, whatever the order: rows that jump about while one reads help nobody.
    beginInsertRows({}, static_cast<int>(before), static_cast<int>(now) - 1);
    m_order.resize(now);
    std::iota(m_order.begin() + static_cast<std::ptrdiff_t>(before), m_order.end(), static_cast<std::uint32_t>(before));
    endInsertRows();
}

void StepsModel::clear()
{
    beginResetModel();
    m_order.clear();
    m_view = {};
    endResetModel();
}

std::size_t StepsModel::stepAt(int row) const
{
    return m_order[static_cast<std::size_t>(row)];
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int StepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

double StepsModel::key(std::size_t at, int column) const
{
    const format::Step step = m_view.step(at);
    switch (column) {
    case Start:
        return static_cast<double>(step.start - m_view.extent().begin) * 1e-9;
    case Duration:
        return seconds(step);
    case Samples:
        return static_cast<double>(step.samples);
    case Rate:
        return seconds(step) > 0 ? static_cast<double>(step.samples) / seconds(step) : 0;
    case Traced:
        return step.flags & format::Step::kTraced ? 1 : 0;
    default:
        return static_cast<double>(step.index);
    }
}

QString StepsModel::text(const format::Step& step, int column) const
{
    switch (column) {
    case Index:
        return countOf(step.index);
    case Start:
        return duration(static_cast<double>(step.start - m_view.extent().begin) * 1e-9);
    case Duration:
        return duration(seconds(step));
    case Samples:
        return step.samples > 0 ? countOf(step.samples) : QStringLiteral("–");
    case Rate:
        return step.samples > 0 && seconds(step) > 0 ? rate(static_cast<double>(step.samples) / seconds(step))
                                                     : QStringLiteral("–");
    case Traced:
        return step.flags & format::Step::kTraced ? tr("traced") : QString();
    default:
        return {};
    }
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const std::size_t at = stepAt(index.row());
    if (role == Qt::DisplayRole)
        return text(m_view.step(at), index.column());
    if (role == kRawRole)
        return key(at, index.column());
    if (role == Qt::TextAlignmentRole)
        return index.column() == Traced ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const std::array<QString, ColumnCount> names = {tr("Step"),    tr("Start"),     tr("Duration"),
                                                    tr("Samples"), tr("Samples/s"), tr("Ops")};
    if (role == Qt::DisplayRole)
        return names[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Traced ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

void StepsModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0)
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::size_t> steps;
    for (const QModelIndex& index : before)
        steps.push_back(stepAt(index.row()));

    std::vector<double> keys(m_order.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = key(i, column);
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::stable_sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return order == Qt::AscendingOrder ? keys[a] < keys[b] : keys[b] < keys[a];
    });

    std::vector<std::uint32_t> rowOf(m_order.size());
    for (std::size_t row = 0; row < m_order.size(); ++row)
        rowOf[m_order[row]] = static_cast<std::uint32_t>(row);
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after << index(static_cast<int>(rowOf[steps[static_cast<std::size_t>(i)]]), before[i].column());
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

} // namespace stepscope::ui
