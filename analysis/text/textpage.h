#pragma once

#include "analysis/text/quantitytext.h"
#include "analysis/text/texttable.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// Text for a terminal, at most 100 columns wide: headings, labelled lines and tables. Texts from a recording may
/// contain any bytes: control characters are replaced, so that no recording can control the terminal, and texts that
/// are too long are cut.
class TextPage
{
public:
    static constexpr std::size_t kWidth = 100;
    using Column = TextColumn;

    /// An empty line, unless it is the first, and a title.
    void heading(std::string_view title);
    /// "  label   text". Long texts continue below themselves, broken at spaces, on at most four lines.
    void line(std::string_view label, std::string_view text);
    void table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

} // namespace stepscope::analysis
