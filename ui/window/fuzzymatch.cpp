#include "ui/window/fuzzymatch.h"

#include <QStringList>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kWordStart = 12;
constexpr int kAdjacent = 8;
constexpr int kWhole = 40; ///< the word occurs in the text as it is
constexpr int kLetter = 1;
constexpr int kLettersPerPenalty = 8;

bool isWordStart(const QString& text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at].isUpper() && text[at - 1].isLower());
}

/// The earliest subsequence from a start.
std::optional<int> scoreFrom(const QString& word, const QString& text, qsizetype start)
{
    int score = 0;
    qsizetype before = -2;
    qsizetype at = start;
    for (const QChar letter : word) {
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return {};
        score += kLetter + (isWordStart(text, at) ? kWordStart : 0) + (at == before + 1 ? kAdjacent : 0);
        before = at++;
    }
    return score;
}

std::optional<int> scoreOf(const QString& word, const QString& text)
{
    std::optional<int> best = scoreFrom(word, text, 0);
    if (!best)
        return {};
    // A later occurrence as a whole is better than scattered letters.
    if (const qsizetype whole = text.indexOf(word, 0, Qt::CaseInsensitive); whole >= 0)
        best = std::max(*best, scoreFrom(word, text, whole).value_or(0)) + kWhole;
    return best;
}

} // namespace

std::optional<int> fuzzyScore(const QString& pattern, const QString& text)
{
    int score = 0;
    for (const QString& word : pattern.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto part = scoreOf(word, text);
        if (!part)
            return {};
        score += *part;
    }
    return score - static_cast<int>(std::min<qsizetype>(text.size(), 200)) / kLettersPerPenalty;
}

} // namespace stepscope::ui
