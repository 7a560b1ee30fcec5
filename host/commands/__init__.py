"""The subcommands of ``overtrick``, one module each.

A module has ``EXAMPLES`` (text for the end of its help), ``add_arguments(parser)`` and
``run(args) -> int`` (the exit status). It raises host.errors.UserError for bad input.
"""
