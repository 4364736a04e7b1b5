#pragma once

#include "analysis/trace/traceview.h"
#include "ui/parts/settings.h"
#include "widgets/figures/figure.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLabel;
class QLayout;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace stepscope::ui {

/// Dialog for a figure of a given size in mm, with a preview drawn by the exporter. Exporting stores the chosen
/// settings.
class PaperDialog : public QDialog
{
    Q_OBJECT

public:
    static constexpr double kOneColumnMm = 85;
    static constexpr double kTwoColumnsMm = 178;

    /// `visible` is the visible part of the timeline: the default time range, rows and marks.
    PaperDialog(const trace::TraceView& view, const widgets::FigureOptions& visible, QWidget* parent = nullptr);

    /// The chosen options. The path consists of the file name extension only.
    [[nodiscard]] widgets::FigureOptions options() const;
    /// Why the figure cannot be drawn, in one line; empty if it can.
    [[nodiscard]] QString fault() const;

public slots:
    /// Appends the extension of the chosen format if the path has none. The CSV file beside it has the same base name.
    void exportTo(const QString& path);
    void copyPicture();

signals:
    void exportRequested(const stepscope::widgets::FigureOptions& options);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Time { Visible, Selection, All };

    void buildControls();
    void fillRows();
    void buildLayout();
    QLayout* buildForm();
    void connectControls();
    void take(const PaperFigure& figure);
    [[nodiscard]] PaperFigure chosen() const;
    void choosePreset();
    void changed();
    void drawPreview();
    void choosePath();
    [[nodiscard]] QString ending() const;

    trace::TraceView m_view;
    widgets::FigureOptions m_visible;
    widgets::TimelineFigure m_figure;
    QTimer m_settle; ///< delays the preview while the user changes settings

    QComboBox* m_format;
    QComboBox* m_preset;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QSpinBox* m_dpi;
    QFontComboBox* m_family;
    QDoubleSpinBox* m_points;
    QComboBox* m_look;
    QComboBox* m_time;
    QListWidget* m_rows;
    QCheckBox* m_marks;
    QCheckBox* m_data;
    QLabel* m_preview;
    QLabel* m_summary;
    QPushButton* m_export = nullptr;
    QPushButton* m_copy = nullptr;
};

} // namespace stepscope::ui
