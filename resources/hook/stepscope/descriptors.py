"""Sockets of the hook's own among the descriptors of a script that may close any of them."""
import fcntl
import os
import socket

# Far above the numbers that scripts see, so that their own descriptors get the numbers they get without the hook.
FIRST_DESCRIPTOR = 200


def identity(sock):
    """What a descriptor stands for: another value than before means that it is not ours any more."""
    try:
        status = os.fstat(sock.fileno())
        return status.st_dev, status.st_ino
    except (OSError, ValueError):
        return None


def high_descriptor(plain):
    """The socket under a high number; itself where that cannot be."""
    try:
        number = fcntl.fcntl(plain.fileno(), fcntl.F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR)
    except (OSError, ValueError, AttributeError):
        return plain
    family, kind = plain.family, plain.type & ~(socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)
    plain.close()
    return socket.socket(family, kind, 0, number)
