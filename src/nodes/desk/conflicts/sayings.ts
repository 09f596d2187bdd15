import type { Language } from '../../../domain/language.ts';

type Saying = readonly [RegExp, string];

/** Ways to say one thing in several words, and the one word that is compared; nothing where it says nothing of its own. */
const SAYINGS: Readonly<Record<Language, readonly Saying[]>> = {
  en: [
    // By its stem a booking would be a book.
    [
      /(?<!\p{L})(?:book(?:ed|ings?)|(?<=(?:to|must|may|can|should|shall|not|cannot|who|staff|visitors|departments) )book)(?!\p{L})/giu,
      'reservation',
    ],
    [
      /(?<!\p{L})(?:(?:may|can|must|is to|are to) (?:only )?be (?:used|taken|spent) (?:until|by|up to)|(?:is |are |remains? )?(?:valid|good) (?:until|up to)|runs? out)(?!\p{L})/giu,
      'expires',
    ],
    [
      /(?<!\p{L})(?:hears? back|gets? (?:a reply|an answer)|receives? (?:a reply|an answer))(?!\p{L})/giu,
      'answered',
    ],
    // To go is no leave, and how long one may stay is when one goes.
    [
      /(?<!\p{L})(?:(?:leaves?|leaving|departs?)(?= (?:the|from|by)(?!\p{L}))|stays?(?= (?:on|in|at|until)(?!\p{L})))/giu,
      'departs',
    ],
    // What is destroyed after a time is kept for that time.
    [
      /(?<!\p{L})(?:deleted|destroyed|erased|wiped|discarded|thrown away|shredded)(?= (?:automatically )?after(?!\p{L}))/giu,
      'kept',
    ],
    [/(?<!\p{L})(?:their|your|his|her) own(?!\p{L})/giu, 'personal'],
    [/(?<!\p{L})(?:anywhere|everywhere|at all)(?!\p{L})/giu, ' '],
    // How often is a number, and cases of it are told apart elsewhere.
    [/(?<!\p{L})(?:a|per|each|every|in a|in one|in any) (?:day|week|month|quarter|year)(?!\p{L})/giu, ' '],
    [/(?<!\p{L})(?:in advance|ahead of time|ahead|beforehand|afterwards)(?!\p{L})/giu, ' '],
    [/(?<!\p{L})(?:of|in) the (?:following|next) month(?!\p{L})/giu, ' '],
    [/(?<!\p{L})(?:at a time|at any (?:one )?time|at once|at the same time)(?!\p{L})/giu, ' '],
    [/(?<!\p{L})(?:with (?:full )?pay|on full pay)(?!\p{L})/giu, ' '],
  ],
  vi: [
    [
      /(?<!\p{L})(?:bị |được )?(?:tự )?(?:xóa|xoá|hủy|huỷ|tiêu hủy)(?= (?:sau(?! khi)|khi (?:đã )?qua|khi hết)(?!\p{L}))/giu,
      'lưu',
    ],
    [
      /(?<!\p{L})(?:ở |tại )?(?:bất cứ đâu|bất kỳ đâu|mọi nơi|bất cứ nơi nào|bất kỳ nơi nào)(?!\p{L})/giu,
      ' ',
    ],
    [/(?<!\p{L})(?:trở lên|hợp lệ|liên tiếp)(?!\p{L})/giu, ' '],
    [/(?<!\p{L})chuyển (?=(?:lương|tiền)(?!\p{L}))/giu, 'trả '],
    [
      /(?<!\p{L})(?:chuyển khoản|(?<=(?:lương|tiền|thưởng|phụ cấp)(?: tháng)? được )chuyển)(?!\p{L})/giu,
      'trả',
    ],
    [
      /(?<!\p{L})(?:chỉ )?(?:được )?(?:dùng|có giá trị|có hiệu lực|sử dụng) (?:được )?(?:đến|tới)(?: hết)?(?!\p{L})/giu,
      'hết hạn',
    ],
    [/(?<!\p{L})(?:của )?tháng (?:sau|kế tiếp|tiếp theo|tới|liền sau)(?!\p{L})/giu, ' '],
    [/(?<!\p{L})(?:hưởng nguyên lương|có (?:hưởng )?lương|hưởng (?:đủ )?lương(?! cơ bản))(?!\p{L})/giu, ' '],
    [/(?<!\p{L})(?:nhận được|có) (?:câu trả lời|phản hồi|trả lời)(?!\p{L})/giu, 'trả lời'],
    [
      /(?<!\p{L})(?:hình thức|trường hợp|quy định về|kể từ (?:ngày|khi)|còn lại|cùng lúc|cùng một lúc)(?!\p{L})/giu,
      ' ',
    ],
  ],
};

/** A text in the words that are compared. */
export function inPlainWords(text: string, language: Language): string {
  return SAYINGS[language].reduce((rest, [pattern, word]) => rest.replace(pattern, ` ${word} `), text);
}
