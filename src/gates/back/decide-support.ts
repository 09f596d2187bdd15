import { contentWords, shareOf } from '../../language/claim-words.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { carriesAmount, spellNumbersLike } from '../../language/read-numbers.ts';
import { type Meaning, MeaningError } from '../../meaning/meaning.port.ts';
import {
  type Alignment,
  alignSentence,
  type EvidenceSentence,
  isGarbled,
  needsBoth,
} from './align-sentence.ts';
import { clashes, type HardFacts, hardFactsOf } from './hard-facts.ts';

/** A sentence of a draft, and the sources that its own marks name. */
export interface Claim {
  text: string;
  hints: readonly number[];
}

/** Galen's own models, null where rules decide, and how long they may take for all sentences of an answer. */
export interface SupportModel {
  meaning: Meaning | null;
  limitMs: number;
}

interface Decisions {
  /** For each claim the words that carry it best, and whether they do; null when nothing comes near. */
  alignments: (Alignment | null)[];
  /** Why rules decided where the model should have. */
  degraded: string | null;
}

/** Chance of support from which a sentence stands, chosen on held-out documents: see docs/safety.md. */
const SUPPORTED_FROM = 0.1;
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
const TIGHTNESS_BONUS = 0.02;

/**
 * Whether the evidence carries each claim, in three layers: a quote is supported; a clash of hard facts is not; the rest the
 * support model says, asked once for all. Where there is no model, or it fails, the rules for rewordings decide.
 */
export async function decideSupport(
  claims: readonly Claim[],
  sentences: readonly EvidenceSentence[],
  { meaning, limitMs }: SupportModel,
): Promise<Decisions> {
  const byRules = (degraded: string | null): Decisions => ({
    alignments: claims.map(({ text, hints }) => alignSentence(text, sentences, hints)),
    degraded,
  });
  if (meaning === null) return byRules(null);
  const { status } = meaning.models.support;
  if (status !== 'ready') return byRules(status);

  const quotes = quotesOf(sentences);
  try {
    const { weighed, chances } = await withinLimit(limitMs, async (signal) => {
      const weighed = await weighBySense(claims, sentences, quotes, { meaning, signal });
      const asked = weighed.flatMap(({ undecided }, i) =>
        undecided.map(({ window }) => ({
          source: window,
          // Whether a number is the same is read by code: how it is written must not mislead the model.
          sentence: spellNumbersLike(claims[i]?.text ?? '', window),
        })),
      );
      return { weighed, chances: asked.length === 0 ? [] : await meaning.support(asked, { signal }) };
    });
    let next = 0;
    const alignments = weighed.map(({ decided, undecided }) => {
      const own = chances.slice(next, next + undecided.length).map(({ supported }) => supported);
      next += undecided.length;
      const best = undecided[own.indexOf(Math.max(...own))];
      if (!best) return decided;
      const support = Math.max(...own) >= SUPPORTED_FROM ? ('supported' as const) : ('unsupported' as const);
      return { sentence: best.sentence, overlap: best.overlap, support };
    });
    return { alignments, degraded: null };
  } catch (error) {
    return byRules(error instanceof MeaningError ? error.reason : 'failed');
  }
}

/** Claims that share no word with any sentence, as those in another language do, are held against the nearest by their vectors. */
async function weighBySense(
  claims: readonly Claim[],
  sentences: readonly EvidenceSentence[],
  quotes: ReadonlyMap<string, EvidenceSentence[]>,
  { meaning, signal }: { meaning: Meaning; signal: AbortSignal },
): Promise<Weighed[]> {
  const weighed = claims.map((claim) =>
    weighClaim(claim, quotes, nearestByWords(claim, sentences), sentences),
  );
  const far = claims.filter(({ text }, i) => weighed[i]?.decided === null && contentWords(text).size > 0);
  const single = sentences.filter(({ parts }) => parts === undefined).slice(0, READ_BY_SENSE);
  if (far.length === 0 || single.length === 0 || meaning.models.encoder.status !== 'ready') return weighed;
  const texts = [...far.map(({ text }) => text), ...single.map(({ quote }) => quote)];
  const vectors = await meaning.encode(texts, { signal });
  const nearest = far.map((claim, i) => {
    const own = vectors[i];
    const near = single.map((sentence, k) => ({
      sentence,
      overlap: 0,
      cosine: own?.reduce((sum, value, at) => sum + value * (vectors[far.length + k]?.[at] ?? 0), 0) ?? 0,
    }));
    const best = near.sort((a, b) => b.cosine - a.cosine).slice(0, CANDIDATES);
    return weighClaim(claim, quotes, best, sentences);
  });
  return weighed.map((one, i) => {
    const claim = claims[i];
    return (claim && nearest[far.indexOf(claim)]) ?? one;
  });
}

/** A model that hangs may not even heed its signal. */
async function withinLimit<T>(limitMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = new MeaningError('timed-out', `the support model took longer than ${limitMs} ms`);
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(late);
      stop.abort(late);
    }, limitMs);
    ask(stop.signal)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

interface Weighed {
  /** What stands unless the model is asked. */
  decided: Alignment | null;
  /** What the model reads, each around the sentence that would be quoted. */
  undecided: (Omit<Alignment, 'support'> & { window: string })[];
}

function weighClaim(
  { text, hints }: Claim,
  quotes: ReadonlyMap<string, EvidenceSentence[]>,
  candidates: readonly Omit<Alignment, 'support'>[],
  sentences: readonly EvidenceSentence[],
): Weighed {
  const words = contentWords(text);
  if (words.size === 0) return { decided: null, undecided: [] };
  const same = quotes.get(plainWords(text)) ?? [];
  const quoted = same.find(({ source_index }) => hints.includes(source_index)) ?? same[0];
  if (quoted) return quotedBy(quoted);
  if (text.split(/\s+/u).length > CLAIM_WORDS)
    return { decided: alignSentence(text, sentences, hints), undecided: [] };
  const facts = hardFactsOf(text);
  const [nearest] = candidates;
  if (!nearest) return { decided: null, undecided: [] };
  const respelt = candidates.find(
    ({ sentence: { quote } }) => plainWords(spellNumbersLike(text, quote)) === plainWords(quote),
  );
  if (respelt) return quotedBy(respelt.sentence);
  const holding = candidates.filter(({ sentence }) => !clashesWith(sentence, facts, words));
  const closest = Math.max(
    0,
    ...candidates.filter((one) => !holding.includes(one)).map(({ overlap }) => overlap),
  );
  const windows = holding.slice(0, WINDOWS).flatMap((one) => {
    const texts = new Set([one.sentence.quote, one.sentence.windowFor(words)]);
    return [...texts].map((window) => ({ ...one, window }));
  });
  return {
    decided: { ...nearest, support: 'unsupported' },
    undecided: isGarbled(closest, holding[0]?.overlap ?? 0) ? [] : windows.slice(0, WINDOWS),
  };
}

function quotedBy(sentence: EvidenceSentence): Weighed {
  return { decided: { sentence, support: 'supported', overlap: 1 }, undecided: [] };
}

/** The sentences, or neighbouring two where a claim draws on both, that speak most of what it speaks of. */
function nearestByWords(
  { text, hints }: Claim,
  sentences: readonly EvidenceSentence[],
): Omit<Alignment, 'support'>[] {
  const words = contentWords(text);
  const { numbers } = hardFactsOf(text);
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
    for (const plain of [plainWords(sentence.quote), ...joined]) {
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
