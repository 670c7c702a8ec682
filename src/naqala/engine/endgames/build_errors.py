"""Why a build comes to nothing."""


class BuildError(Exception):
    """The database cannot be built; the message says what would do."""


class BuildCancelled(Exception):
    """Somebody wanted an end; nothing is kept."""
