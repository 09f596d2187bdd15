"""Reads the training sets and turns text into token ids, one vocabulary for both languages."""

import json
import lzma
import re
import unicodedata
from collections import Counter
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

MARKED = re.compile("[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]")
WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
FIRST_TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def read_rows(folder: Path, name: str) -> list[dict]:
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


def marked_syllables(texts: list[str], at_least: int = 2, at_most: int = 5_400) -> list[str]:
    """The commonest Vietnamese syllables that are told apart by their marks."""
    counts = Counter(word for text in texts for word in WORD.findall(plain(text)) if MARKED.search(word))
    return [word for word, count in counts.most_common(at_most) if count >= at_least]


def pruned_pieces(base_tokenizer: Path, texts: list[str]) -> list[tuple[str, int]]:
    """Word pieces of the base that occur in `texts`, and all single letters, each with its row in the base."""
    tokenizer = Tokenizer.from_file(str(base_tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rows = tokenizer.get_vocab()
    seen: set[int] = set()
    for start in range(0, len(texts), 5_000):
        for encoding in tokenizer.encode_batch(texts[start : start + 5_000], add_special_tokens=False):
            seen.update(encoding.ids)
    kept = [(token, rows[token]) for token in FIRST_TOKENS]
    for token, row in sorted(rows.items(), key=lambda item: item[1]):
        letter = token.removeprefix("##")
        single = len(letter) == 1 and ord(letter) < 0x400
        if token not in FIRST_TOKENS and (row in seen or single) and not token.startswith("[unused"):
            kept.append((token, row))
    return kept


class Vocabulary:
    """Word pieces first, marked syllables after them; the row of a token is its line in `vocabulary.txt`."""

    def __init__(self, pieces: list[str], syllables: list[str]):
        added = [syllable for syllable in syllables if syllable not in set(pieces)]
        self.tokens = pieces + added
        if len(set(self.tokens)) != len(self.tokens):
            raise ValueError("a token stands twice in the vocabulary")
        self.rows = {token: row for row, token in enumerate(self.tokens)}
        self.pieces = len(pieces)
        self.added = added
        word_piece = models.WordPiece({t: i for i, t in enumerate(pieces)}, unk_token="[UNK]", max_input_chars_per_word=100)
        self.tokenizer = Tokenizer(word_piece)
        self.tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=True)
        self.tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()

    def encode(self, text: str, limit: int) -> list[int]:
        if MARKED.search(plain(text)):
            ids: list[int] = []
            for word in WORD.findall(plain(text)):
                if word in self.rows and MARKED.search(word):
                    ids.append(self.rows[word])
                else:
                    ids += self.tokenizer.encode(word).ids
                if len(ids) >= limit:
                    break
        else:
            ids = self.tokenizer.encode(text).ids
        return [self.rows["[CLS]"], *ids[: limit - 2], self.rows["[SEP]"]]

    def save(self, path: Path) -> None:
        path.write_text("\n".join(self.tokens) + "\n", encoding="utf-8")
