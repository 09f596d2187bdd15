import type { Chart } from '../../chart/chart.port.ts';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { restorePii } from '../../gates/front/pii/redact-pii.ts';
import type { NameSeal } from '../../gates/name-seal.port.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { stopWords } from '../../language/search-terms/analyze-text.ts';
import { editDistance, editLimit, SYLLABLE } from '../../language/search-terms/correct-spelling.ts';
import { knownWords } from '../../language/search-terms/word-tables.ts';
import type { Gateway, Task, TaskResult } from '../../llm/gateway.port.ts';
import { askUnlessCertain } from '../shared/ask-unless-certain.ts';
import { readDrugs } from './request/read-mentions.ts';

/** What looks like a number of a hospital's record: GAL-0001, however it is typed. */
const RECORD_NUMBER = /(?<![\p{L}\p{N}-])(?!NCT|PM)[A-Z]{2,5}(?:-\d{3,10}| ?0\d{3,9})(?![\p{L}\p{N}])/giu;
const WORD = /[\p{L}\p{M}]+/gu;
const GAP = /^[\s.'’-]*$/u;
/** A shorter word is a name only where it is written like one, or beside another of the same name. */
const TELLING_LENGTH = 3;
/** Parts of names that are also the small words of either language; alone they name nobody. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'an anh and bao bay cao chi cho con cua dao day den for has her his hai hoa hoang khi khong la lan long mai may minh nam nay ngoc nhi sau son tam thai the thi thu thuy tin toan tuan van will xuan'.split(
    ' ',
  ),
);

/**
 * Puts names and numbers of people out of sight: whole or in part, in any case, with or without marks, in any order. One
 * small word of a name alone stays, unless it is written with a capital.
 */
export function maskNames(text: string, withheld: readonly string[], stand = '[patient]'): string {
  const numbers = withheld.filter((word) => /\d/u.test(word) && word.trim().length > 1);
  const parts = withheld.flatMap((name) => (/\d/u.test(name) ? [] : (name.match(WORD) ?? [])));
  const masked = maskParts(maskNumbers(text, numbers), parts, stand);
  return masked.replace(RECORD_NUMBER, '[record number]');
}

function maskNumbers(text: string, numbers: readonly string[]): string {
  return numbers
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (masked, number) => masked.replace(new RegExp(literally(number), 'giu'), '[record number]'),
      text,
    );
}

/** A text as a pattern that means just that text. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
}

function maskParts(text: string, parts: readonly string[], stand: string): string {
  const exact = new Set(parts.map((part) => part.normalize('NFC').toLowerCase()));
  const plain = new Set(parts.map((part) => foldDiacritics(part).toLowerCase()));
  const words = [...text.matchAll(WORD)].map((match) => {
    const lower = match[0].normalize('NFC').toLowerCase();
    const folded = foldDiacritics(lower);
    // "Tuần" is a week, whoever is called Tuấn; "tuan" may be either.
    const isPart = exact.has(lower) || (folded === lower && plain.has(folded));
    return { start: match.index, end: match.index + match[0].length, word: match[0], folded, isPart };
  });
  let result = '';
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    let last = i;
    while (words[last]?.isPart && words[last + 1]?.isPart && joins(words[last]?.end, words[last + 1]?.start))
      last++;
    const [first, end] = [words[i], words[last]];
    if (!first?.isPart || !end || (last === i && !tellsAlone(first))) continue;
    result += text.slice(at, first.start) + stand;
    at = end.end;
    i = last;
  }
  return result + text.slice(at);

  function joins(from = 0, to = 0): boolean {
    return GAP.test(text.slice(from, to));
  }
}

function tellsAlone({ word, folded }: { word: string; folded: string }): boolean {
  const isCapital = /^\p{Lu}\p{Ll}/u.test(word.normalize('NFC')) && folded.length > 1;
  return isCapital || (folded.length >= TELLING_LENGTH && !SMALL_WORDS.has(folded));
}

/** The same task, in whose prompt patients' names and numbers are put out of sight. Its twin sees all. */
export function maskPrompts<Input, Output>(
  task: Task<Input, Output>,
  withheld: readonly string[],
): Task<Input, Output> {
  return {
    ...task,
    prompt: (input, fence) => task.prompt(input, (label, text) => fence(label, maskNames(text, withheld))),
  };
}

/** Puts a task to a model that must not see who the patients are; `calls`: how many the turn may have made after it. */
export function askMasked<Input, Output>(
  gateway: Gateway,
  task: Task<Input, Output>,
  input: Input,
  asking: {
    context: RunContext;
    withheld: readonly string[] | undefined;
    calls: number;
    /** Why its twin needs no model. */
    certain?: string | null;
  },
): Promise<TaskResult<Output>> {
  const { context, withheld = [], calls, certain = null } = asking;
  const masked = maskPrompts(task, withheld);
  return askUnlessCertain(gateway, masked, input, context, { certain, maxCalls: calls });
}

type Arguments = Record<string, unknown>;

/** Arguments for the hospital's own chart: tokens are words again, or a note would keep "[NAME_1]". */
export function restoreArguments(args: Arguments, names: NameSeal, sealed: string): Arguments {
  const words = namesIn(names, sealed);
  return mapTexts(args, (text) => restorePii(text, words));
}

/** What the tokens of a turn stand for; nothing, where nothing was sealed or it was sealed elsewhere. */
export function namesIn(names: NameSeal, sealed: string): Record<string, string> {
  return sealed === '' ? {} : (names.open(sealed) ?? {});
}

export function mapTexts(args: Arguments, change: (text: string) => string): Arguments {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    return Array.isArray(value) ? value.map(map) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, map(value)]));
}

/**
 * Which words of a text are names of the hospital's own patients. `isSought`: someone is looked for, so that small words
 * count as well, and misspelt ones as the names that they are near.
 */
export type NamesOnFile = (
  principal: Principal,
  text: string,
  how?: { isSought: boolean },
) => Promise<string[]>;

/** A longer text is asked about by its first words: what leaves is a query, not a letter. */
const MAX_WORDS = 24;
const MIN_LETTERS = 3;
/** A shorter word is a letter away from too many names. */
const MIN_MISSPELT = 5;
/** Words of a message that does no more than call somebody up. */
const MAX_CALL = 4;

/** Looks every word up in the charts, so that a name nobody can tell by its form does not leave. */
export function createNamesOnFile({ chart }: { chart: Pick<Chart, 'searchPatients'> }): NamesOnFile {
  return async (principal, text, { isSought } = { isSought: false }) => {
    const drugs = new Set(readDrugs(text).flatMap((drug) => drug.split(' ')));
    const words = [...new Set(text.match(WORD) ?? [])]
      .filter((word) => word.length >= MIN_LETTERS && !drugs.has(word.toLowerCase()))
      // A small word of the language stays in a query, whoever is called by it.
      .filter((word) => (isSought ? mayBeSought(word, text) : maskNames(word, [word], '') === ''))
      .slice(0, MAX_WORDS);
    const names = await Promise.all(words.map((word) => nameLike(principal, word, isSought)));
    return names.flatMap((name) => name ?? []);
  };

  /** The word, where it is a name; of one that is sought, the name that is spelt most nearly like it. */
  async function nameLike(principal: Principal, word: string, isSought: boolean): Promise<string | null> {
    const letters = plain(word);
    const limit = isSought && letters.length >= MIN_MISSPELT ? editLimit(letters) : 0;
    // A search goes by how a name begins: where a word may be misspelt, by its first half.
    const name = limit === 0 ? word : word.slice(0, Math.ceil(word.length / 2));
    try {
      const patients = await chart.searchPatients(principal, { name });
      const near = patients
        .flatMap(({ name = [] }) =>
          name.flatMap(({ text, family, given = [] }) => [text ?? '', family ?? '', ...given]),
        )
        .flatMap((part) => part.split(/\s+/u))
        .map((part) => ({ part, away: editDistance(letters, plain(part), limit) }))
        .sort((one, two) => one.away - two.away)[0];
      if (near === undefined || near.away > limit) return null;
      return near.away === 0 ? word : near.part;
    } catch (error) {
      // Without the charts there is only the form of a name to go by, which the client looks at in any case.
      if (error instanceof GalenError) return null;
      throw error;
    }
  }
}

/** Among other words a Vietnamese syllable is more often a word than a name: "khang sinh" is no Khang. */
function mayBeSought(word: string, text: string): boolean {
  const lower = word.toLowerCase();
  const isWord = [knownWords().common, knownWords().medical, stopWords().en].some((list) => list.has(lower));
  return !isWord && (!SYLLABLE.test(plain(word)) || text.split(/\s+/u).length <= MAX_CALL);
}

function plain(word: string): string {
  return foldDiacritics(word).toLowerCase();
}
