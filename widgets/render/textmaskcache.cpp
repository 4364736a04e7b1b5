#include "widgets/render/textmaskcache.h"

#include "widgets/render/rastersurface.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr qsizetype kFewestLetters = 3; ///< of a cut name
constexpr QChar kEllipsis(0x2026);

} // namespace

QString bareName(const QString& name)
{
    static constexpr QLatin1String kScope("::");
    static constexpr QLatin1String kVoid("void ");
    const QString bare = name.startsWith(kVoid) ? name.mid(kVoid.size()) : name;
    const qsizetype bracket =
        std::min({bare.indexOf(QLatin1Char('<')), bare.indexOf(QLatin1Char('(')), bare.indexOf(QLatin1Char(' '))},
                 [](qsizetype a, qsizetype b) { return static_cast<std::size_t>(a) < static_cast<std::size_t>(b); });
    const qsizetype scope = bare.left(bracket).lastIndexOf(kScope);
    return scope < 0 ? bare : bare.mid(scope + kScope.size());
}

QString fittingName(const QString& name, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    const QString last = bareName(name);
    if (metrics.horizontalAdvance(last) <= width)
        return last;
    const QString cut = metrics.elidedText(last, Qt::ElideRight, width);
    return cut.size() > kFewestLetters ? cut : QString();
}

void TextMaskCache::use(const QFont& font, double ratio)
{
    if (font != m_font || ratio != m_ratio) {
        m_font = font;
        m_ratio = ratio;
        m_recent.clear();
        m_former.clear();
    } else if (m_recent.size() >= kGeneration) {
        m_former = std::exchange(m_recent, {});
    }
}

const TextMaskCache::Mask& TextMaskCache::of(const QString& text)
{
    const std::lock_guard lock(m_guard);
    if (const auto cached = m_recent.find(text); cached != m_recent.end())
        return cached->second;
    if (Masks::node_type former = m_former.extract(text))
        return m_recent.insert(std::move(former)).position->second;
    return m_recent.emplace(text, render(text)).first->second;
}

TextMaskCache::Mask TextMaskCache::render(const QString& text) const
{
    const QFontMetricsF metrics(m_font);
    Mask mask;
    double end = 0;
    for (qsizetype i = 1; i <= text.size(); ++i) {
        // Measure whole prefixes because of kerning, for the first 64 characters.
        end = i <= 64 ? metrics.horizontalAdvance(text, static_cast<int>(i))
                      : end + metrics.horizontalAdvance(text[i - 1]);
        mask.ends.push_back(static_cast<int>(std::ceil(end * m_ratio)));
    }
    const QSize size(std::max(1, mask.width() + 1), static_cast<int>(std::ceil(metrics.height() * m_ratio)));
    // Draw white on black: the brightness of a pixel is its coverage.
    QImage drawn(size, QImage::Format_RGB32);
    drawn.fill(Qt::black);
    QPainter painter(&drawn);
    painter.scale(m_ratio, m_ratio);
    painter.setFont(m_font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF(0, metrics.ascent()), text);
    painter.end();
    mask.image = QImage(size, QImage::Format_Alpha8);
    for (int y = 0; y < size.height(); ++y) {
        const auto* from = reinterpret_cast<const QRgb*>(drawn.constScanLine(y));
        uchar* to = mask.image.scanLine(y);
        for (int x = 0; x < size.width(); ++x)
            to[x] = static_cast<uchar>(qGreen(from[x]));
    }
    return mask;
}

void TextMaskCache::stampName(RasterSurface& surface, const QString& name, int left, int width, int top, int bottom,
                              QRgb colour)
{
    const Mask* mask = &of(name);
    if (mask->width() > width)
        mask = &of(bareName(name));
    const int y = top + (bottom - top - mask->image.height()) / 2;
    if (mask->width() <= width)
        return surface.stamp(mask->image, left, y, width, colour);
    const int dots = of(kEllipsis).width();
    const auto fitting = std::upper_bound(mask->ends.begin(), mask->ends.end(), width - dots) - mask->ends.begin();
    if (fitting < kFewestLetters)
        return;
    const int end = mask->ends[static_cast<std::size_t>(fitting - 1)];
    surface.stamp(mask->image, left, y, end, colour);
    surface.stamp(of(kEllipsis).image, left + end, y, dots, colour);
}

bool TextMaskCache::stampCentred(RasterSurface& surface, const QString& text, int left, int right, int top, int bottom,
                                 QRgb colour)
{
    const Mask& mask = of(text);
    if (mask.width() > right - left)
        return false;
    surface.stamp(mask.image, left + (right - left - mask.width()) / 2, top + (bottom - top - mask.image.height()) / 2,
                  mask.image.width(), colour);
    return true;
}

} // namespace stepscope::widgets
