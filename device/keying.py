"""Which keys a hand presses on the full face to enter a result: for replays, demos and tests.

The screens are named in ``docs/box.md``. ``box.firmware.screen.NAME`` is the one now shown.
"""

PASS = "PASS"
NOT_PLAYED = "NP"

DENOMINATIONS = ("C", "D", "H", "S", "NT")
SEAT_KEYS = {"N": ["N/S"], "S": ["N/S", "N/S"], "E": ["E/W"], "W": ["E/W", "E/W"]}


def keys_for(
    ns: int | str, ew: int | str, board: int, contract: str, declarer: str, tricks: int
) -> list[str]:
    """From PAIRS (its first number), SAVED or RESULTS to SAVED: an open event's result, accepted.

    ``contract`` as ``4SX``, ``3NT``, ``PASS`` or ``NP`` (then declarer and tricks are ignored);
    ``declarer`` a seat; ``tricks`` declarer's, 0 to 13. ValueError for anything else.
    """
    return [*str(ns), "OK", *str(ew), "OK", *keys_from_board(board, contract, declarer, tricks)]


def keys_from_board(board: int, contract: str, declarer: str, tricks: int) -> list[str]:
    """From BOARD to SAVED, as ``keys_for``; in a movement this is all."""
    keys = [*str(board), "OK", *_contract_keys(contract)]
    if contract in (PASS, NOT_PLAYED):
        return [*keys, "OK", "E/W", "="]
    if declarer not in SEAT_KEYS:
        raise ValueError(f"declarer is N, E, S or W, not {declarer!r}")
    return [*keys, *SEAT_KEYS[declarer], *_result_keys(contract, tricks), "OK", "E/W", "="]


def keys_towards_pairs(screen: str, section: str, table: int) -> list[str]:
    """What to press on this screen to come nearer to an open event's PAIRS screen.

    For BOOT, MODE, WAIT, TABLE and nothing else; press them, let the box run, look again. Empty
    where the box goes on by itself. ValueError when the section is not a letter A to Z.
    """
    if not ("A" <= section <= "Z" and len(section) == 1):
        raise ValueError(f"section is a letter A to Z, not {section!r}")
    up = ord(section) - ord("A")
    turn = ["^"] * up if up <= 13 else ["v"] * (26 - up)
    return {"MODE": ["1"], "WAIT": ["OK"], "TABLE": [*str(table), *turn, "OK"]}.get(screen, [])


def _contract_keys(contract: str) -> list[str]:
    if contract in (PASS, NOT_PLAYED):
        return ["PASS" if contract == PASS else "-"]
    bid = contract.rstrip("X")
    doubled = len(contract) - len(bid)
    level, denomination = bid[:1], {"N": "NT"}.get(bid[1:], bid[1:])
    if level not in tuple("1234567") or denomination not in DENOMINATIONS or doubled > 2:
        raise ValueError(f"contract is 1C to 7NT with X or XX, PASS or NP, not {contract!r}")
    return [level, denomination, *([], ["X"], ["XX"])[doubled]]


def _result_keys(contract: str, tricks: int) -> list[str]:
    """``=``, or sign and digits: the sign also takes the DECLARER screen to RESULT."""
    if not 0 <= tricks <= 13:
        raise ValueError(f"tricks are 0 to 13, not {tricks}")
    over = tricks - 6 - int(contract[0])
    return ["="] if over == 0 else ["+" if over > 0 else "-", *str(abs(over))]
