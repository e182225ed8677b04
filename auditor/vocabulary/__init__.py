"""The words every other room speaks: cards, money, events, hands, findings, errors. It imports nothing of ours."""
