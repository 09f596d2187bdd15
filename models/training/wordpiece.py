"""Cuts texts into rows of the vocabulary, exactly as src/meaning/tokenizer.ts does.

Words with marks are looked up with their marks first (Vietnamese syllables added behind the base's vocabulary); all
others are stripped of marks and cut by WordPiece, as the base was trained. Markup of the model such as "[SEP]" has no
meaning inside a text.
"""

import json
import unicodedata
from pathlib import Path

CLS, SEP, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
LONGEST_WORD = 100
IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


class WordPiece:
    def __init__(self, vocabulary: list[str]):
        self.vocabulary = vocabulary
        self.rows = {piece: row for row, piece in enumerate(vocabulary)}
        self.cls, self.sep, self.unknown = (self.rows[piece] for piece in (CLS, SEP, UNKNOWN))

    @classmethod
    def from_tokenizer_json(cls, path: str | Path, added: list[str] = ()) -> "WordPiece":
        """The base's vocabulary, and marked syllables behind it."""
        rows = json.loads(Path(path).read_text(encoding="utf8"))["model"]["vocab"]
        return cls(sorted(rows, key=rows.get) + list(added))

    @classmethod
    def from_folder(cls, folder: str | Path) -> "WordPiece":
        return cls((Path(folder) / "vocabulary.txt").read_text(encoding="utf8").split("\n")[:-1])

    def encode(self, text: str, limit: int) -> list[int]:
        """[CLS] text [SEP], at most `limit` rows."""
        return [self.cls, *self.pieces(text, limit - 2), self.sep]

    def encode_pair(self, first: str, second: str, limits: tuple[int, int]) -> tuple[list[int], list[int]]:
        """[CLS] first [SEP] second [SEP] and which of the two each row belongs to; each limit counts its marks."""
        a = self.encode(first, limits[0])
        b = [*self.pieces(second, limits[1] - 2), self.sep]
        return a + b, [0] * len(a) + [1] * len(b)

    def pieces(self, text: str, limit: int) -> list[int]:
        out: list[int] = []
        # Sigma by hand: lower() would look at the letters around it.
        for word in words(unicodedata.normalize("NFC", text).replace("Σ", "σ").lower()):
            if not word.isascii() and word in self.rows:
                out.append(self.rows[word])
            else:
                for plain in [word] if word.isascii() else words(strip_marks(word)):
                    out.extend(self._cut(plain))
            if len(out) >= limit:
                break
        return out[: max(limit, 0)]

    def _cut(self, word: str) -> list[int]:
        if len(word) > LONGEST_WORD:
            return [self.unknown]
        out, start = [], 0
        while start < len(word):
            end, prefix = len(word), "##" if start else ""
            while end > start and prefix + word[start:end] not in self.rows:
                end -= 1
            if end == start:
                return [self.unknown]
            out.append(self.rows[prefix + word[start:end]])
            start = end
        return out


def strip_marks(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")


def words(text: str) -> list[str]:
    """Split at white space; each punctuation mark and each ideograph alone."""
    if text.isascii() and text.isalnum():
        return [text]
    out, word = [], ""
    for c in text:
        alone = _is_punctuation(c) or any(a <= ord(c) <= b for a, b in IDEOGRAPHS)
        if alone or c.isspace() and not _is_control(c):
            if word:
                out.append(word)
            if alone:
                out.append(c)
            word = ""
        elif not _is_control(c):
            word += c
    return out + [word] if word else out


def _is_control(c: str) -> bool:
    return c == "\ufffd" or c not in "\t\n\r" and unicodedata.category(c)[0] == "C"


def _is_punctuation(c: str) -> bool:
    return c in "$+<=>^`|~" or unicodedata.category(c)[0] == "P"
