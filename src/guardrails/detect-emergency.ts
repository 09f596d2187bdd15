import type { EmergencyNotice } from '../domain/answer.ts';
import { fillTemplate } from '../domain/fill-template.ts';
import { foldDiacritics } from '../domain/fold-diacritics.ts';
import type { Bilingual, Language } from '../domain/language.ts';

/** A pattern for text with its marks, and for Vietnamese typed without them. */
interface Cue {
  marked: RegExp;
  unmarked: RegExp;
}

/** Things that, present now, need help at once. */
const CATEGORIES: readonly { name: string; expressions: Cue }[] = [
  category(
    'cardiac',
    'crushing chest|chest pain|chest feels? (?:tight|crushed)|having a heart attack|đau thắt ngực|đau ngực',
  ),
  category(
    'breathing',
    "can ?not breathe|can'?t breathe|difficulty breathing|(?:trouble|struggling to|stopped) breath(?:e|ing)|turning blue|khó thở|không thở được|ngạt thở|tím tái",
  ),
  category(
    'stroke',
    'face (?:is )?droop|arm (?:is )?weak|slurred speech|stroke symptoms|having a stroke|méo miệng|yếu nửa người|nói ngọng đột ngột',
  ),
  category(
    'bleeding',
    "severe bleeding|bleeding heavily|won'?t stop bleeding|chảy máu (?:nhiều|không cầm)|băng huyết",
  ),
  category(
    'overdose',
    'overdos(?:e|ed)|(?:swallowed|drank|drunk|ate|eaten) (?:some |the )?(?:bleach|poison|detergent|pesticide|paraquat|batter(?:y|ies))|(?:took|taken|swallowed) (?:too many|\\d{2,}|a (?:lot|bottle) of|all (?:his|her|my|the))[^.?!]{0,30}(?:pills?|tablets?|capsules?|medicines?)|quá liều|uống nhầm thuốc|ngộ độc',
  ),
  category(
    'suicide',
    'kill myself|suicid(?:e|al)|end my life|want to die|hurt myself|tự tử|tự sát|muốn chết|không muốn sống',
  ),
  category('anaphylaxis', 'throat (?:is )?(?:closing|swelling)|anaphyla(?:xis|ctic)|sốc phản vệ'),
  category(
    'unconscious',
    'unconscious|unresponsive|not breathing|collapsed|having a seizure|bất tỉnh|co giật|hôn mê',
  ),
];

/** Asking about a thing is not having it: definitions, lists, guidelines, studies. */
const INFORMATION = cue(
  String.raw`^(?:what|which|how|why|when|does|do|is|are|can|should|list|explain|compare)\b|\b(?:guidelines?|trials?|stud(?:y|ies)|evidence|meta-analys[ie]s|prevalence|incidence|management|treatment|prevention|risk (?:of|factors?))\b|(?:là gì|thế nào|bao nhiêu|nguyên nhân|hướng dẫn|nghiên cứu|phòng ngừa|dự phòng)`,
);

const PERSON_NOW = cue(
  String.raw`\b(?:i|i'm|my|me|he|she|we|husband|wife|mother|father|mom|dad|son|daughter|baby|man|woman|child|kid|boy|girl|someone|somebody|friend|patient)\b|(?<!\p{L})(?:tôi|mình bị|em bé|cháu|(?:con|bé|em|anh|chị|ông|bà|bố|ba|mẹ|má|vợ|chồng) (?:em|mình|nhà|bị|đang)|bố mẹ)(?!\p{L})`,
);

/** A denial right before the expression; a conjunction ends it, and "not sure why" denies nothing. */
const NEGATED = cue(
  String.raw`\b(?:no|not(?! sure| certain)|without|denies|never|stopped)\b(?:(?!\b(?:but|and|with|because|now)\b)[^.;,]){0,20}$|(?<!\p{L})(?:không(?! (?:biết|rõ|hiểu|hết|đỡ|ngừng|dứt))|chưa(?! (?:biết|rõ|hết|đỡ))|(?<!(?:không|chưa) )hết)(?:(?!nhưng|mà|và|kèm)[^.;,]){0,12}$`,
);

const NOTICE: Bilingual = {
  en: 'This may be an emergency. Call your local emergency number now ({phone}; 115 in Vietnam, 911 in North America) or go to the nearest emergency department. Do not wait for this answer.',
  vi: 'Đây có thể là tình huống cấp cứu. Hãy gọi ngay {phone} hoặc đến khoa cấp cứu gần nhất. Đừng chờ câu trả lời này.',
};
const PHONE: Bilingual = { en: '112', vi: '115' };

/** As much of the text before an expression as a denial of it can take. */
const NEGATION_REACH = 60;

/** A notice to show first when the message speaks of an emergency that is happening; never a reason not to answer. */
export function detectEmergency(message: string, language: Language): EmergencyNotice | null {
  const text = message.replace(/[‘’]/gu, "'");
  const form = language === 'vi' && foldDiacritics(text) === text ? 'unmarked' : 'marked';
  const isQuestionOnly = INFORMATION[form].test(text) && !PERSON_NOW[form].test(text);
  if (isQuestionOnly) return null;
  const found = CATEGORIES.find(({ expressions }) => isPresent(text, expressions[form], NEGATED[form]));
  if (!found) return null;
  const phone = PHONE[language];
  return { category: found.name, message: fillTemplate(NOTICE[language], { phone }), phone };
}

function isPresent(text: string, expressions: RegExp, negated: RegExp): boolean {
  const matches = [...text.matchAll(new RegExp(expressions, 'giu'))];
  return matches.some(({ index }) => !negated.test(text.slice(Math.max(0, index - NEGATION_REACH), index)));
}

function category(name: string, alternatives: string): { name: string; expressions: Cue } {
  return { name, expressions: cue(`(?:${alternatives})`) };
}

function cue(source: string): Cue {
  return { marked: new RegExp(source, 'iu'), unmarked: new RegExp(foldDiacritics(source), 'iu') };
}
