"""Which browser on which system a session is used from, in families: enough to know one's own."""

from typing import Final

# In this order: most browsers claim to be others, too.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi", "Vivaldi"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium", "Chromium"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def agent_of(user_agent: str) -> tuple[str | None, str | None]:
    """The browser's and the system's name; None for what is not known."""
    return _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)


def _first(families: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for mark, name in families if mark in user_agent), None)
