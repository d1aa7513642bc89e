"""Rules about ticks, lengths and frame grids."""
