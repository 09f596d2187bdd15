import { namesPeriod } from './tools/log-period.ts';

/** Something is to be worked out from figures, not only looked up. */
const CALCULATION =
  /\b(?:calculate|compute|work out|how much (?:is|are|do|does|would|will|higher|more|larger|extra)|total|sum of|in total|altogether|difference|percentage|what (?:do|does|is) .{0,40}\b(?:cost|worth|earn|pay)|cost of|how many (?:more|minutes|gb|times)|in all|left|remaining)\b|\b(?:longer|shorter|cheaper|dearer|higher|lower|larger|smaller|sooner|later|more|less|fewer)\b.{1,80}\bthan\b|\bhow many hours (?:a day|long)\b|(?<!\p{L})(?:tính|tính toán|tổng|tổng cộng|bao nhiêu (?:tiền|đồng|phần trăm|phút)|hết bao nhiêu|được (?:trả|thanh toán|thưởng|bao nhiêu)|chênh lệch|cao hơn|nhiều hơn|thấp hơn|hơn .{1,60} bao nhiêu|gấp (?:mấy|bao nhiêu)|(?:tất cả|tự trả|phụ cấp) bao nhiêu|(?:bao nhiêu|mấy) lần|(?:mở cửa|kéo dài) (?:bao nhiêu|mấy) (?:giờ|phút)|vượt|còn (?:lại|được)|chi phí|bình quân)(?!\p{L})/iu;
const FIGURE = /\d/u;
const ASKS_HOW_MUCH =
  /\bhow (?:much|many)\b|\bwhat (?:\p{L}+ ){0,4}(?:is|are|do|does|can)\b|(?<!\p{L})(?:bao nhiêu|mấy)(?!\p{L})/iu;

/** What happened is asked, not what the rule is. */
const LOG_EVENTS =
  /\b(?:failed log-?ins?|errors?|in the (?:server |system )?logs?|events?|happened|occurred|outage)\b|(?<!\p{L})(?:đăng nhập (?:sai|thất bại)|lỗi|đã xảy ra|trong nhật ký|trong log)(?!\p{L})/iu;
const LOGS = /\b(?:logs?|logins?|log-ins?)\b|(?<!\p{L})(?:nhật ký|log|đăng nhập)(?!\p{L})/iu;

const SUMMARY =
  /\b(?:summari[sz]e|summary|overview|overall)\b|(?<!\p{L})(?:tóm tắt|tổng hợp|tổng quan|khái quát)(?!\p{L})/iu;

export function wantsCalculation(question: string): boolean {
  return CALCULATION.test(question) || (FIGURE.test(question) && ASKS_HOW_MUCH.test(question));
}

const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twice|once)\b|(?<!\p{L})(?:hai|ba|bốn|sáu|bảy|tám|chín|mười)(?!\p{L})/iu;
const WHAT = /\b(?:what|what's|how|which)\b|(?<!\p{L})(?:bao nhiêu|mấy|bao lâu|tính giúp|tính hộ)(?!\p{L})/iu;

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
