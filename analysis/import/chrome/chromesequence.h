#pragma once

#include "analysis/import/chrome/chromeevent.h"
#include "analysis/import/chrome/chromestream.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope::analysis {

/// What a file contains besides its events.
struct ChromeFile
{
    std::optional<std::int64_t> baseNs{}; ///< "baseTimeNanoseconds": real time of time 0
    std::uint64_t strays = 0;             ///< members of the array that are not objects
    std::string damage{};                 ///< where and why reading ended early; empty = complete
    bool isCutOff = false;                ///< the damage is a truncated file
    bool cutInEvent = false;              ///< truncated within an event
    std::uint64_t repairs = 0;            ///< of invalid JSON (ChromeRepair)
};

/// Reads any text of JSON token by token, in bounded memory: the parts of a file around its events, and events that
/// ChromeBlock cannot read. It finds the exact byte of damage, at about a tenth of ChromeBlock's speed.
class ChromeSequence
{
public:
    /// Returns false to stop.
    using Take = std::function<bool(const ChromeEvent&)>;

    ChromeSequence(ChromeStream& stream, ChromeFile& file)
        : m_stream(stream)
        , m_file(file)
    {}

    enum class End {
        AtEvent, ///< an event ended, and its list may contain more
        OfFile,  ///< or damage
        Stopped, ///< by `take`
    };
    /// Reads until an event ends after `least` or more bytes. The first call begins at the beginning of the file, the
    /// others after an event.
    End read(std::uint64_t least, const Take& take);

private:
    void findTextAfterEnd();

    ChromeStream& m_stream;
    ChromeFile& m_file;
    unsigned m_listDepth = 0; ///< number of containers around an event; 0 = at the beginning
};

/// Shapes of an op as text, from the JSON of "Input Dims". nullopt: it is not valid.
std::optional<std::string> chromeShapes(std::string_view json);

} // namespace stepscope::analysis
