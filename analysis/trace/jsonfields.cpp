#include "analysis/trace/jsonfields.h"

#include "remote/format/plaintext.h"

#include <cmath>
#include <limits>

namespace stepscope::trace::json {
namespace {

constexpr int kMaxDepth = 64;

/// Whether brackets outside of strings are nested at most kMaxDepth deep. Checked before parsing, because the parser's
/// own filter takes quadratic time for long lists.
bool isShallow(std::string_view text)
{
    int depth = 0;
    bool inText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inText) {
            i += c == '\\' ? 1 : 0;
            inText = c != '"';
        } else if (c == '"') {
            inText = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kMaxDepth)
                return false;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return true;
}

Object parse(std::string_view text)
{
    return Object::parse(text.begin(), text.end(), nullptr, false);
}

const Object* find(const Object& object, const char* key)
{
    const auto field = object.find(key);
    return field == object.end() ? nullptr : &*field;
}

} // namespace

std::optional<Object> parseObject(std::string_view text)
{
    if (!isShallow(text))
        return std::nullopt;
    Object parsed = parse(text);
    if (parsed.is_discarded())
        parsed = parse(format::plainText(text, "?"));
    if (!parsed.is_object())
        return std::nullopt;
    return parsed;
}

const Object* objectAt(const Object& object, const char* key)
{
    const Object* value = find(object, key);
    return value && value->is_object() ? value : nullptr;
}

const Object* arrayAt(const Object& object, const char* key)
{
    const Object* value = find(object, key);
    return value && value->is_array() ? value : nullptr;
}

std::optional<std::int64_t> integerAt(const Object& object, const char* key, std::int64_t smallest,
                                      std::int64_t largest)
{
    const Object* value = find(object, key);
    if (!value)
        return std::nullopt;
    std::int64_t number = 0;
    if (const auto* natural = value->get_ptr<const Object::number_unsigned_t*>()) {
        if (*natural > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return std::nullopt;
        number = static_cast<std::int64_t>(*natural);
    } else if (const auto* integer = value->get_ptr<const Object::number_integer_t*>()) {
        number = *integer;
    } else if (const auto* real = value->get_ptr<const Object::number_float_t*>()) {
        constexpr double kExact = 9007199254740992.0; // 2^53
        if (!(std::abs(*real) <= kExact) || *real != std::floor(*real))
            return std::nullopt;
        number = static_cast<std::int64_t>(*real);
    } else {
        return std::nullopt;
    }
    if (number < smallest || number > largest)
        return std::nullopt;
    return number;
}

std::uint64_t countAt(const Object& object, const char* key)
{
    return static_cast<std::uint64_t>(integerAt(object, key, 0, std::numeric_limits<std::int64_t>::max()).value_or(0));
}

std::optional<double> numberAt(const Object& object, const char* key)
{
    const Object* value = find(object, key);
    if (!value || !value->is_number())
        return std::nullopt;
    double number = 0;
    if (const auto* natural = value->get_ptr<const Object::number_unsigned_t*>())
        number = static_cast<double>(*natural);
    else if (const auto* integer = value->get_ptr<const Object::number_integer_t*>())
        number = static_cast<double>(*integer);
    else if (const auto* real = value->get_ptr<const Object::number_float_t*>())
        number = *real;
    if (!std::isfinite(number))
        return std::nullopt;
    return number;
}

bool flagAt(const Object& object, const char* key)
{
    const Object* value = find(object, key);
    const auto* flag = value ? value->get_ptr<const Object::boolean_t*>() : nullptr;
    return flag && *flag;
}

std::string textAt(const Object& object, const char* key, std::size_t maxSize)
{
    const Object* value = find(object, key);
    return value ? textOf(*value, maxSize) : std::string();
}

std::string textOf(const Object& value, std::size_t maxSize)
{
    const auto* text = value.get_ptr<const Object::string_t*>();
    if (!text)
        return {};
    std::size_t size = std::min(text->size(), maxSize);
    // Do not cut inside a UTF-8 sequence.
    while (size > 0 && size < text->size() && (static_cast<unsigned char>((*text)[size]) & 0xC0U) == 0x80)
        --size;
    return format::plainText(std::string_view(*text).substr(0, size));
}

} // namespace stepscope::trace::json
