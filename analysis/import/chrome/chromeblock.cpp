#include "analysis/import/chrome/chromeblock.h"

#include "analysis/import/chrome/chromesequence.h"
#include "analysis/import/decimal.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <simdjson.h>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace stepscope::analysis {
namespace {

namespace ondemand = simdjson::ondemand;

std::string_view trimmed(std::string_view token)
{
    while (!token.empty() &&
           (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' || token.back() == '\t'))
        token.remove_suffix(1);
    return token;
}

/// Tokens are values as they are in the file, strings with their quotes; empty = missing.
bool isContainer(std::string_view token)
{
    return token.starts_with('{') || token.starts_with('[');
}

bool isNumber(std::string_view token)
{
    return !token.empty() && (token.front() == '-' || (token.front() >= '0' && token.front() <= '9'));
}

bool isString(std::string_view token)
{
    return token.size() >= 2 && token.front() == '"' && token.back() == '"';
}

/// The text of a scalar; false if it is not valid.
bool unpack(std::string_view token, std::string& text)
{
    if (isString(token) && token.find('\\') == std::string_view::npos) {
        text.assign(token.substr(1, token.size() - 2));
        return true;
    }
    text.clear();
    if (token.empty() || token == "null")
        return true;
    if (isString(token)) {
        const auto parsed = nlohmann::json::parse(token, nullptr, false);
        if (parsed.is_string())
            text = parsed.get_ref<const std::string&>();
        return parsed.is_string();
    }
    text.assign(token);
    return token == "true" || token == "false" || nlohmann::json::accept(token);
}

/// The time of an event; sets `isWrong` if there is one that is not valid.
std::optional<std::int64_t> timeOf(std::string_view token, bool& isWrong)
{
    if (token.empty())
        return std::nullopt;
    const auto time = nanosecondsOf(isString(token) ? token.substr(1, token.size() - 2) : token);
    isWrong = isWrong || !time;
    return time;
}

} // namespace

class ChromeBlock::Reader
{
public:
    bool read(std::string& text, ChromeBlock& into);

private:
    /// A value as it is in the file; strings with their quotes. Empty = missing.
    using Token = std::string_view;
    enum Scalar { Phase, Name, Category, Process, Thread, Time, Duration, Id };
    static constexpr std::array<Token, 8> kScalars{"ph", "name", "cat", "pid", "tid", "ts", "dur", "id"};

    /// The fields of one event.
    struct Fields
    {
        std::array<Token, 8> scalars{}; ///< in the order of kScalars
        Token shapes{};
        Token argName{};
        Token argLabels{};
        Token argModule{};
        Token argParent{};
        Token argRole{};
        Token idKey{}; ///< of id2
        Token idValue{};
        std::vector<std::pair<Token, Token>> numbers{}; ///< of args
        std::uint32_t otherArgs = 0;
        bool hasArgs = false;

        void clear()
        {
            scalars.fill({});
            shapes = argName = argLabels = argModule = argParent = argRole = idKey = idValue = {};
            numbers.clear();
            otherArgs = 0;
            hasArgs = false;
        }
    };
    using Index = std::unordered_map<std::string, std::uint32_t>; ///< by text as in the file

    /// Index of a scalar field; else the number of them.
    static std::size_t scalarOf(Token key)
    {
        std::size_t index = 0;
        // Nearly all keys differ in the first byte, which is faster than a call for each comparison.
        while (index < kScalars.size() &&
               (key.empty() || key.front() != kScalars[index].front() || key != kScalars[index]))
            ++index;
        return index;
    }
    bool readList(ondemand::document& document, ChromeBlock& into);
    bool readFields(ondemand::object object);
    bool readArgs(ondemand::object object);
    bool readId(ondemand::object object);
    static bool keyOf(ondemand::field& field, Token& key);
    bool finishEvent(ChromeBlock& into);
    bool finishOther(ChromeBlock& into);
    std::optional<std::uint32_t> textOf(ChromeBlock& into);
    std::optional<std::uint32_t> placeOf(ChromeBlock& into);

    ondemand::parser m_parser;
    Fields m_fields;
    Index m_texts;
    Index m_places;
    std::string m_key;       ///< buffer for keys
    std::string m_latestKey; ///< of the latest place
    std::uint32_t m_latestPlace = 0;
};

bool ChromeBlock::Reader::keyOf(ondemand::field& field, Token& key)
{
    const char* const begin = field.key().raw();
    const char* end = begin;
    while (*end != '"' && *end != '\\')
        ++end;
    key = Token(begin, static_cast<std::size_t>(end - begin));
    return *end == '"';
}

bool ChromeBlock::Reader::readFields(ondemand::object object)
{
    m_fields.clear();
    for (auto&& member : object) {
        ondemand::field field;
        Token key;
        if (std::move(member).get(field) || !keyOf(field, key))
            return false;
        const Token token = trimmed(field.value().raw_json_token());
        const std::size_t known = scalarOf(key);
        if (known < kScalars.size()) {
            if (!isContainer(token))
                m_fields.scalars[known] = token;
        } else if (key == "args" && token.starts_with('{')) {
            ondemand::object args;
            if (std::exchange(m_fields.hasArgs, true) || field.value().get_object().get(args) || !readArgs(args))
                return false;
        } else if (key == "id2" && token.starts_with('{')) {
            ondemand::object id;
            if (field.value().get_object().get(id) || !readId(id))
                return false;
        } else if (key == "scope" || key == "bind_id") {
            return false; // rare: the sequence reads it
        }
    }
    return true;
}

bool ChromeBlock::Reader::readArgs(ondemand::object object)
{
    for (auto&& member : object) {
        ondemand::field field;
        Token key;
        if (std::move(member).get(field) || !keyOf(field, key))
            return false;
        const Token token = trimmed(field.value().raw_json_token());
        if (token.starts_with('[') && key.starts_with("Input ") &&
            (key == "Input Dims" || key == "Input dims" || key == "Input Shapes")) {
            ondemand::array shapes;
            if (!m_fields.shapes.empty() || field.value().get_array().get(shapes) ||
                shapes.raw_json().get(m_fields.shapes))
                return false;
            m_fields.shapes = trimmed(m_fields.shapes);
        } else if (isNumber(token)) {
            m_fields.numbers.emplace_back(key, token);
        }
        m_fields.otherArgs += isNumber(token) ? 0 : 1;
        if (isContainer(token))
            continue;
        if (key == "name")
            m_fields.argName = token;
        else if (key == "labels")
            m_fields.argLabels = token;
        else if (key == "module")
            m_fields.argModule = token;
        else if (key == "parent")
            m_fields.argParent = token;
        else if (key == "role")
            m_fields.argRole = token;
    }
    return true;
}

bool ChromeBlock::Reader::readId(ondemand::object object)
{
    for (auto&& member : object) {
        ondemand::field field;
        if (std::move(member).get(field) || !keyOf(field, m_fields.idKey))
            return false;
        m_fields.idValue = trimmed(field.value().raw_json_token());
        if (isContainer(m_fields.idValue))
            return false;
    }
    return true;
}

std::optional<std::uint32_t> ChromeBlock::Reader::placeOf(ChromeBlock& into)
{
    m_key.assign(m_fields.scalars[Process]);
    m_key += '\0';
    m_key += m_fields.scalars[Thread];
    if (!into.places.empty() && m_key == m_latestKey)
        return m_latestPlace;
    auto entry = m_places.find(m_key);
    if (entry == m_places.end()) {
        Place place;
        if (!unpack(m_fields.scalars[Process], place.process) || !unpack(m_fields.scalars[Thread], place.thread))
            return std::nullopt;
        entry = m_places.emplace(m_key, static_cast<std::uint32_t>(into.places.size())).first;
        into.places.push_back(std::move(place));
    }
    m_latestKey = m_key;
    m_latestPlace = entry->second;
    return m_latestPlace;
}

std::optional<std::uint32_t> ChromeBlock::Reader::textOf(ChromeBlock& into)
{
    m_key.assign(m_fields.scalars[Name]);
    for (const Token token : {m_fields.scalars[Category], m_fields.shapes, m_fields.argName, m_fields.argModule}) {
        m_key += '\0';
        m_key += token;
    }
    if (const auto entry = m_texts.find(m_key); entry != m_texts.end())
        return entry->second;
    Text text;
    if (!unpack(m_fields.scalars[Name], text.name) || !unpack(m_fields.scalars[Category], text.category) ||
        !unpack(m_fields.argName, text.argName) || !unpack(m_fields.argModule, text.argModule))
        return std::nullopt;
    if (!m_fields.shapes.empty()) {
        auto shapes = chromeShapes(m_fields.shapes);
        if (!shapes)
            return std::nullopt;
        text.shapes = std::move(*shapes);
    }
    const auto index = static_cast<std::uint32_t>(into.texts.size());
    into.texts.push_back(std::move(text));
    m_texts.emplace(m_key, index);
    return index;
}

bool ChromeBlock::Reader::finishEvent(ChromeBlock& into)
{
    // The numbers of a step that Stepscope exported are needed.
    if (m_fields.scalars[Phase] != "\"X\"" || m_fields.scalars[Category] == "\"stepscope.step\"")
        return finishOther(into);
    bool isWrong = false;
    const auto time = timeOf(m_fields.scalars[Time], isWrong);
    const auto duration = timeOf(m_fields.scalars[Duration], isWrong);
    if (!time || !duration || isWrong)
        return finishOther(into);
    const auto place = placeOf(into);
    const auto text = textOf(into);
    if (!place || !text)
        return false;
    into.items.push_back({*time, *duration, *text, *place});
    return true;
}

bool ChromeBlock::Reader::finishOther(ChromeBlock& into)
{
    constexpr std::size_t kMostNumbers = 64;
    const Token phase = m_fields.scalars[Phase];
    ChromeEvent event;
    event.phase = isString(phase) ? (phase.size() > 2 ? phase[1] : '\0') : phase.empty() ? '\0' : phase.front();
    if (event.phase == '\\' || phase == "null")
        return false;
    const std::pair<Token, std::string*> texts[] = {
        {m_fields.scalars[Name], &event.name},       {m_fields.scalars[Category], &event.category},
        {m_fields.scalars[Process], &event.process}, {m_fields.scalars[Thread], &event.thread},
        {m_fields.argName, &event.argName},          {m_fields.argLabels, &event.argLabels},
        {m_fields.argModule, &event.argModule},      {m_fields.argParent, &event.argParent},
        {m_fields.argRole, &event.argRole},          {m_fields.scalars[Id], &event.id}};
    for (const auto& [token, text] : texts) {
        if (!unpack(token, *text))
            return false;
    }
    if (!m_fields.idValue.empty()) {
        std::string value;
        if (!m_fields.scalars[Id].empty() || !unpack(m_fields.idValue, value))
            return false;
        event.id = std::string(m_fields.idKey) + " " + value;
    }
    if (!m_fields.shapes.empty()) {
        auto shapes = chromeShapes(m_fields.shapes);
        if (!shapes)
            return false;
        event.shapes = std::move(*shapes);
    }
    event.time = timeOf(m_fields.scalars[Time], event.hasWrongTime);
    event.duration = timeOf(m_fields.scalars[Duration], event.hasWrongTime);
    event.otherArgs = m_fields.otherArgs;
    for (const auto& [key, token] : m_fields.numbers) {
        double value = 0;
        const auto parsed = std::from_chars(token.data(), token.data() + token.size(), value);
        if (parsed.ec != std::errc() || parsed.ptr != token.data() + token.size() || !std::isfinite(value))
            return false;
        if (event.numbers.size() < kMostNumbers)
            event.numbers.emplace_back(key, value);
        else
            ++event.moreNumbers;
    }
    into.items.push_back({.text = Item::kOther, .place = static_cast<std::uint32_t>(into.others.size())});
    into.others.push_back(std::move(event));
    return true;
}

bool ChromeBlock::Reader::readList(ondemand::document& document, ChromeBlock& into)
{
    ondemand::array list;
    if (document.get_array().get(list))
        return false;
    for (auto&& member : list) {
        ondemand::value value;
        ondemand::json_type type = ondemand::json_type::null;
        if (std::move(member).get(value) || value.type().get(type))
            return false;
        if (type != ondemand::json_type::object) {
            into.strays += type == ondemand::json_type::array ? 0 : 1;
            continue;
        }
        ondemand::object object;
        if (value.get_object().get(object) || !readFields(object) || !finishEvent(into))
            return false;
    }
    // Anything after the end of the list, which the caller did not expect in the text.
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

bool ChromeBlock::Reader::read(std::string& text, ChromeBlock& into)
{
    constexpr std::size_t kMostTexts = 65536;
    const std::size_t comma = text.find_first_not_of(" \t\r\n");
    if (comma == std::string::npos || text[comma] != ',')
        return false;
    if (into.texts.size() + into.places.size() > kMostTexts) {
        m_texts.clear();
        m_places.clear();
        into.texts.clear();
        into.places.clear();
    }
    // The text becomes an array of its own.
    text[comma] = '[';
    text += ']';
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    ondemand::document document;
    const bool isRead =
        !m_parser.iterate(simdjson::padded_string_view(text.data(), text.size(), text.capacity())).get(document) &&
        readList(document, into);
    text.pop_back();
    text[comma] = ',';
    return isRead;
}

ChromeBlock::ChromeBlock()
    : m_reader(std::make_unique<Reader>())
{}
ChromeBlock::ChromeBlock(ChromeBlock&&) noexcept = default;
ChromeBlock& ChromeBlock::operator=(ChromeBlock&&) noexcept = default;
ChromeBlock::~ChromeBlock() = default;

bool ChromeBlock::read(std::string& text)
{
    items.clear();
    others.clear();
    strays = 0;
    const bool isRead = m_reader->read(text, *this);
    if (!isRead) {
        items.clear();
        others.clear();
        strays = 0;
    }
    return isRead;
}

} // namespace stepscope::analysis
