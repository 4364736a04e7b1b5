#pragma once

#include "tests/widgets/timeline/timelinefixture.h"
#include "widgets/interaction/rowarranger.h"

#include <QMenu>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::widgets {

using Names = std::vector<std::string>;

/// A timeline with access to rows by name.
class RowsFixture : protected TimelineFixture
{
protected:
    RowArranger* arranger() const { return m_timeline->rowArranger(); }
    const Rows& rows() const { return canvas()->scene().rows; }
    Names names() const;
    Names firstTwo() const { return {names()[0], names()[1]}; }
    std::size_t indexOf(std::string_view name) const;
    bool has(std::string_view name) const { return indexOf(name) != kNoIndex; }
    /// Names of the rows of a group that are not pinned.
    Names namesIn(std::string_view group) const;
    QPoint labelOf(std::string_view name) const;
    QPoint edgeOf(std::string_view name) const;
    QPoint headerOf(std::string_view group) const;
    void click(QPoint place) const;
    void choose(const char* action, QPoint place) const;
};

inline Names RowsFixture::names() const
{
    Names names;
    for (const Rows::Row& row : rows().all())
        names.push_back(row.name);
    return names;
}

inline std::size_t RowsFixture::indexOf(std::string_view name) const
{
    const auto& all = rows().all();
    const auto match = std::find_if(all.begin(), all.end(), [&](const Rows::Row& row) { return row.name == name; });
    return match == all.end() ? kNoIndex : static_cast<std::size_t>(match - all.begin());
}

inline Names RowsFixture::namesIn(std::string_view group) const
{
    Names names;
    for (const Rows::Row& row : rows().all()) {
        if (trackGroups()[row.group].name == group && !row.place.isPinned)
            names.push_back(row.name);
    }
    return names;
}

inline QPoint RowsFixture::labelOf(std::string_view name) const
{
    return {60, canvas()->rowRect(indexOf(name)).center().y()};
}

inline QPoint RowsFixture::edgeOf(std::string_view name) const
{
    return {60, canvas()->rowRect(indexOf(name)).bottom()};
}

inline QPoint RowsFixture::headerOf(std::string_view group) const
{
    for (const PlacedGroup& placed : rows().groups()) {
        if (trackGroups()[placed.group].name == group)
            return {60, canvas()->rowArea().top() + placed.top - canvas()->scene().scroll + kGroupHeader / 2};
    }
    return {};
}

inline void RowsFixture::click(QPoint place) const
{
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, place);
    drawn();
}

inline void RowsFixture::choose(const char* action, QPoint place) const
{
    std::unique_ptr<QMenu> menu(arranger()->makeMenu(place, m_timeline.get()));
    auto* entry = menu->findChild<QAction*>(QLatin1String(action));
    QVERIFY2(entry, action);
    QVERIFY2(entry->isEnabled(), action);
    entry->trigger();
    drawn();
}

} // namespace stepscope::widgets
