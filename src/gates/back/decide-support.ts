import type { Support } from '../../domain/answer.ts';
import { orAbort } from '../../domain/signals.ts';
import { contentWords, shareOf } from '../../language/claim-words.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { carriesAmount, spellNumbersLike } from '../../language/read-numbers.ts';
import { type Meaning, MeaningError, type Support as Read } from '../../meaning/meaning.port.ts';
import type { JudgeSupport } from '../back-gate.port.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';
import { carries, clashes, type HardFacts, hardFactsOf, isOrder } from './hard-facts.ts';

/** A sentence of a draft, and the sources that its own marks name. */
export interface Claim {
  text: string;
  hints: readonly number[];
  /** What it stands under, in a table: the names of its column and row. */
  under?: string;
}

/** The quote that carries a claim best, and how well. */
export interface Alignment {
  sentence: EvidenceSentence;
  support: Support;
  overlap: number;
  /** Where it does not hold: the sources' own sentences about the same, to be shown in its place. */
  instead: readonly EvidenceSentence[];
}

/** Galen's own models, null where rules decide, and how long they may take for all sentences of an answer. */
export interface SupportModel {
  meaning: Meaning | null;
  limitMs: number;
  /** A language model's word on the claims that these leave undecided; null where nobody is asked. */
  judge: JudgeSupport | null;
}

interface Decisions {
  /** For each claim the words that carry it best, and whether they do; null when nothing comes near. */
  alignments: (Alignment | null)[];
  /** Why rules decided where the model should have. */
  degraded: string | null;
}

/** Chance of support from which a sentence stands, chosen on held-out documents: see docs/safety.md. */
const SUPPORTED_FROM = 0.9;
/** From here to there a sentence is undecided; below, and where a window contradicts it, nobody is asked. */
const UNDECIDED_FROM = 0.1;
const CONTRADICTED_FROM = 0.7;
/** Share of a claim's words, nearness by vectors or chance that a source's sentence speaks of it, from which both are about the same. */
const SAME_FROM = 0.5;
const MOST_INSTEAD = 3;
/** A longer sentence the model would not read to its end. */
const CLAIM_WORDS = 50;
/** How many sentences of the evidence are compared with a claim before it counts as resting on none. */
const CANDIDATES = 6;
/** Sentences of the evidence that are read by their vectors. */
const READ_BY_SENSE = 40;
/** How much the model reads for a claim: the best sentence alone, and with its neighbours or the next best. */
const WINDOWS = 2;
/** What a model's own mark, and having all numbers of a claim, are worth when two sentences fit nearly as well. */
const HINT_BONUS = 0.05;
const NUMBERS_BONUS = 0.15;
/** What it is worth that a quote says little else: of two that hold the claim, the tighter one is shown. */
const TIGHTNESS_BONUS = 0.02;
/** Share of a claim's words that its quote must hold where rules decide. */
const CARRIED_FROM = 0.7;
const WEAK_FROM = 0.45;
/** Words that each of two sentences must bring to a claim which rests on both: a wrong number is often the neighbour's. */
const MIN_BROUGHT = 3;
/** A sentence this much more alike than the supporting one, and at odds with the claim, is the one that it garbles. */
const GARBLED_LEAD = 0.15;
const GARBLED_FROM = 0.7;

/**
 * Whether the evidence carries each claim, in three layers: a quote is supported; a clash of hard facts is not; the rest the
 * support model says, asked once for all. Where there is no model, or it fails, the rules for rewordings decide.
 */
export async function decideSupport(
  claims: readonly Claim[],
  sentences: readonly EvidenceSentence[],
  { meaning, limitMs, judge }: SupportModel,
): Promise<Decisions> {
  const quotes = quotesOf(sentences);
  const weighed = claims.map((claim) => weighClaim(claim, sentences, quotes));
  const byRules = (degraded: string | null) => ({ alignments: weighed.map(alignByRules), degraded });
  if (meaning === null) return byRules(null);
  const { status } = meaning.models.support;
  if (status !== 'ready') return byRules(status);

  try {
    const { near, read, chances } = await withinLimit(limitMs, async (signal) => {
      const near = await addBySense(weighed, claims, sentences, { meaning, signal });
      const read = near.map(windowsFor);
      const asked = read.flatMap((windows, i) =>
        // Whether a number is the same is read by code: how it is written must not mislead the model.
        windows.map(({ window }) => ({
          source: window,
          sentence: spellNumbersLike(readAs(claims[i]), window),
        })),
      );
      return { near, read, chances: asked.length === 0 ? [] : await meaning.support(asked, { signal }) };
    });
    let next = 0;
    const judged = near.map((claim, i) => {
      const windows = read[i] ?? [];
      const own = chances.slice(next, next + windows.length);
      next += windows.length;
      return { claim, ...judgeWindows(windows, own) };
    });
    const rescued = await askJudge(judged, claims, judge);
    const alignments = judged.map(({ claim, best, verdict, about }, i): Alignment | null => {
      if (!best) return claim.isLong || claim.quoted ? alignByRules(claim) : unsupported(claim);
      if (verdict === 'supported') return { ...best, support: 'supported', instead: [] };
      if (rescued.has(i)) return { ...best, support: 'weak', instead: [] };
      return { ...best, support: 'unsupported', instead: insteadOf(claim, about) };
    });
    return { alignments, degraded: null };
  } catch (error) {
    return byRules(error instanceof MeaningError ? error.reason : 'failed');
  }
}

function readAs({ text, under = '' }: Claim = { text: '', hints: [] }): string {
  return under === '' ? text : `${under}: ${text}`;
}

type Window = Candidate & { window: string };

/** What the model makes of all that it read for a claim: support must be sure, and contradiction anywhere is a veto. */
function judgeWindows(windows: readonly Window[], own: readonly Read[]) {
  const chance = Math.max(0, ...own.map(({ supported }) => supported));
  const isVetoed = own.some(({ contradicted }) => contradicted >= CONTRADICTED_FROM);
  const verdict =
    isVetoed || chance < UNDECIDED_FROM
      ? ('unsupported' as const)
      : chance < SUPPORTED_FROM
        ? ('undecided' as const)
        : ('supported' as const);
  return {
    best: windows.find((_, i) => own[i]?.supported === chance),
    verdict,
    about: windows.filter((_, i) => (own[i]?.neither ?? 1) <= 1 - SAME_FROM).map(({ sentence }) => sentence),
  };
}

/** By its place, each undecided claim that a language model finds in its source. Of doses and of what was done its word is not enough. */
async function askJudge(
  judged: readonly (ReturnType<typeof judgeWindows> & { claim: Weighed })[],
  claims: readonly Claim[],
  judge: JudgeSupport | null,
): Promise<ReadonlySet<number>> {
  const asked = judged.flatMap(({ claim, best, verdict }, i) =>
    best && verdict === 'undecided' && !isOrder(claim.facts)
      ? [{ i, source: best.window, sentence: readAs(claims[i]) }]
      : [],
  );
  if (judge === null || asked.length === 0) return new Set();
  const holds = await judge(asked.map(({ source, sentence }) => ({ source, sentence })));
  return new Set(asked.filter((_, at) => holds[at]).map(({ i }) => i));
}

/** The sentence of a source that speaks most of what a claim speaks of, and others it drew on; none where the nearest is about something else. */
function insteadOf(
  { words, facts, candidates }: Weighed,
  about: readonly EvidenceSentence[],
): EvidenceSentence[] {
  // What its title says need not be in the sentence.
  const isAbout = ({ words: own, title }: EvidenceSentence) =>
    shareOf(new Set([...words].filter((word) => own.has(word) || !title().has(word))), own) >= SAME_FROM;
  const same = candidates
    .filter(({ sentence, sense = 0 }) => sense >= SAME_FROM || isAbout(sentence) || about.includes(sentence))
    .map((one) => ({ ...one, isAtOdds: clashesWith(one.sentence, facts, words) }))
    .sort((a, b) => Number(a.isAtOdds) - Number(b.isAtOdds));
  const chosen = same.slice(0, 1).map(({ sentence }) => sentence);
  for (const { sentence } of chosen.length === 0 ? [] : candidates) {
    const isNew = chosen.every((one) => !sentence.parts && needsBoth(words, [one, sentence]));
    const given = chosen.flatMap((one) => one.facts().numbers);
    const bringsNumber = facts.numbers.some(
      (number) => !carriesAmount(given, number) && carriesAmount(sentence.facts().numbers, number),
    );
    if ((isNew || (bringsNumber && isAbout(sentence))) && chosen.length < MOST_INSTEAD) chosen.push(sentence);
  }
  return chosen;
}

/** A model that hangs may not even heed its signal. */
async function withinLimit<T>(limitMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = new MeaningError('timed-out', `the support model took longer than ${limitMs} ms`);
  const timer = setTimeout(() => stop.abort(late), limitMs);
  return orAbort(ask(stop.signal), stop.signal).finally(() => clearTimeout(timer));
}

/** Claims that share few words with every sentence, as those in another language do, are held against the nearest by their vectors. */
async function addBySense(
  weighed: readonly Weighed[],
  claims: readonly Claim[],
  sentences: readonly EvidenceSentence[],
  { meaning, signal }: { meaning: Meaning; signal: AbortSignal },
): Promise<Weighed[]> {
  const isFar = ({ words, quoted, candidates }: Weighed) =>
    words.size > 0 && !quoted && candidates.every(({ overlap }) => overlap < SAME_FROM);
  const far = claims.filter((_, i) => weighed[i] && isFar(weighed[i]));
  const single = sentences.filter(({ parts }) => parts === undefined).slice(0, READ_BY_SENSE);
  if (far.length === 0 || single.length === 0 || meaning.models.encoder.status !== 'ready') {
    return [...weighed];
  }
  const texts = [...far.map(({ text }) => text), ...single.map(({ reading }) => reading)];
  const vectors = await meaning.encode(texts, { signal });
  return weighed.map((claim, i) => {
    const asked = claims[i];
    const own = asked && vectors[far.indexOf(asked)];
    if (!own) return claim;
    const near = single
      .map((sentence, k) => {
        const its = vectors[far.length + k];
        const sense = own.reduce((sum, value, at) => sum + value * (its?.[at] ?? 0), 0);
        return { sentence, sense, overlap: shareOf(claim.words, sentence.words) };
      })
      .filter(({ sentence }) => claim.isUnder(sentence))
      .sort((a, b) => b.sense - a.sense);
    return { ...claim, candidates: near.slice(0, CANDIDATES) };
  });
}

interface Candidate extends Pick<Alignment, 'sentence' | 'overlap'> {
  /** How near it is by its vector, where words are few. */
  sense?: number;
}

interface Weighed {
  words: ReadonlySet<string>;
  facts: HardFacts;
  isLong: boolean;
  /** Whether a sentence speaks of what the claim stands under. */
  isUnder(sentence: EvidenceSentence): boolean;
  /** The sentence that says just this. */
  quoted: EvidenceSentence | undefined;
  /** Those that speak most of what it speaks of, the nearest first. */
  candidates: Candidate[];
}

function weighClaim(
  { text, hints, under = '' }: Claim,
  sentences: readonly EvidenceSentence[],
  quotes: ReadonlyMap<string, EvidenceSentence[]>,
): Weighed {
  const words = contentWords(text);
  const facts = hardFactsOf(text);
  const names = contentWords(under);
  // A cell rests on what speaks of its column: the sides of a comparison are not exchanged.
  const isUnder = ({ spokenOf }: EvidenceSentence) =>
    names.size === 0 || shareOf(names, spokenOf()) >= SAME_FROM;
  const candidates = words.size === 0 ? [] : nearestTo(words, facts, hints, sentences.filter(isUnder));
  const same = words.size === 0 ? [] : (quotes.get(plainWords(text)) ?? []).filter(isUnder);
  const respelt = candidates.find(
    ({ sentence: { reading } }) => plainWords(spellNumbersLike(text, reading)) === plainWords(reading),
  );
  return {
    words,
    facts,
    isLong: text.split(/\s+/u).length > CLAIM_WORDS,
    isUnder,
    quoted: same.find(({ source_index }) => hints.includes(source_index)) ?? same[0] ?? respelt?.sentence,
    candidates,
  };
}

/** A number, unit, drug, denial, direction or population that the quote does not carry is never supported, however alike the words are. */
function alignByRules(claim: Weighed): Alignment | null {
  if (claim.quoted) return { sentence: claim.quoted, support: 'supported', overlap: 1, instead: [] };
  const judged = claim.candidates
    .filter(({ overlap }) => overlap > 0)
    .map(({ sentence, overlap }): Alignment => {
      const holds = overlap >= WEAK_FROM && carries(sentence.facts(), claim.facts, sentence.around());
      const isEnough = overlap >= CARRIED_FROM || !isOrder(claim.facts);
      const support = holds && isEnough ? (overlap >= CARRIED_FROM ? 'supported' : 'weak') : 'unsupported';
      return { sentence, overlap, support, instead: [] };
    });
  const best = (['supported', 'weak', 'unsupported'] as const)
    .map((wanted) => judged.find(({ support }) => support === wanted))
    .find((one) => one !== undefined);
  if (!best) return null;
  const against = judged.filter(({ support, sentence }) => support === 'unsupported' && !sentence.parts);
  return best.support === 'unsupported' || isGarbled(against, best) ? unsupported(claim) : best;
}

function unsupported(claim: Weighed): Alignment | null {
  const [nearest] = claim.candidates;
  return nearest ? { ...nearest, support: 'unsupported', instead: insteadOf(claim, []) } : null;
}

/** What the model reads for a claim, each around the sentence that would be quoted; nothing where code decides. */
function windowsFor({ words, facts, isLong, quoted, candidates }: Weighed): Window[] {
  if (isLong || quoted) return [];
  const holding = candidates.filter(({ sentence }) => !clashesWith(sentence, facts, words));
  const against = candidates.filter((one) => !holding.includes(one));
  if (isGarbled(against, holding[0] ?? { overlap: 0 })) return [];
  const windows = holding.slice(0, WINDOWS).flatMap((one) => {
    const texts = new Set([one.sentence.reading, one.sentence.windowFor(words)]);
    return [...texts].map((window) => ({ ...one, window }));
  });
  return windows.slice(0, WINDOWS);
}

/** Whether a claim turns round the sentence it is closest to, so that a looser one may not carry it. */
function isGarbled(
  against: readonly Pick<Alignment, 'overlap'>[],
  best: Pick<Alignment, 'overlap'>,
): boolean {
  return against.some(({ overlap }) => overlap >= GARBLED_FROM && overlap >= best.overlap + GARBLED_LEAD);
}

/** Whether a claim draws on both of two neighbouring sentences. */
function needsBoth(
  words: ReadonlySet<string>,
  [one, other]: readonly [EvidenceSentence, EvidenceSentence],
): boolean {
  const brought = (from: EvidenceSentence, beside: EvidenceSentence) =>
    [...words].filter((word) => from.words.has(word) && !beside.words.has(word)).length;
  return brought(one, other) >= MIN_BROUGHT && brought(other, one) >= MIN_BROUGHT;
}

/** The sentences, or neighbouring two where a claim draws on both, that speak most of what it speaks of. */
function nearestTo(
  words: ReadonlySet<string>,
  { numbers }: HardFacts,
  hints: readonly number[],
  sentences: readonly EvidenceSentence[],
): Candidate[] {
  const found = sentences.flatMap((sentence) => {
    const overlap = shareOf(words, sentence.words);
    const isNamed = hints.includes(sentence.source_index);
    if (overlap === 0 && !(isNamed && !sentence.parts)) return [];
    if (sentence.parts && !needsBoth(words, sentence.parts)) return [];
    const score = overlap + (isNamed ? HINT_BONUS : 0) + TIGHTNESS_BONUS * shareOf(sentence.words, words);
    return [{ sentence, overlap, score }];
  });
  const nearest = found.sort((a, b) => b.score - a.score).slice(0, 2 * CANDIDATES);
  const scoreOf = ({ sentence, score }: (typeof nearest)[number]) => {
    const carried = numbers.filter((number) => carriesAmount(sentence.facts().numbers, number)).length;
    return score + NUMBERS_BONUS * (numbers.length === 0 ? 0 : carried / numbers.length);
  };
  return nearest
    .map((one) => ({ ...one, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, CANDIDATES)
    .map(({ sentence, overlap }) => ({ sentence, overlap }));
}

/** Drugs that the sentences around a quote name are what it speaks of as "it". */
function clashesWith(sentence: EvidenceSentence, claim: HardFacts, words: ReadonlySet<string>): boolean {
  const { drugs, populations } = sentence.around();
  return clashes(sentence.facts(), claim, {
    drugs: [...drugs, ...drugNamesIn(sentence.windowFor(words))],
    populations,
  });
}

/** Two sentences made one by such a word are still quoted. */
const CONJUNCTIONS = ['and', 'và'];

function quotesOf(sentences: readonly EvidenceSentence[]): ReadonlyMap<string, EvidenceSentence[]> {
  const quotes = new Map<string, EvidenceSentence[]>();
  for (const sentence of sentences) {
    const [one, other] = sentence.parts?.map(({ quote }) => plainWords(quote)) ?? [];
    const joined = sentence.parts ? CONJUNCTIONS.map((and) => `${one} ${and} ${other}`) : [];
    for (const plain of [plainWords(sentence.reading), ...joined]) {
      quotes.set(plain, [...(quotes.get(plain) ?? []), sentence]);
    }
  }
  return quotes;
}

/** A text without case, white space and marks, but for those that change what a figure says. */
function plainWords(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+|\p{N}+(?:[.,:]\p{N}+)*|[%/\p{Sm}]|-(?=\p{N})/gu);
  return (words ?? []).join(' ');
}
