#include "analysis/import/chrome/chromefile.h"

#include <algorithm>
#include <array>
#include <deque>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kAhead = 3; ///< blocks in work: two that are read, and the next one

/// Where the last event ends that another one follows: the position after "}" in "}, {"ph":", with any key of an event.
/// 0 = not found.
std::size_t lastEventEnd(std::string_view text)
{
    constexpr std::array<std::string_view, 9> kKeys{"\"ph\"", "\"name\"", "\"cat\"",  "\"pid\"", "\"tid\"",
                                                    "\"ts\"", "\"dur\"",  "\"args\"", "\"id\""};
    constexpr std::string_view kSpace = " \t\r\n";
    const auto skip = [&](std::size_t at, char expected) {
        at = text.find_first_not_of(kSpace, at);
        return at != std::string_view::npos && text[at] == expected ? at + 1 : std::string_view::npos;
    };
    for (std::size_t end = text.rfind('}'); end != std::string_view::npos && end > 0; end = text.rfind('}', end - 1)) {
        std::size_t at = skip(end + 1, ',');
        at = at == std::string_view::npos ? at : skip(at, '{');
        at = at == std::string_view::npos ? at : text.find_first_not_of(kSpace, at);
        if (at != std::string_view::npos && std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) {
                return text.substr(at).starts_with(key);
            }))
            return end + 1;
    }
    return 0;
}

class BlockReader
{
public:
    BlockReader(GzipFile& file, const ChromeEvents& events, std::size_t blockBytes)
        : m_stream(file)
        , m_events(events)
        , m_blockBytes(blockBytes)
        , m_sequence(m_stream, m_file)
    {}

    ChromeFile read()
    {
        auto end = m_sequence.read(0, m_events.event);
        while (end == ChromeSequence::End::AtEvent)
            end = readBlocks() ? readSequence() : ChromeSequence::End::Stopped;
        return std::move(m_file);
    }

private:
    struct Work
    {
        std::string text{};
        ChromeBlock block{};
        std::future<bool> isRead{};
    };

    /// Reads blocks as long as all are valid. False: stopped.
    bool readBlocks()
    {
        for (;;) {
            while (m_waiting.size() < kAhead && nextBlock()) {
            }
            if (m_waiting.empty())
                return true;
            Work& work = *m_waiting.front();
            if (!work.isRead.get()) {
                putBack();
                return true;
            }
            m_file.strays += work.block.strays;
            const bool goesOn = m_events.block(work.block);
            m_idle.push_back(std::move(m_waiting.front()));
            m_waiting.pop_front();
            if (!goesOn) {
                putBack();
                return false;
            }
        }
    }

    /// Starts to read the next block. False: there is no more, or its end is not found.
    bool nextBlock()
    {
        constexpr std::size_t kMostParts = 4;
        std::size_t end = 0;
        for (std::size_t part = 1; part <= kMostParts && end == 0; ++part) {
            fill(part * m_blockBytes);
            end = lastEventEnd(m_text);
        }
        if (end == 0)
            return false;
        std::unique_ptr<Work> work = std::make_unique<Work>();
        if (!m_idle.empty()) {
            work = std::move(m_idle.back());
            m_idle.pop_back();
        }
        // The next text begins with the rest of this one.
        work->text.assign(m_text, end);
        work->text.swap(m_text);
        work->text.resize(end);
        Work* const started = work.get();
        // With the default policy, a thread that cannot be started means that get() does its work.
        work->isRead = std::async([started] { return started->block.read(started->text); });
        m_waiting.push_back(std::move(work));
        return true;
    }

    void fill(std::size_t size)
    {
        std::size_t count = m_text.size();
        if (count >= size)
            return;
        m_text.resize(size);
        while (count < size) {
            const std::size_t more = m_stream.read(std::span(m_text).subspan(count));
            if (more == 0)
                break;
            count += more;
        }
        m_text.resize(count);
    }

    /// Puts the text of all blocks and after them back.
    void putBack()
    {
        std::string text;
        for (std::unique_ptr<Work>& work : m_waiting) {
            if (work->isRead.valid())
                work->isRead.wait();
            text += work->text;
            m_idle.push_back(std::move(work));
        }
        m_waiting.clear();
        m_text.insert(0, text);
    }

    /// Reads the text of one block, or the one that has no end, otherwise.
    ChromeSequence::End readSequence()
    {
        const std::uint64_t least = std::min(m_text.size(), m_blockBytes);
        m_stream.putBack(std::exchange(m_text, {}));
        return m_sequence.read(least, m_events.event);
    }

    ChromeStream m_stream;
    const ChromeEvents& m_events;
    std::size_t m_blockBytes;
    ChromeFile m_file;
    ChromeSequence m_sequence;
    std::deque<std::unique_ptr<Work>> m_waiting; ///< in the order of the file
    std::vector<std::unique_ptr<Work>> m_idle;   ///< to be used again
    std::string m_text;                          ///< after the waiting ones
};

} // namespace

ChromeFile readChromeEvents(GzipFile& file, const ChromeEvents& events, std::size_t blockBytes)
{
    return BlockReader(file, events, blockBytes).read();
}

} // namespace stepscope::analysis
