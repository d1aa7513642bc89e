"""Driver expressions: text into verified bytecode, and bytecode into numbers.

``compile_expression`` reads a text; ``run`` evaluates the program for one set
of variables, ``run_many`` over whole arrays, ``Program.function`` makes a plain
Python function of it. Whatever is wrong with a text is an ``ExpressionError``;
``diagnose`` finds all of them. The language is described in docs/expressions.md.
"""

from expressions.compiling import compile_expression, diagnose, likely_function
from expressions.errors import ExpressionError, Span
from expressions.functions import FUNCTIONS, Function
from expressions.machine import run, run_many
from expressions.opcodes import OPERATORS, Step
from expressions.parsing import parse
from expressions.program import Program, verify
from expressions.syntax import CONSTANTS

__all__ = [
    "CONSTANTS",
    "FUNCTIONS",
    "OPERATORS",
    "ExpressionError",
    "Function",
    "Program",
    "Span",
    "Step",
    "compile_expression",
    "diagnose",
    "likely_function",
    "parse",
    "run",
    "run_many",
    "verify",
]
