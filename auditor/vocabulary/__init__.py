"""The words that every other package uses: cards, money, events, hands, findings, errors. It imports none of them."""
