"""How contracts and results are written, and what cannot be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.rules.contract import (
    DENOMINATIONS,
    Contract,
    parse_contract,
    parse_result,
    result_text,
    tricks_of,
    wire_result,
)

contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(DENOMINATIONS), st.integers(0, 2)
)


@pytest.mark.parametrize(
    ("text", "level", "denomination", "doubling"),
    [
        ("3NT", 3, "NT", 0),
        ("3N", 3, "NT", 0),
        ("3ntx", 3, "NT", 1),
        ("4SX", 4, "S", 1),
        ("2hxx", 2, "H", 2),
        ("4 S x", 4, "S", 1),
        ("5♦XX", 5, "D", 2),
        ("7C", 7, "C", 0),
    ],
)
def test_written_contracts(text: str, level: int, denomination: str, doubling: int) -> None:
    contract = parse_contract(text)
    assert contract == Contract(level, denomination, doubling)
    assert contract.needed == level + 6


@pytest.mark.parametrize(
    "text",
    ["", "NT", "8C", "0S", "3", "3Z", "4SXXX", "PASS", "NP", "XX", "44S", "4S=", "²NT", "4XS"],
)
def test_what_is_no_contract(text: str) -> None:
    with pytest.raises(ValueError, match="is no contract; write a level 1 to 7") as caught:
        parse_contract(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("args", [(0, "S", 0), (8, "S", 0), (3, "N", 0), (3, "NT", 3)])
def test_contracts_check_themselves(args: tuple[int, str, int]) -> None:
    with pytest.raises(ValueError, match="make no contract"):
        Contract(*args)


@given(contracts)
def test_text_reads_back_to_an_equal_value(contract: Contract) -> None:
    again = parse_contract(contract.text)
    assert again == contract
    assert hash(again) == hash(contract)
    assert repr(again) == repr(contract)
    assert contract != contract.text


@given(contracts, st.integers(0, 13))
def test_results_read_back(contract: Contract, tricks: int) -> None:
    assert parse_result(contract, result_text(contract, tricks)) == tricks
    assert tricks_of(contract, wire_result(contract, tricks)) == tricks


@pytest.mark.parametrize(
    ("contract", "tricks", "slip", "wire"),
    [
        ("3NT", 9, "=", "0"),
        ("3NT", 10, "+1", "1"),
        ("4SX", 8, "-2", "-2"),
        ("7NT", 0, "-13", "-13"),
        ("1C", 13, "+6", "6"),
    ],
)
def test_results_on_a_slip_and_on_the_wire(
    contract: str, tricks: int, slip: str, wire: str
) -> None:
    value = parse_contract(contract)
    assert result_text(value, tricks) == slip
    assert wire_result(value, tricks) == wire


@pytest.mark.parametrize(("contract", "text"), [("7NT", "+1"), ("1C", "-8"), ("4S", "+4")])
def test_impossible_results(contract: str, text: str) -> None:
    with pytest.raises(ValueError, match="is impossible; its results go from -"):
        parse_result(parse_contract(contract), text)
    with pytest.raises(ValueError, match="is impossible"):
        tricks_of(parse_contract(contract), text.lstrip("+"))


@pytest.mark.parametrize("text", ["", "1", "0", "+", "-", "+0", "-0", "+x", "==", "+123", "+¹"])
def test_what_is_no_result(text: str) -> None:
    with pytest.raises(ValueError, match="is no result"):
        parse_result(Contract(3, "NT"), text)


@pytest.mark.parametrize("text", ["", "=", "+1", "-0", "01", "--1", "x", "-"])
def test_what_is_no_result_on_the_wire(text: str) -> None:
    with pytest.raises(ValueError, match="is no result"):
        tricks_of(Contract(3, "NT"), text)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_no_hand_takes_other_than_0_to_13_tricks(tricks: int) -> None:
    for write in (result_text, wire_result):
        with pytest.raises(ValueError, match="declarer takes 0 to 13"):
            write(Contract(3, "NT"), tricks)
