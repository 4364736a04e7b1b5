#pragma once

#include <QFont>
#include <QImage>
#include <QString>

#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace stepscope::widgets {

class RasterSurface;

/// Caches rendered texts as alpha masks. A frame draws hundreds of texts, mostly the same as the frame before at other
/// places. Texts that were not drawn lately are forgotten: the labels of a live run's steps are new all the time. A
/// mask takes about 500 bytes. Thread-safe except for use() and size().
class TextMaskCache
{
public:
    struct Mask
    {
        QImage image;          ///< Format_Alpha8, device pixels
        std::vector<int> ends; ///< x at which each character ends, device pixels
        [[nodiscard]] int width() const { return ends.empty() ? 0 : ends.back(); }
    };

    /// Selects font and device pixels per px, and clears the cache if they changed. Call it between frames: it
    /// invalidates references to masks.
    void use(const QFont& font, double ratio);

    static constexpr std::size_t kGeneration = 512;
    /// Number of masks: at most about twice kGeneration, more only if a frame has more texts.
    [[nodiscard]] std::size_t size() const { return m_recent.size() + m_former.size(); }

    /// The mask of a text; valid until the next use().
    [[nodiscard]] const Mask& of(const QString& text);
    /// Draws as much of an op's name as fits into `width` device pixels from `left`, vertically centred in [top,
    /// bottom): the whole name, or bareName(), or its beginning with an ellipsis.
    void stampName(RasterSurface& surface, const QString& name, int left, int width, int top, int bottom, QRgb colour);
    /// Draws a centred text; false if it does not fit.
    bool stampCentred(RasterSurface& surface, const QString& text, int left, int right, int top, int bottom,
                      QRgb colour);

private:
    using Masks = std::unordered_map<QString, Mask>;
    [[nodiscard]] Mask render(const QString& text) const;

    QFont m_font;
    double m_ratio = 0;
    std::mutex m_guard; ///< guards the maps; a mask neither changes nor moves until use()
    Masks m_recent;     ///< drawn since the last time that there were kGeneration of them
    Masks m_former;     ///< drawn before, and not since
};

/// The name without prefixes such as "aten::" or "void at::native::". Keeps prefixes inside brackets.
[[nodiscard]] QString bareName(const QString& name);

/// As much of an op's name as fits: the whole name, or bareName(), or its beginning with an ellipsis; empty if nothing
/// fits.
[[nodiscard]] QString fittingName(const QString& name, const QFont& font, double width);

} // namespace stepscope::widgets
