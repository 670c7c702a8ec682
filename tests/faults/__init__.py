"""The real server, killed, starved and lied to while hundreds of games are played on it."""
