"""One writer a format, each of which renders a hand as the room writes it."""

from __future__ import annotations

from histories.writers import (
    full_tilt,
    ipoker,
    ohh,
    partypoker,
    partypoker_summary,
    phh,
    poker888,
    pokerstars,
    winamax,
)
from histories.writers.common import Format

FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        pokerstars.POKERSTARS,
        pokerstars.GGPOKER,
        winamax.FORMAT,
        full_tilt.FORMAT,
        poker888.FORMAT,
        partypoker.FORMAT,
        partypoker_summary.FORMAT,
        ipoker.FORMAT,
        ohh.FORMAT,
        phh.WITH_STACKS,
        phh.WITH_WINNINGS,
        phh.WITH_UNCALLED,
    )
}
