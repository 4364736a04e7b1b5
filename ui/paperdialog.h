#pragma once

#include "analysis/trace/traceview.h"
#include "ui/settings.h"
#include "widgets/figure.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace stepscope::ui {

/// Asks how a figure for a paper is to be, and shows it as it will be. What was chosen is remembered when it is
/// exported.
class PaperDialog : public QDialog
{
    Q_OBJECT

public:
    static constexpr double kOneColumnMm = 85;
    static constexpr double kTwoColumnsMm = 178;

    /// `seen`: the timeline as it is on the screen; its part of time, rows and marks are what is offered.
    PaperDialog(const trace::TraceView& view, const widgets::FigureOptions& seen, QWidget* parent = nullptr);

    /// What is asked for; the path is only its ending.
    [[nodiscard]] widgets::FigureOptions options() const;
    /// Why there can be no such figure, in one line; empty when there can.
    [[nodiscard]] QString fault() const;

public slots:
    /// With the ending of the chosen format, when it has none. The CSV beside it has the same name.
    void exportTo(const QString& path);
    void copyPicture();

signals:
    void exportRequested(const stepscope::widgets::FigureOptions& options);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Time { Seen, Selection, All };

    void buildControls();
    void fillRows();
    void buildLayout();
    void connectControls();
    void take(const PaperFigure& figure);
    [[nodiscard]] PaperFigure chosen() const;
    void choosePreset();
    void changed();
    void drawPreview();
    void choosePath();
    [[nodiscard]] QString ending() const;

    trace::TraceView m_view;
    widgets::FigureOptions m_seen;
    widgets::TimelineFigure m_figure;
    QTimer m_settle; ///< the preview is drawn when hands rest

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
    QLabel* m_about;
    QPushButton* m_export = nullptr;
    QPushButton* m_copy = nullptr;
};

} // namespace stepscope::ui
