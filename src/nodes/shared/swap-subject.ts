import { drugNamesIn } from '../../domain/drug-names.ts';

/** Groups of people, the longer names first, with and without Vietnamese marks. */
const PEOPLE =
  /(?<!\p{L})(?:most adults|adults?|grown-ups?|children|child|kids?|babies|infants|teenagers|older (?:people|adults|patients)|the elderly|elderly(?: people)?|pregnant women|người lớn tuổi|người cao tuổi|người lớn|người già|trẻ em|trẻ nhỏ|trẻ sơ sinh|phụ nữ (?:mang thai|có thai)|bà bầu|thai phụ|nguoi cao tuoi|nguoi lon|nguoi gia|tre em|tre nho|phu nu mang thai|ba bau)(?!\p{L})/iu;
const TYPE = /(?<!\p{L})(?:type|típ|tip|tuýp|tuyp|týp)\s*(?:[12]|i{1,2})(?!\p{L})/iu;
/** What may stand around a thing that takes another's place. */
const AROUND =
  /^(?:(?:for|in|with|the|about|on|to|ở|cho|với|đối với|của|thuốc|bệnh|o|voi|doi voi|cua|thuoc)\s+)+|(?:\s+(?:diabetes|ạ|a|thì|thi|nhỉ|please|instead|then))+$/giu;

/** A question about one thing as a question about another of its kind: drug, group of people, type. Null where that cannot be. */
export function swapSubject(question: string, other: string): string | null {
  const bare = other.replace(AROUND, '').trim();
  for (const find of [firstMatch(TYPE), firstMatch(PEOPLE), firstDrug]) {
    const [theirs, ours] = [find(bare), find(question)];
    // All that is said must be the thing itself: "children with asthma" is more than children.
    if (theirs !== null && ours !== null && theirs.length === bare.length && ours !== theirs) {
      return question.replace(ours, () => theirs);
    }
  }
  return null;
}

function firstMatch(pattern: RegExp): (text: string) => string | null {
  return (text) => pattern.exec(text)?.[0] ?? null;
}

function firstDrug(text: string): string | null {
  return text.match(/\p{L}{4,}/gu)?.find(isDrug) ?? null;
}

/** Vietnamese writes many names without their last vowel: "alendronat", "lidocain". */
export function isDrug(word: string): boolean {
  return drugNamesIn(word).length > 0 || drugNamesIn(`${word}e`).length > 0;
}
