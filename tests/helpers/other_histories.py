"""Hand histories of kinds that no reader knows, and ordinary texts. All of them are written for the tests."""

UNKNOWN = {
    "positions for names": """\
Fortuna Hand #3900000017: HOLDEM Tournament #270001 TBL#3, Turbo- Level 2 (20/40) - 2018-02-03 19:04:11
Seat 1: UTG (1,480 in chips)
Seat 2: Dealer (1,500 in chips)
Seat 3: Small Blind [ME] (1,520 in chips)
Seat 4: Big Blind (1,500 in chips)
Dealer : Set dealer [2]
Small Blind [ME] : Small blind 20
Big Blind : Big blind 40
*** HOLE CARDS ***
UTG : Card dealt to a spot [8c Ts]
Small Blind [ME] : Card dealt to a spot [Ah Kd]
UTG : Folds
Dealer : Folds
Small Blind [ME] : Raises 100 to 120
Big Blind : Folds
Small Blind [ME] : Hand result 80
""",
    "positions, cash": """\
Fortuna Hand #3900000018 TBL#17 HOLDEM No Limit - 2018-02-03 19:05:59
Seat 1: UTG ($7.76 in chips)
Seat 2: Dealer ($4.05 in chips)
Seat 3: Small Blind ($6.40 in chips)
Dealer : Set dealer [2]
Small Blind : Small Blind $0.02
UTG : Big blind $0.05
*** HOLE CARDS ***
UTG : Card dealt to a spot [8c Ts]
Dealer : Call $0.05
Small Blind : Folds
UTG : Checks
*** FLOP *** [2c 7d Jh]
UTG : Bets $0.10
Dealer : Folds
""",
    "dashes in the header": """\
Hand #2100000001 - Holdem (No Limit) - $0.05/$0.10 - 2023/05/18 22:43:28 UTC
Granite Falls 6-max Seat #4 is the button
Seat 3: lena ($10.00)
Seat 4: otto ($12.50)
otto posts the small blind $0.05
lena posts the big blind $0.10
*** HOLE CARDS ***
Dealt to lena [9c 5h]
otto raises $0.25 to $0.30
lena folds
Uncalled bet ($0.20) returned to otto
otto does not show
*** SUMMARY ***
Total pot $0.20
""",
    "dashes, a tournament": """\
Game Hand #2600000002 - Tournament #34000001 - Holdem (No Limit) - Level 3 (800.00/1600.00) - 2026/03/20 01:07:09 UTC
Table '16' 8-max Seat #4 is the button
Seat 1: lena (99450.00)
Seat 4: otto (40800.00)
lena posts ante 200.00
otto posts ante 200.00
otto posts the small blind 800.00
lena posts the big blind 1600.00
*** HOLE CARDS ***
Main pot 400.00
otto folds
""",
    "stages": """\
Stage #1500000001: Holdem  No Limit $0.50 - 2008-03-03 14:02:11 (ET)
Table: LONG LANE (Real Money) Seat #2 is the dealer
Seat 1 - LENA ($48.25 in chips)
Seat 2 - OTTO ($50.00 in chips)
Seat 5 - IDA ($12.75 in chips)
IDA - Posts small blind $0.25
LENA - Posts big blind $0.50
*** POCKET CARDS ***
OTTO - Folds
IDA - Calls $0.25
LENA - Checks
*** FLOP *** [2s 9h Kd]
IDA - Bets $1
LENA - Folds
*** SUMMARY ***
Total Pot($2)
""",
    "history for hand": """\
***** History for hand R5-240000001-4 *****
Start hand: Mon Jan 06 01:06:00 CET 2014
Table: Brugge [240000001] (NO_LIMIT TEXAS_HOLDEM $0.50/$1, Real money)
Button: seat 2
Players in round: 3
Seat 1: lena ($103.75)
Seat 2: otto ($98)
Seat 3: ida ($55.20)
ida posts small blind ($0.50)
lena posts big blind ($1)
---
Dealing pocket cards
otto folds
ida calls $0.50
lena checks
--- Dealing flop [Ad, 8c, 3s]
ida checks
lena bets $1.50
ida folds
---
Summary:
Main pot: $2.00 won by lena ($1.90)
""",
    "banner of another room": """\
***** Albion Poker Hand History for Game 123450001 *****
NL $1.00 Texas Hold'em  - Tuesday, January 05, 23:00:00 GMT 2010
Table Oakham 12345
Seat 2 is the button
Total number of players : 3
Seat 1: lena ( $20.00 )
Seat 2: otto ( $19.00 )
Seat 3: ida ( $31.50 )
ida posts small blind [$0.05]
lena posts big blind [$0.10]
** Dealing down cards **
otto folds
ida calls [$0.05]
lena checks
** Dealing Flop ** [ 2c, 3d, Ks ]
""",
    "table first": """\
Table #21 Marble Arch
Starting Hand #500000001
Start time of hand: 4 Oct 2010 19:21:03
Game Type: HOLD'EM
Limit Type: NO LIMIT
Table Type: RING
Money Type: CASH MONEY
Blinds are now $0.10 / $0.25
Button is at seat 2
Seat 1: lena - $25.40
Seat 2: otto - $10.15
Seat 3: ida - $22.00
Moving Button to seat 2
ida posts small blind ($0.10)
lena posts big blind ($0.25)
Dealing Cards to lena
Dealing Cards to otto
otto folds
ida calls to $0.25
lena checks
Dealing the Flop[2 c][9 h][K d]
""",
    "hand with a dash": """\
Hand #4100001-12 - 2013-04-02 11:03:12
Game: NL Hold'em (20 - 200) - Blinds 0.10/0.20
Site: Otters
Table: 6max Pond
Seat 1: lena (40)
Seat 3: otto (38.2)
Seat 4: ida (51)
otto has the dealer button
ida posts small blind 0.10
lena posts big blind 0.20
** Hole Cards ** [3 players]
Dealt to lena [Ac Td]
otto folds
ida raises to 0.60
lena folds
ida refunded 0.40
""",
    "elements for acts": """\
<?xml version="1.0" encoding="UTF-8"?>
<SESSION time="1262303580" tableName="Plovdiv" id="1-2" type="ring" money="$"
 screenName="lena" game="hold-em" gametype="no-limit"/>
<HAND time="1262303590" id="810000001" index="1" blinds="1 $/2 $" stakes="1 $/2 $">
<SEAT position="1" name="lena" balance="200"/>
<SEAT position="4" name="otto" balance="180"/>
<DEALER position="4"/>
<BLIND position="4" amount="1" penalty="0"/>
<BLIND position="1" amount="2" penalty="0"/>
<HOLE position="1">--</HOLE>
<BET position="4" amount="5"/>
<FOLD position="1"/>
<SWEEP rake="0">4</SWEEP>
<WIN position="4" amount="4"/>
</HAND>
""",
    "events of a game": """\
<description type="Holdem" stakes="No Limit ($1/$2)"/>
<game id="55000001-11" starttime="20110102030405" numholecards="2" gametype="2" realmoney="true">
<players dealer="5">
<player seat="1" nickname="lena" balance="$200.00" dealtin="true" />
<player seat="5" nickname="otto" balance="$181.50" dealtin="true" />
</players>
<round id="BLINDS" sequence="1">
<event sequence="1" type="SMALL_BLIND" timestamp="1" player="5" amount="1.00"/>
<event sequence="2" type="BIG_BLIND" timestamp="2" player="1" amount="2.00"/>
</round>
<round id="PREFLOP" sequence="2">
<event sequence="3" type="RAISE" timestamp="3" player="5" amount="6.00"/>
<event sequence="4" type="CALL" timestamp="4" player="1" amount="4.00"/>
</round>
<round id="POSTFLOP" sequence="3">
<event sequence="5" type="CHECK" timestamp="5" player="1"/>
""",
    "actions with types": """\
<HISTORY ID="70000001" SESSION="session3.xml" TABLE="Delta" GAME="GAME_THM" GAMETYPE="GAMETYPE_REAL" LIMIT="NL">
<PLAYERS><PLAYER NAME="lena" SEAT="2" AMOUNT="40.00"></PLAYER>
<PLAYER NAME="otto" SEAT="7" AMOUNT="38.50"></PLAYER></PLAYERS>
<ACTION TYPE="HAND_BLINDS" PLAYER="lena" KIND="HAND_SB" VALUE="0.10"></ACTION>
<ACTION TYPE="HAND_DEAL" PLAYER="lena"><CARD LINK="12"></CARD><CARD LINK="40"></CARD></ACTION>
<ACTION TYPE="ACTION_CALL" PLAYER="lena" VALUE="0.10"></ACTION>
<ACTION TYPE="ACTION_CHECK" PLAYER="otto"></ACTION>
<ACTION TYPE="HAND_BOARD" VALUE="BOARD_FLOP" POT="0.40"><CARD LINK="3"></CARD></ACTION>
<ACTION TYPE="ACTION_CHECK" PLAYER="lena"></ACTION>
<ACTION TYPE="ACTION_BET" PLAYER="otto" VALUE="0.20"></ACTION>
""",
    "sequences": """\
<Game hhversion="4" id="0000001" date="2010-02-03 04:05:06"
 unicodetablename="Harbour" gametype="Hold 'Em" betlimit="NL" tabletype="Cash Game" stakes="$1/$2" currency="USD">
<Seats>
<Seat num="1" alias="lena" unicodealias="lena" balance="198.50" endbalance="200.00" handid="1">
</Seat>
<Seat num="4" alias="otto" unicodealias="otto" balance="55.50" endbalance="53.00" handid="2">
</Seat>
</Seats>
<GameLog>
<Action seq="1" type="SmallBlind" seat="1" value="1.00"/>
<Action seq="2" type="BigBlind" seat="4" value="2.00"/>
<Action seq="3" type="DealCards"/>
<Action seq="4" type="Call" seat="1" value="1.00"/>
<Action seq="5" type="Check" seat="4"/>
<Action seq="6" type="DealFlop"><Card value="2" suit="c" id="0"/></Action>
<Action seq="7" type="Fold" seat="1"/>
""",
    "an object": """\
{"handId": "a81-22", "table": "blue", "smallBlind": 50, "bigBlind": 100, "small_blind": 50, "game": "No Limit Hold'em",
 "players": [{"seat": 1, "name": "lena", "stack": 9000}, {"seat": 2, "name": "otto", "stack": 8000}],
 "dealerSeat": 1, "board": ["Ah", "Kd", "2c"],
 "actions": [{"player": 1, "action": "raise", "amount": 250}, {"player": 2, "action": "call", "amount": 150},
 {"street": "flop"}, {"player": 2, "action": "check"}, {"player": 1, "action": "bet", "amount": 300},
 {"player": 2, "action": "fold"}], "winners": [1]}
""",
    "in French": """\
Donne #77000001 - Texas Hold'em No Limit 1/2 - 12/03/2016 21:04
Table Lyon, le bouton: siège 2
Siège 1: lena (200)
Siège 2: otto (180)
Siège 4: ida (310)
ida pose la petite blind 1
lena pose la grosse blind 2
otto passe
ida relance 8
lena passe
ida remporte 4
""",
    "in German": """\
Spiel #88000001, No Limit Hold'em 1/2, 12.03.2016 21:04
Platz 1: lena (200)
Platz 2: otto (180)
Platz 4: ida (310)
otto hat den Button
ida setzt Small Blind 1
lena setzt Big Blind 2
otto passt
ida erhöht auf 8
lena passt
ida gewinnt 4
""",
    "words in capitals": """\
GAME #99000001: Texas Hold'em NL  $0.25/$0.50 2014-06-02 20:11:40
Table Northern Light
Player otto is the dealer
Seat 1: lena ($50)
Seat 6: otto ($64.25)
Player otto has small blind (0.25)
Player lena has big blind (0.50)
Player lena received card: [Ah]
Player lena received card: [7c]
Player otto calls (0.25)
Player lena checks
*** FLOP ***: [2c 7d Jh]
Player lena bets (1)
Player otto folds
Player lena wins: 1
------ Summary ------
Pot: 1. Rake 0
""",
}

ORDINARY = {
    "a read-me": """\
Poker hands of the spring

This folder has the hand histories of our home game. The files are named by date. Unpack the archive and run the
importer on it. If a hand is missing, ask Lena: she keeps the originals of every game since 2010.

Seat 1 is always the host. Blinds are $1/$2, no limit hold'em.
""",
    "a licence": """\
Permission is granted to anybody who gets a copy of these texts to use them, to change them and to hand them on,
provided that this notice stays with them. The texts come as they are, and nobody answers for what is done with them.
""",
    "an article": """\
In the third hand of the final table Lena opened on the button with [Ah Kd]. Otto, who had posted the big blind,
called from a stack of $12,000, and both saw a flop of [Kc 7d 2s]. Otto checks, Lena bets $400, Otto calls.

The turn was the nine of clubs. Here most players check. Lena bet again, and Otto raised to $2,500.
Was it a bluff? In no-limit hold'em a raise on the turn seldom is.

The river changed nothing. Otto went all in, Lena called, and she won a pot of $24,300. She was the favourite from
the beginning, and game 12345 of the season was over. The dealer: calm as ever.
""",
    "rules of the game": """\
RULES OF HOLD'EM, NO LIMIT

The player left of the button posts the small blind, the next posts the big blind. Blinds are 1/2.
Each player gets two cards. A player folds, calls or raises.

Flop:
Three cards are dealt face up. The first active player left of the dealer acts first.

Turn:
One card more. Whoever wins takes the pot of that hand.
""",
    "a tournament's summary": """\
PokerStars Tournament #150000001, No Limit Hold'em
Buy-In: $10.00/$1.00 USD
9 players
Total Prize Pool: $90.00 USD
Tournament started 2011/05/01 20:00:00 ET
Tournament finished 2011/05/01 21:02:00 ET
  1: lena (Bergen), $45.00 (50%)
  2: otto (Ghent), $27.00 (30%)
  3: ida (Graz), $18.00 (20%)
  4: nobody (Oslo),
You finished in 2nd place (eliminated at hand #61000001).
""",
    "a summary with stars": """\
***** Cassava Tournament Summary *****
Tournament ID: 60000001
Buy-In: $4.60 + $0.40
lena finished 1/9 and won $20.70
""",
    "a seating plan": """\
Sunday tournament, no limit hold'em
Table 5, dealer: Mara
Seat 1: lena (20,000)
Seat 2: otto (20,000)
Seat 3: ida (20,000)
Prizes: the first wins 500, the second 300
""",
    "talk": """\
lena: anybody up for a game tonight?
otto: i fold, have to work
ida: call me at 8
lena: last time ida raised me all in on the river lol
otto: nh, she had aces
ida: check
lena: bring chips
""",
    "a spreadsheet": """\
hand_id,seat,player,action,amount,pot
1001,1,lena,posts small blind,1,1
1001,2,otto,posts big blind,2,3
1001,1,lena,raise,6,9
1001,2,otto,fold,,9
""",
    "a program": """\
import re

ACTIONS = {"fold": 0, "check": 1, "call": 2, "raise": 3}

def act(seat, action, amount):
    if action == "fold":
        return folds[seat]
    pot = pot + amount  # small blind 1, big blind 2
    if seat == dealer: button = seat
    return pot

print("Seat 1: %s raises to $%d" % (name, 5))
""",
    "a program's settings": """\
{"small_blind": 1, "big_blind": 2, "seats": 9, "game": "No Limit Hold'em", "rake": 0.05, "dealer": "auto"}
""",
    "a page": """\
<html><head><title>Poker hand rankings</title></head>
<body><table><tr><td class="hand">Royal flush</td><td>[Ah Kh Qh Jh Th]</td></tr></table>
<p>The player who wins takes the pot. No limit hold'em is the best known game.</p></body></html>
""",
    "settings of a client": """\
<settings><player name="lena"/><sound volume="3"/><table theme="blue" seats="9"/>
<limit type="NL" stakes="1/2"/></settings>
""",
}
