"""How large a wager may be under each limit, held against the rules restated as plain sums, on random betting."""

import pytest
from games import MORE, STUDS, draw, stud
from hypothesis import given, settings
from hypothesis import strategies as st
from manila import audited

MINIMUM, MAXIMUM = 500, 5000  # in cents
HALVES = {"half-pot": 1, "full-pot": 2}  # of the pot with the call in it, how many halves
ACT = st.tuples(st.sampled_from(["call", "fold", "raise", "raise"]), st.integers(-3, 3), st.booleans())


class Restated:
    """The money of a betting round and nothing else: what each player has in front, and what lay in the pot before."""

    def __init__(self, limit: str, dead: int, fronts: dict[str, int]) -> None:
        self.limit, self.dead, self.fronts = limit, dead, fronts
        self.floor = 0

    def to_call(self, name: str) -> int:
        return max(self.fronts.values()) - self.fronts[name]

    def most(self, name: str) -> int:
        """The largest increase allowed over what is to be called."""
        if self.limit in HALVES:
            pot = self.dead + sum(self.fronts.values()) + self.to_call(name)
            return max(pot * HALVES[self.limit] // 2, MINIMUM)
        return max(self.fronts.values()) if self.limit == "straddle" else MAXIMUM

    def excess(self, name: str, increase: int) -> int:
        """Make the wager; by how much it is too large."""
        most = self.most(name)
        self.fronts[name] += self.to_call(name) + increase
        if increase <= most:
            self.floor = max(self.floor, increase)
        return max(increase - most, 0)

    def increase(self, name: str, around: int, small: bool) -> int:
        """An increase close to the most or, if small, to the least that is allowed."""
        least = max(MINIMUM, self.floor)
        return least if small else max(self.most(name) // 100 * 100 + around * 100, least)


def _money(cents: int) -> str:
    return f"${cents / 100:.2f}"


def _played(rest: Restated, names: list[str], acts: list[tuple[str, int, bool]]) -> tuple[list[str], list[int]]:
    """Lines of the log for random acts in turn, and the excess of each raise that goes too far."""
    lines, over = [], []
    for act, around, small in acts:
        if rest.to_call(names[0]) == 0:
            break  # everybody has met the wager
        name = names.pop(0)
        if act == "fold" and len(names) > 1:
            lines.append(f"{name} folds")
            continue
        names.append(name)
        if act == "raise":
            increase = rest.increase(name, around, small)
            over.append(rest.excess(name, increase))
            lines.append(f"{name} raises {_money(increase)} to {_money(rest.fronts[name])}")
        else:
            lines.append(f"{name} calls {_money(rest.to_call(name))}")
            rest.fronts[name] += rest.to_call(name)
    return lines, [one for one in over if one]


CHECKS = ("pot-limit", "straddle-limit", "table-maximum")


def _found(text: str) -> list[int]:
    result = audited(text)
    assert {finding.check for finding in result.findings} <= {*CHECKS}
    assert result.unread == []
    return [finding.money.amount for finding in result.findings if finding.money is not None]


@pytest.mark.parametrize("limit", ["half-pot", "full-pot", "straddle", "table-limit"])
@settings(max_examples=60)
@given(players=st.integers(3, 6), acts=st.lists(ACT, max_size=10))
def test_a_raise_at_draw_poker_goes_as_far_as_its_limit_and_no_further(limit, players, acts):
    names = list(MORE[:players])
    rest = Restated(limit, 0, dict.fromkeys(names, 0) | {"Ann": 500, "Ben": 1000})
    rest.fronts["Cam"] = 2000  # the opening wager is fixed
    lines, over = _played(rest, [*names[3:], *names[:3]], acts)
    head = (f"limit {limit}", f"maximum {_money(MAXIMUM)}")

    assert _found(draw("Cam opens $20", *lines, players=players, head=head, stakes=(10**7,) * players)) == over


@pytest.mark.parametrize("limit", ["half-pot", "full-pot", "table-limit"])
@pytest.mark.parametrize("rules", STUDS)
@settings(max_examples=40)
@given(players=st.integers(3, 6), opening=st.integers(-3, 3), acts=st.lists(ACT, max_size=10))
def test_a_wager_in_ante_betting_goes_as_far_as_its_limit_and_no_further(rules, limit, players, opening, acts):
    names = list(MORE[:players])
    rest = Restated(limit, MINIMUM * players, dict.fromkeys(names, 0))
    amount = rest.increase("Ann", opening, small=False)
    first = rest.excess("Ann", amount)
    rest.floor = 0  # the opening is no raise
    lines, over = _played(rest, [*names[1:], "Ann"], acts)
    up = " ".join(["??"] * players)
    head = (f"limit {limit}", f"maximum {_money(MAXIMUM)}")
    text = stud(
        f"Ann opens {_money(amount)}",
        *lines,
        rules=rules,
        players=players,
        up=up,
        buck=1,
        blind=None,
        head=head,
        stakes=(10**7,) * players,
    )

    assert _found(text) == [one for one in (first, *over) if one]


def test_money_of_an_earlier_round_and_of_those_who_folded_is_in_the_pot():
    lines = ("Ann opens $10", "Ben calls $10", "Cam folds", "|", "Ann bets $35", "Ben raises $105 to $140", "Ann folds")
    for over, found in ((0, []), (1, [100])):
        raises = lines[5].replace("105", str(105 + over)).replace("140", str(140 + over))
        text = stud(*lines[:5], raises, players=3, up="?? ?? ??", buck=1, blind=None, head=("limit full-pot",))
        assert _found(text) == found


def test_a_limit_that_the_table_does_not_declare_limits_nothing():
    assert _found(draw("Cam opens $20", "Dot raises to $900", players=4)) == []


@pytest.mark.parametrize("limit", ["half-pot", "full-pot", "straddle", "table-limit"])
def test_the_opening_of_the_first_round_at_draw_poker_is_fixed_and_under_no_limit(limit):
    head = (f"limit {limit}", "maximum $5")

    assert _found(draw("Cam opens $20", blinds=(5, 10), head=head)) == []
    assert _found(draw("Dot opens $40", blinds=(5, 10, 20), head=head)) == []
