"""Whose files are: root, who may restore a copy, leaves none that the site itself cannot use."""

import os
from pathlib import Path


def give_to_owner_of(folder: Path, file: Path) -> None:
    """As root, lets a file belong to whom a folder belongs; whoever else makes it has it anyway.

    A symbolic link is not followed: the folder's owner may have put it there.
    """
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)
