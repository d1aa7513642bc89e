"""Findings that are known and not to be told again.

``ignores`` are what somebody wrote into an ``animspec-ignores.toml``, each
with a reason; ``sidecars`` finds those files and tells which ignores hide
nothing. ``baseline`` is what a run found once, written down as a whole, so
that only what is new is told. Both go by stable addresses. What is hidden is
hidden finding by finding, so folding comes after it: ``refolding``.
"""
