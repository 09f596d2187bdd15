import type { Quantity } from '../quantities/read-quantities.ts';

/** Who is out of pocket: the person whom a rule is for, or the hospital. */
export type MoneySide = 'person' | 'hospital';

/** The first that is said decides: a hospital that charges pays nothing, and a fee that it covers is no fee. */
const SIDES: readonly (readonly [MoneySide, RegExp])[] = [
  [
    'person',
    /(?<!\p{L})(?:charges?|charged|thu(?= (?:phí|tiền|của|\d))|free of charge|miễn phí|must pay|has to pay|have to pay|phải (?:trả|nộp|đóng|đền|bồi thường))(?!\p{L})/iu,
  ],
  [
    'hospital',
    /(?<!\p{L})(?:(?:the hospital|hr|it|the department|the fund|bệnh viện|khoa|quỹ|công đoàn)(?: \p{L}+){0,2}? (?:pays?|contributes?|adds?|covers?|reimburses?|refunds?|gives?|spends?|grants?|sponsors?|meets|chi|trả|chi trả|hỗ trợ|tặng|thanh toán|đóng|thưởng|cấp)|pay(?= (?:during|for|on|of|is|at)(?!\p{L}))|reimbursed|refunded|compensated|allowances?|bonus(?:es)?|salary|salaries|wages?|grants?|receives?|earns?|entitled|(?:is|are) (?:paid|covered)|được (?:\p{L}+ )?(?:trả|hưởng|hỗ trợ|thưởng|tặng|thanh toán|nhận|hoàn)|hưởng|công tác phí|kinh phí|lưu trú|tiền ăn|phụ cấp|trợ cấp|tiền thưởng|thưởng|lương|hỗ trợ|tạm ứng)(?!\p{L})/iu,
  ],
  [
    'person',
    /(?<!\p{L})(?:pays?|fees?|costs?|prices?|fines?|deposits?|contributes?|nộp|đóng|trả|đền|phí|giá|vé|mua|đặt cọc|là|is|are)(?!\p{L})/iu,
  ],
];
/** Of a share it is told what it is a share of, and that says nothing of who pays. */
const SHARE_OF =
  /(?<!\p{L})(?:of (?:the|their|his|her|an?)[^.,;]{0,40}?(?:salary|rate|pay|wages?)|lương cơ bản(?: tháng)?)(?!\p{L})/giu;
/** Who pays, where the verb is one of both: contributions to insurance. */
const PERSON_PAYS =
  /(?<!\p{L})(?:(?:employees?|staff|they|he|she|patients?|visitors?|applicants?) (?:must |has to |have to )?(?:pays?|contributes?)|(?:nhân viên|người lao động|khách|người bệnh|ứng viên)(?: (?!được )\p{L}+){0,2}? (?:đóng|nộp|trả|góp))(?!\p{L})/iu;

/** Who pays a sum that a text tells; null where it does not say. */
export function moneySideOf(text: string): MoneySide | null {
  if (PERSON_PAYS.test(text)) return 'person';
  const plain = text.replace(SHARE_OF, ' ');
  return SIDES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

const MONEY = new Set(['VND', '%']);
/** Say that money changes hands. Beside a sum they are all one: a fee, what is paid, what it costs. */
const PAYING = new Set(
  'pay cost receiv earn price send trả phí hưởng nộp đóng nhận mua tặng giá tiền'.split(' '),
);

/** Whether two sums are paid by different sides: what the hospital adds to a meal is not what the meal costs. */
export function paidByOthers(
  a: string,
  numbersA: readonly Quantity[],
  b: string,
  numbersB: readonly Quantity[],
): boolean {
  if (!tellSums(numbersA, numbersB)) return false;
  const [sideA, sideB] = [moneySideOf(a), moneySideOf(b)];
  return sideA !== null && sideB !== null && sideA !== sideB;
}

export function isPaying(word: string): boolean {
  return PAYING.has(word);
}

/** Two subjects without the words of paying, where both tell a sum. */
export function withoutPaying(
  a: readonly string[],
  numbersA: readonly Quantity[],
  b: readonly string[],
  numbersB: readonly Quantity[],
): [readonly string[], readonly string[]] {
  if (!tellSums(numbersA, numbersB)) return [a, b];
  const rest = (words: readonly string[]) => words.filter((word) => !PAYING.has(word));
  return [rest(a), rest(b)];
}

function tellSums(a: readonly Quantity[], b: readonly Quantity[]): boolean {
  const isMoney = ({ dimension }: Quantity) => MONEY.has(dimension);
  return a.some(isMoney) && b.some(isMoney);
}
