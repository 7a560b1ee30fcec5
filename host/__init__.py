"""The director's side: ports, event, store, scoring, exchange of files, console, commands."""
