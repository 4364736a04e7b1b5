#include "analysis/import/chrome/chromesequence.h"

#include "analysis/import/chrome/chromerepair.h"
#include "analysis/import/decimal.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kLongestShapes = 1000; ///< characters; longer ones end with "..."
constexpr std::size_t kMostNumbers = 64;     ///< of one event's args
/// Bounds the memory for a string without an end.
constexpr std::size_t kLongestText = std::size_t{8} << 20U;

/// Input iterator over the text of a stream, for the parser.
class ByteIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    struct Source
    {
        /// `first`: text before that of the stream.
        Source(ChromeStream& text, std::string_view first)
            : stream(text)
            , buffer(first)
            , size(first.size())
        {
            buffer.resize(std::size_t{1} << 16U);
            if (first.empty())
                fill();
        }
        void fill()
        {
            std::size_t more = 0;
            do {
                std::copy(undecided.begin(), undecided.end(), buffer.begin());
                more = stream.read(std::span(buffer).subspan(undecided.size()));
                const std::span text = std::span(buffer).first(undecided.size() + more);
                at = 0;
                size = repair.apply(text, more == 0);
                undecided.assign(text.begin() + static_cast<std::ptrdiff_t>(size), text.end());
            } while (size == 0 && more > 0);
        }
        /// What was read from the stream but not by the parser.
        [[nodiscard]] std::string rest() const { return buffer.substr(at, size - at) + undecided; }
        ChromeStream& stream;
        ChromeRepair repair{};
        std::string undecided{}; ///< bytes whose repair depends on the following ones
        std::string buffer;
        std::size_t at = 0;
        std::size_t size = 0;
        std::size_t sinceQuote = 0;
        bool isEndless = false;
    };

    ByteIterator() = default;
    explicit ByteIterator(Source& source)
        : m_source(&source)
    {}
    reference operator*() const { return m_source->buffer[m_source->at]; }
    ByteIterator& operator++()
    {
        Source& source = *m_source;
        source.sinceQuote = source.buffer[source.at] == '"' ? 0 : source.sinceQuote + 1;
        if (source.sinceQuote > kLongestText) {
            source.isEndless = true;
            source.size = 0;
        } else if (++source.at == source.size) {
            source.fill();
        }
        return *this;
    }
    ByteIterator operator++(int)
    {
        ByteIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const ByteIterator& a, const ByteIterator& b) { return a.isAtEnd() == b.isAtEnd(); }

private:
    [[nodiscard]] bool isAtEnd() const { return !m_source || m_source->size == 0; }

    Source* m_source = nullptr;
};

/// Removes the outer brackets and empty shapes at the end.
void tidyShapes(std::string& shapes)
{
    if (shapes.size() >= 2 && shapes.front() == '[' && shapes.back() == ']')
        shapes = shapes.substr(1, shapes.size() - 2);
    while (shapes.ends_with("[]")) {
        shapes.resize(shapes.size() - 2);
        while (shapes.ends_with(','))
            shapes.pop_back();
    }
}

/// Receives the parser's events. Depth counts the open containers.
class Handler
{
public:
    using Json = nlohmann::json;

    Handler(ChromeFile& file, const ChromeSequence::Take& take)
        : m_file(file)
        , m_take(take)
    {}

    bool null() { return otherScalar(""); }
    bool boolean(bool value) { return otherScalar(value ? "true" : "false"); }
    bool number_integer(Json::number_integer_t value)
    {
        return number(std::to_string(value), static_cast<double>(value));
    }
    bool number_unsigned(Json::number_unsigned_t value)
    {
        return number(std::to_string(value), static_cast<double>(value));
    }
    bool number_float(double value, const std::string& text) { return number(text, value); }
    bool string(std::string& text) { return otherScalar(text); }
    bool binary(Json::binary_t& /*value*/) { return true; }
    bool key(std::string& text)
    {
        if (m_depth == m_eventDepth + 1 && m_eventDepth > 0)
            m_argKey.swap(text);
        else if (m_depth == std::max(m_eventDepth, 1U))
            m_key.swap(text);
        return true;
    }
    bool start_object(std::size_t /*size*/)
    {
        if (isBelowDeepest())
            return false;
        countOtherArgument();
        if (m_eventDepth == 0 && m_listDepth > 0 && m_depth == m_listDepth) {
            m_eventDepth = m_depth + 1;
            m_event.clear();
            m_key.clear();
        } else if (isArgs()) {
            m_argsDepth = m_depth + 1;
            m_argKey.clear();
        }
        ++m_depth;
        return true;
    }
    bool end_object()
    {
        if (m_argsDepth == m_depth)
            m_argsDepth = 0;
        const bool isEvent = m_eventDepth > 0 && m_depth == m_eventDepth;
        --m_depth;
        if (!isEvent)
            return true;
        m_eventDepth = 0;
        tidyShapes(m_event.shapes);
        return m_take(m_event);
    }
    bool start_array(std::size_t /*size*/)
    {
        if (isBelowDeepest())
            return false;
        countOtherArgument();
        if (m_depth == 0 || (m_depth == 1 && m_listDepth == 0 && m_key == "traceEvents"))
            m_listDepth = m_depth + 1;
        if (m_argsDepth > 0 && m_depth == m_argsDepth && isShapes(m_argKey))
            m_shapesDepth = m_depth + 1;
        ++m_depth;
        addShape('[');
        return true;
    }
    bool end_array()
    {
        addShape(']');
        if (m_shapesDepth == m_depth)
            m_shapesDepth = 0;
        if (m_listDepth == m_depth)
            m_listDepth = 0;
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& /*error*/)
    {
        m_file.damage = "byte " + std::to_string(m_offset + position) + " is not valid JSON";
        m_file.cutInEvent = m_eventDepth > 0;
        return false;
    }
    /// Number of containers around the events; 0 = outside of their list.
    [[nodiscard]] unsigned listDepth() const { return m_listDepth; }
    /// Position in the file of the parser's position 0, modulo 2^64.
    void setOffset(std::uint64_t offset) { m_offset = offset; }

private:
    /// The parser needs memory for each level.
    bool isBelowDeepest()
    {
        constexpr unsigned kDeepest = 1000;
        if (m_depth < kDeepest)
            return false;
        m_file.damage = "it is nested in more than 1000 levels";
        m_file.cutInEvent = true;
        return true;
    }
    static bool isShapes(std::string_view key)
    {
        return key == "Input Dims" || key == "Input dims" || key == "Input Shapes";
    }
    [[nodiscard]] bool isArgs() const { return m_eventDepth > 0 && m_depth == m_eventDepth && m_key == "args"; }

    void addShape(char bracket)
    {
        if (m_shapesDepth == 0 || m_event.shapes.size() > kLongestShapes)
            return;
        if (bracket == '[' && (m_event.shapes.ends_with(']')))
            m_event.shapes += ',';
        m_event.shapes += bracket;
        if (m_event.shapes.size() > kLongestShapes)
            m_event.shapes += "...";
    }
    void addShape(const std::string& value)
    {
        if (m_event.shapes.size() > kLongestShapes)
            return;
        if (!m_event.shapes.ends_with('['))
            m_event.shapes += ',';
        m_event.shapes += value;
    }

    bool number(const std::string& text, double value)
    {
        if (!std::isfinite(value)) {
            countOtherArgument();
        } else if (m_argsDepth > 0 && m_depth == m_argsDepth) {
            if (m_event.numbers.size() < kMostNumbers)
                m_event.numbers.emplace_back(m_argKey, value);
            else
                ++m_event.moreNumbers;
        }
        if (m_depth == 1 && m_listDepth == 0 && m_key == "baseTimeNanoseconds" && std::abs(value) < 4e18)
            m_file.baseNs = static_cast<std::int64_t>(std::strtoll(text.c_str(), nullptr, 10));
        return scalar(text);
    }
    void countOtherArgument() { m_event.otherArgs += m_argsDepth > 0 && m_depth == m_argsDepth ? 1 : 0; }
    bool otherScalar(const std::string& text)
    {
        countOtherArgument();
        return scalar(text);
    }
    bool scalar(const std::string& text)
    {
        if (m_shapesDepth > 0)
            addShape(text);
        else if (m_argsDepth > 0 && m_depth == m_argsDepth)
            argument(text);
        else if (m_eventDepth > 0 && m_depth == m_eventDepth)
            field(text);
        else if (m_eventDepth > 0 && m_depth == m_eventDepth + 1 && m_key == "id2")
            m_event.id = m_argKey + " " + text; // {"local": "0x1"}
        else if (m_eventDepth == 0 && m_listDepth > 0 && m_depth == m_listDepth)
            ++m_file.strays;
        return true;
    }
    void argument(const std::string& text)
    {
        if (m_argKey == "name")
            m_event.argName = text;
        else if (m_argKey == "labels")
            m_event.argLabels = text;
        else if (m_argKey == "module")
            m_event.argModule = text;
        else if (m_argKey == "parent")
            m_event.argParent = text;
        else if (m_argKey == "role")
            m_event.argRole = text;
    }
    void field(const std::string& text)
    {
        if (m_key == "ph")
            m_event.phase = text.empty() ? '\0' : text.front();
        else if (m_key == "name")
            m_event.name = text;
        else if (m_key == "cat")
            m_event.category = text;
        else if (m_key == "pid")
            m_event.process = text;
        else if (m_key == "tid")
            m_event.thread = text;
        else if (m_key == "id")
            m_event.id = text;
        else if (m_key == "scope")
            m_event.scope = text;
        else if (m_key == "bind_id")
            m_event.flow = text;
        else if (m_key == "flow_in" || m_key == "flow_out")
            (m_key == "flow_in" ? m_event.isFlowEnd : m_event.isFlowStart) = text == "true";
        else if (m_key == "ts" || m_key == "dur")
            time(text, m_key == "ts" ? m_event.time : m_event.duration);
    }
    void time(const std::string& text, std::optional<std::int64_t>& time)
    {
        time = nanosecondsOf(text);
        m_event.hasWrongTime = m_event.hasWrongTime || !time;
    }

    ChromeFile& m_file;
    const ChromeSequence::Take& m_take;
    ChromeEvent m_event;
    std::string m_key;    ///< of the event, or of the outermost object
    std::string m_argKey; ///< of the event's args
    unsigned m_depth = 0;
    unsigned m_listDepth = 0; ///< depth of the array of events; 0 = outside. The same for the following
    unsigned m_eventDepth = 0;
    unsigned m_argsDepth = 0;
    unsigned m_shapesDepth = 0;
    std::uint64_t m_offset = 0;
};

} // namespace

ChromeSequence::End ChromeSequence::read(std::uint64_t least, const Take& take)
{
    // After an event, the parser starts within the same containers, after an event that is not taken.
    const std::string before = m_listDepth == 0 ? "" : m_listDepth == 1 ? "[{}" : R"({"traceEvents":[{})";
    const std::uint64_t start = m_stream.position();
    ByteIterator::Source source(m_stream, before);
    const auto consumed = [&] {
        return m_stream.position() - source.undecided.size() - (source.size - source.at) - start;
    };
    End end = End::OfFile;
    bool isBefore = !before.empty();
    const Take takeAndCheck = [&](const ChromeEvent& event) {
        if (std::exchange(isBefore, false))
            return true;
        if (!take(event))
            end = End::Stopped;
        else if (consumed() >= least)
            end = End::AtEvent;
        return end == End::OfFile;
    };
    Handler handler(m_file, takeAndCheck);
    handler.setOffset(start - before.size());
    (void)nlohmann::json::sax_parse(ByteIterator(source), ByteIterator(), &handler,
                                    nlohmann::json::input_format_t::json, false);
    m_file.repairs += source.repair.count();
    if (end != End::OfFile) {
        m_listDepth = handler.listDepth();
        m_stream.putBack(source.rest());
        return end;
    }
    if (m_file.damage.empty() && m_stream.file().damage().empty() && !source.isEndless) {
        m_stream.putBack(source.rest());
        findTextAfterEnd();
        return end;
    }
    m_file.isCutOff = !m_file.damage.empty() && source.size == 0;
    if (!m_stream.file().damage().empty())
        m_file.damage = "its compression is damaged (" + m_stream.file().damage() + ")";
    else if (source.isEndless)
        m_file.damage = "a string in it has no end";
    else if (m_file.isCutOff)
        m_file.damage = "the file is truncated";
    return end;
}

/// Of files that were joined, only the first one is read. Zeros are of a file that was enlarged in advance.
void ChromeSequence::findTextAfterEnd()
{
    constexpr std::uint64_t kFarthest = std::uint64_t{1} << 20U;
    const std::uint64_t end = m_stream.position();
    std::string text(std::size_t{1} << 16U, ' ');
    while (m_stream.position() < end + kFarthest) {
        const std::uint64_t begin = m_stream.position();
        const std::size_t size = m_stream.read(text);
        const std::size_t found =
            std::string_view(text).substr(0, size).find_first_not_of(std::string_view(" \t\r\n\0", 5));
        if (found != std::string_view::npos)
            m_file.damage = "byte " + std::to_string(begin + found + 1) + " is after the end of its JSON";
        if (size == 0 || found != std::string_view::npos)
            return;
    }
}

std::optional<std::string> chromeShapes(std::string_view json)
{
    std::string shapes;
    ChromeFile ignored;
    const ChromeSequence::Take take = [&](const ChromeEvent& event) {
        shapes = event.shapes;
        return true;
    };
    Handler handler(ignored, take);
    const std::string text = R"([{"args":{"Input Dims":)" + std::string(json) + "}}]";
    if (!nlohmann::json::sax_parse(text, &handler))
        return std::nullopt;
    return shapes;
}

} // namespace stepscope::analysis
