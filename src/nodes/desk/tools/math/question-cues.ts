/** Words of a question that more than one rule goes by. */
export const REMAINS =
  /(?<!\p{L})(?:còn|nữa|mất|thiếu)(?!\p{L})|\b(?:left|remain|remains|remaining|more|lost|still|short)\b/iu;
/** What is left once a part has been taken away. */
export const REST =
  /(?<!\p{L})(?:còn lại(?: \p{L}+){0,3} (?:bao nhiêu|mấy)|phần còn lại|thực nhận|thực lĩnh)(?!\p{L})|\b(?:(?<!\b(?:I|he|she|we|you|they|who|somebody|someone) )left|the rest|remainder|balance|shortfall|take-home|net)\b|(?<!\p{L})(?:hụt|còn thiếu|bù thêm|trừ phần|tự bỏ ra)(?!\p{L})|\b(?:miss|missed|fall short|fell short|short) .{0,30}\bby\b/iu;
/** Two things that are asked for as one amount. */
export const SUMMED =
  /(?<!\p{L})(?:gộp|cộng) .{2,40} (?:với|và) |(?<!\p{L})cả .{2,30} lẫn |\b(?:together with|plus|added to)\b/iu;
export const TOTAL =
  /(?<!\p{L})(?:tổng|tất cả|cả thảy|cộng lại|toàn bộ)(?!\p{L})|\b(?:total|altogether|all|together|overall|combined)\b/iu;
export const LIMIT = /(?<!\p{L})(?:trần|hạn mức)(?!\p{L})|\bceiling\b/iu;
export const EACH = /(?<!\p{L})(?:mỗi|cứ)(?!\p{L})|\b(?:each|every|per)\b/iu;
export const EXTRA = /(?<!\p{L})thêm(?!\p{L})|\b(?:extra|additional|further)\b/iu;
/** By the part of the time that was worked. */
export const PRO_RATA = /tỷ lệ|tỉ lệ|\b(?:proportion\p{L}*|pro rata|prorated|out of)\b/iu;
