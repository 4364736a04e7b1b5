#include "ui/guide/guidewindow.h"

#include "ui/guide/guidepages.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImage>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {
namespace {

constexpr int kMargin = 12; ///< of a page, pixels

QUrl urlOf(const QString& file)
{
    return QUrl(QStringLiteral("qrc:/guide/") + file);
}

} // namespace

GuideBrowser::GuideBrowser(QWidget* parent)
    : QTextBrowser(parent)
{
    setOpenExternalLinks(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // pictures fit beside it
    document()->setDocumentMargin(kMargin);
}

int GuideBrowser::pictureWidth() const
{
    constexpr int kSmallest = 200;
    return std::max(viewport()->width() - 2 * kMargin, kSmallest);
}

QVariant GuideBrowser::loadResource(int type, const QUrl& name)
{
    const QVariant resource = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource)
        return resource;
    QImage picture;
    if (resource.typeId() == QMetaType::QByteArray)
        picture.loadFromData(resource.toByteArray());
    else
        picture = resource.value<QImage>();
    m_loadedWidth = pictureWidth();
    if (picture.isNull() || picture.width() <= m_loadedWidth)
        return picture;
    QImage scaled =
        picture.scaledToWidth(static_cast<int>(m_loadedWidth * devicePixelRatioF()), Qt::SmoothTransformation);
    scaled.setDevicePixelRatio(devicePixelRatioF());
    return scaled;
}

void GuideBrowser::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    if (m_loadedWidth == 0 || m_loadedWidth == pictureWidth() || source().isEmpty())
        return;
    // Not now: the resizing may be a part of the layout of the document that would be replaced.
    m_loadedWidth = 0;
    QTimer::singleShot(0, this, [this] {
        const int place = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(place);
    });
}

GuideWindow::GuideWindow(QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Guide"));
    m_contents = new QListWidget(this);
    m_contents->setObjectName(QStringLiteral("guideContents"));
    m_contents->setAccessibleName(tr("Contents of the guide"));
    for (const GuidePage& page : guidePages())
        m_contents->addItem(page.title);
    m_contents->setFixedWidth(fontMetrics().averageCharWidth() * 30);
    m_browser = new GuideBrowser(this);
    m_browser->setObjectName(QStringLiteral("guidePage"));
    m_browser->setAccessibleName(tr("Page of the guide"));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* back = buttons->addButton(tr("&Back"), QDialogButtonBox::ActionRole);
    QPushButton* forward = buttons->addButton(tr("&Forward"), QDialogButtonBox::ActionRole);
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(back, &QPushButton::clicked, m_browser, &QTextBrowser::backward);
    connect(forward, &QPushButton::clicked, m_browser, &QTextBrowser::forward);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QPushButton::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QPushButton::setEnabled);
    connect(m_browser, &QTextBrowser::sourceChanged, this,
            [this](const QUrl& url) { followPage(QFileInfo(url.path()).fileName()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_contents, &QListWidget::currentRowChanged, this,
            [this](int row) { showPage(guidePages().value(row).file); });

    auto* across = new QHBoxLayout;
    across->addWidget(m_contents);
    across->addWidget(m_browser, 1);
    auto* all = new QVBoxLayout(this);
    all->addLayout(across, 1);
    all->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 140, fontMetrics().height() * 42);
    showPage(guidePages().first().file);
    m_browser->setFocus();
}

void GuideWindow::showPage(const QString& file)
{
    if (!file.isEmpty() && file != page())
        m_browser->setSource(urlOf(file));
}

QString GuideWindow::page() const
{
    return QFileInfo(m_browser->source().path()).fileName();
}

/// The contents follow links within the pages. The browser reports a page before source() returns it.
void GuideWindow::followPage(const QString& file)
{
    const QList<GuidePage> pages = guidePages();
    const auto shown = std::find_if(pages.begin(), pages.end(), [&file](const GuidePage& p) { return p.file == file; });
    const QSignalBlocker blocker(m_contents);
    m_contents->setCurrentRow(shown == pages.end() ? -1 : static_cast<int>(shown - pages.begin()));
}

} // namespace stepscope::ui
