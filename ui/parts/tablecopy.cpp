#include "ui/parts/tablecopy.h"

#include "analysis/text/csvtext.h"

#include <QAction>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr qint64 kSliceMs = 15; ///< shorter than a frame of 60 Hz

} // namespace

TableCopy::TableCopy(QAbstractItemView* view)
    : QObject(view)
    , m_view(view)
    , m_selected(new QAction(tr("&Copy selected rows"), this))
    , m_whole(new QAction(tr("Copy whole &table"), this))
{
    m_selected->setShortcut(QKeySequence::Copy);
    m_selected->setShortcutContext(Qt::WidgetShortcut);
    view->addActions({m_selected, m_whole});
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_selected, &QAction::triggered, this, &TableCopy::copySelected);
    connect(m_whole, &QAction::triggered, this, &TableCopy::copyWhole);
    m_writing.setInterval(0);
    connect(&m_writing, &QTimer::timeout, this, &TableCopy::writeSome);
}

QString TableCopy::csv(bool selectedOnly) const
{
    QString text = header();
    for (const QModelIndex& row : rows(selectedOnly))
        text += line(row);
    return text;
}

void TableCopy::copySelected()
{
    begin(true);
}

void TableCopy::copyWhole()
{
    begin(false);
}

void TableCopy::begin(bool selectedOnly)
{
    m_rows = rows(selectedOnly);
    m_written = 0;
    m_text = header();
    const QAbstractItemModel* model = m_view->model();
    using Model = QAbstractItemModel;
    m_watched = {connect(model, &Model::modelAboutToBeReset, this, &TableCopy::finishNow),
                 connect(model, &Model::layoutAboutToBeChanged, this, &TableCopy::finishNow),
                 connect(model, &Model::rowsAboutToBeInserted, this, &TableCopy::finishNow),
                 connect(model, &Model::rowsAboutToBeRemoved, this, &TableCopy::finishNow)};
    m_writing.start();
    writeSome(); // copies a table of usual size completely
}

void TableCopy::writeSome()
{
    QElapsedTimer clock;
    clock.start();
    constexpr std::size_t kBetweenLooks = 64;
    while (m_written < m_rows.size()) {
        m_text += line(m_rows[m_written++]);
        if (m_written % kBetweenLooks == 0 && clock.elapsed() >= kSliceMs)
            return;
    }
    finishNow();
}

void TableCopy::finishNow()
{
    m_writing.stop();
    for (const QMetaObject::Connection& connection : std::as_const(m_watched))
        disconnect(connection);
    m_watched.clear();
    while (m_written < m_rows.size())
        m_text += line(m_rows[m_written++]);
    QGuiApplication::clipboard()->setText(m_text);
    const auto count = static_cast<qsizetype>(m_rows.size());
    m_rows.clear();
    m_text.clear();
    emit copied(count);
}

bool TableCopy::isTree() const
{
    return qobject_cast<const QTreeView*>(m_view) != nullptr;
}

bool TableCopy::isShown(int column) const
{
    const auto* table = qobject_cast<const QTableView*>(m_view);
    return !table || !table->isColumnHidden(column);
}

QString TableCopy::header() const
{
    QStringList names;
    if (isTree())
        names << QStringLiteral("group");
    for (int column = 0; column < m_view->model()->columnCount(); ++column) {
        if (!isShown(column))
            continue;
        const QVariant raw = m_view->model()->headerData(column, Qt::Horizontal, kRawHeaderRole);
        names << (raw.isValid() ? raw : m_view->model()->headerData(column, Qt::Horizontal)).toString();
    }
    return csvLine(names);
}

QString TableCopy::line(const QModelIndex& row) const
{
    QStringList fields;
    if (isTree())
        fields << row.parent().data().toString();
    for (int column = 0; column < m_view->model()->columnCount(); ++column) {
        if (!isShown(column))
            continue;
        const QModelIndex cell = row.siblingAtColumn(column);
        const QVariant raw = cell.data(kRawRole);
        fields << csvValue(raw.isValid() ? raw : cell.data());
    }
    return csvLine(fields);
}

std::vector<QModelIndex> TableCopy::rows(bool selectedOnly) const
{
    std::vector<QModelIndex> all;
    if (!selectedOnly) {
        addRows({}, all);
        return all;
    }
    for (const QItemSelectionRange& range : m_view->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            all.push_back(m_view->model()->index(row, 0, range.parent()));
    }
    std::sort(all.begin(), all.end(), [](const QModelIndex& a, const QModelIndex& b) {
        return a.parent() == b.parent() ? a.row() < b.row() : a.parent() < b.parent();
    });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void TableCopy::addRows(const QModelIndex& parent, std::vector<QModelIndex>& rows) const
{
    const QAbstractItemModel* model = m_view->model();
    const int count = model->rowCount(parent);
    for (int row = 0; row < count; ++row) {
        const QModelIndex index = model->index(row, 0, parent);
        rows.push_back(index);
        if (isTree())
            addRows(index, rows);
    }
}

QString csvField(const QString& text)
{
    return QString::fromStdString(analysis::csvField(text.toStdString()));
}

QString csvLine(const QStringList& fields)
{
    QString line;
    for (qsizetype i = 0; i < fields.size(); ++i)
        line += (i > 0 ? QStringLiteral(",") : QString()) + csvField(fields[i]);
    return line + QLatin1String(analysis::kCsvRowEnd.data(), static_cast<qsizetype>(analysis::kCsvRowEnd.size()));
}

QString csvValue(const QVariant& value)
{
    const int type = value.typeId();
    if (type != QMetaType::Double && type != QMetaType::Float)
        return value.toString();
    return QString::fromStdString(analysis::csvNumber(value.toDouble()));
}

} // namespace stepscope::ui
