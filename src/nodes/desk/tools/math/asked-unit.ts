/** In what a question wants its answer, where it says so. */
const ASKED: readonly (readonly [string, RegExp])[] = [
  ['%', /bao nhiêu phần trăm|what percentage|what percent|how many per ?cent/iu],
  ['minute', /(?:bao nhiêu|mấy) phút|how many minutes/iu],
  ['hour', /(?:bao nhiêu|mấy) (?:giờ|tiếng)|how many (?:\p{L}+ )?hours/iu],
  ['day', /(?:bao nhiêu|mấy) ngày|how many (?:\p{L}+ )?days/iu],
  ['month', /(?:bao nhiêu|mấy) tháng|how many (?:\p{L}+ )?months/iu],
  ['GB', /(?:bao nhiêu|mấy) GB|how many GB/iu],
  ['km', /(?:bao nhiêu|mấy) (?:km|ki-lô-mét)|how many (?:km|kilometres)/iu],
  ['point', /(?:bao nhiêu|mấy) điểm|how many (?:\p{L}+ )?points/iu],
  [
    'VND',
    /bao nhiêu (?:tiền|đồng)|(?:tiền|chi phí|phụ cấp|thưởng|được trả|thanh toán|tạm ứng).{0,60}bao nhiêu|VND|hết bao nhiêu|how much|(?:what|which) .{0,80}\b(?:cost|worth|earn|pay|claim|allowance|bonus|deposit)/iu,
  ],
];

export function askedUnit(question: string): string | null {
  // What is asked stands after the last figure more often than before it; the first pattern that fits decides.
  return ASKED.find(([, pattern]) => pattern.test(question))?.[0] ?? null;
}
