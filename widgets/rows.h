#pragma once

#include "widgets/tracks/tracktable.h"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::widgets {

/// The rows of a timeline from top to bottom: which there are, and where. Tracks stay the same while their trace grows.
class Rows
{
public:
    struct Row
    {
        const TrackKind* kind = nullptr;
        std::size_t key = 0;
        std::unique_ptr<Track> track;
        int top = 0; ///< px from the top of all rows
        int height = 0;
        int natural = 0; ///< what its track asks for
    };

    Rows();

    void clear() { m_rows.clear(); }
    /// Adds rows for what is new in the view; true when a row came or changed its height.
    bool update(const trace::TraceView& view);
    /// Shares out the height there is: values that fluctuate gain from more of it, and loads can do with less.
    void fit(int available);
    /// Lets the tracks take up at most `budget` spans together; true when nothing is left.
    bool extend(const trace::TraceView& view, std::size_t budget);
    /// Rows of a kind (TrackKind::name) come or go with the next update().
    void setShown(std::string_view kind, bool shown);
    [[nodiscard]] bool isShown(std::string_view kind) const;

    [[nodiscard]] const std::vector<Row>& all() const { return m_rows; }
    [[nodiscard]] int totalHeight() const;
    /// The least that all rows need.
    [[nodiscard]] int leastHeight() const;
    /// Index of the row at a height; kNoIndex below the last.
    [[nodiscard]] std::size_t at(int y) const;
    [[nodiscard]] std::size_t ofLane(std::size_t lane) const;

private:
    std::vector<Row> m_rows;
    std::set<std::string, std::less<>> m_hidden;
};

} // namespace stepscope::widgets
