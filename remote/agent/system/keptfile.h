#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::agent {

/// A file of /proc or /sys that is opened once and read again and again from its beginning. After open() nothing
/// allocates. When the file goes away it is looked for once a second.
class KeptFile
{
public:
    KeptFile() = default;
    explicit KeptFile(std::string path);
    KeptFile(KeptFile&& other) noexcept;
    KeptFile& operator=(KeptFile&& other) noexcept;
    ~KeptFile();

    /// errno of opening it; 0 when it could be opened.
    int open();
    /// What it holds now (as much as fits); empty when it cannot be read. `now` is CLOCK_MONOTONIC.
    [[gnu::hot]] std::string_view read(std::span<char> buffer, std::int64_t now);
    /// Its one number; nullopt when it cannot be read or holds none.
    [[gnu::hot]] std::optional<std::int64_t> number(std::int64_t now);
    /// Drops the descriptor, so that the next read opens the file anew.
    void reopen();

    /// False from the moment the file went away until it is back. A reading that only failed (a busy sensor) is no
    /// loss.
    [[nodiscard]] bool isPresent() const { return m_descriptor >= 0; }
    /// errno of the last reading; 0 when it brought something.
    [[nodiscard]] int error() const { return m_error; }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    void close();
    [[gnu::hot]] bool wasUnlinked(std::int64_t now);

    std::string m_path;
    int m_descriptor = -1;
    int m_error = 0;
    std::int64_t m_nextLook = 0;
};

/// The first integer of a text, behind spaces; nullopt when there is none.
[[gnu::hot]] std::optional<std::int64_t> leadingNumber(std::string_view text);

/// Takes the first integer off the front of a text.
[[gnu::hot]] std::optional<std::int64_t> takeNumber(std::string_view& text);

} // namespace stepscope::agent
