#pragma once

#include "widgets/rows/rowscale.h"
#include "widgets/tracks/tracktable.h"

#include <QByteArray>
#include <QJsonObject>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::widgets {

/// The arrangement of rows that the user chose: order, collapsed groups, pinned and hidden rows, heights, scales. It
/// refers to rows (Rows::Row::name) and groups (TrackGroup::name) by name, so that it applies to other recordings;
/// names that a recording does not have are ignored and kept.
struct RowArrangement
{
    static constexpr int kLeastHeight = 16; ///< px
    static constexpr int kMostHeight = 640;

    std::vector<std::string> groupOrder; ///< where it differs from the default, see ordered()
    std::vector<std::string> rowOrder;   ///< rows of all groups; a row stays in its group
    std::set<std::string, std::less<>> collapsed;
    std::set<std::string, std::less<>> opened; ///< groups that do not collapse for want of height
    std::vector<std::string> pinned;           ///< from the top
    std::set<std::string, std::less<>> hidden;
    std::map<std::string, int, std::less<>> heights;     ///< px
    std::map<std::string, RowScale, std::less<>> scales; ///< of rows whose scale is not automatic
    RailMode rails;
    QJsonObject others; ///< members that another version wrote; kept

    /// Moves `name` above `before`; empty = to the end. `seen`: all names in their current order.
    void moveGroup(const std::vector<std::string>& seen, const std::string& name, const std::string& before);
    void moveRow(const std::vector<std::string>& seen, const std::string& name, const std::string& before);
    void movePinned(const std::vector<std::string>& seen, const std::string& name, const std::string& before);
    void setCollapsed(std::string_view group, bool on);
    void setPinned(const std::string& row, bool on);
    void setHidden(std::string_view row, bool on);
    /// 0 restores the default height.
    void setHeight(const std::string& row, int height);
    /// An automatic or invalid scale removes that of the row.
    void setScale(const std::string& row, const RowScale& scale);
    [[nodiscard]] bool isPinned(std::string_view row) const;

    [[nodiscard]] QByteArray toJson() const;
    /// Ignores invalid parts; invalid text gives the default arrangement.
    [[nodiscard]] static RowArrangement fromJson(const QByteArray& text);

    bool operator==(const RowArrangement&) const = default;
};

/// Indices into `defaults` in the requested order. A name that `requested` does not contain stays below the name that
/// is above it by default.
[[nodiscard]] std::vector<std::size_t> ordered(const std::vector<std::string_view>& defaults,
                                               const std::vector<std::string>& requested);

} // namespace stepscope::widgets
