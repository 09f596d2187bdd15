import type { Language } from '../../domain/language.ts';
import type { Message } from '../../domain/run-record.ts';
import { detectLanguage } from '../../gates/front/detect-language.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readLexicon, readPatterns, readWordLists } from '../../language/read-lexicon.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { framingTerms } from '../../language/search-terms/word-tables.ts';
import { pickOption } from './pick-option.ts';

const cues = once(() =>
  readPatterns(
    'language/follow-up-cues',
    [
      'courtesy',
      'comparison',
      'points_back',
      'may_point_back',
      'asks_for_more',
      'begins_inside',
      'names_its_subject',
      'people',
      'new_topic',
      'correction',
      'agrees',
    ],
    'iu',
  ),
);

/** "And …?", "what about …?", "còn … thì sao?" with what is asked about. */
const ellipses = once(() =>
  readLexicon('language/ellipses', ['cue']).map(({ cue }) => new RegExp(cue, 'iu')),
);

/** What can be asked about anything: a question of these alone does not say about what. */
const attributes = once(() => readWordLists('language/attributes', 'word', ['attribute']).attribute);

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
  const asked = question.replace(cues().courtesy, '').trim();
  if (before === undefined) return alone(question);
  const elsewhere = cues().new_topic.exec(asked);
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
  if (offer !== undefined && cues().agrees.test(question.trim())) {
    return { question: `${base()} ${offer}`, rule: 'reply' };
  }
  const meant = cues().correction.exec(asked)?.[1];
  if (meant !== undefined) {
    return { question: swapSubject(base(), meant) ?? `${base()} ${meant}`, rule: 'correction' };
  }
  if (cues().comparison.test(asked) && !namesSubject(asked, language)) {
    return { question: `${compared(before, history.slice(0, at))} ${asked}`, rule: 'comparison' };
  }
  const other = ellipses()
    .map((pattern) => pattern.exec(asked)?.[1])
    .find((found) => found !== undefined);
  if (other !== undefined && leansOn(other, asked, language)) {
    return { question: swapSubject(base(), other) ?? `${base()} ${asked}`, rule: 'ellipsis' };
  }
  if (answer.endsWith('?') && !asked.endsWith('?') && words <= 6) {
    return { question: `${base()} ${asked}`, rule: 'reply' };
  }
  if (cues().asks_for_more.test(asked) && ownWords(asked, language).length <= FEW_WORDS[language]) {
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
  if (cues().points_back.test(asked)) return own <= FEW_WORDS[language] + 1;
  return cues().may_point_back.test(asked) && own <= FEW_WORDS[language];
}

/** A question that does not say what it is about. */
function isFragment(asked: string, language: Language): boolean {
  if (namesSubject(asked, language)) return false;
  const own = ownWords(asked, language);
  if (cues().begins_inside.test(asked)) return own.length <= FEW_WORDS[language];
  return own.length <= 1 || (language === 'vi' && own.length <= 2 && !beginsWith(asked, own[0] ?? ''));
}

function namesSubject(asked: string, language: Language): boolean {
  const isNamed = cues().names_its_subject.test(asked) && ownWords(asked, language).length > 0;
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
    return !attributes().has(plain) && !attributes().has(foldDiacritics(plain));
  });
}

function drugsIn(text: string): number {
  return new Set((text.match(/\p{L}{4,}/gu) ?? []).filter(isDrug).map((word) => word.toLowerCase())).size;
}

/** A question about one thing as a question about another of its kind: drug, group of people, type. Null where that cannot be. */
function swapSubject(question: string, other: string): string | null {
  const bare = other.replace(AROUND, '').trim();
  for (const find of [firstMatch(TYPE), firstMatch(cues().people), firstDrug]) {
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
