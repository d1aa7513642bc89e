"""The parser's tables, by ``python -m expressions.grammar``."""

from typing import Final

# fmt: off
# ruff: noqa: E501, Q000 - rows of a table
PATTERNS: Final[dict[str, str]] = {
    'CARET': '\\^',
    'CLOSE': '\\)',
    'COMMA': '\\,',
    'MINUS': '\\-',
    'NAME': '[A-Za-z_][A-Za-z0-9_.]*',
    'NUMBER': '([0-9]+(\\.[0-9]+)?|\\.[0-9]+)([eE][+-]?[0-9]+)?',
    'OPEN': '\\(',
    'PERCENT': '\\%',
    'PLUS': '\\+',
    'SLASH': '\\/',
    'SPACE': '[ \t\r\n]+',
    'STAR': '\\*',
}

RULES: Final[tuple[tuple[str, str, int], ...]] = (
    ('name', 'atom', 1),
    ('number', 'atom', 1),
    ('', 'power', 1),
    ('', 'unary', 1),
    ('', 'sum', 1),
    ('', 'start', 1),
    ('', 'product', 1),
    ('sign', 'unary', 2),
    ('sign', 'unary', 2),
    ('call', 'atom', 3),
    ('argument', 'arguments', 1),
    ('group', 'atom', 3),
    ('power', 'power', 3),
    ('chain', 'product', 3),
    ('chain', 'product', 3),
    ('chain', 'product', 3),
    ('chain', 'sum', 3),
    ('chain', 'sum', 3),
    ('call', 'atom', 4),
    ('argument', 'arguments', 3),
)

ACTIONS: Final[tuple[dict[str, int], ...]] = (
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'product': 8, 'start': 9, 'sum': 10, 'unary': 11},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'unary': 12},
    {'$END': -1, 'CARET': -1, 'CLOSE': -1, 'COMMA': -1, 'MINUS': -1, 'OPEN': 13, 'PERCENT': -1, 'PLUS': -1, 'SLASH': -1, 'STAR': -1},
    {'$END': -2, 'CARET': -2, 'CLOSE': -2, 'COMMA': -2, 'MINUS': -2, 'PERCENT': -2, 'PLUS': -2, 'SLASH': -2, 'STAR': -2},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'product': 8, 'sum': 14, 'unary': 11},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'unary': 15},
    {'$END': -3, 'CARET': 16, 'CLOSE': -3, 'COMMA': -3, 'MINUS': -3, 'PERCENT': -3, 'PLUS': -3, 'SLASH': -3, 'STAR': -3},
    {'$END': -4, 'CLOSE': -4, 'COMMA': -4, 'MINUS': -4, 'PERCENT': -4, 'PLUS': -4, 'SLASH': -4, 'STAR': -4},
    {'$END': -5, 'CLOSE': -5, 'COMMA': -5, 'MINUS': -5, 'PERCENT': 17, 'PLUS': -5, 'SLASH': 18, 'STAR': 19},
    {},
    {'$END': -6, 'MINUS': 20, 'PLUS': 21},
    {'$END': -7, 'CLOSE': -7, 'COMMA': -7, 'MINUS': -7, 'PERCENT': -7, 'PLUS': -7, 'SLASH': -7, 'STAR': -7},
    {'$END': -8, 'CLOSE': -8, 'COMMA': -8, 'MINUS': -8, 'PERCENT': -8, 'PLUS': -8, 'SLASH': -8, 'STAR': -8},
    {'CLOSE': 22, 'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'arguments': 23, 'atom': 6, 'power': 7, 'product': 8, 'sum': 24, 'unary': 11},
    {'CLOSE': 25, 'MINUS': 20, 'PLUS': 21},
    {'$END': -9, 'CLOSE': -9, 'COMMA': -9, 'MINUS': -9, 'PERCENT': -9, 'PLUS': -9, 'SLASH': -9, 'STAR': -9},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'unary': 26},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'unary': 27},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'unary': 28},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'unary': 29},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'product': 30, 'unary': 11},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'product': 31, 'unary': 11},
    {'$END': -10, 'CARET': -10, 'CLOSE': -10, 'COMMA': -10, 'MINUS': -10, 'PERCENT': -10, 'PLUS': -10, 'SLASH': -10, 'STAR': -10},
    {'CLOSE': 32, 'COMMA': 33},
    {'CLOSE': -11, 'COMMA': -11, 'MINUS': 20, 'PLUS': 21},
    {'$END': -12, 'CARET': -12, 'CLOSE': -12, 'COMMA': -12, 'MINUS': -12, 'PERCENT': -12, 'PLUS': -12, 'SLASH': -12, 'STAR': -12},
    {'$END': -13, 'CLOSE': -13, 'COMMA': -13, 'MINUS': -13, 'PERCENT': -13, 'PLUS': -13, 'SLASH': -13, 'STAR': -13},
    {'$END': -14, 'CLOSE': -14, 'COMMA': -14, 'MINUS': -14, 'PERCENT': -14, 'PLUS': -14, 'SLASH': -14, 'STAR': -14},
    {'$END': -15, 'CLOSE': -15, 'COMMA': -15, 'MINUS': -15, 'PERCENT': -15, 'PLUS': -15, 'SLASH': -15, 'STAR': -15},
    {'$END': -16, 'CLOSE': -16, 'COMMA': -16, 'MINUS': -16, 'PERCENT': -16, 'PLUS': -16, 'SLASH': -16, 'STAR': -16},
    {'$END': -17, 'CLOSE': -17, 'COMMA': -17, 'MINUS': -17, 'PERCENT': 17, 'PLUS': -17, 'SLASH': 18, 'STAR': 19},
    {'$END': -18, 'CLOSE': -18, 'COMMA': -18, 'MINUS': -18, 'PERCENT': 17, 'PLUS': -18, 'SLASH': 18, 'STAR': 19},
    {'$END': -19, 'CARET': -19, 'CLOSE': -19, 'COMMA': -19, 'MINUS': -19, 'PERCENT': -19, 'PLUS': -19, 'SLASH': -19, 'STAR': -19},
    {'MINUS': 1, 'NAME': 2, 'NUMBER': 3, 'OPEN': 4, 'PLUS': 5, 'atom': 6, 'power': 7, 'product': 8, 'sum': 34, 'unary': 11},
    {'CLOSE': -20, 'COMMA': -20, 'MINUS': 20, 'PLUS': 21},
)

ACCEPTING: Final = 9
