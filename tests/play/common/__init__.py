"""What the player does whatever the rulebook: hands, betting, dealing, drawing, settling, planting, writing logs."""
