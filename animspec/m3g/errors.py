"""The standard's exceptions, each of them also the Python exception that is nearest."""

from __future__ import annotations


class IllegalArgumentError(ValueError):
    """The standard's ``IllegalArgumentException``: a value that the operation does not take."""


class IllegalStateError(RuntimeError):
    """The standard's ``IllegalStateException``: the object cannot do this as it stands."""


class IndexOutOfBoundsError(IndexError):
    """The standard's ``IndexOutOfBoundsException``: no such key."""


class NullPointerError(TypeError):
    """The standard's ``NullPointerException``: None where an object was needed."""
