"""`python -m naqala.cli`."""

import sys

from naqala.cli import main

sys.exit(main())
