"""Rules about the drivers of scene animations."""
