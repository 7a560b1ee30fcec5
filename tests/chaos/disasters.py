"""The disasters, one function each: what happens, and when it is over."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.link.frame import seal
from tests.chaos.boxes import JOURNAL, SIZE, SimBox
from tests.chaos.hosts import SimHost
from tests.chaos.world import World

Disaster = Callable[[World], None]


def _box(world: World) -> SimBox:
    return world.rng.choice(world.boxes)


def _home(box: SimBox) -> str:
    return f"p{box.table}"


def _plugged(world: World) -> SimBox | None:
    boxes = [box for box in world.boxes if box.port is not None]
    return world.rng.choice(boxes) if boxes else None


def _free_port(world: World) -> str:
    world.truth.strikes["_ports"] += 1
    return f"q{world.truth.strikes['_ports']}"


def _back(world: World, box: SimBox, ms: int, host: str = "A", port: str | None = None) -> None:
    """Plug the box in again after a while, unless somebody did before."""

    def plug() -> None:
        name = port or _home(box)
        if box.port is None and world.cable(host, name).box is None:
            world.plug(box, host, name)

    world.at(ms, plug)


def _count(world: World, name: str) -> None:
    world.truth.strikes[name] += 1


def unplug(world: World) -> None:
    box = _plugged(world)
    if box is not None:
        _count(world, "unplugged")
        world.pull(box)
        _back(world, box, world.rng.randrange(500, 40_000))


def unplug_unnoticed(world: World) -> None:
    box = _plugged(world)
    if box is not None:
        _count(world, "cable broken, port open")
        port, host = box.port, box.host_name
        world.pull(box, noticed=False)

        def mend() -> None:
            assert port is not None
            if box.port is None and world.cable(host, port).box is None:
                world.plug(box, host, port, noticed=False)

        world.at(world.rng.randrange(500, 90_000), mend)


def move(world: World) -> None:
    box = _plugged(world)
    if box is not None and box.host_name == "A":
        _count(world, "moved to another port")
        world.pull(box, noticed=world.rng.random() < 0.7)
        _back(world, box, world.rng.randrange(100, 10_000), port=_free_port(world))


def swap_cables(world: World) -> None:
    """Two boxes change places and no port notices."""
    plugged = [b for b in world.boxes if b.port is not None and b.host_name == "A"]
    if len(plugged) >= 2:
        one, two = world.rng.sample(plugged, 2)
        _count(world, "two cables exchanged, ports open")
        port_one, port_two = one.port, two.port
        assert port_one is not None
        assert port_two is not None
        world.pull(one, noticed=False)
        world.pull(two, noticed=False)
        world.plug(one, "A", port_two, noticed=False)
        world.plug(two, "A", port_one, noticed=False)


def box_off(world: World) -> None:
    _count(world, "box switched off")
    _box(world).restart_later(world.rng.randrange(200, 30_000))


def power_cut_in_a_write(world: World) -> None:
    """Counted where it strikes: at the next write that crosses the byte."""
    box = _box(world)
    if box.alive:
        box.cut_after = world.rng.randrange(0, 260)


def memory_lost(world: World) -> None:
    _count(world, "box memory lost")
    box = _box(world)
    box.die()
    box.image[:] = b"\xff" * SIZE
    box.held.clear()
    box.torn = None
    box.restart_later(1000)


def memory_worn_back(world: World) -> None:
    box = _box(world)
    image, held = bytes(box.image), set(box.held)

    def wear() -> None:
        _count(world, "box memory worn back")
        box.die()
        box.image[:] = image
        box.held = set(held)
        box.torn = None
        box.restart_later(1000)

    world.at(world.rng.randrange(5_000, 120_000), wear)


def journal_lost(world: World) -> None:
    """Only the journal is burnt; the configuration remembers the event's first number."""
    _count(world, "journal lost, configuration kept")
    box = _box(world)
    box.die()
    box.image[JOURNAL:] = b"\xff" * (SIZE - JOURNAL)
    box.held.clear()
    box.torn = None
    box.restart_later(1000)


def _host(world: World) -> SimHost | None:
    host = world.hosts["A"]
    return host if host.desk is not None else None


def host_killed(world: World) -> None:
    host = _host(world)
    if host is not None:
        _count(world, "host killed at any moment")
        host.restart_later(world.rng.randrange(300, 30_000))


def kill_at(step: str) -> Disaster:
    def arm(world: World) -> None:
        host = _host(world)
        if host is not None:
            host.kill_at = step

    return arm


def store_lost(world: World) -> None:
    host = _host(world)
    if host is not None:
        _count(world, "host store lost")
        host.restart_later(world.rng.randrange(300, 20_000), {})


def store_restored(world: World) -> None:
    host = _host(world)
    if host is None:
        return
    files = host.copy()

    def restore() -> None:
        if host.desk is not None:
            _count(world, "host store restored from an old copy")
            host.restart_later(world.rng.randrange(300, 20_000), files)

    world.at(world.rng.randrange(5_000, 150_000), restore)


def second_host(world: World) -> None:
    box = _plugged(world)
    if box is None or box.host_name != "A":
        return
    if "B" not in world.hosts:
        world.hosts["B"] = SimHost(world, "B")
    _count(world, "box at a second host")
    world.pull(box)
    port = _free_port(world)
    world.plug(box, "B", port)

    def home() -> None:
        if box.host_name == "B" and box.port == port:
            world.pull(box)
            _back(world, box, world.rng.randrange(200, 5_000))

    world.at(world.rng.randrange(3_000, 90_000), home)


def ring_wrapped(world: World) -> None:
    """Offline for long, and keyed until the memory is full; then back."""
    box = _box(world)
    _count(world, "many results offline")
    world.pull(box)
    count = world.rng.randrange(10, 60)

    def key(left: int) -> None:
        if left and box.alive and box.port is None:
            box.key()
            world.at(world.rng.randrange(50, 300), lambda: key(left - 1))

    key(count)
    _back(world, box, world.rng.randrange(20_000, 60_000))


def twins(world: World) -> None:
    """A box is copied, memory and serial number, and both are plugged in for a while."""
    box = _box(world)
    if not box.alive or box.serial in world.truth.twins:
        return
    _count(world, "two boxes of one serial number")
    world.truth.twins.add(box.serial)
    twin = SimBox(world, box.serial, box.table)
    twin.die()
    twin.image[:] = box.image
    twin.held = set(box.held)
    twin.last = box.last
    twin.boot()
    world.boxes.append(twin)
    world.plug(twin, "A", _free_port(world))


def garbage(world: World) -> None:
    host, box = _host(world), _plugged(world)
    if host is not None and box is not None and box.port is not None:
        _count(world, "burst of garbage")
        data = world.rng.randbytes(world.rng.randrange(1, 3000))
        if world.rng.random() < 0.5:
            world.hosts[box.host_name].received(box.port, data)
        else:
            box.inbox += data
            box.wake()


def box_clock(world: World) -> None:
    _count(world, "a box's clock jumped")
    _box(world).skew += world.rng.randrange(1_000, 10_000_000)


def host_clock(world: World) -> None:
    """A laptop that slept: its clock jumps ahead."""
    host = _host(world)
    if host is not None:
        _count(world, "the host's clock jumped")
        host.skew += world.rng.uniform(1, 4000)
        host.pump()


def hostile(world: World) -> None:
    """Somebody on a port of his own: garbage, and frames with right CRCs that mean harm."""
    _count(world, "a hostile peer")
    world.truth.hostile = True
    rng, port = world.rng, _free_port(world)
    world.cable("A", port).open = True
    victim = _box(world)
    host = _host(world)
    if host is not None:
        host.open(port)

    def attack(left: int) -> None:
        if not left or (now := _host(world)) is None:
            world.cable("A", port).open = False
            world.hosts["A"].close(port)
            return
        now.received(port, _attack(world, victim))
        world.at(rng.randrange(10, 500), lambda: attack(left - 1))

    world.at(100, lambda: attack(rng.randrange(20, 80)))


def _attack(world: World, victim: SimBox) -> bytes:
    rng = world.rng
    check = f"{rng.getrandbits(32):08X}"
    match rng.randrange(7):
        case 0:
            return rng.randbytes(rng.randrange(1, 400))
        case 1:  # claims to be the victim, without having heard our H
            return seal(f"01,h,1,{victim.serial},fw,cx,{rng.getrandbits(64):016X}")
        case 2:  # a record with a guessed check
            n = rng.randrange(1, 60)
            return seal(f"01,R,{n},E3,A,1,,1,1,2,4S,N,0,,,,{check}")
        case 3:  # claims numbers without end
            return seal(f"01,s,1,{rng.randrange(10**9)},1,0,A,{rng.randrange(999)},0,0")
        case 4:
            return seal("01,h,2,EVIL,fw,cx,-")
        case 5:
            return seal(f"01,A,{rng.randrange(1, 60)},{check}")
        case _:
            return seal(f"{rng.randrange(100):02d},{rng.choice('cmTpEVDNU')},1,2,3,{check}")


def arduino(world: World) -> None:
    """Opening its port resets the box."""
    box = _plugged(world)
    if box is not None:
        _count(world, "reset by the opening of its port")
        world.pull(box)
        _back(world, box, 500)
        box.restart_later(world.rng.randrange(500, 2500))


DISASTERS: tuple[Disaster, ...] = (
    unplug,
    unplug_unnoticed,
    move,
    swap_cables,
    box_off,
    power_cut_in_a_write,
    power_cut_in_a_write,
    memory_lost,
    memory_worn_back,
    journal_lost,
    host_killed,
    kill_at("before commit"),
    kill_at("after commit"),
    kill_at("torn"),
    store_lost,
    store_restored,
    second_host,
    ring_wrapped,
    twins,
    garbage,
    box_clock,
    host_clock,
    hostile,
    arduino,
)
