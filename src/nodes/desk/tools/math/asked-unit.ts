/** In what a question wants its answer, where it says so. */
const ASKED: readonly (readonly [string, RegExp])[] = [
  ['%', /bao nhiêu phần trăm|what percentage|what percent|how many per ?cent|what share/iu],
  ['time', /gấp (?:bao nhiêu|mấy)|(?:bao nhiêu|mấy) lần|how many times/iu],
  ['second', /(?:bao nhiêu|mấy) giây|how many seconds/iu],
  ['minute', /(?:bao nhiêu|mấy) phút|how many (?:\p{L}+ )?minutes/iu],
  [
    'hour',
    /(?<!(?:lúc|từ|đến|tới|trước|sau|vào) )(?:bao nhiêu|mấy) (?:giờ|tiếng)|how many (?:\p{L}+ )?hours|in hours/iu,
  ],
  ['day', /(?:bao nhiêu|mấy) (?:ngày|hôm)|how many (?:\p{L}+ )?days|how much (?:\p{L}+ ){0,2}leave/iu],
  ['week', /(?:bao nhiêu|mấy) tuần|how many (?:\p{L}+ )?weeks/iu],
  ['month', /(?:bao nhiêu|mấy) tháng|how many (?:\p{L}+ )?months|in months/iu],
  ['year', /(?:bao nhiêu|mấy) năm|how many (?:\p{L}+ )?years/iu],
  ['MB', /(?:bao nhiêu|mấy) MB|how many MB/iu],
  ['GB', /(?:bao nhiêu|mấy) GB|how many GB/iu],
  ['TB', /(?:bao nhiêu|mấy) TB|how many TB/iu],
  ['km', /(?:bao nhiêu|mấy) (?:km|ki-lô-mét)|how many (?:km|kilometres)/iu],
  ['point', /(?:bao nhiêu|mấy) điểm|how many (?:\p{L}+ )?points/iu],
  [
    'VND',
    /bao nhiêu (?:tiền|đồng)|(?:tiền|chi phí|phụ cấp|thưởng|được trả|thanh toán|tạm ứng|phí|giá).{0,60}bao nhiêu(?! \p{L}{3,} \p{L})|VND|hết bao nhiêu|how much|(?:what|which) .{0,80}\b(?:cost|worth|earn|pay|claim|allowance|bonus|deposit|fee|price)/iu,
  ],
];

export function askedUnit(question: string): string | null {
  // Money that the asker has is not what they ask for, where they ask how many of something.
  const isCount =
    /(?:mua|đổi) được (?:bao nhiêu|mấy) (?!đồng|tiền)|how many .{1,40} (?:buy|afford|get)/iu.test(question);
  return ASKED.find(([unit, pattern]) => (unit !== 'VND' || !isCount) && pattern.test(question))?.[0] ?? null;
}
