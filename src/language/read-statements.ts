import type { Language } from '../domain/language.ts';
import { foldDiacritics } from './fold-diacritics.ts';
import { once, readLexicon } from './read-lexicon.ts';
import { type NegationKind, symptomNegations } from './read-negation.ts';

/** How a text is spelt: Vietnamese is read with its marks where it has them, and only against Vietnamese. */
export type Spelling = 'en' | 'vi' | 'vi-unmarked';

/** Whether a thing said is so: uncertain is a symptom with nobody who has it. */
export type Presence = 'absent' | 'uncertain' | 'certain';

/** A text as words, a space on either side of each: `;` between clauses, `.` between sentences. */
export interface Statements {
  spelling: Spelling;
  text: string;
  /** Where each sentence begins. */
  starts: readonly number[];
}

/** In a sentence without an end the rest is another: what is said far apart is not one statement. */
const LONGEST_SENTENCE = 60;
/** So many of the words of a Vietnamese text have marks, or it was typed without. */
const MARKED_SHARE = 0.2;
const PIECE = /\d+(?:[.,/]\d+)*|[\p{L}\p{M}]+(?:'\p{L}+)?\d*|[.!?;\n…]|[,:()–—]/gu;
const POSSESSIVE = /^(?!(?:he|she|it|that|what|who|there|here|how|where|let)')(.+)'s$/u;
/** How people type when they have no time. */
const SHORT: ReadonlyMap<string, string> = new Map(
  'ko=không k=không hok=không hông=không đc=được dc=được bs=bác_sĩ mins=minutes wks=weeks'
    .split(' ')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1).replace('_', ' ')]),
);
const CLAUSE_START =
  /^(?:but|however|although|though|except|whereas|because|nhưng|nhung|tuy|song|hôm nay|giờ)$/u;
const AFTER_AND = /^(?:now|i|im|he|hes|she|shes|my|his|her|it|the|they|has|is|am|giờ|gio|bây|bay|tôi|em)$/u;

export function readStatements(message: string, language: Language): Statements {
  const plain = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ`´]/gu, "'");
  const spelling = spellingOf(plain, language);
  const starts = [0];
  let [text, words, before] = [' ', 0, ''];
  for (const [piece] of (spelling === 'vi' ? plain : foldDiacritics(plain)).matchAll(PIECE)) {
    if (/^[\p{L}\p{N}]/u.test(piece)) {
      const word = wordOf(piece, spelling);
      const isNewThought =
        CLAUSE_START.test(word) || (/^(?:and|va|và)$/u.test(before) && AFTER_AND.test(word));
      text += isNewThought ? `; ${word} ` : `${word} `;
      words += 1;
      before = word;
    } else if (!/^[.!?;\n…]/u.test(piece)) text += '; ';
    if (/^[.!?;\n…]/u.test(piece) || words > LONGEST_SENTENCE) {
      text += '. ';
      starts.push(text.length - 1);
      words = 0;
    }
  }
  return { spelling, text, starts };
}

function spellingOf(text: string, language: Language): Spelling {
  if (language === 'en') return 'en';
  const words = text.match(/\p{L}+/gu) ?? [];
  const marked = words.filter((word) => foldDiacritics(word) !== word).length;
  return marked >= MARKED_SHARE * words.length ? 'vi' : 'vi-unmarked';
}

function wordOf(piece: string, spelling: Spelling): string {
  const word = piece.replace(POSSESSIVE, '$1').replace("'", '');
  const known = SHORT.get(word) ?? word;
  return spelling === 'vi' ? known : foldDiacritics(known);
}

/** What no gap of a phrase leaps over: "the chest is not tight". */
const DENYING = 'no|not|without|never|khong|không|chua|chưa|chang|chẳng|het|hết';
const GAP = `(?: (?!(?:${DENYING}) )[^ ;.]+){0,4}?`;

/**
 * Phrases between ` / ` as one pattern: `a|b` either word, `a_b` two words, `a?` may be absent, `~` up to four words, `a*`
 * begins so, `#` a number, `20##` a year, `^` the start of a clause,
 * and `!` in front only with its marks, without which it is another word. Repeats are bounded: linear on any text.
 */
export function compilePhrases(phrases: string, spelling: Spelling, flags = 'gu'): RegExp {
  const spelt = spelling === 'vi' ? phrases : foldDiacritics(phrases);
  const alternatives = spelt
    .split(' / ')
    .filter((phrase) => spelling !== 'vi-unmarked' || !phrase.startsWith('!'))
    .map((phrase) => phrase.replace(/^!/u, '').split(' ').map(elementOf).join(''));
  return new RegExp(`(?:${alternatives.join('|')})(?= )`, flags);
}

function elementOf(element: string): string {
  if (element === '~') return GAP;
  if (element === '^') return '(?<=[;.]|^)';
  const isOptional = element.endsWith('?');
  const words = (isOptional ? element.slice(0, -1) : element)
    .split('|')
    .map((word) =>
      word.replace('##', '\\d\\d').replace('#', '\\d[\\d.,/]*').replaceAll('_', ' ').replace('*', '[^ ;.]*'),
    )
    .join('|');
  return isOptional ? `(?: (?:${words}))?` : ` (?:${words})`;
}

type Cue =
  | NegationKind
  | 'past'
  | 'over'
  | 'governor'
  | 'general'
  | 'elsewhere'
  | 'idiom'
  | 'asker'
  | 'someone'
  | 'now';

/** How a thing is spoken of, by spelling: denied, past, over, feared, asked about in general, of others or in a figure of speech. */
const cues = once(() => {
  const rows = [
    ...readLexicon('language/statement-cues', ['cue', 'language', 'phrases']),
    ...symptomNegations().map(({ kind, language, phrase }) => ({ cue: kind, language, phrases: phrase })),
  ];
  const of = (spelling: Spelling) => {
    const phrases = new Map<string, string[]>();
    for (const { cue, language, phrases: own } of rows) {
      if (language === spelling.slice(0, 2)) phrases.set(cue, [...(phrases.get(cue) ?? []), own]);
    }
    return new Map(
      [...phrases].map(([cue, own]) => [cue, compilePhrases(own.join(' / '), spelling)] as const),
    );
  };
  return { en: once(() => of('en')), vi: once(() => of('vi')), 'vi-unmarked': once(() => of('vi-unmarked')) };
});

/** How many words a denial reaches in its clause, and in a list of several. */
const DENIAL_REACH: Readonly<Record<Spelling, number>> = { en: 6, vi: 4, 'vi-unmarked': 4 };
const LIST_REACH = 14;
const GOVERNOR_REACH = 5;
const OVER_REACH = 8;
const OR = / (?:or|nor|hay|hoac|hoặc) /u;

/** Reads how the things of a text are said. `lasting`: what has passed still counts. `measured`: a figure is somebody's. */
export function createPresenceReader({ spelling, text, starts }: Statements) {
  const patterns = cues()[spelling]();
  const read = new Map<string, boolean>();
  const firstElsewhere = text.search(patterns.get('elsewhere') ?? /$^/u);

  return { isDenied, presence, sentenceAt };

  /** Which sentence a place of the text is in. */
  function sentenceAt(place: number): number {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function presence(start: number, end: number, { lasting = false, measured = false } = {}): Presence {
    const sentence = sentenceText(start);
    const clause = clauseText(start);
    if (isDenied(start)) return 'absent';
    const isNow = has('now', clause);
    if (!isNow && !lasting && (has('past', clause) || isAfter('past', start) || isOver(end))) return 'absent';
    if (!isNow && isGoverned(start)) return 'absent';
    const isSomeones = has('someone', withoutAskers(clause));
    if (has('elsewhere', sentence) && !(isNow && isSomeones)) return 'absent';
    // "Exam question: …" holds for all that follows.
    if (firstElsewhere !== -1 && firstElsewhere < start && !isSomeones) return 'absent';
    if (has('general', sentence) && !isSomeones && !measured) return 'absent';
    return isSomeones || isNow || has('someone', withoutAskers(sentence)) ? 'certain' : 'uncertain';
  }

  /** A denial that reaches it, or a figure of speech. */
  function isDenied(start: number): boolean {
    const clause = clauseText(start);
    const from = text.lastIndexOf(';', start);
    const at = Math.max(from, starts[sentenceAt(start)] ?? 0);
    const said = blank('no_negation', clause);
    const before = said.slice(0, start - at + 1);
    if (nearEnd('negation', before, DENIAL_REACH[spelling])) return true;
    if (covers('idiom', clause, start - at)) return true;
    const sentence = sentenceText(start);
    const lead = blank('no_negation', sentence).slice(0, start - (starts[sentenceAt(start)] ?? 0) + 1);
    const last = lead.slice(Math.max(0, lead.length - LIST_REACH * 7));
    if (last.includes(' but ') || has('now', last)) return false;
    return has('list_negation', last) || (has('negation', last) && OR.test(sentence.slice(lead.length - 1)));
  }

  function isGoverned(start: number): boolean {
    const at = Math.max(text.lastIndexOf(';', start), starts[sentenceAt(start)] ?? 0);
    return nearEnd('governor', text.slice(at, start + 1), GOVERNOR_REACH);
  }

  function isOver(end: number): boolean {
    const sentence = sentenceText(end - 1);
    const after = sentence.slice(end - (starts[sentenceAt(end - 1)] ?? 0));
    return has('over', after.split(' ', OVER_REACH).join(' ').concat(' ')) && !has('now', sentence);
  }

  /** In a clause before it, of the same sentence, that says nothing of now. */
  function isAfter(cue: Cue, start: number): boolean {
    const begin = starts[sentenceAt(start)] ?? 0;
    const lead = text.slice(begin, start);
    return lead.includes(';') && has(cue, lead) && !has('now', lead);
  }

  function sentenceText(place: number): string {
    const index = sentenceAt(place);
    return text.slice(starts[index], (starts[index + 1] ?? text.length) + 1);
  }

  function clauseText(place: number): string {
    const begin = Math.max(text.lastIndexOf(';', place), starts[sentenceAt(place)] ?? 0);
    const ends = [text.indexOf(';', place), text.indexOf('.', place)].filter((at) => at !== -1);
    return text.slice(begin, Math.min(text.length, ...ends));
  }

  function has(cue: Cue, part: string): boolean {
    const key = `${cue}\t${part}`;
    const known = read.get(key);
    if (known !== undefined) return known;
    const found = part.length > 0 && patterns.has(cue) && part.search(patterns.get(cue) ?? /$^/u) !== -1;
    read.set(key, found);
    return found;
  }

  /** Whether such a cue ends at most so many words before the end of a part. */
  function nearEnd(cue: Cue, part: string, reach: number): boolean {
    for (const { 0: found, index } of part.matchAll(patterns.get(cue) ?? /$^/gu)) {
      const between = part.slice(index + found.length).trim();
      if (between === '' || between.split(' ').length <= reach) return true;
    }
    return false;
  }

  function covers(cue: Cue, part: string, place: number): boolean {
    for (const { 0: found, index } of part.matchAll(patterns.get(cue) ?? /$^/gu)) {
      if (index <= place && place < index + found.length) return true;
    }
    return false;
  }

  function blank(cue: Cue, part: string): string {
    return part.replace(patterns.get(cue) ?? /$^/gu, (found) => found.replace(/[^ ]/gu, '·'));
  }

  /** "Should I", "tell me": the asker as asker has nothing. */
  function withoutAskers(part: string): string {
    return blank('asker', part);
  }
}
