"""The language server: what ``animspec check`` finds, and help with writing, in editors.

``server`` speaks the protocol; ``documents`` holds what is open, ``project``
how it is checked. ``diagnostics`` come from the same engine as every report,
``actions`` from the same fixes. ``hover``, ``completion``, ``symbols``,
``hints`` and ``lenses`` read a document by ``readings``, also where its text is
broken just now. All positions are bytes inside; ``positions`` turns them into
what a client counts in.
"""
