#pragma once

#include "ui/import/importcontent.h"

#include <QFrame>
#include <QList>
#include <QTimer>

class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSlider;

namespace stepscope::ui {

class ElidedLabel;

/// Shows how the sources of an import were aligned, and moves each by a slider and a number of ms. Hidden without
/// sources.
class AlignmentPanel : public QFrame
{
    Q_OBJECT

public:
    explicit AlignmentPanel(QWidget* parent = nullptr);

    /// `reference`: the source that the others were aligned to. No sources hide the panel.
    void setSources(const QString& reference, const QList<AlignedSource>& sources);
    /// The same sources with other corrections: keeps what the user edits.
    void updateSources(const QList<AlignedSource>& sources);
    /// As above; their corrections are those of the recording on the disk now.
    void setKept(const QList<AlignedSource>& sources);
    /// A correction is being applied.
    void setBusy(bool busy);
    [[nodiscard]] bool hasChanges() const;
    [[nodiscard]] bool hasSources() const { return !m_rows.isEmpty(); }

signals:
    /// The user has moved sources; all corrections in ms, by source. At most ten times a second.
    void corrected(const QList<double>& correctionsMs);
    void keepRequested(); ///< writes the corrections to the recording
    void closeRequested();

private:
    /// The widgets of one source.
    struct Row
    {
        ElidedLabel* name = nullptr;
        QLabel* begin = nullptr;
        QLabel* accuracy = nullptr;
        QLabel* confidence = nullptr;
        QSlider* slider = nullptr;
        QDoubleSpinBox* spin = nullptr;
        double msPerTick = 1;
    };

    void build();
    void addRow(const AlignedSource& source, int index);
    void showSource(const Row& row, const AlignedSource& source) const;
    void setCorrection(int index, double ms);
    void undo();
    void showState();
    [[nodiscard]] QList<double> corrections() const;

    QLabel* m_title = nullptr;
    QLabel* m_state = nullptr;
    QGridLayout* m_grid = nullptr;
    QWidget* m_body = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_keep = nullptr;
    QPushButton* m_close = nullptr;
    QList<Row> m_rows;
    QList<double> m_kept; ///< corrections of the recording on the disk, ms
    QTimer m_settle;
    bool m_isBusy = false;
};

/// Half of the range of a source's slider, ms: a few times the accuracy, at least 100 ms and at most a minute.
[[nodiscard]] double sliderRangeMs(double accuracySeconds);

} // namespace stepscope::ui
