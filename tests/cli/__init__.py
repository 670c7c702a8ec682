"""Tests of the `naqala` command."""
