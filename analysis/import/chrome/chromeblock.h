#pragma once

#include "analysis/import/chrome/chromeevent.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Consecutive events of a list. Spans of phase X, which most events are, refer to their texts by index.
class ChromeBlock
{
public:
    ChromeBlock();
    ChromeBlock(ChromeBlock&&) noexcept;
    ChromeBlock& operator=(ChromeBlock&&) noexcept;
    ~ChromeBlock();

    /// Texts of an op.
    struct Text
    {
        std::string name{};
        std::string category{};
        std::string shapes{};
        std::string argName{};
        std::string argModule{};
        // Of the collection, which fills them when a span first needs them:
        std::array<std::optional<std::uint32_t>, 2> ops{}; ///< on threads, on GPU streams
        std::optional<bool> isStep{};
        bool isOfGpu = false;
    };
    /// A thread of a process.
    struct Place
    {
        std::string process{};
        std::string thread{};
        std::optional<std::size_t> lane{}; ///< of the collection
    };
    struct Item
    {
        static constexpr std::uint32_t kOther = 0xFFFFFFFF;
        std::int64_t time = 0; ///< ns
        std::int64_t duration = 0;
        std::uint32_t text = 0;  ///< index of texts; kOther = any other event
        std::uint32_t place = 0; ///< index of places, or of others
    };

    /// Reads the events in `text`: for each one a comma and the object, as after an event in a list. False if the text
    /// is anything else, or is damaged; then the block has no contents. Values that are not imported are checked for
    /// nesting and valid UTF-8 only. `text` is the same afterwards, and its capacity may have grown. Texts and places
    /// that earlier calls found are kept, as long as they are not too many.
    bool read(std::string& text);

    std::vector<Item> items{}; ///< in the order of the text
    std::vector<ChromeEvent> others{};
    std::vector<Text> texts{};
    std::vector<Place> places{};
    std::uint64_t strays = 0; ///< members of the list that are not objects

private:
    class Reader;
    std::unique_ptr<Reader> m_reader;
};

} // namespace stepscope::analysis
