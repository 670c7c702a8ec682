"""What a browser's headers say about being counted."""

from collections.abc import Mapping


def objects(headers: Mapping[str, str]) -> bool:
    """Whether a request asks not to be counted: Global Privacy Control or Do Not Track.

    Source: Global Privacy Control, section 3.2 (`Sec-GPC: 1`); Tracking Preference Expression,
    section 5.2 (`DNT` begins with 1).
    """
    return headers.get("sec-gpc", "").strip() == "1" or headers.get("dnt", "").startswith("1")
