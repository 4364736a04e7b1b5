#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <QString>

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace stepscope::ui {

/// The lines of a log in one column. The header of a row is the time at which its line was written, and the line
/// nearest to a marked time has a coloured background. The last row may be an incomplete line, which changes.
///
/// A log can have a line a step, so the lines lie one after another in blocks of 64 KiB: a line takes its bytes in
/// UTF-8 and 12 more, and no small piece of memory keeps the memory around it from being returned.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// When there are more lines, the oldest block is dropped, as long as this many lines remain.
    static constexpr std::size_t kLinesKept = 100'000;

    using QAbstractTableModel::QAbstractTableModel;

    /// Times are shown relative to this one, ns.
    void setStart(std::int64_t start);
    /// A line and the time at which it was written, ns.
    struct Line
    {
        QString text;
        std::int64_t time = 0;
    };
    /// Replaces the incomplete line by `complete` lines and by the next incomplete one, which is no row while it is
    /// empty.
    void append(const std::vector<Line>& complete, const Line& incomplete);
    void clear();
    /// Marks the line whose time is nearest; nothing = no mark.
    void setMarkedTime(std::optional<std::int64_t> time);
    /// -1 = none.
    [[nodiscard]] int markedRow() const { return m_marked; }
    [[nodiscard]] std::optional<std::int64_t> timeOf(int row) const;
    [[nodiscard]] QString line(int row) const;
    [[nodiscard]] QString timeText(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Block
    {
        std::size_t first = 0; ///< number of its first line since the last clear()
        QByteArray text;       ///< UTF-8
        std::vector<std::uint32_t> ends;
        std::vector<std::int64_t> times;
    };
    void add(const Line& line);
    void dropFirst();
    [[nodiscard]] std::size_t firstLine() const { return m_blocks.empty() ? 0 : m_blocks.front().first; }
    /// Number of complete lines.
    [[nodiscard]] std::size_t complete() const { return m_added - firstLine(); }
    [[nodiscard]] const Block& blockOf(std::size_t line) const;
    /// Of a row, if it exists; no roles = all.
    void changed(int row, const QList<int>& roles);

    std::deque<Block> m_blocks;
    std::size_t m_added = 0; ///< complete lines since the last clear()
    Line m_incomplete;
    std::int64_t m_start = 0;
    std::optional<std::int64_t> m_markedTime;
    int m_marked = -1;
};

} // namespace stepscope::ui
