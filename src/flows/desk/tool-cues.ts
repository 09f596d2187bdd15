import { namesPeriod } from './tools/log-period.ts';

/** Something is to be worked out from figures, not only looked up. */
const CALCULATION = cues(
  'calculate|compute|work out|total|sum of|in total|altogether|difference|percentage|cost of|in all|left|remaining',
  'how much (?:is|are|do|does|would|will|higher|more|larger|extra)',
  'how many (?:more|minutes|gb|times|hours a day|hours long)',
  'what (?:do|does|is) .{0,40}\\b(?:cost|worth|earn|pay)',
  '(?:longer|shorter|cheaper|dearer|higher|lower|larger|smaller|sooner|later|more|less|fewer) .{0,80}\\bthan',
  'tính|tính toán|tổng|tổng cộng|hết bao nhiêu|chênh lệch|cao hơn|nhiều hơn|thấp hơn|vượt|chi phí|bình quân',
  'bao nhiêu (?:tiền|đồng|phần trăm|phút)|được (?:trả|thanh toán|thưởng|bao nhiêu)|còn (?:lại|được)',
  'hơn .{1,60} bao nhiêu|gấp (?:mấy|bao nhiêu)|(?:tất cả|tự trả|phụ cấp) bao nhiêu|(?:bao nhiêu|mấy) lần',
  '(?:mở cửa|kéo dài) (?:bao nhiêu|mấy) (?:giờ|phút)',
);
const ASKS_HOW_MUCH = cues('how (?:much|many)|what (?:\\p{L}+ ){0,4}(?:is|are|do|does|can)', 'bao nhiêu|mấy');
const FIGURE = /\d/u;
const NUMBER_WORD = cues(
  'two|three|four|five|six|seven|eight|nine|ten|twelve|twice|once',
  'hai|ba|bốn|sáu|bảy|tám|chín|mười',
);
const WHAT = cues("what|what's|how|which", 'bao nhiêu|mấy|bao lâu|tính giúp|tính hộ');

/** What happened is asked, not what the rule is. */
const LOG_EVENTS = cues(
  'failed log-?ins?|errors?|in the (?:server |system )?logs?|events?|happened|occurred|outage',
  'đăng nhập (?:sai|thất bại)|lỗi|đã xảy ra|trong nhật ký|trong log',
);
const LOGS = cues('logs?|logins?|log-ins?', 'nhật ký|đăng nhập');

const SUMMARY = cues('summari[sz]e|summary|overview|overall', 'tóm tắt|tổng hợp|tổng quan|khái quát');

export function wantsCalculation(question: string): boolean {
  return CALCULATION.test(question) || (FIGURE.test(question) && ASKS_HOW_MUCH.test(question));
}

/** A calculation may answer it: worth a try, and no word where none can be made. */
export function mayCalculate(question: string): boolean {
  const hasNumber = FIGURE.test(question) || NUMBER_WORD.test(question);
  return wantsCalculation(question) || ASKS_HOW_MUCH.test(question) || (hasNumber && WHAT.test(question));
}

export function wantsLogs(question: string): boolean {
  return LOGS.test(question) && (LOG_EVENTS.test(question) || namesPeriod(question));
}

export function wantsSummary(question: string): boolean {
  return SUMMARY.test(question);
}

/** Any of these, as whole words. */
function cues(...lists: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${lists.join('|')})(?!\\p{L})`, 'iu');
}
