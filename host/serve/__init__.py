"""Front panels in a browser, one box a visitor, by textual-serve (the optional extra ``serve``)."""
