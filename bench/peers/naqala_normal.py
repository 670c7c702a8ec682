"""`naqala` with SQLite's `synchronous = NORMAL`, which a power cut may cost the last moves."""

import sys

from naqala.cli import main
from naqala.site.storage import engine

engine.SYNCHRONOUS = "NORMAL"
sys.exit(main(sys.argv[1:]))
