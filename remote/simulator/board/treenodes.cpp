#include "remote/simulator/board/treenodes.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <cerrno>

namespace stepscope::simulator {
namespace {

/// Removes and returns the first part of a path: "/a/b" becomes "/b" and returns "a". Empty at the end.
std::string_view takePart(std::string_view& path)
{
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(part.size());
    return part;
}

} // namespace

TreeNodes::TreeNodes()
{
    auto root = std::make_shared<Node>();
    root->id = kRoot;
    m_nodes.emplace(kRoot, std::move(root));
}

TreeNodes::NodePointer TreeNodes::node(std::uint64_t id) const
{
    const auto entry = m_nodes.find(id);
    return entry == m_nodes.end() ? nullptr : entry->second;
}

TreeNodes::NodePointer TreeNodes::find(std::string_view path) const
{
    NodePointer at = node(kRoot);
    for (std::string_view part = takePart(path); at && !part.empty(); part = takePart(path)) {
        const auto entry = at->children.find(part);
        at = entry == at->children.end() ? nullptr : node(entry->second);
    }
    return at;
}

Node& TreeNodes::add(std::string_view path, Node::Kind kind)
{
    NodePointer at = node(kRoot);
    for (std::string_view part = takePart(path); !part.empty(); part = takePart(path)) {
        const bool last = path.find_first_not_of('/') == std::string_view::npos;
        const auto entry = at->children.find(part);
        if (entry != at->children.end()) {
            NodePointer next = node(entry->second);
            if (next->kind == Node::Kind::Folder && (!last || kind == Node::Kind::Folder)) {
                at = std::move(next);
                continue;
            }
            removeBelow(next->id);
        }
        auto created = std::make_shared<Node>();
        created->id = m_nextId++;
        created->kind = last ? kind : Node::Kind::Folder;
        created->parent = at->id;
        at->children[std::string(part)] = created->id;
        m_nodes.emplace(created->id, created);
        at = std::move(created);
    }
    return *at;
}

void TreeNodes::removeBelow(std::uint64_t id)
{
    const NodePointer target = node(id);
    while (!target->children.empty())
        removeBelow(target->children.begin()->second);
    target->removed = true;
    if (const NodePointer parent = node(target->parent))
        std::erase_if(parent->children, [&](const auto& entry) { return entry.second == id; });
    if (target->openCount == 0)
        m_nodes.erase(id);
}

void TreeNodes::addFolder(std::string_view path)
{
    const std::unique_lock lock(m_mutex);
    add(path, Node::Kind::Folder);
}

void TreeNodes::addText(std::string_view path, std::string text)
{
    const std::unique_lock lock(m_mutex);
    add(path, Node::Kind::Text).text = std::move(text);
}

void TreeNodes::addLink(std::string_view path, std::string target)
{
    const std::unique_lock lock(m_mutex);
    add(path, Node::Kind::Link).text = std::move(target);
}

void TreeNodes::addLive(std::string_view path, LiveFile file)
{
    const std::unique_lock lock(m_mutex);
    add(path, Node::Kind::Live).live = std::move(file);
}

void TreeNodes::remove(std::string_view path)
{
    const std::unique_lock lock(m_mutex);
    const NodePointer target = find(path);
    if (target && target->id != kRoot)
        removeBelow(target->id);
}

void TreeNodes::fail(std::string_view path, int error)
{
    const std::unique_lock lock(m_mutex);
    if (const NodePointer target = find(path))
        target->error = error;
}

void TreeNodes::slow(std::string_view path, std::int64_t extraNs)
{
    const std::unique_lock lock(m_mutex);
    if (const NodePointer target = find(path))
        target->extraDelayNs = extraNs;
}

bool TreeNodes::exists(std::string_view path) const
{
    const std::shared_lock lock(m_mutex);
    return find(path) != nullptr;
}

std::optional<TreeNodes::Status> TreeNodes::status(std::uint64_t id) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer target = node(id);
    if (!target || target->removed)
        return std::nullopt;
    constexpr std::uint64_t kDriverFile = 4096; // the size that sysfs reports for all its files
    const bool live = target->kind == Node::Kind::Live;
    return Status{target->kind, live ? kDriverFile : target->text.size(), live && target->live.write != nullptr,
                  target->error};
}

std::uint64_t TreeNodes::child(std::uint64_t folder, std::string_view name) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer target = node(folder);
    if (!target)
        return 0;
    const auto entry = target->children.find(name);
    return entry == target->children.end() ? 0 : entry->second;
}

std::vector<std::pair<std::string, std::uint64_t>> TreeNodes::list(std::uint64_t folder) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer target = node(folder);
    if (!target)
        return {};
    return {target->children.begin(), target->children.end()};
}

std::string TreeNodes::linkTarget(std::uint64_t id) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer target = node(id);
    return target ? target->text : std::string();
}

Answer TreeNodes::read(std::uint64_t id, int process) const
{
    LiveFile live;
    std::int64_t delay = 0;
    {
        const std::shared_lock lock(m_mutex);
        const NodePointer target = node(id);
        if (!target || target->removed)
            return {{}, ENODEV};
        if (target->kind != Node::Kind::Live)
            return {target->error == 0 ? target->text : std::string(), target->error};
        live = target->live;
        delay = live.delayNs + target->extraDelayNs;
    }
    std::unique_lock<std::mutex> busLock;
    if (live.bus)
        busLock = std::unique_lock(*live.bus);
    if (delay > 0)
        format::sleepUntilSignal(format::monotonicNs() + delay);
    {
        // Failures take effect after the delay, as on a bus.
        const std::shared_lock lock(m_mutex);
        const NodePointer target = node(id);
        if (!target || target->removed || target->error != 0)
            return {{}, target && !target->removed ? target->error : ENODEV};
    }
    return live.read ? live.read({format::monotonicNs(), process}) : Answer{};
}

int TreeNodes::write(std::uint64_t id, std::string_view bytes) const
{
    std::function<int(std::string_view)> writing;
    {
        const std::shared_lock lock(m_mutex);
        const NodePointer target = node(id);
        if (!target || target->removed)
            return ENODEV;
        writing = target->live.write;
    }
    return writing ? writing(bytes) : EACCES;
}

void TreeNodes::changeOpenCount(std::uint64_t id, int change)
{
    std::function<void(int)> openCountChanged;
    int openCount = 0;
    {
        const std::unique_lock lock(m_mutex);
        const NodePointer target = node(id);
        if (!target)
            return;
        openCount = target->openCount += change;
        m_openFiles += change;
        openCountChanged = target->live.openCountChanged;
        if (openCount == 0 && target->removed)
            m_nodes.erase(id);
    }
    if (openCountChanged)
        openCountChanged(openCount);
}

int TreeNodes::openFiles() const
{
    const std::shared_lock lock(m_mutex);
    return m_openFiles;
}

} // namespace stepscope::simulator
