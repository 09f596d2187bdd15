import type { Language } from '../../domain/language.ts';
import type { Message } from '../../domain/run-record.ts';
import { detectLanguage } from '../../gates/front/detect-language.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { framingTerms } from '../../language/search-terms/word-tables.ts';
import { pickOption } from './pick-option.ts';

/**
 * By which a message shows that it leans on the ones before it. Vietnamese with its marks and without them, as it is
 * often typed. `(?<!\p{L})` and `(?!\p{L})` are the word boundaries that `\b` is not for letters with marks.
 */

/** "Thanks, and …": what is said before the question itself. */
const COURTESY =
  /^(?:(?:many )?thank(?:s| you)?|ok(?:ay)?|yes|no|great|hi|hello|cảm ơn|cám ơn|cam on|vâng|vang|dạ|da|chào|chao|à|ừ)(?!\p{L})[^,.!?]{0,30}[,.!]\s*(?=\S)/iu;

/** "And now something else: …" */
const NEW_TOPIC =
  /^[^:,?]{0,40}(?:new topic|another (?:topic|question|matter|thing)|different (?:topic|question|matter)|something (?:else|different)|change of (?:topic|subject)|chuyện khác|chuyen khac|vấn đề khác|van de khac|câu khác|cau khac|chủ đề khác|chu de khac|việc khác|viec khac)[^:,?]{0,20}[:,?-]\s*/iu;

/** "I meant …" with what is meant. */
const CORRECTION =
  /^(?:(?:no|sorry|actually|không|khong|à|nhầm|nham)[,.]?\s+)*(?:i (?:meant|mean|was asking about|am asking about|asked about)|not that[,.]?|rather|(?:ý|y) (?:tôi|em|mình|con|toi|minh) (?:là|la|muốn hỏi|muon hoi|hỏi|hoi)|(?:tôi|em|mình|con|toi|minh) (?:đang |dang )?(?:hỏi|hoi|muốn nói|muon noi|nói|noi)(?: về| ve| đến| den| là| la)?)\s+(.{1,80}?)(?:\s+(?:cơ|co|mà|ma|ạ|a|chứ|chu|instead|actually))*[.!?]*$/iu;

/** "And …?", "what about …?", "còn … thì sao?" with what is asked about. */
const ELLIPSIS: readonly RegExp[] = [
  /^(?:and|but|or|also|so|then|what about|how about|what if|and what about|and how about)\s+(.{1,60}?)[.?!]*$/iu,
  /^(?:thế|vậy|the|vay)?\s*(?:còn|con)\s+(.{1,60}?)(?:\s+(?:thì|thi))?(?:\s+(?:sao|thế nào|the nao|ra sao))?(?:\s+(?:ạ|a|vậy|vay|nhỉ|bác sĩ|bac si))*[.?!]*$/iu,
  /^(?:thế|vậy|the|vay)\s+(.{1,60}?)(?:\s+(?:thì|thi))?(?:\s+(?:sao|thế nào|the nao|ra sao))?(?:\s+(?:ạ|a|vậy|vay|nhỉ))*[.?!]*$/iu,
  /^(.{1,40}?)\s+(?:thì|thi)\s+sao(?:\s+(?:ạ|a|vậy|vay|nhỉ))*[.?!]*$/iu,
];

/** Asks to set two things beside each other without naming them. */
const COMPARISON =
  /\b(?:between (?:them|the two|these|those)|both of them|the two|which (?:one|of (?:them|these|the two))|which is (?:better|safer|cheaper|stronger)|compare them)\b|(?<!\p{L})(?:cái nào|loại nào|thuốc nào (?:tốt|rẻ|an toàn|mạnh)|cách nào (?:tốt|rẻ|an toàn)|hai (?:loại|cái|thuốc|cách) (?:này|đó)|chúng khác|cai nao|loai nao|hai (?:loai|cai|thuoc|cach) (?:nay|do))(?!\p{L})/iu;

/** Points at something that only an earlier message names, whatever else it says. */
const POINTS_BACK =
  /\b(?:mine|they|them|these|those|the same|if (?:that|it|this) (?:happens|does|is)|the (?:first|second|third|last|other) one)\b|(?<!\p{L})(?:của (?:tôi|em|mình|con)|cua (?:toi|em|minh)|nó|chúng|(?:bệnh|thuốc|loại|cái|chất|thủ thuật|xét nghiệm|tình trạng|trường hợp|cách|việc|điều) (?:này|đó|ấy|kia)|(?:benh|thuoc|loai|cai|truong hop) (?:nay|do|ay|kia)|như vậy|nhu vay|như thế)(?!\p{L})/iu;

/** Points back in a short question; in a longer one it may point at something there. */
const MAY_POINT_BACK =
  /\b(?:it|its|this|that|one|ones|afterwards|instead|as well|either|too)\b|(?<!\p{L})(?:này|đó|ấy|vậy|no|nay)(?!\p{L})/iu;

/** "Yes, please": agrees to what was offered. */
const AGREES =
  /^(?:yes|yeah|yep|sure|ok(?:ay)?|please(?: do)?|of course|go ahead|vâng|vang|dạ|có|co|ừ|được|duoc|đúng|dung)(?:[\s,]+(?:please|thanks|thank you|ạ|a|đi|di|vậy|bạn|bác sĩ|có|co|rồi|roi))*[.!]*$/iu;

/** "Tell me more": asks for more of the same. */
const ASKS_FOR_MORE =
  /^(?:(?:please |can you |could you )?(?:tell me more|explain (?:more|further|that|it|again)|more (?:details?|info(?:rmation)?|please|about (?:it|that|this))|go on|continue|elaborate|for example|such as|like what|meaning)|(?:bạn |bác sĩ )?(?:có thể )?(?:nói|giải thích|kể) (?:rõ|thêm|kỹ|lại|chi tiết|cụ thể)|chi tiết hơn|cụ thể hơn|ví dụ|tiếp đi|là sao|nghĩa là sao|noi (?:ro|them|ky|lai)|giai thich (?:them|ro)|chi tiet hon|cu the hon|vi du)(?!\p{L})/iu;

/** Begins in the middle of something, or ends asking what then. */
const BEGINS_INSIDE =
  /^(?:and|but|so|then|also|or|if|because|why (?:so|not)|nếu|neu|thế|vậy|còn|nhưng|hay|vậy thì|sau đó|rồi)(?!\p{L})|(?:thì sao|thi sao)(?:\s+(?:ạ|a|vậy|nhỉ))*[.?!]*$/iu;

/** Asks what something is, or says that it tells about it: then it names the thing. */
const NAMES_ITS_SUBJECT =
  /^(?:what(?: is|'s| are)|tell me about|explain|define)\s+(?!the\b|its\b|it\b|this\b|that\b|my\b|your\b)\p{L}|(?<!\p{L})(?:là gì|la gi|là bệnh gì|là thuốc gì)[.?!]*$/iu;

/** What can be asked about anything: a question of these alone does not say about what. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `dose dosage doses effect effects symptom symptoms sign signs treatment treat treated treating cure cured cost costs price cheap
  cheaper hurt hurts painful pain risk risks cause causes diagnosis diagnose diagnosed prevent prevention prevented ok okay allowed
  maintenance alternative alternatives test tests happen happens contagious hereditary dangerous serious permanent temporary tablet
  tablets medicine medication need come eat drink adult adults child children kids people elderly pregnant pregnancy
  liều lieu đau dau rẻ re giá gia lây lay chẩn đoán nguyên nhân biết nhận quên quen uống uong hết het sinh mọc moc trẻ tre em già
  gia bầu bau lớn lon thai tê chi phí đắt di truyền nghỉ ăn`.split(/\s+/u),
);

/** Groups of people, the longer names first, with and without Vietnamese marks. */
const PEOPLE =
  /(?<!\p{L})(?:most adults|adults?|grown-ups?|children|child|kids?|babies|infants|teenagers|older (?:people|adults|patients)|the elderly|elderly(?: people)?|pregnant women|người lớn tuổi|người cao tuổi|người lớn|người già|trẻ em|trẻ nhỏ|trẻ sơ sinh|phụ nữ (?:mang thai|có thai)|bà bầu|thai phụ|nguoi cao tuoi|nguoi lon|nguoi gia|tre em|tre nho|phu nu mang thai|ba bau)(?!\p{L})/iu;

const TYPE = /(?<!\p{L})(?:type|típ|tip|tuýp|tuyp|týp)\s*(?:[12]|i{1,2})(?!\p{L})/iu;

/** What may stand around a thing that takes another's place. */
const AROUND =
  /^(?:(?:for|in|with|the|about|on|to|ở|cho|với|đối với|của|thuốc|bệnh|o|voi|doi voi|cua|thuoc)\s+)+|(?:\s+(?:diabetes|ạ|a|thì|thi|nhỉ|please|instead|then))+$/giu;

type Said = Pick<Message, 'author' | 'text'>;

export interface ResolvedQuestion {
  /** A question that can be searched for by itself. */
  question: string;
  /** By which rule it was found to lean on what was said before; null for one that stands by itself. */
  rule: 'option' | 'correction' | 'comparison' | 'ellipsis' | 'reply' | 'points-back' | 'fragment' | null;
}

/** Longer messages say themselves what they are about. */
const MAX_WORDS = 16;
/** A short question with no more words of its own than this is about what was said before. */
const FEW_WORDS = { en: 3, vi: 6 } as const;

/** The question with what it leans on, by rules over the messages before it; a whole new question as it is. */
export function resolveFollowUp(question: string, history: readonly Said[]): ResolvedQuestion {
  const at = history.findLastIndex(({ author }) => author === 'asker');
  const before = history[at]?.text;
  const asked = question.replace(COURTESY, '').trim();
  if (before === undefined) return alone(question);
  const elsewhere = NEW_TOPIC.exec(asked);
  if (elsewhere) return alone(asked.slice(elsewhere[0].length) || question);
  const words = asked.split(/\s+/u).length;
  if (words > MAX_WORDS) return alone(question);

  const language = detectLanguage(`${before} ${asked}`);
  const answer = (history.slice(at + 1).findLast(({ author }) => author === 'galen')?.text ?? '')
    .replace(/\s*\[\d+\]/gu, '')
    .trim();
  const base = () => baseOf(before, history.slice(0, at));
  const option = pickOption(asked, answer);
  if (option !== null) return { question: `${base()} ${option}`, rule: 'option' };

  // Agreeing takes up what was offered, in the words of the offer.
  const offer = /[^.?!]+\?$/u.exec(answer)?.[0].trim();
  if (offer !== undefined && AGREES.test(question.trim())) {
    return { question: `${base()} ${offer}`, rule: 'reply' };
  }
  const meant = CORRECTION.exec(asked)?.[1];
  if (meant !== undefined) {
    return { question: swapSubject(base(), meant) ?? `${base()} ${meant}`, rule: 'correction' };
  }
  if (COMPARISON.test(asked) && !namesSubject(asked, language)) {
    return { question: `${compared(before, history.slice(0, at))} ${asked}`, rule: 'comparison' };
  }
  const other = ELLIPSIS.map((pattern) => pattern.exec(asked)?.[1]).find((found) => found !== undefined);
  if (other !== undefined && leansOn(other, asked, language)) {
    return { question: swapSubject(base(), other) ?? `${base()} ${asked}`, rule: 'ellipsis' };
  }
  if (answer.endsWith('?') && !asked.endsWith('?') && words <= 6) {
    return { question: `${base()} ${asked}`, rule: 'reply' };
  }
  if (ASKS_FOR_MORE.test(asked) && ownWords(asked, language).length <= FEW_WORDS[language]) {
    return { question: `${base()} ${asked}`, rule: 'points-back' };
  }
  if (pointsBack(asked, language)) return { question: `${base()} ${asked}`, rule: 'points-back' };
  if (isFragment(asked, language)) return { question: `${base()} ${asked}`, rule: 'fragment' };
  return alone(question);
}

function alone(question: string): ResolvedQuestion {
  return { question, rule: null };
}

/** What a question before meant; of one that leaned on yet another, only what that one was asked for or with. */
function baseOf(before: string, earlier: readonly Said[]): string {
  const resolved = resolveFollowUp(before, earlier);
  if (resolved.rule === null || !resolved.question.endsWith(before)) return resolved.question;
  const older = resolved.question.slice(0, -before.length).trim();
  const tail = /\b(?:with|in|for|during|before|after)\s[^?.!,]{2,60}(?=[?.!]*$)/iu.exec(older)?.[0];
  return tail === undefined ? resolved.question : `${before.replace(/[?.!]+$/u, '')} ${tail}?`;
}

/** The question before, with the one before it where each names one of the things compared. */
function compared(before: string, earlier: readonly Said[]): string {
  const isBoth =
    drugsIn(before) >= 2 || /\b(?:or|and|versus|vs)\b|(?<!\p{L})(?:hay|hoặc|và)(?!\p{L})/iu.test(before);
  const older = earlier.findLast(({ author }) => author === 'asker')?.text;
  return isBoth || older === undefined ? before : `${older} ${before}`;
}

/** "And the dose?" leans; "and what is the treatment of thyroid storm?" does not. */
function leansOn(other: string, asked: string, language: Language): boolean {
  return other.split(/\s+/u).length <= 5 || isFragment(other, language) || pointsBack(asked, language);
}

function pointsBack(asked: string, language: Language): boolean {
  const own = ownWords(asked, language).length;
  if (POINTS_BACK.test(asked)) return own <= FEW_WORDS[language] + 1;
  return MAY_POINT_BACK.test(asked) && own <= FEW_WORDS[language];
}

/** A question that does not say what it is about. */
function isFragment(asked: string, language: Language): boolean {
  if (namesSubject(asked, language)) return false;
  const own = ownWords(asked, language);
  if (BEGINS_INSIDE.test(asked)) return own.length <= FEW_WORDS[language];
  return own.length <= 1 || (language === 'vi' && own.length <= 2 && !beginsWith(asked, own[0] ?? ''));
}

function namesSubject(asked: string, language: Language): boolean {
  const isNamed = NAMES_ITS_SUBJECT.test(asked) && ownWords(asked, language).length > 0;
  return isNamed || drugsIn(asked) > 0 || /\p{Lu}\p{L}*\p{Lu}|\p{L}\d/u.test(asked);
}

/** In Vietnamese what is asked about mostly comes first, after the word for its kind. */
function beginsWith(asked: string, word: string): boolean {
  return asked.replace(/^(?:cơn|bệnh|chứng|thuốc|con|benh|chung|thuoc)\s+/iu, '').startsWith(word);
}

/** The words that say what a question is about, and not only what of it. */
function ownWords(asked: string, language: Language): string[] {
  return tellingWords(asked, language).filter((word) => {
    const plain = word.toLowerCase();
    return !ATTRIBUTES.has(plain) && !ATTRIBUTES.has(foldDiacritics(plain));
  });
}

function drugsIn(text: string): number {
  return new Set((text.match(/\p{L}{4,}/gu) ?? []).filter(isDrug).map((word) => word.toLowerCase())).size;
}

/** A question about one thing as a question about another of its kind: drug, group of people, type. Null where that cannot be. */
function swapSubject(question: string, other: string): string | null {
  const bare = other.replace(AROUND, '').trim();
  for (const find of [firstMatch(TYPE), firstMatch(PEOPLE), firstDrug]) {
    const [theirs, ours] = [find(bare), find(question)];
    // All that is said must be the thing itself: "children with asthma" is more than children.
    if (theirs !== null && ours !== null && theirs.length === bare.length && ours !== theirs) {
      return question.replace(ours, () => theirs);
    }
  }
  return null;
}

function firstMatch(pattern: RegExp): (text: string) => string | null {
  return (text) => pattern.exec(text)?.[0] ?? null;
}

function firstDrug(text: string): string | null {
  return text.match(/\p{L}{4,}/gu)?.find(isDrug) ?? null;
}

/** Vietnamese writes many names without their last vowel: "alendronat", "lidocain". */
function isDrug(word: string): boolean {
  return drugNamesIn(word).length > 0 || drugNamesIn(`${word}e`).length > 0;
}

/** The words of a question that do not only say how it is asked, in their order. */
export function tellingWords(question: string, language: Language): string[] {
  const words = question.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)?/gu) ?? [];
  const tells = (word: string) => {
    // As it is typed: "bão", a storm, is not "bao", how much.
    const [term] = analyzeText(word, language);
    return term !== undefined && !framingTerms()[language].has(term);
  };
  return words.filter(tells);
}
