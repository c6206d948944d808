"""Letters of mathematical alphabets, which Unicode keeps apart."""

from __future__ import annotations

_ITALIC_CAPITAL = {"bb": 0x1D538, "cal": 0x1D49C, "frak": 0x1D504, "bf": 0x1D400, "tt": 0x1D670}
_HOLES = {
    "bb": {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"},
    "cal": {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ", "e": "ℯ", "g": "ℊ", "o": "ℴ"},
    "frak": {"C": "ℭ", "H": "ℌ", "I": "ℑ", "R": "ℜ", "Z": "ℨ"},
}


def letter(character: str, font: str) -> str:
    """A letter of a mathematical alphabet, which Unicode keeps apart."""
    if character in _HOLES.get(font, {}):
        return _HOLES[font][character]
    start = _ITALIC_CAPITAL.get(font)
    if start is None or not character.isascii():
        return character
    if character.isdigit():
        base = {"bb": 0x1D7D8, "bf": 0x1D7CE, "tt": 0x1D7F6}.get(font)
        return chr(base + int(character)) if base else character
    if not character.isalpha():
        return character
    return chr(start + ord(character) - (ord("A") if character.isupper() else ord("a") - 26))
