#pragma once

#include "analysis/import/chrome/chromeblock.h"
#include "analysis/import/chrome/chromesequence.h"

#include <cstddef>
#include <functional>

namespace stepscope::analysis {

/// Receives the events of a file in their order, one by one or in blocks; both return false to stop.
struct ChromeEvents
{
    std::function<bool(const ChromeEvent&)> event{};
    std::function<bool(ChromeBlock&)> block{};
};

/// Reads a file in bounded memory. Blocks of about this many bytes are read on other threads, while the caller's
/// thread reads the next ones from the file and passes on what was read.
///
/// A block ends where the text looks like the end of an event and the beginning of the next one. It is valid only if
/// all of its text is events; else, and where the text is damaged, it is read again as a ChromeSequence.
ChromeFile readChromeEvents(GzipFile& file, const ChromeEvents& events, std::size_t blockBytes = std::size_t{1} << 20U);

} // namespace stepscope::analysis
