"""File descriptors of the hook's sockets. The training script shares the table and may close any of them."""
import fcntl
import os
import socket

# Above the usual numbers, so that the script's own descriptors get the same numbers as without the hook.
FIRST_DESCRIPTOR = 200


def identity(sock):
    """(device, inode) of the open file. A changed value means that the script closed the socket and reused its
    number."""
    try:
        status = os.fstat(sock.fileno())
        return status.st_dev, status.st_ino
    except (OSError, ValueError):
        return None


def high_descriptor(plain):
    """The socket with a descriptor of at least FIRST_DESCRIPTOR; the given socket if that fails."""
    try:
        number = fcntl.fcntl(plain.fileno(), fcntl.F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR)
    except (OSError, ValueError, AttributeError):
        return plain
    family, kind = plain.family, plain.type & ~(socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)
    plain.close()
    return socket.socket(family, kind, 0, number)
