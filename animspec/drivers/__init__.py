"""Properties that expressions drive, in the order of their dependence (SEMANTICS 3.9a, 4).

A variable may read another property; what it reads is that property's final value, so
that one is evaluated first. Where properties read each other in a loop there is no first:
``driver_cycles`` finds the loops, and evaluating such a scene raises ``DriverCycleError``.
"""

from animspec.drivers.bytecode import scene_bytecode
from animspec.drivers.dependence import components, loop_in
from animspec.drivers.driven import DrivenProperty
from animspec.drivers.properties import (
    DriverCycleError,
    PropertySampler,
    driver_cycles,
    expression_faults,
    loop_sentence,
)

__all__ = [
    "DrivenProperty",
    "DriverCycleError",
    "PropertySampler",
    "components",
    "driver_cycles",
    "expression_faults",
    "loop_in",
    "loop_sentence",
    "scene_bytecode",
]
