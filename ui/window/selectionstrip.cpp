#include "ui/window/selectionstrip.h"

#include "analysis/export/exporter.h"
#include "ui/messages/filetexts.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/savedialog.h"
#include "ui/parts/statusline.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::ui {

SelectionStrip::SelectionStrip(QWidget* parent)
    : QFrame(parent)
    , m_count(new ElidedLabel(this))
    , m_compare(new QPushButton(tr("Compare"), this))
    , m_observe(new QPushButton(glyph(Glyph::Study), tr("Observations"), this))
    , m_export(new QPushButton(glyph(Glyph::Export), tr("Export all"), this))
{
    setObjectName(QStringLiteral("selectionStrip"));
    m_compare->setObjectName(QStringLiteral("compareSelected"));
    m_observe->setObjectName(QStringLiteral("observeSelected"));
    m_export->setObjectName(QStringLiteral("exportSelected"));
    m_compare->setToolTip(tr("Compare the two recordings; one that is being recorded is followed"));
    m_observe->setToolTip(tr("Test the twelve observations of the study over these recordings, as one study"));
    m_export->setToolTip(tr("Write a file for each recording into one folder"));
    auto* formats = new QMenu(m_export);
    for (qsizetype i = 0; i < static_cast<qsizetype>(analysis::exporters().size()); ++i) {
        const std::string_view summary = analysis::exporters()[static_cast<std::size_t>(i)]->summary();
        formats->addAction(messages::exporterName(summary) + QStringLiteral("…"), this, [this, i] { chooseFolder(i); });
    }
    m_export->setMenu(formats);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (m_paths.size() == 2)
            emit compareRequested(m_paths[0], m_paths[1]);
    });
    connect(m_observe, &QPushButton::clicked, this, [this] { emit observationsRequested(m_paths); });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    column->addWidget(m_count);
    for (QPushButton* button : {m_compare, m_observe, m_export})
        column->addWidget(button);
    hide();
}

void SelectionStrip::setRecordings(const QStringList& paths)
{
    m_paths = paths;
    m_count->setText(tr("%1 recordings selected").arg(paths.size()));
    m_compare->setEnabled(paths.size() == 2);
    setVisible(paths.size() > 1);
}

void SelectionStrip::chooseFolder(qsizetype exporter)
{
    const QString folder = askExportFolder(this, tr("Export %1 recordings into").arg(m_paths.size()));
    if (!folder.isEmpty())
        emit exportRequested(m_paths, exporter, folder);
}

} // namespace stepscope::ui
