#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace stepscope::format {

/// An error. The text is one line for the user: the cause, its effect, and how to resolve it.
struct Error
{
    enum class Code {
        Failed,       ///< any other error
        Usage,        ///< invalid request or arguments
        NotFound,     ///< a file, run, command or host does not exist
        Denied,       ///< permission or authentication
        HostKey,      ///< the SSH host key is unknown or changed
        Disconnected, ///< the connection was lost; retrying may help
        Cancelled,    ///< the user cancelled the operation
        Corrupt,      ///< malformed or damaged data
        NoSpace,      ///< disk or quota full
    };

    Code code = Code::Failed;
    std::string text;
};

/// Either a value or an Error. Functions that can fail return this; exceptions do not cross CMake targets.
template <typename T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {}
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() &
    {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    const T& value() const&
    {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T&& value() &&
    {
        assert(ok());
        return std::move(*std::get_if<0>(&m_state));
    }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    [[nodiscard]] const Error& error() const
    {
        assert(!ok());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
    {}

    [[nodiscard]] bool ok() const { return !m_error; }
    explicit operator bool() const { return ok(); }
    void value() const { assert(ok()); }
    [[nodiscard]] const Error& error() const
    {
        assert(!ok());
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

inline Error failure(std::string text)
{
    return Error{Error::Code::Failed, std::move(text)};
}

inline Error failure(Error::Code code, std::string text)
{
    return Error{code, std::move(text)};
}

} // namespace stepscope::format

/// Evaluates to the value of a Result, or returns its error from the enclosing function. May be nested.
#define TRY(expression) STEPSCOPE_TRY_NUMBERED(expression, __COUNTER__)
#define STEPSCOPE_TRY_NUMBERED(expression, number) STEPSCOPE_TRY_JOINED(expression, number)
#define STEPSCOPE_TRY_JOINED(expression, number) STEPSCOPE_TRY_NAMED(expression, tryResult##number)
#define STEPSCOPE_TRY_NAMED(expression, name)                                                                          \
    __extension__({                                                                                                    \
        auto name = (expression);                                                                                      \
        if (!name.ok())                                                                                                \
            return name.error();                                                                                       \
        std::move(name).value();                                                                                       \
    })
