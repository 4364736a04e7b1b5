#pragma once

#include <QDialog>
#include <QTextBrowser>

class QListWidget;

namespace stepscope::ui {

/// Shows Markdown of :/guide; pictures are scaled to the width of the page.
class GuideBrowser : public QTextBrowser
{
    Q_OBJECT

public:
    explicit GuideBrowser(QWidget* parent = nullptr);

    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int pictureWidth() const;

    int m_loadedWidth = 0; ///< for which the pictures were scaled
};

/// The user's guide: the contents at the left, a page at the right. It stays open beside the main window.
class GuideWindow : public QDialog
{
    Q_OBJECT

public:
    explicit GuideWindow(QWidget* parent = nullptr);

    /// `file`: a name of guidePages().
    void showPage(const QString& file);
    [[nodiscard]] QString page() const;

private:
    void followPage(const QString& file);

    QListWidget* m_contents = nullptr;
    GuideBrowser* m_browser = nullptr;
};

} // namespace stepscope::ui
