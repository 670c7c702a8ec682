"""`naqala serve`: starts the web site."""

import argparse
import os

from naqala.cli import BadInput
from naqala.site.settings import SettingsError, add_flags, read_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds a flag for every setting."""
    add_flags(parser)


def run(options: argparse.Namespace) -> int:
    """Serves until it is stopped."""
    try:
        settings = read_settings(vars(options), os.environ)
    except SettingsError as error:
        raise BadInput(str(error)) from None
    # Imported when the settings are right: this brings the whole web stack.
    from naqala.site.serve import StartError, serve

    try:
        serve(settings)
    except StartError as error:
        raise BadInput(str(error)) from None
    return 0
