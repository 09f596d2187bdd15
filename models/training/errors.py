"""Errors made by code, of the kinds that writers and models make, for the training of the support model."""

import random
import re

#: What may stand for its neighbour in one direction or the other, and turns the claim.
OPPOSITES = {
    "en": [
        ("increased", "decreased"), ("increase", "decrease"), ("increases", "decreases"), ("higher", "lower"),
        ("more", "less"), ("improved", "worsened"), ("reduced", "increased"), ("reduces", "increases"), ("before", "after"),
        ("with", "without"),
        ("prevent", "cause"), ("often", "rarely"), ("severe", "mild"), ("greater", "smaller"), ("superior", "inferior"),
        ("safe", "unsafe"), ("effective", "ineffective"), ("recommended", "not recommended"), ("positive", "negative"),
        ("early", "late"), ("all", "some"), ("men", "women"), ("adults", "children"), ("first", "last"), ("start", "stop"),
        ("at least", "at most"), ("fewer", "more"), ("above", "below"), ("longer", "shorter"), ("during", "after"),
        ("intravenous", "oral"), ("daily", "weekly"), ("hours", "days"), ("weeks", "months"), ("only", "even"),
    ],
    "vi": [
        ("tăng", "giảm"), ("trước", "sau"), ("cao hơn", "thấp hơn"), ("nhiều hơn", "ít hơn"), ("nên", "không nên"),
        ("có thể", "chắc chắn"), ("tất cả", "một số"), ("người lớn", "trẻ em"), ("bắt đầu", "ngừng"), ("luôn", "hiếm khi"),
        ("ít nhất", "nhiều nhất"), ("nặng", "nhẹ"), ("có", "không có"), ("được", "không được"), ("trong", "ngoài"),
        ("ngày", "tuần"), ("giờ", "ngày"), ("tuần", "tháng"), ("nam", "nữ"), ("sớm", "muộn"), ("trên", "dưới"),
    ],
}  # fmt: skip
HEDGES = {
    "en": [("may", "will"), ("might", "will"), ("can", "always"), ("could", "will"), ("suggests", "proves"),
           ("possibly", "certainly"),
           ("is associated with", "causes"), ("was associated with", "caused"), ("were associated with", "caused"),
           ("aimed to", "was shown to"), ("usually", "always"), ("some", "all"), ("probably", "definitely")],
    "vi": [("có thể", "chắc chắn sẽ"), ("thường", "luôn luôn"), ("một số", "mọi"), ("liên quan đến", "gây ra"),
           ("dường như", "đã được chứng minh là")],
}  # fmt: skip
NOT_AFTER = {
    "en": ("is", "are", "was", "were", "should", "does", "did", "can", "will"),
    "vi": ("nên", "cần", "phải", "được", "là"),
}
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w])")
#: One thing set against another: both sides may be exchanged.
AGAINST = re.compile(
    r"\b(?P<a>\w[\w-]+(?: \w[\w-]+)?) (?P<word>than|versus|compared with|compared to|rather than|over) "
    r"(?P<b>(?:the )?\w[\w-]+(?: \w[\w-]+)?)\b"
)
#: A clause in front that may as well stand at the end.
OPENING = re.compile(r"^((?:In|After|During|Among|For|Trong|Sau|Ở) [^,]{5,60}), (.+?)\.?$")
REWORDED = {
    "en": [("approximately", "about"), ("individuals", "people"), ("patients", "people"), ("prior to", "before"),
           ("in addition", "also"), ("such as", "for example"), ("significantly", "markedly"), ("however", "but"),
           ("reduced", "lowered"), ("increased", "raised"), ("demonstrated", "showed"), ("administered", "given"),
           ("obtained", "got"), ("required", "needed"), ("children", "kids"),
           ("physician", "doctor"), ("frequently", "often"), ("initiated", "started"), ("discontinued", "stopped")],
    "vi": [("bệnh nhân", "người bệnh"), ("sử dụng", "dùng"), ("điều trị", "chữa trị"), ("khoảng", "chừng"),
           ("ngoài ra", "bên cạnh đó"), ("thường xuyên", "hay"), ("tuy nhiên", "nhưng"),
           ("trẻ em", "trẻ nhỏ"), ("cần", "phải")],
}  # fmt: skip


def spoil(sentence: str, language: str) -> str | None:
    """The sentence with one error in it, or nothing where the chosen kind does not fit."""
    kind = random.choices((_opposite, _hedge, _negation, _sides, _numbers), (5, 3, 2, 3, 2))[0]
    found = kind(sentence, language)
    return found if found and found != sentence else None


def reword(sentence: str, language: str) -> str:
    """The same claim in lightly other words."""
    for old, new in random.sample(REWORDED[language], len(REWORDED[language])):
        if random.random() < 0.6:
            sentence = _replace(sentence, old, new) or sentence
    if random.random() < 0.3:
        sentence = re.sub(r" \([^)]{1,40}\)", "", sentence)
    if random.random() < 0.2 and (clause := OPENING.match(sentence)):
        sentence = f"{clause[2][0].upper()}{clause[2][1:]} {clause[1][0].lower()}{clause[1][1:]}."
    return sentence


def _replace(sentence: str, old: str, new: str) -> str | None:
    found = re.search(rf"(?<![\w-]){re.escape(old)}(?![\w-])", sentence, re.IGNORECASE)
    if not found:
        return None
    new = new[0].upper() + new[1:] if found[0][0].isupper() else new
    return sentence[: found.start()] + new + sentence[found.end() :]


def _first(sentence: str, choices) -> str | None:
    for old, new in random.sample(choices, len(choices)):
        if found := _replace(sentence, old, new):
            return found
    return None


def _opposite(sentence: str, language: str) -> str | None:
    return _first(sentence, [pair for a, b in OPPOSITES[language] for pair in ((a, b), (b, a))])


def _hedge(sentence: str, language: str) -> str | None:
    return _first(sentence, HEDGES[language])


def _negation(sentence: str, language: str) -> str | None:
    word = "not" if language == "en" else "không"
    if found := re.search(rf"(?<!\w){word} ", sentence):
        return sentence[: found.start()] + sentence[found.end() :]
    for verb in random.sample(NOT_AFTER[language], len(NOT_AFTER[language])):
        new = f"{verb} not" if language == "en" else f"không {verb}"
        if found := _replace(sentence, verb, new):
            return found
    return None


def _sides(sentence: str, language: str) -> str | None:
    if language == "en" and (found := AGAINST.search(sentence)):
        return f"{sentence[: found.start()]}{found['b']} {found['word']} {found['a']}{sentence[found.end() :]}"
    numbers = list(NUMBER.finditer(sentence))
    if len(numbers) < 2:
        return None
    a, b = sorted(random.sample(numbers, 2), key=lambda number: number.start())
    return sentence[: a.start()] + b[0] + sentence[a.end() : b.start()] + a[0] + sentence[b.end() :]


def _numbers(sentence: str, language: str) -> str | None:
    numbers = list(NUMBER.finditer(sentence))
    if not numbers:
        return None
    one = random.choice(numbers)
    value = float(one[0].replace(",", ".")) * random.choice((0.1, 0.5, 1.5, 2, 3, 10))
    return f"{sentence[: one.start()]}{value:g}{sentence[one.end() :]}"
