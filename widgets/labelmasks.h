#pragma once

#include <QFont>
#include <QImage>
#include <QString>

#include <mutex>
#include <unordered_map>
#include <vector>

namespace stepscope::widgets {

class PixelSheet;

/// Texts as masks, laid out once: a frame has hundreds of the same ones, at another place each time. Rows that are
/// painted at once share them.
class LabelMasks
{
public:
    struct Mask
    {
        QImage image;          ///< Format_Alpha8, device pixels
        std::vector<int> ends; ///< device px at which each character ends
        [[nodiscard]] int width() const { return ends.empty() ? 0 : ends.back(); }
    };

    /// Forgets all that was made for another font or another number of device pixels a px, or what is too much. Between
    /// frames: nobody may hold a mask.
    void use(const QFont& font, double ratio);

    /// From any thread, until the next use().
    [[nodiscard]] const Mask& of(const QString& text);
    /// As much of an op's name as fits into `width` device px, beginning at `left`, in the middle of [top, bottom): all
    /// of it, or what comes after its namespace, or the beginning of that.
    void stampName(PixelSheet& sheet, const QString& name, int left, int width, int top, int bottom, QRgb colour);
    /// A text in the middle of a place; false when it does not fit.
    bool stampCentred(PixelSheet& sheet, const QString& text, int left, int right, int top, int bottom, QRgb colour);

private:
    [[nodiscard]] Mask made(const QString& text) const;

    QFont m_font;
    double m_ratio = 0;
    std::mutex m_guard; ///< of the masks: which there are, not what they hold
    std::unordered_map<QString, Mask> m_masks;
};

/// Without what many names begin with: "aten::", "void at::native::". What stands in brackets stays.
[[nodiscard]] QString bareName(const QString& name);

/// As much of an op's name as fits: all of it, or what comes after its namespace, or its beginning; empty where nothing
/// does.
[[nodiscard]] QString fittingName(const QString& name, const QFont& font, double width);

} // namespace stepscope::widgets
