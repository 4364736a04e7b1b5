#include "ui/recording/panels/opsmodel.h"

#include "ui/parts/quantities.h"
#include "ui/parts/swatch.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace stepscope::ui {

using analysis::OpGrouping;
using analysis::OpTotals;

void OpsModel::setOps(std::vector<OpTotals> ops, OpGrouping grouping, const QString& rail)
{
    if (ops.size() > kRowsShown)
        ops.resize(kRowsShown);
    m_largestShare = 0;
    for (const OpTotals& op : ops)
        m_largestShare = std::max(m_largestShare, op.share);
    const bool anotherRail = m_rail != std::exchange(m_rail, rail);
    if (m_grouping != std::exchange(m_grouping, grouping))
        replaceAll(std::move(ops));
    else
        updateRows(std::move(ops));
    if (anotherRail)
        emit headerDataChanged(Qt::Horizontal, Regression, Energy);
}

void OpsModel::replaceAll(std::vector<OpTotals> ops)
{
    beginResetModel();
    m_ops = std::move(ops);
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void OpsModel::updateRows(std::vector<OpTotals> ops)
{
    std::unordered_map<std::uint32_t, std::size_t> place;
    for (std::size_t i = 0; i < ops.size(); ++i)
        place.emplace(ops[i].op, i);
    const auto gone =
        std::count_if(m_ops.begin(), m_ops.end(), [&](const OpTotals& op) { return !place.contains(op.op); });
    constexpr std::ptrdiff_t kMaxRemovals = 500; // each moves all rows below it
    if (gone > kMaxRemovals)
        return replaceAll(std::move(ops));

    for (std::size_t row = m_ops.size(); row-- > 0;) {
        if (place.contains(m_ops[row].op))
            continue;
        beginRemoveRows({}, static_cast<int>(row), static_cast<int>(row));
        m_ops.erase(m_ops.begin() + static_cast<std::ptrdiff_t>(row));
        endRemoveRows();
    }
    std::vector<bool> isShown(ops.size(), false);
    for (OpTotals& op : m_ops) {
        const std::size_t i = place.at(op.op);
        isShown[i] = true;
        op = std::move(ops[i]);
    }
    if (!m_ops.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));

    const auto added = static_cast<int>(std::count(isShown.begin(), isShown.end(), false));
    if (added == 0)
        return;
    beginInsertRows({}, rowCount(), rowCount() + added - 1);
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (!isShown[i])
            m_ops.push_back(std::move(ops[i]));
    }
    endInsertRows();
}

void OpsModel::setEnergies(Energies energies)
{
    m_energies = std::move(energies);
    if (!m_ops.empty())
        emit dataChanged(index(0, Regression), index(rowCount() - 1, Regression));
}

const analysis::Estimate* OpsModel::estimate(const OpTotals& op) const
{
    const auto entry = m_energies.byKey.find(op.op);
    return entry == m_energies.byKey.end() ? nullptr : &entry->second;
}

namespace {

QString plusMinus(const analysis::Estimate& energy)
{
    return ui::plusMinus(energy.value, (energy.high - energy.low) / 2, QStringLiteral("J"));
}

QString intervalMeaning(const analysis::Estimate& energy)
{
    return OpsModel::tr("95 % confidence interval: %1").arg(interval(energy.low, energy.high, QStringLiteral("J")));
}

} // namespace

QString OpsModel::estimateText(const OpTotals& op) const
{
    if (const analysis::Estimate* energy = estimate(op))
        return plusMinus(*energy);
    if (const auto joint = m_energies.joints.find(op.op); joint != m_energies.joints.end())
        return tr("%1 rows: %2").arg(joint->second.names.size()).arg(plusMinus(joint->second.sum));
    return m_energies.isPending ? QStringLiteral("…") : QStringLiteral("–");
}

QString OpsModel::estimateMeaning(const OpTotals& op) const
{
    if (const analysis::Estimate* energy = estimate(op))
        return intervalMeaning(*energy);
    if (const auto joint = m_energies.joints.find(op.op); joint != m_energies.joints.end())
        return tr("The data determine the sum of these rows only:\n%1\n%2")
            .arg(joint->second.names.join(QLatin1Char('\n')), intervalMeaning(joint->second.sum));
    if (m_energies.isPending)
        return tr("Being computed");
    if (!m_energies.reason.isEmpty())
        return m_energies.reason;
    if (!(op.selfSeconds > 0))
        return tr("The ops that it calls take all of its time, and have its energy");
    if (const auto entry = m_energies.reasons.find(op.op); entry != m_energies.reasons.end())
        return entry->second;
    return tr("Not separable from other ops: it always runs together with them, or too rarely and too briefly for the "
              "sampling period");
}

int OpsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ops.size());
}

int OpsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant OpsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const OpTotals& entry = op(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Regression)
            return estimateMeaning(entry);
        return index.column() <= Shapes ? QVariant(title(entry) + QLatin1Char('\n') + shapesText(entry)) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() <= Shapes ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return raw(entry, index.column());
    case Qt::DecorationRole:
        return index.column() == Name && isOfOps() ? QVariant(opSwatch(entry.name)) : QVariant();
    case ShareBar::kShareRole:
        return index.column() == Share && m_largestShare > 0 ? QVariant(entry.share / m_largestShare) : QVariant();
    default:
        return {};
    }
}

QString OpsModel::title(const OpTotals& op) const
{
    if (m_grouping == OpGrouping::Step)
        return op.name.empty() ? tr("between steps") : tr("step %1").arg(QString::fromStdString(op.name));
    if (!op.name.empty())
        return QString::fromStdString(op.name);
    return m_grouping == OpGrouping::Module ? tr("(no module)") : tr("(no shapes)");
}

QString OpsModel::shapesText(const OpTotals& op) const
{
    if (m_grouping == OpGrouping::Step || op.variants <= 1)
        return QString::fromStdString(op.shapes);
    return m_grouping == OpGrouping::Name ? tr("%1 shapes").arg(countOf(op.variants))
                                          : tr("%1 ops").arg(countOf(op.variants));
}

QVariant OpsModel::raw(const OpTotals& op, int column) const
{
    switch (column) {
    case Name:
        if (m_grouping == OpGrouping::Step && !op.name.empty())
            return QString::fromStdString(op.name).toULongLong();
        return QString::fromStdString(op.name);
    case Shapes:
        return shapesText(op);
    case Count:
        return static_cast<qulonglong>(op.count);
    case Total:
        return op.totalSeconds;
    case Self:
        return op.selfSeconds;
    case Mean:
        return op.meanSeconds;
    case Median:
        return op.p50Seconds;
    case High:
        return op.p95Seconds;
    case Max:
        return op.maxSeconds;
    case Regression: {
        const analysis::Estimate* energy = estimate(op);
        return energy ? QVariant(energy->value) : QVariant();
    }
    case Energy:
        return op.joules ? QVariant(*op.joules) : QVariant();
    case Share:
        return op.share;
    case Operations:
        return op.operationsPerSecond ? QVariant(*op.operationsPerSecond) : QVariant();
    case Bytes:
        return op.bytesPerSecond ? QVariant(*op.bytesPerSecond) : QVariant();
    default:
        return {};
    }
}

QString OpsModel::text(const OpTotals& op, int column) const
{
    switch (column) {
    case Name:
        return isOfOps() && !op.name.empty() ? opText(op.name) : title(op);
    case Shapes:
        return shapesText(op);
    case Count:
        return countOf(op.count);
    case Regression:
        return estimateText(op);
    case Energy:
        return op.joules ? joules(*op.joules) : QStringLiteral("–");
    case Share:
        return percent(op.share);
    case Operations:
        return op.operationsPerSecond ? tr("%1 GFLOP/s").arg(*op.operationsPerSecond * 1e-9, 0, 'f', 2)
                                      : QStringLiteral("–");
    case Bytes:
        return op.bytesPerSecond ? tr("%1 GB/s").arg(*op.bytesPerSecond * 1e-9, 0, 'f', 2) : QStringLiteral("–");
    default:
        return duration(raw(op, column).toDouble());
    }
}

QString OpsModel::meaning(int column) const
{
    const std::array<QString, ColumnCount> meanings = {
        tr("Op or group of the row"),
        tr("Shapes of the inputs, or their number if they differ"),
        tr("Instances of which a part lies in the range"),
        tr("Time of all instances in the range; nested instances of the same row count once"),
        tr("Time in the range without called ops"),
        tr("Mean duration of the instances, each at full length even if the range cuts it"),
        tr("Median duration of the instances, each at full length"),
        tr("95th percentile of the durations of the instances, each at full length"),
        tr("Longest instance, at full length"),
        tr("Energy of %1 added by the op, by regression on the times when ops ran, with the 95 % interval; energy "
           "without any op is separate")
            .arg(m_rail),
        m_rail.isEmpty() ? tr("No rail was measured")
                         : tr("Energy of %1 during the self time of the instances in the range. Common method; wrong "
                              "for ops shorter than the sampling period, and ops that run at the same time each get "
                              "the whole energy")
                               .arg(m_rail),
        tr("Share of the self time of all ops in the range"),
        tr("Achieved floating-point operations per second, for ops whose shapes determine their number"),
        tr("Lower bound of the memory traffic per second: each input and output once")};
    return meanings[static_cast<std::size_t>(column)];
}

QVariant OpsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const bool details = m_grouping == OpGrouping::Shapes || m_grouping == OpGrouping::Module;
    const QString first = m_grouping == OpGrouping::Shapes   ? tr("Shapes")
                          : m_grouping == OpGrouping::Module ? tr("Module")
                          : m_grouping == OpGrouping::Step   ? tr("Step")
                                                             : tr("Op");
    const std::array<QString, ColumnCount> names = {first,
                                                    details ? tr("Ops") : tr("Shapes"),
                                                    tr("Count"),
                                                    tr("Total"),
                                                    tr("Self"),
                                                    tr("Mean"),
                                                    tr("p50"),
                                                    tr("p95"),
                                                    tr("Max"),
                                                    tr("Energy"),
                                                    tr("Energy by time"),
                                                    tr("Share"),
                                                    tr("Operations"),
                                                    tr("Memory")};
    static constexpr std::array<const char*, ColumnCount> kRaw = {"",
                                                                  "",
                                                                  "count",
                                                                  "total_s",
                                                                  "self_s",
                                                                  "mean_s",
                                                                  "p50_s",
                                                                  "p95_s",
                                                                  "max_s",
                                                                  "energy_j",
                                                                  "energy_by_time_j",
                                                                  "share",
                                                                  "operations_per_second",
                                                                  "bytes_per_second"};
    const auto at = static_cast<std::size_t>(section);
    switch (role) {
    case Qt::DisplayRole:
        return names[at];
    case Qt::ToolTipRole:
        return meaning(section);
    case Qt::TextAlignmentRole:
        return QVariant((section <= Shapes ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case kRawHeaderRole:
        return section <= Shapes ? names[at].toLower() : QString::fromLatin1(kRaw[at]);
    default:
        return {};
    }
}

OpsFilter::OpsFilter(QObject* parent)
    : FigureOrder(parent)
{
    setDynamicSortFilter(true);
}

void OpsFilter::setWords(const QString& filter)
{
    m_words = filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool OpsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex named = sourceModel()->index(row, OpsModel::Name, parent);
    const QString name = named.data().toString() + QLatin1Char('\n') + named.data(kRawRole).toString();
    const QString shapes = sourceModel()->index(row, OpsModel::Shapes, parent).data().toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return name.contains(word, Qt::CaseInsensitive) || shapes.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace stepscope::ui
