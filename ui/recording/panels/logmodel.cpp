#include "ui/recording/panels/logmodel.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr qsizetype kBlockBytes = 64 * 1024;
constexpr std::size_t kBlockLines = 1024;
constexpr int kMarkAlpha = 60;

/// Replaces the separators of lines and paragraphs, which would be drawn as line breaks.
QString inOneLine(QString text)
{
    for (const char16_t separator : {u'\u2028', u'\u2029'})
        text.replace(QChar(separator), QLatin1Char(' '));
    return text;
}

} // namespace

void LogModel::setStart(std::int64_t start)
{
    if (start == m_start)
        return;
    m_start = start;
    if (rowCount() > 0)
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

void LogModel::append(const std::vector<Line>& complete, const Line& incomplete)
{
    const int before = rowCount();
    const QString last = m_incomplete.text;
    const auto lines = static_cast<int>(this->complete() + complete.size());
    const int after = lines + (incomplete.text.isEmpty() ? 0 : 1);
    if (after > before)
        beginInsertRows({}, before, after - 1);
    else if (after < before)
        beginRemoveRows({}, after, before - 1);
    for (const Line& line : complete)
        add(line);
    m_incomplete = {inOneLine(incomplete.text), incomplete.time};
    if (after > before)
        endInsertRows();
    else if (after < before)
        endRemoveRows();
    if (!last.isEmpty() && after >= before && line(before - 1) != last)
        changed(before - 1, {});
    while (m_blocks.size() > 1 && this->complete() - m_blocks.front().ends.size() >= kLinesKept)
        dropFirst();
    setMarkedTime(m_markedTime);
}

void LogModel::add(const Line& line)
{
    const QByteArray bytes = inOneLine(line.text).toUtf8();
    if (m_blocks.empty() || m_blocks.back().ends.size() == kBlockLines ||
        m_blocks.back().text.size() + bytes.size() > kBlockBytes) {
        Block& block = m_blocks.emplace_back();
        block.first = m_added;
        block.text.reserve(kBlockBytes);
        block.ends.reserve(kBlockLines);
        block.times.reserve(kBlockLines);
    }
    Block& block = m_blocks.back();
    block.text += bytes;
    block.ends.push_back(static_cast<std::uint32_t>(block.text.size()));
    block.times.push_back(line.time);
    ++m_added;
}

void LogModel::dropFirst()
{
    const auto dropped = static_cast<int>(m_blocks.front().ends.size());
    beginRemoveRows({}, 0, dropped - 1);
    m_blocks.pop_front();
    m_marked = std::max(-1, m_marked - dropped);
    endRemoveRows();
}

void LogModel::clear()
{
    beginResetModel();
    m_blocks.clear();
    m_added = 0;
    m_incomplete = {};
    m_markedTime.reset();
    m_marked = -1;
    endResetModel();
}

const LogModel::Block& LogModel::blockOf(std::size_t line) const
{
    const auto next = std::upper_bound(m_blocks.begin(), m_blocks.end(), line,
                                       [](std::size_t number, const Block& block) { return number < block.first; });
    return *std::prev(next);
}

std::optional<std::int64_t> LogModel::timeOf(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const std::size_t line = firstLine() + static_cast<std::size_t>(row);
    if (line == m_added)
        return m_incomplete.time;
    const Block& block = blockOf(line);
    return block.times[line - block.first];
}

QString LogModel::line(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const std::size_t line = firstLine() + static_cast<std::size_t>(row);
    if (line == m_added)
        return m_incomplete.text;
    const Block& block = blockOf(line);
    const std::size_t place = line - block.first;
    const std::uint32_t begin = place == 0 ? 0 : block.ends[place - 1];
    return QString::fromUtf8(block.text.constData() + begin, block.ends[place] - begin);
}

QString LogModel::timeText(int row) const
{
    const auto time = timeOf(row);
    return time ? tr("%1 s").arg(static_cast<double>(*time - m_start) * 1e-9, 0, 'f', 2) : QString();
}

void LogModel::setMarkedTime(std::optional<std::int64_t> time)
{
    m_markedTime = time;
    int nearest = -1;
    if (const int rows = rowCount(); time && rows > 0) {
        int first = 0; // the first row that was written after the time
        for (int count = rows; count > 0;) {
            const int half = count / 2;
            const bool isAfter = timeOf(first + half).value_or(0) > *time;
            first += isAfter ? 0 : half + 1;
            count = isAfter ? half : count - half - 1;
        }
        const auto next = timeOf(first);
        const auto before = timeOf(first - 1);
        nearest = next && (!before || *next - *time < *time - *before) ? first : first - 1;
    }
    if (nearest == m_marked)
        return;
    changed(std::exchange(m_marked, nearest), {Qt::BackgroundRole});
    changed(m_marked, {Qt::BackgroundRole});
}

void LogModel::changed(int row, const QList<int>& roles)
{
    if (row < 0 || row >= rowCount())
        return;
    emit dataChanged(index(row, 0), index(row, 0), roles);
    emit headerDataChanged(Qt::Vertical, row, row);
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(complete()) + (m_incomplete.text.isEmpty() ? 0 : 1);
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::DisplayRole || role == Qt::EditRole)
        return line(index.row());
    if (role == Qt::BackgroundRole && index.row() == m_marked) {
        QColor colour = QGuiApplication::palette().color(QPalette::Highlight);
        colour.setAlpha(kMarkAlpha);
        return colour;
    }
    return {};
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal)
        return role == Qt::DisplayRole ? tr("Line") : QVariant();
    if (role == Qt::DisplayRole)
        return timeText(section);
    if (role == Qt::ToolTipRole)
        return tr("Time since the start of the recording; click to go there");
    if (role == Qt::ForegroundRole)
        return QGuiApplication::palette().brush(section == m_marked ? QPalette::WindowText : QPalette::PlaceholderText);
    return {};
}

/// A line is edited only to select a part of it: the editor of LogTable changes nothing.
Qt::ItemFlags LogModel::flags(const QModelIndex& index) const
{
    return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

} // namespace stepscope::ui
