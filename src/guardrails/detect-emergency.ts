import type { EmergencyNotice } from '../domain/answer.ts';
import type { Bilingual, Language } from '../domain/language.ts';

interface Category {
  name: string;
  expressions: RegExp;
}

/** Things that, present now, need help at once. */
const CATEGORIES: readonly Category[] = [
  category('cardiac', 'crushing chest|chest pain|chest feels? (?:tight|crushed)|đau thắt ngực|đau ngực'),
  category(
    'breathing',
    "can ?not breathe|can't breathe|difficulty breathing|struggling to breathe|turning blue|khó thở|không thở được|ngạt thở",
  ),
  category(
    'stroke',
    'face (?:is )?droop|arm (?:is )?weak|slurred speech|stroke symptoms|having a stroke|méo miệng|yếu nửa người|nói ngọng đột ngột',
  ),
  category(
    'bleeding',
    "severe bleeding|bleeding heavily|won't stop bleeding|chảy máu (?:nhiều|không cầm)|băng huyết",
  ),
  category(
    'overdose',
    'overdos(?:e|ed)|swallowed (?:bleach|poison)|took too many (?:pills|tablets)|quá liều|uống nhầm thuốc|ngộ độc',
  ),
  category(
    'suicide',
    'kill myself|suicid(?:e|al)|end my life|want to die|hurt myself|tự tử|tự sát|muốn chết|không muốn sống',
  ),
  category('anaphylaxis', 'throat (?:is )?(?:closing|swelling)|anaphyla(?:xis|ctic)|sốc phản vệ'),
  category('unconscious', 'unconscious|unresponsive|not breathing|having a seizure|bất tỉnh|co giật|hôn mê'),
];

/** Asking about a thing is not having it: definitions, lists, guidelines, studies. */
const INFORMATION =
  /^(?:what|which|how|why|when|does|do|is|are|can|should|list|explain|compare)\b(?!.*\b(?:i|my|me|he|she)\b(?! should))|\b(?:guideline|trial|study|evidence|meta-analysis|prevalence|risk of)\b|(?:là gì|như thế nào|bao nhiêu|nguyên nhân|hướng dẫn|nghiên cứu|phòng ngừa)/iu;

const PERSON_NOW =
  /\b(?:i|i'm|my|me|he|she|we|husband|wife|mother|father|mom|dad|son|daughter|baby)\b|(?:tôi|con tôi|bố|mẹ|vợ|chồng|em bé|cháu)/iu;

const NEGATED = /\b(?:no|not|without|denies|never|stopped)\b[^.;,]{0,20}$|(?:không|chưa|hết)[^.;,]{0,12}$/iu;

const NOTICE: Bilingual = {
  en: 'This may be an emergency. Call your local emergency number now ({phone}; 115 in Vietnam, 911 in North America) or go to the nearest emergency department. Do not wait for this answer.',
  vi: 'Đây có thể là tình huống cấp cứu. Hãy gọi ngay {phone} hoặc đến khoa cấp cứu gần nhất. Đừng chờ câu trả lời này.',
};
const PHONE: Bilingual = { en: '112', vi: '115' };

/** A notice to show first when the message speaks of an emergency that is happening; never a reason not to answer. */
export function detectEmergency(message: string, language: Language): EmergencyNotice | null {
  const isQuestionOnly = INFORMATION.test(message) && !PERSON_NOW.test(message);
  if (isQuestionOnly) return null;
  const found = CATEGORIES.find(({ expressions }) => isPresent(message, expressions));
  if (!found) return null;
  const phone = PHONE[language];
  return { category: found.name, message: NOTICE[language].replace('{phone}', phone), phone };
}

function isPresent(message: string, expressions: RegExp): boolean {
  const match = expressions.exec(message);
  return match !== null && !NEGATED.test(message.slice(0, match.index));
}

function category(name: string, alternatives: string): Category {
  return { name, expressions: new RegExp(`(?:${alternatives})`, 'iu') };
}
