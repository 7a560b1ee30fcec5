"""Norwegian help: what the HELP key shows on each screen, by the screen's name."""

HELP = {
    "": (
        "OK accepts, CANCEL",
        "goes back. TD calls",
        "the director's menu.",
    ),
}
