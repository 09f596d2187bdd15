import { rememberedAllergy } from '../../../texts/answer.ts';
import type { Language } from '../../domain/language.ts';
import type { Memory } from '../../domain/memory.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { conditionsIn } from './conditions-in.ts';

/** Words by which a message speaks of someone other than who writes it. */
const SOMEONE_ELSE: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:patients?|friends?|colleagues?|neighbou?rs?|somebody|someone|(?:he|she|they) (?:has|have|is|are)|him|her|(?:my|our|the|a) (?!(?:\w+ ){0,2}(?:diabetes|asthma|hypertension|blood|epilepsy|gout|copd|depression|kidney|allerg))\w+ (?:has|have|had|is|was|suffers|takes|with)|my (?:\w+ )?(?:mother|mum|mom|father|dad|parents?|wife|husband|spouse|son|daughter|brother|sister|child|children|kids?|baby|toddler|aunt|uncle|cousin|niece|nephew|partner|boyfriend|girlfriend|in-laws?|grand\p{L}+))\b/iu,
  vi: /(?<!\p{L})(?:bệnh nhân|người bệnh của|người nhà|người thân|bạn (?:tôi|em|mình)|hàng xóm|đồng nghiệp|(?:con|cháu|bé|mẹ|bố|ba|má|cha|vợ|chồng|anh|chị|em|ông|bà|cô|dì|chú|bác|cậu)(?: \p{L}+){0,2} (?:của )?(?:tôi|mình|em|nhà tôi)|con trai|con gái|anh trai|chị gái|em trai|em gái|mẹ|bố|vợ|chồng|ông|bà|bé)(?!\p{L})/iu,
};

/** Asked for oneself: only then does what one told before belong to it. */
const PERSONAL: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:I|me|my|I'm|I've)\b/u,
  vi: /(?<!\p{L})(?:tôi|mình|em|cháu|toi|minh)(?!\p{L})/iu,
};
const ASKS_FOR_A_DRUG =
  /\b(?:antibiotics?|medicines?|medications?|drugs?|tablets?|pills?|painkillers?|vaccines?)\b|(?<!\p{L})(?:thuốc|kháng sinh|vắc xin|vaccine)(?!\p{L})/iu;

/** What the asker told that belongs to a question: one that they ask for themselves and that names no condition itself. */
export function memoriesFor(question: string, memories: readonly Memory[], language: Language): Memory[] {
  if (!PERSONAL[language].test(question) || speaksOfSomeoneElse(question, language)) return [];
  const namesItself = conditionsIn(question, language).length > 0 || drugNamesIn(question).length > 0;
  const asksForADrug = ASKS_FOR_A_DRUG.test(question);
  return memories.filter(({ kind }) => {
    if (kind === 'condition') return !namesItself;
    return asksForADrug && (kind === 'allergy' || kind === 'medication');
  });
}

/** A memory in the words of a question. */
export function wordsOf({ kind, text }: Memory, language: Language): string {
  return kind === 'allergy' ? rememberedAllergy(text)[language] : text;
}

/** A question with what was told beside it, each once. */
export function withTold(question: string, told: readonly string[]): string {
  const missing = told.filter((words) => !question.toLowerCase().includes(words.toLowerCase()));
  return missing.length === 0 ? question : `${question} (${missing.join(', ')})`;
}

/** Whether a text is, or may be, about someone other than its writer. In doubt it is: then nothing is remembered of it. */
export function speaksOfSomeoneElse(text: string, language: Language): boolean {
  return SOMEONE_ELSE[language].test(text);
}
