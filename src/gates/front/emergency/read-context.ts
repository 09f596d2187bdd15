import type { Language } from '../../../domain/language.ts';
import { CUE_KINDS, type CueKind, categories, type Found } from './find-phrases.ts';
import type { Token } from './split-clauses.ts';

/** Whether a thing said is so: "uncertain" is a symptom with nobody who has it. */
export type Presence = 'absent' | 'uncertain' | 'certain';

const NEGATION_REACH: Readonly<Record<Language, number>> = { en: 6, vi: 4 };
const LIST_REACH = 14;
const GOVERNOR_REACH = 5;
const RESOLVED_REACH = 8;
const OR = new Set(['or', 'nor', 'hay', 'hoac']);
/** Between "causes" and a symptom these make it someone's own. */
const OWN = new Set(['my', 'his', 'her', 'this', 'these', 'our', 'toi', 'em', 'nay', 'minh']);
/** Reads, clause by clause, how what was found is spoken of. */
export function createContextReader(tokens: readonly Token[], found: readonly Found[]) {
  const maps: Readonly<Record<Language, CueMap>> = {
    en: mapCues(tokens, found, 'en'),
    vi: mapCues(tokens, found, 'vi'),
  };
  const alarmClauses = new Set(
    found.flatMap((one) => (one.kind === 'alarm' ? [tokens[one.start]?.clause] : [])),
  );

  /** `strict` leaves out what a professional asks how to manage. */
  function presence(hit: Found, { strict }: { strict: boolean }): Presence {
    const languages: readonly Language[] = hit.language ? [hit.language] : ['en', 'vi'];
    const read = languages.map((language) => presenceIn(maps[language], language, hit, strict));
    return read.includes('absent') ? 'absent' : read.includes('certain') ? 'certain' : 'uncertain';
  }

  function presenceIn(map: CueMap, language: Language, hit: Found, strict: boolean): Presence {
    const last = tokens[hit.end - 1];
    const first = tokens[hit.start];
    if (!first || !last) return 'absent';
    const clause = (...cues: CueKind[]) =>
      cues.some((cue) => map.inClause(first.clause, cue) || map.inClause(last.clause, cue));
    const sentence = (...cues: CueKind[]) => cues.some((cue) => map.inSentence(first.sentence, cue));
    const isReported = clause('self', 'person', 'pronoun');

    if (isDenied(map, language, hit)) return 'absent';
    if (isResolved(map, hit) || isPast(map, hit)) return 'absent';
    if (sentence('family') && !clause('now', 'help') && (clause('family') || !clause('self')))
      return 'absent';
    if (map.inMessage('animal') && !sentence('self', 'person')) return 'absent';
    if (isGoverned(map, hit) && !clause('now', 'help')) return 'absent';
    if (map.since('study', first.sentence) && !clause('self', 'person', 'help')) return 'absent';
    if (clause('hypothetical') && !isReported) return 'absent';
    if (strict && clause('management') && !clause('help')) return 'absent';
    if (!isReported && !clause('help')) {
      if (clause('information', 'management')) return 'absent';
      if (sentence('information', 'management') && !sentence('self', 'person', 'pronoun')) return 'absent';
    }
    const isSomeone = isReported || sentence('self', 'person', 'pronoun');
    return isSomeone || clause('now', 'help') ? 'certain' : 'uncertain';
  }

  /** A figure of speech, or a denial that reaches it: "no fever but chest pain" denies the fever only. */
  function isDenied(map: CueMap, language: Language, hit: Found): boolean {
    return map.isTakenBy('idiom', hit.start, hit.end) || isNegated(map, language, hit);
  }

  function isNegated(map: CueMap, language: Language, hit: Found): boolean {
    const at = tokens[hit.start];
    for (let end = hit.start; end > Math.max(0, hit.start - LIST_REACH); end -= 1) {
      const before = tokens[end - 1];
      if (!before || before.sentence !== at?.sentence) return false;
      if (map.endsAt('list_negation', end) && !isNewThought(map, before.clause, at.clause)) return true;
      if (!map.endsAt('negation', end)) continue;
      if (before.clause === at.clause) return hit.start - end <= NEGATION_REACH[language];
      return !isNewThought(map, before.clause, at.clause) && hasOr(end, hit.end);
    }
    return false;
  }

  /** Whether somebody or some time is spoken of after the denial: then it is no longer a list. */
  function isNewThought(map: CueMap, from: number, to: number): boolean {
    for (let clause = from + 1; clause <= to; clause += 1) {
      if ((['self', 'person', 'pronoun', 'now', 'help'] as const).some((cue) => map.inClause(clause, cue)))
        return true;
    }
    return false;
  }

  function hasOr(start: number, end: number): boolean {
    for (let at = start; at < Math.min(tokens.length, end + 4); at += 1) {
      if (tokens[at]?.sentence !== tokens[start]?.sentence) return false;
      if (OR.has(tokens[at]?.text ?? '')) return true;
    }
    return false;
  }

  function isResolved(map: CueMap, hit: Found): boolean {
    if (hit.kind === 'alarm' && categories().some((one) => one.category === hit.category && one.lasting))
      return false;
    const sentence = tokens[hit.start]?.sentence;
    for (let at = hit.end; at < hit.end + RESOLVED_REACH && tokens[at]?.sentence === sentence; at += 1) {
      if (map.startsAt('resolved', at)) return !map.inSentence(sentence ?? 0, 'recurring');
    }
    return false;
  }

  /** Long ago, by a time in its clause, or in one before it that tells of nothing else. */
  function isPast(map: CueMap, hit: Found): boolean {
    const { clause = 0, sentence } = tokens[hit.start] ?? {};
    if (map.inClause(clause, 'now') || map.inClause(clause, 'help')) return false;
    if (map.inClause(clause, 'remote')) return true;
    for (let at = hit.start - 1; at >= 0 && tokens[at]?.sentence === sentence; at -= 1) {
      const before = tokens[at]?.clause ?? 0;
      if (map.inClause(before, 'now')) return false;
      if (map.inClause(before, 'remote'))
        return !alarmClauses.has(before) && !(hasSomeone(map, before) && hasSomeone(map, clause));
      if (hit.start - at > LIST_REACH) return false;
    }
    return false;
  }

  function hasSomeone(map: CueMap, clause: number): boolean {
    return (['self', 'person', 'pronoun'] as const).some((cue) => map.inClause(clause, cue));
  }

  function isGoverned(map: CueMap, hit: Found): boolean {
    const at = tokens[hit.start];
    for (let end = hit.start; end > Math.max(0, hit.start - GOVERNOR_REACH); end -= 1) {
      const before = tokens[end - 1];
      if (!before || before.segment !== at?.segment) return false;
      if (map.endsAt('governor', end)) return true;
      if (OWN.has(before.text)) return false;
    }
    return false;
  }

  return {
    presence,
    isDenied: (hit: Found) =>
      (['en', 'vi'] as const).some(
        (language) => (hit.language ?? language) === language && isDenied(maps[language], language, hit),
      ),
  };
}

/** Where the cues of one language stand. */
interface CueMap {
  inClause(clause: number, cue: CueKind): boolean;
  inSentence(sentence: number, cue: CueKind): boolean;
  inMessage(cue: CueKind): boolean;
  /** In this sentence or one before it. */
  since(cue: CueKind, sentence: number): boolean;
  startsAt(cue: CueKind, token: number): boolean;
  endsAt(cue: CueKind, token: number): boolean;
  /** Whether the last word and at least half of all belong to such a cue. */
  isTakenBy(cue: CueKind, start: number, end: number): boolean;
}

type Cue = Extract<Found, { kind: 'cue' }>;

/** A bit for each kind of cue: sets of them are numbers, since every word of a message is asked for them. */
const BITS = Object.fromEntries(CUE_KINDS.map((cue, index) => [cue, 1 << index])) as Record<CueKind, number>; // its keys are the kinds
const bitsOf = (...cues: CueKind[]) => cues.reduce((bits, cue) => bits | BITS[cue], 0);

/** Cues that take the meaning of others that begin inside them: "should I" has no patient in it. */
const OVERRULED_BY: Partial<Record<CueKind, number>> = {
  self: bitsOf('asker', 'study', 'hypothetical', 'idiom'),
  person: bitsOf('asker', 'study', 'hypothetical'),
  pronoun: bitsOf('hypothetical'),
  negation: bitsOf('no_negation'),
  list_negation: bitsOf('no_negation'),
  remote: bitsOf('now', 'asker'),
  family: bitsOf('asker'),
};
/** "My dog": the owner is not the one who suffers. */
const NEAR_ANIMAL = bitsOf('self', 'person');

/** Sorts the cues of a language by clause, sentence and place, less those that others overrule. */
function mapCues(tokens: readonly Token[], found: readonly Found[], language: Language): CueMap {
  const size = tokens.length + 1;
  const [covered, starts, ends] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const [clauses, sentences] = [
    new Int32Array((tokens.at(-1)?.clause ?? 0) + 1),
    new Int32Array((tokens.at(-1)?.sentence ?? 0) + 1),
  ];
  const nearAnimal = new Uint8Array(size);
  const firstSentence = new Map<CueKind, number>();
  const cues = found.filter((one): one is Cue => one.kind === 'cue' && one.language === language);
  for (const { cue, start, end } of cues) {
    for (let token = start; token < end; token += 1) put(covered, token, BITS[cue]);
    if (cue === 'animal') nearAnimal.fill(1, Math.max(0, start - 2), end + 1);
  }
  for (const { cue, start, end } of cues) {
    const bit = BITS[cue];
    if (has(covered, start, OVERRULED_BY[cue] ?? 0)) continue;
    if ((bit & NEAR_ANIMAL) !== 0 && nearAnimal[start] === 1) continue;
    const { clause = 0, sentence = 0 } = tokens[start] ?? {};
    put(clauses, clause, bit);
    put(sentences, sentence, bit);
    put(starts, start, bit);
    put(ends, end, bit);
    firstSentence.set(cue, Math.min(sentence, firstSentence.get(cue) ?? sentence));
  }
  return {
    inClause: (clause, cue) => has(clauses, clause, BITS[cue]),
    inSentence: (sentence, cue) => has(sentences, sentence, BITS[cue]),
    inMessage: (cue) => firstSentence.has(cue),
    since: (cue, sentence) => (firstSentence.get(cue) ?? Number.POSITIVE_INFINITY) <= sentence,
    startsAt: (cue, token) => has(starts, token, BITS[cue]),
    endsAt: (cue, token) => has(ends, token, BITS[cue]),
    isTakenBy(cue, start, end) {
      let count = 0;
      for (let token = start; token < end; token += 1) if (has(covered, token, BITS[cue])) count += 1;
      return has(covered, end - 1, BITS[cue]) && count * 2 >= end - start;
    },
  };
}

function put(sets: Int32Array, at: number, bits: number): void {
  sets[at] = (sets[at] ?? 0) | bits;
}

function has(sets: Int32Array, at: number, bits: number): boolean {
  return ((sets[at] ?? 0) & bits) !== 0;
}
