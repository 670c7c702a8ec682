"""The web site: games over HTTP and sockets, rooms, guests, storage. Needs `naqala[site]`."""
