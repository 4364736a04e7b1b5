#include "widgets/rowlayout.h"

namespace stepscope::widgets {

RowLayout::~RowLayout()
{
    clear();
}

void RowLayout::add(QCPLayoutElement* element)
{
    m_places.append(Place{element, {}});
    adoptElement(element);
}

void RowLayout::place(QCPLayoutElement* element, const QRect& outerRect)
{
    for (Place& place : m_places) {
        if (place.element == element)
            place.rect = outerRect;
    }
}

QCPLayoutElement* RowLayout::elementAt(int index) const
{
    return index >= 0 && index < m_places.size() ? m_places[index].element : nullptr;
}

QCPLayoutElement* RowLayout::takeAt(int index)
{
    QCPLayoutElement* element = elementAt(index);
    if (element) {
        releaseElement(element);
        m_places.removeAt(index);
    }
    return element;
}

bool RowLayout::take(QCPLayoutElement* element)
{
    for (int i = 0; i < elementCount(); ++i) {
        if (elementAt(i) == element)
            return takeAt(i) != nullptr;
    }
    return false;
}

void RowLayout::updateLayout()
{
    for (const Place& place : m_places)
        place.element->setOuterRect(place.rect);
}

} // namespace stepscope::widgets
