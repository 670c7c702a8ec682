"""Accounts: a name and a password, without e-mail."""

from naqala.site.accounts.account_names import AccountName, InvalidName, NameFault, skeleton_of
from naqala.site.accounts.accounts import Accounts
from naqala.site.accounts.attempts import Attempts
from naqala.site.accounts.passwords import Passwords

__all__ = [
    "AccountName",
    "Accounts",
    "Attempts",
    "InvalidName",
    "NameFault",
    "Passwords",
    "skeleton_of",
]
