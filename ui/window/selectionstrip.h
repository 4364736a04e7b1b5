#pragma once

#include <QFrame>
#include <QStringList>

class QLabel;
class QPushButton;

namespace stepscope::ui {

/// What can be done with several recordings that are selected in the side bar. Visible while there are at least two.
class SelectionStrip : public QFrame
{
    Q_OBJECT

public:
    explicit SelectionStrip(QWidget* parent = nullptr);

    void setRecordings(const QStringList& paths);
    [[nodiscard]] QStringList recordings() const { return m_paths; }

signals:
    void compareRequested(const QString& pathA, const QString& pathB);
    void observationsRequested(const QStringList& paths);
    /// The user chose the folder. `exporter`: index in analysis::exporters().
    void exportRequested(const QStringList& paths, qsizetype exporter, const QString& folder);

private:
    void chooseFolder(qsizetype exporter);

    QStringList m_paths;
    QLabel* m_count = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_observe = nullptr;
    QPushButton* m_export = nullptr;
};

} // namespace stepscope::ui
