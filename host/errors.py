"""The one exception whose text is meant for the person at the keyboard."""


class UserError(Exception):
    """One clear sentence: what is wrong, where, and what is allowed.

    Every command prints it on standard error and exits with status 2, without a traceback.
    """
