#include "analysis/import/chrome/chromestream.h"

#include <algorithm>

namespace stepscope::analysis {

std::size_t ChromeStream::read(std::span<char> bytes)
{
    std::size_t count = std::min(bytes.size(), m_again.size() - m_at);
    if (count > 0)
        std::copy_n(m_again.begin() + static_cast<std::ptrdiff_t>(m_at), count, bytes.begin());
    else
        count = m_file.read(bytes);
    m_at += m_at < m_again.size() ? count : 0;
    m_position += count;
    return count;
}

void ChromeStream::putBack(std::string_view text)
{
    std::string again(text);
    again.append(m_again, m_at);
    m_again.swap(again);
    m_at = 0;
    m_position -= text.size();
}

} // namespace stepscope::analysis
