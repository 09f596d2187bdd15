import type { Language } from '../../../domain/language.ts';

/** Told apart by its number: "grade 3" is a name, not an amount. */
const LABELLED =
  /(?<!\p{L})(?:grade|severity|route|room|level|bậc|mức|tuyến|phòng|cấp độ) \p{Lu}?\d+(?![\p{L}\p{N}])|(?<!\d)(?:19|20)\d{2}(?!\d)/giu;
/** An amount that the asker gives. */
const AMOUNT =
  /(?<![\p{L}\p{N}])\d+(?:[.,:]\d+)*(?: ?(?:triệu|nghìn|ngàn|tỷ|million|thousand|billion))?(?: ?(?:đồng|vnd|%|percent|per cent|phần trăm))?(?![\p{L}\p{N}])/giu;

/** How something is asked: for how much of it, and since or until when. No document answers in these words. */
const ASKING: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:how (?:much|many|often|long|soon|quickly|fast)(?: (?:more|fewer|less|longer|time|times|money))?|what (?:is|are|percentage|percent|share)|by what|in (?:total|all)|altogether|total|calculate|compute|work out|already|so far|left|remaining|remain|million|thousand|per ?cent|percentage|vnd|(?:this|next|last) (?:year|month|quarter|week)|could you|tell me)\b/giu,
  vi: /(?<!\p{L})(?:(?:là |được |hết |mất |phải trả |tổng cộng |cả thảy )*(?:bao nhiêu|bao lâu|mấy)(?: (?:tiền|đồng|phần trăm|lần|người))?|chiếm|phần trăm|tổng cộng|tổng số|tổng|tất cả|cả thảy|khoảng thời gian|kéo dài|tính ra|tính toán|tính giúp|hết|còn lại|(?:tháng|năm|quý|tuần) (?:này|sau|trước|nay)|năm nay|hiện nay|triệu|nghìn|đồng)(?!\p{L})/giu,
};

/** A word that searches pass over: in its place two words that stood apart do not read as one. */
const APART: Readonly<Record<Language, string>> = { en: ' and ', vi: ' và ' };

/** What a query is about, without the amounts it gives and without how it asks; the whole where nothing else is left. */
export function searchWords(query: string, language: Language): string {
  const told = new RegExp(`(${LABELLED.source})|${AMOUNT.source}|${ASKING[language].source}`, 'giu');
  const about = query
    .replace(told, (_, label?: string) => label ?? APART[language])
    .replace(/\s+/gu, ' ')
    .trim();
  return /\p{L}{3,}/u.test(about.replaceAll(APART[language].trim(), '')) ? about : query;
}
