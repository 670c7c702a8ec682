"""How many sockets may be open: each is a file to the system, which by default allows 1,024."""

import structlog

_log = structlog.get_logger()

WANTED = 65_536


def allow_many_files() -> None:
    """Raises this process's limit of open files as far as it may, to `WANTED` at most."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_endless = hard == resource.RLIM_INFINITY
    wanted = WANTED if is_endless else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        _log.warning("few sockets can be open at once", most=soft, reason=str(error))
