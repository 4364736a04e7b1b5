#include "ui/parts/busystrip.h"

#include "ui/parts/elidedlabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace stepscope::ui {

BusyStrip::BusyStrip(QWidget* parent)
    : QFrame(parent)
    , m_text(new ElidedLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Ca&ncel"), this))
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("Progress"));
    m_cancel->setObjectName(QStringLiteral("cancel"));
    connect(m_cancel, &QPushButton::clicked, this, &BusyStrip::cancelRequested);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 8, 16, 8);
    row->setSpacing(16);
    row->addWidget(m_text, 2);
    row->addWidget(m_bar, 1);
    row->addWidget(m_cancel);
}

void BusyStrip::setProgress(const QString& text, double progress)
{
    m_text->setText(text);
    m_text->setToolTip(text);
    const bool known = progress >= 0;
    m_bar->setRange(0, known ? 1000 : 0);
    if (known)
        m_bar->setValue(static_cast<int>(std::clamp(progress, 0.0, 1.0) * 1000));
}

void BusyStrip::setCancellable(bool cancellable)
{
    m_cancel->setVisible(cancellable);
}

QString BusyStrip::text() const
{
    return m_text->text();
}

} // namespace stepscope::ui
