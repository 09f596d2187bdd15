import type { Language } from '../../domain/language.ts';
import type { Message } from '../../domain/run-record.ts';
import { detectLanguage } from '../../gates/front/detect-language.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readLexicon, readPatterns, readWordLists } from '../../language/read-lexicon.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { framingTerms } from '../../language/search-terms/word-tables.ts';

const cues = once(() =>
  readPatterns(
    'language/follow-up-cues',
    [
      'courtesy',
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
  rule: 'option' | 'correction' | 'ellipsis' | 'reply' | 'points-back' | 'fragment' | null;
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
  const base = () => resolveFollowUp(before, history.slice(0, at)).question;
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
  return own.length <= 1;
}

function namesSubject(asked: string, language: Language): boolean {
  const isNamed = cues().names_its_subject.test(asked) && ownWords(asked, language).length > 0;
  return isNamed || drugsIn(asked) > 0 || /\p{Lu}\p{L}*\p{Lu}|\p{L}\d/u.test(asked);
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

const PLACES: readonly RegExp[] = [
  /\b(?:first|1st|former|option 1|number 1|number one)\b|(?<!\p{L})(?:thứ nhất|thu nhat|đầu tiên|dau tien|số 1|so 1|cái đầu|cai dau|loại đầu|một|mot)(?!\p{L})/iu,
  /\b(?:second|2nd|latter|option 2|number 2|number two)\b|(?<!\p{L})(?:thứ hai|thu hai|thứ 2|thu 2|số 2|so 2|sau cùng|cái sau|loại sau)(?!\p{L})/iu,
  /\b(?:third|3rd|option 3|number 3|number three)\b|(?<!\p{L})(?:thứ ba|thu ba|thứ 3|thu 3|số 3|so 3)(?!\p{L})/iu,
  /\b(?:fourth|4th|option 4|number 4)\b|(?<!\p{L})(?:thứ tư|thu tu|thứ 4|thu 4|số 4|so 4)(?!\p{L})/iu,
];
const LAST = /\b(?:last|last one)\b|(?<!\p{L})(?:cuối cùng|cuoi cung|cái cuối|cai cuoi)(?!\p{L})/iu;
const MAX_OPTION_WORDS = 10;

/** The one of the things an answer offered or listed that a short message names by its place; null where it names none. */
function pickOption(message: string, answer: string): string | null {
  if (message.split(/\s+/u).length > MAX_OPTION_WORDS) return null;
  const place = PLACES.findIndex((pattern) => pattern.test(message));
  if (place === -1 && !LAST.test(message)) return null;
  const options = optionsIn(answer);
  return (place === -1 ? options.at(-1) : options[place]) ?? null;
}

/** What an answer counts up: by numbers, after a colon, or on both sides of "or". */
function optionsIn(answer: string): string[] {
  const numbered = [
    ...answer.matchAll(
      /(?:^|\s)\(?\d[).:]\s*([^?.;\n]{2,80}?)(?=\s*(?:,|;|\.|\?|\n|$|\s(?:or|and|hay|hoặc|và)\s*\(?\d[).:]|\s\(?\d[).:]))/gu,
    ),
  ];
  if (numbered.length >= 2) return numbered.map(([, option = '']) => tidy(option));
  const listed = /:\s*([^.?!]{3,200})[.?!]?/u.exec(answer)?.[1] ?? '';
  const parts = listed.split(/\s*(?:,|;|\s(?:or|and|hay|hoặc|và)\s)\s*/u).filter((part) => part !== '');
  if (parts.length >= 2) return parts.map(tidy);
  const sides = /([^.?!,]{2,60}?)\s(?:or|hay|hoặc)\s([^.?!]{2,60}?)(?:\s+ạ)?\?/u.exec(answer);
  return sides ? [tidy(sides[1] ?? ''), tidy(sides[2] ?? '')] : [];
}

function tidy(option: string): string {
  return option
    .replace(/^(?:or|and|hay|hoặc|và)\s+/u, '')
    .replace(/\s+(?:or|and|hay|hoặc|và)$/u, '')
    .replace(/[\s,;:]+$/u, '')
    .trim();
}
