"""Reading rows, and what is held out or Vietnamese of them: all that needs no PyTorch."""

import json
import lzma
import re
import unicodedata
from hashlib import sha256
from pathlib import Path

MARKED = re.compile("[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]")
TINY_ROWS = 300
#: One document in this many is held out of training, with everything written about it.
HELD_SHARE = 8


def read_rows(path: Path, tiny: bool = False) -> list[dict]:
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf8") as lines:
        rows = [json.loads(line) for line in lines]
    return rows[:TINY_ROWS] if tiny else rows


def is_held(document: str) -> bool:
    return sha256(document.encode()).digest()[0] % HELD_SHARE == 0


def is_vietnamese(text: str) -> bool:
    return bool(MARKED.search(unicodedata.normalize("NFC", text).lower()))


def without_marks(text: str) -> str:
    """As typed on a phone without a Vietnamese keyboard."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    return bare.replace("đ", "d").replace("Đ", "D")
