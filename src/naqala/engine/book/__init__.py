"""The opening book: exact worth of every move in the first plies, computed by `naqala book build`.

It ships with the package. Like those of the endgame databases its margins count what is still in
the pits, so they hold with any stores, with the pie rule too, and for every number of seeds that
leads to the position.
"""

from naqala.engine.book.book import Book, opening_book
from naqala.engine.book.file import PACKAGED, BookFileError, read_book, write_book

__all__ = [
    "PACKAGED",
    "Book",
    "BookFileError",
    "opening_book",
    "read_book",
    "write_book",
]
