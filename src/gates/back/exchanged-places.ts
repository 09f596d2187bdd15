import type { ClaimWord } from '../../language/claim-words.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';

/** Words that part a sentence, and those among them that set two things against one another. */
const joints = once(() => {
  const rows = readLexicon('gates/joints', ['kind', 'words']);
  return new Map(rows.map(({ kind, words }) => [words, kind]));
});

/** Stands in a part for the comparison that opens it: "than placebo". */
const COMPARED = '<compared>';

/** More words than a sentence shares with its source; every pair of pairs is looked at. */
const MAX_SHARED = 40;

/** Where each word that says something stands: the number of its part. Words said twice have no place. */
type Places = ReadonlyMap<string, number>;

/** Parts between joints of clauses alone, and between those of phrases too. */
const GRAINS: readonly (readonly string[])[] = [
  ['clause', 'compare'],
  ['clause', 'compare', 'phrase'],
];

/**
 * Whether a claim has put two things of its quote in one another's places: "B is added when A fails" for "A is added when
 * B fails". What stood together in one part, and what stood in another, must not have changed partners. A comparison may be
 * turned round where its word is turned round too: "fewer on A than on B", "more on B than on A".
 */
export function placesExchanged(
  claim: readonly ClaimWord[],
  quote: readonly ClaimWord[],
  isTurned: boolean,
): boolean {
  return GRAINS.some((kinds) => {
    const [said, source] = [placesOf(claim, kinds), placesOf(quote, kinds)];
    if (isTurned && isComparisonTurned(said, source)) return false;
    return exchangesOf(said, source).length > 0;
  });
}

/** Whether claim and quote set the same things against one another, the other way round. */
export function comparisonsTurned(claim: readonly ClaimWord[], quote: readonly ClaimWord[]): boolean {
  return GRAINS.some((kinds) => isComparisonTurned(placesOf(claim, kinds), placesOf(quote, kinds)));
}

function isComparisonTurned(said: Places, source: Places): boolean {
  const shared = [...said.keys()].filter((word) => word !== COMPARED && source.has(word));
  const isAfter = (places: Places, word: string) => places.get(word) === places.get(COMPARED);
  if (!said.has(COMPARED) || !source.has(COMPARED)) return false;
  return (
    shared.some((word) => isAfter(said, word) && !isAfter(source, word)) &&
    shared.some((word) => !isAfter(said, word) && isAfter(source, word))
  );
}

/** Pairs of words that stood together and were parted, each of them joined to one of the other pair. */
function exchangesOf(said: Places, source: Places): [string, string][] {
  const shared = [...said.keys()].filter((word) => source.has(word)).slice(0, MAX_SHARED);
  const isTogether = (places: Places, one: string, other: string) => places.get(one) === places.get(other);
  const pairs = shared.flatMap((one, i) =>
    shared.slice(i + 1).map((other): [string, string] => [one, other]),
  );
  const parted = pairs.filter(([a, b]) => isTogether(source, a, b) && !isTogether(said, a, b));
  const isJoined = (a: string, b: string) => isTogether(said, a, b) && !isTogether(source, a, b);
  return parted.filter(([a, b], i) =>
    parted
      .slice(i + 1)
      .some(([c, d]) => (isJoined(a, d) && isJoined(b, c)) || (isJoined(a, c) && isJoined(b, d))),
  );
}

function placesOf(words: readonly ClaimWord[], kinds: readonly string[]): Places {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  let part = 0;
  let clause = 0;
  const put = (word: string) => {
    if (places.has(word)) twice.add(word);
    places.set(word, part);
  };
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (!word) continue;
    if (word.clause !== clause) part += 1;
    clause = word.clause;
    const pair = joints().get(`${word.text} ${words[i + 1]?.text}`);
    const kind = pair ?? joints().get(word.text);
    if (kind !== undefined && kinds.includes(kind)) {
      part += 1;
      if (kind === 'compare') put(COMPARED);
      if (pair !== undefined) i += 1;
    } else if (word.isContent) put(word.stem);
  }
  for (const word of twice) places.delete(word);
  return places;
}
