#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::agent {

/// A file of /proc or /sys that is opened once and read repeatedly from its beginning. Does not allocate after open().
/// A file that disappears is reopened when it is back, which is checked once a second.
class PersistentFile
{
public:
    PersistentFile() = default;
    explicit PersistentFile(std::string path);
    PersistentFile(PersistentFile&& other) noexcept;
    PersistentFile& operator=(PersistentFile&& other) noexcept;
    ~PersistentFile();

    /// Opens the file; returns an errno, 0 on success.
    int open();
    /// Its contents, cut to the buffer's size; empty when it cannot be read. `now` is CLOCK_MONOTONIC, ns.
    [[gnu::hot]] std::string_view read(std::span<char> buffer, std::int64_t now);
    /// The number in the file; nullopt when it cannot be read or has none.
    [[gnu::hot]] std::optional<std::int64_t> number(std::int64_t now);
    /// Closes the descriptor; the next read opens the file again.
    void reopen();

    /// False while the file does not exist. A failed read (a busy sensor) does not change it.
    [[nodiscard]] bool isPresent() const { return m_descriptor >= 0; }
    /// errno of the last read; 0 if it succeeded.
    [[nodiscard]] int error() const { return m_error; }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    void close();
    [[gnu::hot]] bool wasUnlinked(std::int64_t now);

    std::string m_path;
    int m_descriptor = -1;
    int m_error = 0;
    std::int64_t m_nextCheck = 0;
};

/// The integer at the beginning of a text, after spaces; nullopt without one.
[[gnu::hot]] std::optional<std::int64_t> leadingNumber(std::string_view text);

/// As leadingNumber(), and removes the number from the text.
[[gnu::hot]] std::optional<std::int64_t> takeNumber(std::string_view& text);

} // namespace stepscope::agent
