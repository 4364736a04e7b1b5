#include "widgets/figurepaper.h"

#include "widgets/figurefile.h"

#include <QFontDatabase>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <string>

namespace stepscope::widgets {

namespace {

using format::Error;
using format::Result;

constexpr double kLayoutDpi = 96;                    ///< a px of the layout is 1/96 inch on paper
constexpr double kFontPoints = 13 * 72 / kLayoutDpi; ///< of Theme::font() at that
constexpr double kMmPerInch = 25.4;
constexpr int kLeastPixels = 64;
constexpr int kMostPixels = 30000;
constexpr double kLeastDpi = 24;
constexpr double kMostDpi = 2400;

QSizeF askedFor(const FigurePaper& paper)
{
    return paper.sizeMm ? *paper.sizeMm * (kLayoutDpi / kMmPerInch) : paper.sizePx;
}

template <typename... Texts>
Result<void> refused(const Texts&... texts)
{
    return format::failure(Error::Code::Usage, (std::string("No figure was drawn: ") + ... + texts));
}

std::string number(double value)
{
    return QString::number(value, 'f', value < 10 ? 1 : 0).toStdString();
}

Result<void> checkSize(const FigurePaper& paper)
{
    const QSizeF size = askedFor(paper);
    const bool isPixels = figureFormatOf(paper.path) == FigureFormat::Png;
    const double ratio = isPixels ? paper.dpi / kLayoutDpi : 1;
    const double least = std::min(size.width(), size.height() > 0 ? size.height() : size.width()) * ratio;
    const double most = std::max(size.width(), size.height()) * ratio;
    if (least >= kLeastPixels && most <= kMostPixels)
        return {};
    const double mm = kMmPerInch / kLayoutDpi / ratio;
    return refused("its size makes no picture; ask for ", std::to_string(kLeastPixels), " to ",
                   std::to_string(kMostPixels), " pixels a side, ", number(std::ceil(kLeastPixels * mm * 10) / 10),
                   " to ", number(std::floor(kMostPixels * mm)), " mm.");
}

} // namespace

Result<void> checkPaper(const FigurePaper& paper)
{
    if (figureFormatOf(paper.path) == FigureFormat::None)
        return refused("the name ", paper.path.toStdString(),
                       " says no known format; let it end in .png, .svg or .pdf.");
    if (!(paper.dpi >= kLeastDpi && paper.dpi <= kMostDpi))
        return refused("a picture has ", number(kLeastDpi), " to ", number(kMostDpi), " dots an inch, not ",
                       number(paper.dpi), ".");
    if (!paper.fontFamily.isEmpty() && !QFontDatabase::hasFamily(paper.fontFamily))
        return refused("this computer has no font \"", paper.fontFamily.toStdString(),
                       "\"; fc-list : family lists those it has.");
    return checkSize(paper);
}

FigurePage pageFor(const FigurePaper& paper, int neededHeight, bool mayCut)
{
    // Smaller letters are more room on the same paper: the layout keeps its own size of letters.
    double growth = paper.fontPoints ? kFontPoints / std::max(1.0, *paper.fontPoints) : 1.0;
    QSizeF size = askedFor(paper);
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

Result<void> writeFigureData(const QByteArray& csv, const QString& path)
{
    if (path.isEmpty())
        return {};
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(csv) >= 0 && file.commit())
        return {};
    return format::failure("The figure's data were not written to " + path.toStdString() + ": " +
                           file.errorString().toStdString() + ". Choose another place.");
}

} // namespace stepscope::widgets
