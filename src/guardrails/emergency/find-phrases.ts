import type { Language } from '../../domain/language.ts';
import { ALARMS_EN } from '../tables/emergency-alarms.en.ts';
import { ALARMS_VI } from '../tables/emergency-alarms.vi.ts';
import { EMERGENCY_CATEGORIES, type EmergencyCategory } from '../tables/emergency-categories.ts';
import type { EmergencySign } from '../tables/emergency-combinations.ts';
import { CUES_EN, type CueKind } from '../tables/emergency-cues.en.ts';
import { CUES_VI } from '../tables/emergency-cues.vi.ts';
import { SIGNS_EN, type WordedSign } from '../tables/emergency-signs.en.ts';
import { SIGNS_VI } from '../tables/emergency-signs.vi.ts';
import { compilePhrase, type Phrase } from './compile-phrase.ts';
import type { Token } from './split-clauses.ts';

export type Meaning =
  | { kind: 'alarm'; category: EmergencyCategory }
  | { kind: 'sign'; sign: EmergencySign }
  | { kind: 'cue'; cue: CueKind };

/** Something found: `[start, end)` in tokens. Cues count for what is said in their own language; null is any. */
export type Found<M extends Meaning = Meaning> = {
  start: number;
  end: number;
  language: Language | null;
} & M;

type Entry = { phrase: Phrase; language: Language; meaning: Meaning };

/** Everything the tables know that a message says: two look-ups a word. */
export function findPhrases(tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  const look = (entries: readonly Entry[] | undefined, start: number) => {
    for (const { phrase, language, meaning } of entries ?? []) {
      const end = phrase.match(tokens, start);
      if (end !== -1) found.push({ start, end, language, ...meaning });
    }
  };
  tokens.forEach(({ text }, start) => {
    look(LEXICON.get(text), start);
    const next = tokens[start + 1];
    if (next) look(LEXICON.get(`${text} ${next.text}`), start);
    if (/^\d/.test(text)) look(LEXICON.get('#'), start);
  });
  return found;
}

const LEXICON = compileTables();

function compileTables(): ReadonlyMap<string, readonly Entry[]> {
  const lexicon = new Map<string, Entry[]>();
  const add = (sources: readonly string[], language: Language, meaning: Meaning) => {
    for (const source of sources) {
      const phrase = compilePhrase(source);
      for (const key of keysOf(phrase)) {
        const entries = lexicon.get(key);
        if (entries) entries.push({ phrase, language, meaning });
        else lexicon.set(key, [{ phrase, language, meaning }]);
      }
    }
  };
  for (const category of EMERGENCY_CATEGORIES) {
    add(ALARMS_EN[category], 'en', { kind: 'alarm', category });
    add(ALARMS_VI[category], 'vi', { kind: 'alarm', category });
  }
  // The keys of a const table are its signs and cues.
  for (const sign of Object.keys(SIGNS_EN) as WordedSign[]) {
    add(SIGNS_EN[sign], 'en', { kind: 'sign', sign });
    add(SIGNS_VI[sign], 'vi', { kind: 'sign', sign });
  }
  for (const cue of Object.keys(CUES_EN) as CueKind[]) {
    add(CUES_EN[cue], 'en', { kind: 'cue', cue });
    add(CUES_VI[cue], 'vi', { kind: 'cue', cue });
  }
  return lexicon;
}

/** By the first word, or by the first two where both are told: few phrases are then tried in vain. */
function keysOf({ starts, seconds }: Phrase): ReadonlySet<string> {
  const firsts = [...new Set(starts)];
  return new Set(
    seconds ? firsts.flatMap((first) => [...seconds].map((second) => `${first} ${second}`)) : firsts,
  );
}
