"""English texts of the LCD; the keys are the same in every language."""

WORDS = {
    # common
    "YES_NO": "OK yes   CANCEL no",
    "OK_CANCEL": "OK ok    CANCEL back",
    "OK_GO_ON": "OK go on",
}
