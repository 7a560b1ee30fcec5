"""English help: what the HELP key shows on each screen, by the screen's name."""

HELP = {
    "": (
        "OK goes on, CANCEL",
        "clears or goes back.",
        "^ and v turn pages.",
        "TD: for the director",
    ),
    "BOOT": (
        "The box tests itself",
        "and goes on.",
    ),
    "MODE": (
        "Choose by number, or",
        "^ v and OK. Results",
        "of each mode are",
        "kept in the memory.",
    ),
    # duplicate
    "WAIT": (
        "Plug the link in and",
        "wait, or press OK to",
        "play without a host.",
        "Results are kept and",
        "sent when it is back",
    ),
    "TABLE": (
        "Section by ^ v, then",
        "the table's number.",
        "OK asks the host.",
    ),
    "PAIRS": (
        "Pair numbers as on a",
        "paper slip: NS, OK,",
        "EW, OK.",
    ),
    "BOARD": (
        "Number on the board.",
        "Check dealer and",
        "vulnerability, OK.",
    ),
    "CONTRACT": (
        "Level, suit, X or XX",
        "PASS: all passed.",
        "-: not played.",
        "OK or N/S E/W go on.",
    ),
    "DECLARER": (
        "N/S once North,",
        "twice South; E/W",
        "once East, twice",
        "West. Then OK.",
    ),
    "LEAD": (
        "Suit and rank of the",
        "card led. OK alone",
        "leaves it out.",
    ),
    "RESULT": (
        "= made, + and over,",
        "- and down; or the",
        "tricks taken, 0-13.",
    ),
    "PASSBOX": (
        "Give the box to East",
        "who presses E/W.",
        "OK does nothing here",
    ),
    "VERIFY": (
        "East-West check all.",
        "= or their number in",
        "digits accepts it.",
        "CANCEL goes back.",
    ),
    "SAVED": (
        "SAVED: in the box.",
        "SENT: the host has",
        "it for good.",
    ),
    # rubber and Chicago
    "RUBBER": (
        "1 changes the rule",
        "set: the model's own",
        "or the laws.",
        "OK begins.",
        "SCORES: last sheet.",
    ),
    "DEAL": (
        "OK: key the bid.",
        "1 takes the last",
        "deal back, 2 shows",
        "the sheet, 3 stops",
        "before the end.",
        "CANCEL: other modes.",
    ),
    "PASSEDOUT": (
        "A deal passed out",
        "does not count.",
        "OK: deal it again.",
    ),
    "HONOURS": (
        "Four trump honours",
        "in one hand: 100.",
        "All five, or four",
        "aces at NT: 150.",
        "0 when none, OK.",
    ),
    "SHEET": (
        "AL above the line,",
        "BL below. NEED: what",
        "lacks for game.",
        "^ v: more rows.",
        "1 takes the deal",
        "back, 3 stops early.",
    ),
    "UNDO": (
        "OK takes back what",
        "is shown. CANCEL",
        "keeps it.",
    ),
    "STOP": (
        "PLUS: the bonus for",
        "an unfinished rubber",
        "OK ends it here,",
        "CANCEL plays on.",
    ),
    "WON": (
        "OK: a new rubber.",
        "1 takes the last",
        "deal back.",
        "2 shows the sheet.",
    ),
    "GAMEFULL": (
        "No room for a new",
        "record: connect the",
        "host, then OK again.",
    ),
    # team of four
    "MATCH": (
        "OK: go on keying.",
        "1 changes the rule",
        "set, 2 begins a new",
        "match.",
        "SCORES: the sheet.",
    ),
    "ROOM": (
        "Board, and room by",
        "^ v. Open room: home",
        "team sits NS; closed",
        "room: EW.",
    ),
    "IMPS": (
        "Scores are those of",
        "NS in each room. +",
        "IMPs are for the",
        "home team.",
    ),
    "MATCHSHEET": (
        "Board, open room,",
        "closed room, IMPs.",
        "1 takes the newest",
        "result back.",
    ),
    # the box itself
    "SETUP": (
        "^ v choose a row.",
        "+ - change it, OK",
        "opens address,",
        "status and memory.",
        "CANCEL: done.",
    ),
    "ADDRESS": (
        "The box's number on",
        "the link, 01 to 99.",
        "Ask the director.",
    ),
    "STATUS": (
        "For the director:",
        "who this box is.",
    ),
    "MEMORY": (
        "Records kept here,",
        "not yet at a host,",
        "and room for more.",
    ),
}
