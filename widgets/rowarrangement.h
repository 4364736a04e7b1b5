#pragma once

#include "widgets/tracks/tracktable.h"

#include <QByteArray>
#include <QJsonObject>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::widgets {

/// How a person wants rows to be: their order, which are collapsed, pinned and hidden, their heights. By the names of
/// rows (Rows::Row::name) and groups (TrackGroup::name), so that it suits other recordings, too; names that a recording
/// does not have mean nothing there and are kept.
struct RowArrangement
{
    static constexpr int kLeastHeight = 16; ///< px
    static constexpr int kMostHeight = 640;

    std::vector<std::string> groupOrder; ///< as far as it is not the usual one, see ordered()
    std::vector<std::string> rowOrder;   ///< of the rows of all groups; rows do not leave their group
    std::set<std::string, std::less<>> collapsed;
    std::vector<std::string> pinned; ///< from the top
    std::set<std::string, std::less<>> hidden;
    std::map<std::string, int, std::less<>> heights; ///< px
    RailMode rails;
    QJsonObject others; ///< what another version wrote

    /// Names in the order in which they are seen; before = the name that it comes to stand above, empty = last.
    void moveGroup(const std::vector<std::string>& seen, const std::string& name, const std::string& before);
    void moveRow(const std::vector<std::string>& seen, const std::string& name, const std::string& before);
    void movePinned(const std::vector<std::string>& seen, const std::string& name, const std::string& before);
    void setCollapsed(std::string_view group, bool on);
    void setPinned(const std::string& row, bool on);
    void setHidden(std::string_view row, bool on);
    /// 0 = its own height again.
    void setHeight(const std::string& row, int height);
    [[nodiscard]] bool isPinned(std::string_view row) const;

    [[nodiscard]] QByteArray toJson() const;
    /// Text that is no arrangement is the usual arrangement; a part that cannot be is left out.
    [[nodiscard]] static RowArrangement fromJson(const QByteArray& text);

    bool operator==(const RowArrangement&) const = default;
};

/// Indices into `usual` in the order that was asked for. A name that nobody asked for stays below the one that is
/// usually above it.
[[nodiscard]] std::vector<std::size_t> ordered(const std::vector<std::string_view>& usual,
                                               const std::vector<std::string>& asked);

} // namespace stepscope::widgets
