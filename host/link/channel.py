"""The host's side of a keyed link: nothing that no key has vouched for goes further.

The box answers our H by an h that echoes its nonce and brings one of its own; from there on every
frame is tagged. The h itself counts only when the first tagged frame has proved that whoever sent
it holds the pairing key. Anything else closes the link (LinkRefused): there is no downgrade.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from firmware_sim.link.fields import same_major, unpack
from firmware_sim.link.frame import Frame
from firmware_sim.link.keyed import KeyedSession, LinkRefused


class Channel:
    """A keyed link from its opening; ``pairing`` gives the key of a serial, None if unpaired."""

    def __init__(self, host_id: str, pairing: Callable[[str], bytes | None]) -> None:
        self._host_id = host_id
        self._pairing = pairing
        self._session: KeyedSession | None = None
        self._greeting: Frame | None = None
        self.proved = False
        """A tagged frame has come: the box holds the key."""

    def seal(self, data: bytes) -> bytes:
        """A frame as it goes out; LinkRefused when the counter is used up."""
        return data if self._session is None else self._session.seal(data)

    def open(self, frame: Frame, nonces: Collection[str]) -> list[Frame]:
        """The frames that may be believed now; LinkRefused for whatever may not come."""
        if self._session is None:
            self._greet(frame, nonces)
            return []
        plain = self._session.open(frame)
        self.proved = True
        if self._greeting is None:
            return [plain]
        greeting, self._greeting = self._greeting, None
        return [greeting, plain]

    def _greet(self, frame: Frame, nonces: Collection[str]) -> None:
        if frame.kind == "E":
            return  # a refusal in words, before any key; it changes nothing
        if frame.kind != "h":
            raise LinkRefused("it speaks before it has said who it is")
        if not frame.fields or not same_major(frame.fields[0]):
            raise LinkRefused("it speaks another version of the link")
        try:
            values = unpack("h", frame.fields)
        except ValueError:
            raise LinkRefused("its greeting is broken") from None
        if not values["key_nonce"] or values["nonce"] not in nonces:
            raise LinkRefused("it is not keyed, or answers another link's question")
        key = self._pairing(values["serial"])
        if key is None:
            raise LinkRefused(f"box {values['serial']} is not paired with this host")
        self._session = KeyedSession(
            key, "host", self._host_id, values["serial"], values["nonce"], values["key_nonce"]
        )
        self._greeting = frame
