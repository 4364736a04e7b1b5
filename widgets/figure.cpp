#include "widgets/figure.h"

namespace stepscope::widgets {

format::Result<void> exportTimelineFigure(const trace::TraceView&, const FigureOptions& options)
{
    return format::failure(format::Error::Code::Usage, "No figure was written to " + options.path.toStdString() +
                                                           ": name a .png, .svg or .pdf file.");
}

} // namespace stepscope::widgets
