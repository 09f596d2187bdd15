import type { Language } from '../../domain/language.ts';

/** Words by which a message speaks of someone other than who writes it. */
const SOMEONE_ELSE: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:patients?|friends?|colleagues?|neighbou?rs?|somebody|someone|(?:he|she|they) (?:has|have|is|are)|him|her|(?:my|our|the|a) (?!(?:\w+ ){0,2}(?:diabetes|asthma|hypertension|blood|epilepsy|gout|copd|depression|kidney|allerg))\w+ (?:has|have|had|is|was|suffers|takes|with)|my (?:\w+ )?(?:mother|mum|mom|father|dad|parents?|wife|husband|spouse|son|daughter|brother|sister|child|children|kids?|baby|toddler|aunt|uncle|cousin|niece|nephew|partner|boyfriend|girlfriend|in-laws?|grand\p{L}+))\b/iu,
  vi: /(?<!\p{L})(?:bệnh nhân|người bệnh của|người nhà|người thân|bạn (?:tôi|em|mình)|hàng xóm|đồng nghiệp|(?:con|cháu|bé|mẹ|bố|ba|má|cha|vợ|chồng|anh|chị|em|ông|bà|cô|dì|chú|bác|cậu)(?: \p{L}+){0,2} (?:của )?(?:tôi|mình|em|nhà tôi)|con trai|con gái|anh trai|chị gái|em trai|em gái|mẹ|bố|vợ|chồng|ông|bà|bé)(?!\p{L})/iu,
};

/** Whether a text is, or may be, about someone other than its writer. In doubt it is: then nothing is remembered of it. */
export function speaksOfSomeoneElse(text: string, language: Language): boolean {
  return SOMEONE_ELSE[language].test(text);
}
