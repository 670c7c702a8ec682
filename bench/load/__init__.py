"""The load generator of `bench/server.py`: players over real sockets who know their games."""
