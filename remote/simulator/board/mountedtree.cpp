#include "remote/simulator/board/mountedtree.h"

#define FUSE_USE_VERSION 312

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fuse3/fuse_lowlevel.h>
#include <mutex>
#include <spawn.h>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace stepscope::simulator {

using format::Error;

namespace {

/// Number of reads in parallel; a read of a slow file occupies a thread for its whole duration.
constexpr unsigned kMaxThreads = 64;
constexpr unsigned kMaxIdleThreads = 4;

Served& servedOf(fuse_req_t request)
{
    return *static_cast<Served*>(fuse_req_userdata(request));
}

TreeNodes& nodesOf(fuse_req_t request)
{
    return servedOf(request).nodes;
}

void fill(std::uint64_t id, const TreeNodes::Status& status, struct stat& attributes)
{
    attributes = {};
    attributes.st_ino = id;
    attributes.st_nlink = 1;
    attributes.st_uid = getuid();
    attributes.st_gid = getgid();
    attributes.st_size = static_cast<off_t>(status.size);
    switch (status.kind) {
    case Node::Kind::Folder:
        attributes.st_mode = S_IFDIR | 0555U;
        attributes.st_nlink = 2;
        break;
    case Node::Kind::Link:
        attributes.st_mode = S_IFLNK | 0777U;
        break;
    case Node::Kind::Text:
    case Node::Kind::Live:
        attributes.st_mode = S_IFREG | (status.writable ? 0644U : 0444U);
        break;
    }
}

void lookUp(fuse_req_t request, fuse_ino_t parent, const char* name)
{
    const std::uint64_t id = nodesOf(request).child(parent, name);
    const auto status = id == 0 ? std::nullopt : nodesOf(request).status(id);
    if (!status) {
        fuse_reply_err(request, ENOENT);
        return;
    }
    // Timeouts of 0 disable the kernel's cache, since nodes are added and removed.
    fuse_entry_param entry{};
    entry.ino = id;
    fill(id, *status, entry.attr);
    fuse_reply_entry(request, &entry);
}

void readAttributes(fuse_req_t request, fuse_ino_t id, fuse_file_info* /*file*/)
{
    const auto status = nodesOf(request).status(id);
    struct stat attributes
    {};
    if (status) {
        fill(id, *status, attributes);
    } else {
        // An open file that was removed: a link count of 0 informs its readers.
        attributes.st_mode = S_IFREG | 0444U;
        attributes.st_ino = id;
    }
    fuse_reply_attr(request, &attributes, 0);
}

/// Called for O_TRUNC, which has no effect.
void changeAttributes(fuse_req_t request, fuse_ino_t id, struct stat* /*values*/, int /*which*/, fuse_file_info* file)
{
    readAttributes(request, id, file);
}

void readLink(fuse_req_t request, fuse_ino_t id)
{
    fuse_reply_readlink(request, nodesOf(request).linkTarget(id).c_str());
}

void openFile(fuse_req_t request, fuse_ino_t id, fuse_file_info* file)
{
    const auto status = nodesOf(request).status(id);
    const bool toWrite = (file->flags & O_ACCMODE) != O_RDONLY;
    int error = 0;
    if (!status)
        error = ENOENT;
    else if (status->error == EACCES || status->error == EPERM || (toWrite && !status->writable))
        error = status->error != 0 ? status->error : EACCES;
    if (error != 0) {
        fuse_reply_err(request, error);
        return;
    }
    file->fh = servedOf(request).open();
    file->direct_io = 1;
    file->keep_cache = 0;
    Served& served = servedOf(request); // the reply frees the request
    served.nodes.changeOpenCount(id, 1);
    if (fuse_reply_open(request, file) != 0) { // the process has ended, so the kernel will not close the file
        served.nodes.changeOpenCount(id, -1);
        served.close(file->fh);
    }
}

void readFile(fuse_req_t request, fuse_ino_t id, std::size_t size, off_t offset, fuse_file_info* file)
{
    std::string part;
    int error = 0;
    {
        Handle& handle = *reinterpret_cast<Handle*>(file->fh);
        const std::lock_guard lock(handle.mutex);
        if (offset == 0) {
            Answer answer = nodesOf(request).read(id, fuse_req_ctx(request)->pid);
            error = answer.error;
            handle.bytes = std::move(answer.bytes);
        }
        part = handle.bytes.substr(std::min(static_cast<std::size_t>(offset), handle.bytes.size()), size);
    }
    // The reply comes last, since the reader may then close the file, which destroys the handle and its mutex.
    if (error != 0)
        fuse_reply_err(request, error);
    else
        fuse_reply_buf(request, part.data(), part.size());
}

void writeFile(fuse_req_t request, fuse_ino_t id, const char* bytes, std::size_t size, off_t /*offset*/,
               fuse_file_info* /*file*/)
{
    if (const int error = nodesOf(request).write(id, {bytes, size}); error != 0)
        fuse_reply_err(request, error);
    else
        fuse_reply_write(request, size);
}

void closeFile(fuse_req_t request, fuse_ino_t id, fuse_file_info* file)
{
    servedOf(request).close(file->fh);
    nodesOf(request).changeOpenCount(id, -1);
    fuse_reply_err(request, 0);
}

void readFolder(fuse_req_t request, fuse_ino_t id, std::size_t size, off_t offset, fuse_file_info* /*file*/)
{
    std::string bytes(size, '\0');
    std::size_t used = 0;
    off_t position = 0;
    const auto add = [&](const std::string& name, std::uint64_t node, mode_t mode) {
        if (position++ < offset)
            return true;
        struct stat attributes
        {};
        attributes.st_ino = node;
        attributes.st_mode = mode;
        const std::size_t needed =
            fuse_add_direntry(request, bytes.data() + used, size - used, name.c_str(), &attributes, position);
        if (needed > size - used)
            return false;
        used += needed;
        return true;
    };
    bool room = add(".", id, S_IFDIR) && add("..", id, S_IFDIR);
    for (const auto& [name, node] : nodesOf(request).list(id)) {
        const auto status = nodesOf(request).status(node);
        if (!room || !status)
            continue;
        struct stat attributes
        {};
        fill(node, *status, attributes);
        room = add(name, node, attributes.st_mode);
    }
    fuse_reply_buf(request, bytes.data(), used);
}

constexpr fuse_lowlevel_ops operations()
{
    fuse_lowlevel_ops table{};
    table.lookup = lookUp;
    table.getattr = readAttributes;
    table.setattr = changeAttributes;
    table.readlink = readLink;
    table.open = openFile;
    table.read = readFile;
    table.write = writeFile;
    table.release = closeFile;
    table.readdir = readFolder;
    return table;
}

constexpr fuse_lowlevel_ops kOperations = operations();

/// The last message of libfuse, which becomes part of an error message instead of being printed.
std::mutex fuseMessageMutex;
std::string fuseMessage;

void storeFuseMessage(fuse_log_level /*level*/, const char* format, va_list arguments)
{
    std::array<char, 512> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    const std::lock_guard lock(fuseMessageMutex);
    fuseMessage = text.data();
    std::replace(fuseMessage.begin(), fuseMessage.end(), '\n', ' ');
    while (fuseMessage.ends_with(' '))
        fuseMessage.pop_back();
}

bool isOnPath(const char* program)
{
    const char* variable = std::getenv("PATH");
    std::string_view path = variable == nullptr ? "/usr/bin:/bin" : variable;
    while (!path.empty()) {
        const std::string folder(path.substr(0, path.find(':')));
        path.remove_prefix(std::min(folder.size() + 1, path.size()));
        if (access((folder + '/' + program).c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

/// Detaches the tree; files that are open stay readable.
void unmount(const std::string& folder)
{
    if (umount2(folder.c_str(), MNT_DETACH) == 0)
        return;
    std::array<std::string, 4> words = {"fusermount3", "-uz", "--", folder};
    std::array<char*, 5> pointers = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
    posix_spawn_file_actions_t quiet{};
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    if (posix_spawnp(&process, pointers[0], &quiet, nullptr, pointers.data(), environ) == 0)
        waitpid(process, nullptr, 0);
    posix_spawn_file_actions_destroy(&quiet);
}

/// Removes the mount of a killed process, on which every call fails with ENOTCONN.
void clearDeadMount(const std::string& folder)
{
    struct stat status
    {};
    if (stat(folder.c_str(), &status) != 0 && errno == ENOTCONN)
        unmount(folder);
}

bool isMountPoint(const std::string& folder)
{
    struct stat own
    {};
    struct stat above
    {};
    return stat(folder.c_str(), &own) == 0 && stat((folder + "/..").c_str(), &above) == 0 && own.st_dev != above.st_dev;
}

} // namespace

struct MountedTree::Session
{
    explicit Session(TreeNodes& nodes)
        : served{nodes, {}, {}}
    {}

    Served served;
    fuse_session* session = nullptr;
    bool mounted = false;
    std::thread thread;
    std::atomic<bool> ended = false;
};

MountedTree::MountedTree(std::string folder, std::shared_ptr<TreeNodes> nodes)
    : m_folder(std::move(folder))
    , m_nodes(std::move(nodes))
    , m_session(std::make_unique<Session>(*m_nodes))
{}

std::string MountedTree::unavailableReason()
{
    struct stat status
    {};
    if (stat("/dev/fuse", &status) != 0)
        return "a virtual board needs FUSE, and this computer has no /dev/fuse: load the module (modprobe fuse), or in "
               "a container give it that device";
    if (getuid() != 0 && !isOnPath("fusermount3"))
        return "a virtual board needs FUSE's fusermount3, which is missing: install fuse3";
    // fusermount3 opens /dev/fuse as the calling user.
    if (getuid() != 0 && access("/dev/fuse", R_OK | W_OK) != 0)
        return "a virtual board needs FUSE, and this user may not open /dev/fuse: change its permissions or group";
    return {};
}

format::Result<std::unique_ptr<MountedTree>> MountedTree::mount(const std::string& folder,
                                                                std::shared_ptr<TreeNodes> nodes)
{
    if (const std::string reason = unavailableReason(); !reason.empty())
        return format::failure(Error::Code::NotFound, reason);
    clearDeadMount(folder);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return format::failure(folder + " cannot be created (" + error.message() + "): choose another folder");
    if (isMountPoint(folder))
        return format::failure(folder + " is already a mount point: use another folder, or end the board there");

    fuse_set_log_func(storeFuseMessage);
    // fusermount3 unmounts the tree even if this process is killed.
    std::string options = "fsname=stepscope-board,subtype=stepscope";
    if (isOnPath("fusermount3"))
        options += ",auto_unmount";
    std::string program = "stepscope-virtual-tx2";
    std::string flag = "-o";
    std::array<char*, 4> words = {program.data(), flag.data(), options.data(), nullptr};
    fuse_args arguments = FUSE_ARGS_INIT(3, words.data());

    std::unique_ptr<MountedTree> tree(new MountedTree(folder, std::move(nodes)));
    Session& session = *tree->m_session;
    session.session = fuse_session_new(&arguments, &kOperations, sizeof kOperations, &session.served);
    fuse_opt_free_args(&arguments);
    session.mounted = session.session != nullptr && fuse_session_mount(session.session, folder.c_str()) == 0;
    if (!session.mounted) {
        const std::lock_guard lock(fuseMessageMutex);
        return format::failure("the virtual board's files cannot be mounted at " + folder + " (" + fuseMessage +
                               "): FUSE must be permitted; in a container, grant /dev/fuse and SYS_ADMIN");
    }
    session.thread = std::thread([&session] {
        fuse_loop_config* config = fuse_loop_cfg_create();
        fuse_loop_cfg_set_max_threads(config, kMaxThreads);
        fuse_loop_cfg_set_idle_threads(config, kMaxIdleThreads);
        fuse_session_loop_mt(session.session, config);
        fuse_loop_cfg_destroy(config);
        session.ended = true;
    });
    return tree;
}

MountedTree::~MountedTree()
{
    if (m_session->thread.joinable()) {
        // Unmounting wakes the threads that read from libfuse's descriptor, so it precedes the join.
        fuse_session_exit(m_session->session);
        unmount(m_folder);
        m_session->thread.join();
    }
    if (m_session->mounted)
        fuse_session_unmount(m_session->session);
    if (m_session->session != nullptr)
        fuse_session_destroy(m_session->session);
}

bool MountedTree::ended() const
{
    return m_session->ended;
}

} // namespace stepscope::simulator
