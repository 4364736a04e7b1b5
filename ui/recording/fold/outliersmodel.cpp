#include "ui/recording/fold/outliersmodel.h"

#include "ui/parts/messagetext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/swatch.h"

#include <array>
#include <cmath>
#include <utility>

namespace stepscope::ui {

using analysis::OutlierStep;

namespace {

QString causeText(const OutlierStep& step)
{
    if (step.cause == OutlierStep::Cause::Unknown)
        return OutliersModel::tr("unknown: %1").arg(messageText(step.reason));
    const QString cause = step.cause == OutlierStep::Cause::Op ? QString::fromStdString(step.op)
                                                               : OutliersModel::tr("no op: between ops");
    const QString more = QLatin1Char(step.excessSeconds < 0 ? '-' : '+') + duration(std::abs(step.excessSeconds));
    return step.isGuess ? OutliersModel::tr("%1 %2, estimated from its readings").arg(cause, more)
                        : QStringLiteral("%1 %2").arg(cause, more);
}

} // namespace

void OutliersModel::setOutliers(std::vector<OutlierStep> steps)
{
    beginResetModel();
    m_rows = std::move(steps);
    endResetModel();
}

int OutliersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OutliersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant OutliersModel::raw(const OutlierStep& step, int column)
{
    switch (column) {
    case Step:
        return static_cast<qulonglong>(step.index);
    case Duration:
        return step.range.seconds();
    case Usual:
        return step.usualSeconds;
    case Distance:
        return step.distance;
    default:
        return causeText(step);
    }
}

QString OutliersModel::text(const OutlierStep& step, int column)
{
    switch (column) {
    case Step:
        return QString::number(step.index);
    case Duration:
        return duration(step.range.seconds());
    case Usual:
        return duration(step.usualSeconds);
    case Distance: {
        const QString what = step.feature == "duration" ? tr("duration") : QString::fromStdString(step.feature);
        return QStringLiteral("%1 σ, %2").arg(step.distance, 0, 'f', step.distance < 99.95 ? 1 : 0).arg(what);
    }
    default:
        return causeText(step);
    }
}

QVariant OutliersModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const OutlierStep& step = outlier(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(step, index.column());
    case Qt::ToolTipRole:
        return index.column() >= Distance ? QVariant(text(step, index.column())) : QVariant();
    case Qt::DecorationRole:
        return index.column() == Cause && step.cause == OutlierStep::Cause::Op ? QVariant(opSwatch(step.op))
                                                                               : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() >= Distance ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return raw(step, index.column());
    default:
        return {};
    }
}

QVariant OutliersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto at = static_cast<std::size_t>(section);
    const std::array<QString, ColumnCount> names = {tr("Step"), tr("Duration"), tr("Typical"), tr("Distance"),
                                                    tr("Cause")};
    static constexpr std::array<const char*, ColumnCount> kRaw = {"step", "duration_s", "usual_s", "distance", "cause"};
    switch (role) {
    case Qt::DisplayRole:
        return names[at];
    case Qt::ToolTipRole:
        return section == Distance
                   ? QVariant(tr("Distance from the mean step in standard deviations, and the quantity"))
                   : QVariant();
    case kRawHeaderRole:
        return QString::fromLatin1(kRaw[at]);
    case Qt::TextAlignmentRole:
        return QVariant((section >= Distance ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace stepscope::ui
