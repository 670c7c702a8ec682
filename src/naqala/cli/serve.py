"""`naqala serve`: starts the web site."""

import argparse
import gc
import os
import sys
from typing import NoReturn

from naqala.cli import BadInput
from naqala.site.settings import SettingsError, add_flags, read_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds a flag for every setting."""
    add_flags(parser)


def run(options: argparse.Namespace) -> NoReturn:
    """Serves until it is stopped."""
    try:
        settings = read_settings(vars(options), os.environ)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    # What is loaded now stays: to look for garbage in it only delays the start (`look_seldom`).
    gc.disable()
    # Imported when the settings are right: this brings the whole web stack.
    from naqala.site.serve import StartError, serve

    try:
        serve(settings)
    except StartError as error:
        raise BadInput(str(error)) from None
    # All is stored and closed. Tidying up what was loaded would take a second, in which nobody
    # serves, and a search that is stuck would not let it end.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
