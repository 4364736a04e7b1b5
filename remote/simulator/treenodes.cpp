#include "remote/simulator/treenodes.h"

#include "remote/simulator/clock.h"

#include <algorithm>
#include <cerrno>

namespace stepscope::simulator {
namespace {

/// Takes the first part off a path: "/a/b" gives "a" and leaves "/b". Empty at the end.
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
    const auto found = m_nodes.find(id);
    return found == m_nodes.end() ? nullptr : found->second;
}

TreeNodes::NodePointer TreeNodes::find(std::string_view path) const
{
    NodePointer at = node(kRoot);
    for (std::string_view part = takePart(path); at && !part.empty(); part = takePart(path)) {
        const auto found = at->children.find(part);
        at = found == at->children.end() ? nullptr : node(found->second);
    }
    return at;
}

Node& TreeNodes::add(std::string_view path, Node::Kind kind)
{
    NodePointer at = node(kRoot);
    for (std::string_view part = takePart(path); !part.empty(); part = takePart(path)) {
        const bool last = path.find_first_not_of('/') == std::string_view::npos;
        const auto found = at->children.find(part);
        if (found != at->children.end()) {
            NodePointer next = node(found->second);
            if (next->kind == Node::Kind::Folder && (!last || kind == Node::Kind::Folder)) {
                at = std::move(next);
                continue;
            }
            removeBelow(next->id);
        }
        auto made = std::make_shared<Node>();
        made->id = m_nextId++;
        made->kind = last ? kind : Node::Kind::Folder;
        made->parent = at->id;
        at->children[std::string(part)] = made->id;
        m_nodes.emplace(made->id, made);
        at = std::move(made);
    }
    return *at;
}

void TreeNodes::removeBelow(std::uint64_t id)
{
    const NodePointer gone = node(id);
    while (!gone->children.empty())
        removeBelow(gone->children.begin()->second);
    gone->removed = true;
    if (const NodePointer parent = node(gone->parent))
        std::erase_if(parent->children, [&](const auto& entry) { return entry.second == id; });
    if (gone->handles == 0)
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
    const NodePointer found = find(path);
    if (found && found->id != kRoot)
        removeBelow(found->id);
}

void TreeNodes::fail(std::string_view path, int error)
{
    const std::unique_lock lock(m_mutex);
    if (const NodePointer found = find(path))
        found->error = error;
}

void TreeNodes::slow(std::string_view path, std::int64_t extraNs)
{
    const std::unique_lock lock(m_mutex);
    if (const NodePointer found = find(path))
        found->extraDelayNs = extraNs;
}

bool TreeNodes::exists(std::string_view path) const
{
    const std::shared_lock lock(m_mutex);
    return find(path) != nullptr;
}

std::optional<TreeNodes::Status> TreeNodes::status(std::uint64_t id) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer found = node(id);
    if (!found || found->removed)
        return std::nullopt;
    constexpr std::uint64_t kDriverFile = 4096; // what sysfs says of all its files
    const bool live = found->kind == Node::Kind::Live;
    return Status{found->kind, live ? kDriverFile : found->text.size(), live && found->live.write != nullptr,
                  found->error};
}

std::uint64_t TreeNodes::child(std::uint64_t folder, std::string_view name) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer found = node(folder);
    if (!found)
        return 0;
    const auto entry = found->children.find(name);
    return entry == found->children.end() ? 0 : entry->second;
}

std::vector<std::pair<std::string, std::uint64_t>> TreeNodes::list(std::uint64_t folder) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer found = node(folder);
    if (!found)
        return {};
    return {found->children.begin(), found->children.end()};
}

std::string TreeNodes::linkTarget(std::uint64_t id) const
{
    const std::shared_lock lock(m_mutex);
    const NodePointer found = node(id);
    return found ? found->text : std::string();
}

Answer TreeNodes::read(std::uint64_t id, int process) const
{
    LiveFile live;
    std::int64_t delay = 0;
    {
        const std::shared_lock lock(m_mutex);
        const NodePointer found = node(id);
        if (!found || found->removed)
            return {{}, ENODEV};
        if (found->kind != Node::Kind::Live)
            return {found->error == 0 ? found->text : std::string(), found->error};
        live = found->live;
        delay = live.delayNs + found->extraDelayNs;
    }
    std::unique_lock<std::mutex> turn;
    if (live.bus)
        turn = std::unique_lock(*live.bus);
    if (delay > 0)
        sleepUntil(monotonicNs() + delay);
    {
        // What fails, fails after the wait, as a bus does.
        const std::shared_lock lock(m_mutex);
        const NodePointer found = node(id);
        if (!found || found->removed || found->error != 0)
            return {{}, found && !found->removed ? found->error : ENODEV};
    }
    return live.read ? live.read({monotonicNs(), process}) : Answer{};
}

int TreeNodes::write(std::uint64_t id, std::string_view bytes) const
{
    std::function<int(std::string_view)> writing;
    {
        const std::shared_lock lock(m_mutex);
        const NodePointer found = node(id);
        if (!found || found->removed)
            return ENODEV;
        writing = found->live.write;
    }
    return writing ? writing(bytes) : EACCES;
}

void TreeNodes::hold(std::uint64_t id, int change)
{
    std::function<void(int)> held;
    int handles = 0;
    {
        const std::unique_lock lock(m_mutex);
        const NodePointer found = node(id);
        if (!found)
            return;
        handles = found->handles += change;
        m_openFiles += change;
        held = found->live.held;
        if (handles == 0 && found->removed)
            m_nodes.erase(id);
    }
    if (held)
        held(handles);
}

int TreeNodes::openFiles() const
{
    const std::shared_lock lock(m_mutex);
    return m_openFiles;
}

} // namespace stepscope::simulator
