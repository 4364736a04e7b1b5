#include "widgets/figures/figurepaper.h"

#include "analysis/export/outputfile.h"
#include "widgets/figures/figure.h"

#include <QFontDatabase>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace stepscope::widgets {

namespace {

using format::Error;
using format::Result;

constexpr double kFontPoints = 13 * 72 / kLayoutDpi; ///< size of Theme::font()
constexpr int kLeastPixels = 64;
constexpr int kMostPixels = 30000;
constexpr double kLeastDpi = 24;
constexpr double kMostDpi = 2400;

QSizeF requestedSize(const FigurePaper& paper)
{
    return paper.sizeMm ? *paper.sizeMm * (kLayoutDpi / kMmPerInch) : paper.sizePx;
}

template <typename... Texts>
Result<void> refused(const Texts&... texts)
{
    return format::failure(Error::Code::Usage, (std::string("No figure was drawn: ") + ... + texts));
}

std::string roundedNumber(double value)
{
    return QString::number(value, 'f', value < 10 ? 1 : 0).toStdString();
}

Result<void> checkSize(const FigurePaper& paper)
{
    const QSizeF size = requestedSize(paper);
    const bool isPixels = figureFormatOf(paper.path) == FigureFormat::Png;
    const double ratio = isPixels ? paper.dpi / kLayoutDpi : 1;
    const double least = std::min(size.width(), size.height() > 0 ? size.height() : size.width()) * ratio;
    const double most = std::max(size.width(), size.height()) * ratio;
    if (least >= kLeastPixels && most <= kMostPixels)
        return {};
    const double mm = kMmPerInch / kLayoutDpi / ratio;
    return refused("its size is invalid. Valid sizes are ", std::to_string(kLeastPixels), " to ",
                   std::to_string(kMostPixels), " pixels a side, ",
                   roundedNumber(std::ceil(kLeastPixels * mm * 10) / 10), " to ",
                   roundedNumber(std::floor(kMostPixels * mm)), " mm.");
}

} // namespace

Result<void> checkPaper(const FigurePaper& paper)
{
    if (figureFormatOf(paper.path) == FigureFormat::None)
        return refused("the name ", paper.path.toStdString(),
                       " has no known format. Use a name that ends in .png, .svg or .pdf.");
    if (!(paper.dpi >= kLeastDpi && paper.dpi <= kMostDpi))
        return refused("a picture has ", roundedNumber(kLeastDpi), " to ", roundedNumber(kMostDpi),
                       " dots an inch, not ", roundedNumber(paper.dpi), ".");
    if (!paper.fontFamily.isEmpty() && !QFontDatabase::hasFamily(paper.fontFamily))
        return refused("this computer has no font \"", paper.fontFamily.toStdString(),
                       "\"; fc-list : family lists those it has.");
    return checkSize(paper);
}

FigurePage pageFor(const FigurePaper& paper, int neededHeight, bool mayCut)
{
    // The layout keeps its font size, so a smaller font on paper means a larger layout.
    double growth = paper.fontPoints ? kFontPoints / std::max(1.0, *paper.fontPoints) : 1.0;
    QSizeF size = requestedSize(paper);
    if (size.height() <= 0)
        size.setHeight(neededHeight / growth);
    if (!mayCut)
        growth = std::max(growth, neededHeight / size.height());
    FigurePage page;
    page.size = size;
    page.layout = {static_cast<int>(std::ceil(size.width() * growth)),
                   static_cast<int>(std::ceil(size.height() * growth))};
    page.scale = 1 / growth;
    return page;
}

Result<void> writeCompleteFile(const QByteArray& bytes, const QString& path)
{
    auto file = TRY(analysis::OutputFile::create(path.toStdString(), true));
    file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    return file.commit();
}

Result<void> writeFigureData(const QByteArray& csv, const QString& path)
{
    return path.isEmpty() ? Result<void>() : writeCompleteFile(csv, path);
}

} // namespace stepscope::widgets
