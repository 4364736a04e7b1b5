#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace stepscope::trace {

/// Which parts of mapped files may be resident. A window of a mapping is closed until it is touched: whoever touches it
/// waits until it is open, and it is opened only when that leaves no more open than there is room for. So memory is
/// bounded whatever readers do, and however busy the machine: nobody has to be quicker than they are.
///
/// A closed window is protected memory; touching it raises SIGSEGV, which is handled here, and by whoever handled it
/// before where the memory is not one of ours. (In gdb: `handle SIGSEGV nostop noprint pass`.) Nothing may touch
/// mapped memory in a system call, which would fail instead.
class MappedWindows
{
public:
    /// `windowSize`: a power of two, of at least a page. Segments are multiples of it.
    explicit MappedWindows(std::size_t windowSize);
    ~MappedWindows(); ///< unmaps all that was added
    MappedWindows(const MappedWindows&) = delete;
    MappedWindows& operator=(const MappedWindows&) = delete;

    /// Takes over a mapping that can be read and written. It stays open as a whole until the next is added: it is the
    /// one that is being filled, and counts whether it is or not.
    void add(std::byte* memory, std::size_t size);
    /// Bytes that may be open from now on, at least a few windows. What is too much is closed.
    void setRoom(std::size_t bytes);
    /// Lets go what can be let go.
    void closeAll();
    /// Bytes that may be resident: of open windows, and of what was added last.
    [[nodiscard]] std::size_t open() const;

    /// Somebody touched this address and could not: opens what lies there. false = it is none of ours.
    static bool touched(const void* address);

private:
    struct Segment
    {
        std::byte* memory = nullptr;
        std::size_t size = 0;
        std::size_t open = 0; ///< windows of it; of the last, all
        std::vector<bool> isOpen{};
    };

    bool open(Segment& segment, std::size_t window);
    void closeAllLocked();
    [[nodiscard]] std::size_t room() const; ///< windows, beside the last segment
    [[nodiscard]] const Segment* segmentAt(const std::byte* address) const;
    [[nodiscard]] Segment* segmentAt(const std::byte* address)
    {
        return const_cast<Segment*>(std::as_const(*this).segmentAt(address));
    }

    const std::size_t m_windowSize;
    std::vector<Segment> m_segments; ///< by address
    std::byte* m_last = nullptr;     ///< memory of what was added last
    std::size_t m_room = 0;          ///< bytes
    std::size_t m_open = 0;          ///< windows, without those of the last segment
    MappedWindows* m_next = nullptr; ///< all that there are: the signal says only an address
};

} // namespace stepscope::trace
