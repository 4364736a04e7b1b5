#pragma once

#include <QFont>
#include <QImage>
#include <QString>

#include <mutex>
#include <unordered_map>
#include <vector>

namespace stepscope::widgets {

class RasterSurface;

/// Caches rendered texts as alpha masks. A frame draws hundreds of texts, mostly the same as the frame before at other
/// places. Thread-safe except for use().
class TextMaskCache
{
public:
    struct Mask
    {
        QImage image;          ///< Format_Alpha8, device pixels
        std::vector<int> ends; ///< x at which each character ends, device pixels
        [[nodiscard]] int width() const { return ends.empty() ? 0 : ends.back(); }
    };

    /// Selects font and device pixels per px. Clears the cache if they changed, or if it holds more than 4096 masks.
    /// Call it between frames: it invalidates references to masks.
    void use(const QFont& font, double ratio);

    /// The mask of a text; valid until the next use().
    [[nodiscard]] const Mask& of(const QString& text);
    /// Draws as much of an op's name as fits into `width` device pixels from `left`, vertically centred in [top,
    /// bottom): the whole name, or bareName(), or its beginning with an ellipsis.
    void stampName(RasterSurface& surface, const QString& name, int left, int width, int top, int bottom, QRgb colour);
    /// Draws a centred text; false if it does not fit.
    bool stampCentred(RasterSurface& surface, const QString& text, int left, int right, int top, int bottom,
                      QRgb colour);

private:
    [[nodiscard]] Mask render(const QString& text) const;

    QFont m_font;
    double m_ratio = 0;
    std::mutex m_guard; ///< guards m_masks; a mask does not change once it is in the map
    std::unordered_map<QString, Mask> m_masks;
};

/// The name without prefixes such as "aten::" or "void at::native::". Keeps prefixes inside brackets.
[[nodiscard]] QString bareName(const QString& name);

/// As much of an op's name as fits: the whole name, or bareName(), or its beginning with an ellipsis; empty if nothing
/// fits.
[[nodiscard]] QString fittingName(const QString& name, const QFont& font, double width);

} // namespace stepscope::widgets
