#pragma once

#include "analysis/statistics/bootstrap.h"
#include "analysis/study/study.h"
#include "analysis/trace/traceview.h"
#include "remote/format/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The data of the paper's Figures 3 to 10 and Tables I and II, for a study.
namespace stepscope::analysis {

/// One line of a diagram.
struct FigureSeries
{
    struct Point
    {
        double x = 0;
        double y = 0;
        std::optional<Interval> interval; ///< 95 %, by Student's t over the repeats; none for a single one
        std::size_t repeats = 1;          ///< trainings that y is the mean of
        std::vector<std::size_t> cells{}; ///< the indices of these trainings in Study::cells; none of a published value
    };

    std::string panel; ///< the diagram of the figure: a model, a core; with several targets also the target; or empty
    std::string name;  ///< in the legend
    bool isPublished = false;  ///< a value that the paper prints, rather than one of this study
    std::vector<Point> points; ///< in order of x
    std::size_t study = 0;     ///< of the cells of the points: 0 = A, 1 = B in a comparison of two studies
};

struct StudyFigure
{
    std::string_view name;  ///< "figure-4", also of its files
    std::string_view title; ///< one sentence
    std::string_view x, xUnit;
    std::string_view y, yUnit;
    bool isByBatch = false; ///< x is a batch size: drawn with equal distances
    bool isVirtual = false; ///< a target is a simulated board, which pictures and files must say
    std::string note;       ///< what the figure shows exactly, or why it is empty
    std::vector<FigureSeries> series;
    bool hasGeneratedData = false; ///< a training learned from generated data, which pictures and files must say
    bool startsAtZero = true;      ///< the y axis; else it shows the range of the values, to make changes visible
};

/// The mean of repeats, with its interval by Student's t if there are two or more. Values must not be empty.
FigureSeries::Point meanPoint(double x, const std::vector<double>& values);

/// The values of some cells at one place of a figure.
struct Repeats
{
    std::vector<double> values{};
    std::vector<std::size_t> cells{}; ///< indices in Study::cells

    void add(double value, std::size_t cell)
    {
        values.push_back(value);
        cells.push_back(cell);
    }
    /// There must be a value.
    [[nodiscard]] FigureSeries::Point at(double x) const;
};

struct StudyTable
{
    std::string_view name; ///< "table-1"
    std::string_view title;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// Reads the recording of a cell.
using CellReader = std::function<format::Result<trace::TraceView>(const StudyCell& cell)>;

/// One figure. To add one: a row in studyfigures.cpp with a function that fills the series and the note; values that
/// the paper prints are rows of kPublished in publishedvalues.cpp.
struct FigureRow
{
    std::string_view name, title, x, xUnit, y, yUnit;
    bool isByBatch;
    void (*fill)(const Study& study, const CellReader& reader, StudyFigure& figure);
};
std::span<const FigureRow> figureRows();

/// All figures in order of their numbers. A figure without data has a note that says why.
std::vector<StudyFigure> studyFigures(const Study& study, const CellReader& reader);
/// Tables I and II.
std::vector<StudyTable> studyTables(const Study& study);

/// panel,series,source,X,Y,low,high,repeats: one row for each point, with the names and units of the axes as columns.
std::string figureCsv(const StudyFigure& figure);
std::string tableCsv(const StudyTable& table);
/// A LaTeX document that includes the pictures of the figures that are not empty (NAME.pdf) and contains the tables.
/// `widthMm`: of the pictures; 0, or wider than the text: as wide as it.
std::string studyLatex(std::span<const StudyFigure> figures, std::span<const StudyTable> tables, double widthMm = 0);

/// A value that the text of the paper prints.
struct PublishedValue
{
    std::string_view figure, model, series;
    double x;
    double y; ///< in the unit of the figure
};
std::span<const PublishedValue> publishedValues();

/// A model of the paper's Table II, as printed there.
struct PublishedModel
{
    std::string_view title, layers, dominant, flops, parameters, data, domain, trains;
    std::string_view names; ///< of the model in this program, in lower case, without "_" and "-"; separated by spaces
};
std::span<const PublishedModel> publishedModels();
/// By the model's name, ignoring case, "_" and "-"; null = not in the paper.
const PublishedModel* publishedModel(std::string_view model);

} // namespace stepscope::analysis
