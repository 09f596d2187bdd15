/** Asks for the number itself: it says nothing about where that stands. */
const ASKING =
  /(?<!\p{L})(?:(?:là |được |hết |phải trả )?(?:bao nhiêu|mấy)(?: (?:tiền|đồng|phần trăm|ngày|giờ|phút|lần|điểm))?|how (?:much|many)|(?:by )?what (?:percentage|percent|is|are|does|do)|tổng cộng|in all|altogether)(?!\p{L})/giu;
const CLAUSE = /[,.;:?!](?:\s|$)|(?<!\p{L})(?:thì|whose|with)(?!\p{L})/giu;
const NUMBER = /(?<!\p{L})\d+(?:[.,]\d+)*(?: (?:triệu|nghìn|million|thousand))?(?: ?(?:đồng|VND|%))?/giu;
const LABELLED = /(?<!\p{L})(?:grade|severity|route|room|bậc|mức|tuyến|phòng) \p{Lu}?\d/iu;

/** What a question asks for, without the numbers it gives and without that it asks; empty where nothing is left. */
export function askingClause(question: string): string {
  const clauses = question.split(CLAUSE).map((part) => part.trim());
  const asking = clauses.find((part) => new RegExp(ASKING, 'iu').test(part)) ?? question;
  const plain = asking.replace(ASKING, ' ');
  return (LABELLED.test(plain) ? plain : plain.replace(NUMBER, ' ')).replace(/\s+/gu, ' ').trim();
}
