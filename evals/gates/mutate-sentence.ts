import { detectLanguage } from '../../src/gates/front/detect-language.ts';
import { DENIED, LOOK_ALIKES, OPPOSITES, OTHER_PEOPLE, UNDENIED, WRONG_UNITS } from './planted-words.ts';
import { pickFrom, shuffled } from './random.ts';

/** Kinds of errors that change what a sentence says. */
export const MUTATIONS = [
  'number',
  'unit',
  'percentage',
  'exchanged',
  'direction',
  'denial-removed',
  'denial-added',
  'drug',
  'population',
] as const;
export type Mutation = (typeof MUTATIONS)[number];

type Mutate = (sentence: string, source: string, random: () => number) => string | null;

/** Not the 34 of "UKPDS 34", nor the 2 of SGLT2: a name with another number may be another name. */
const NUMBER = /(?<![\p{L}\d.,/-])(?<!\p{Lu}{2} )(\d+(?:[.,]\d+)*)(?![\p{L}\d%/]| ?%)/gu;
/** A share and the group whose it is: "16.3% on dapagliflozin". */
const ARM = /(?<![\p{L}\d.,])(\d+(?:[.,]\d+)*)(?=% (?:on|with|in|of|ở|với|dùng) (?:the |nhóm )?(\p{L}+))/gu;
const PERCENTAGE = /(?<![\p{L}\d.,])(\d+(?:[.,]\d+)*)(?= ?%)/gu;

const MUTATE: Readonly<Record<Mutation, Mutate>> = {
  number: changeNumber(NUMBER),
  percentage: changeNumber(PERCENTAGE),
  exchanged(sentence) {
    const found = [...sentence.matchAll(ARM)];
    const [one, other] = [found[0]?.[1], found[1]?.[1]];
    if (!one || !other || one === other || found[0]?.[2] === found[1]?.[2]) return null;
    const [first, second] = [found[0]?.index ?? 0, found[1]?.index ?? 0];
    return (
      sentence.slice(0, first) +
      other +
      sentence.slice(first + one.length, second) +
      one +
      sentence.slice(second + other.length)
    );
  },
  unit(sentence, source) {
    for (const [unit, wrong] of WRONG_UNITS) {
      const at = new RegExp(`(\\d)( ?-?)${unit}(?![\\p{L}/])`, 'u');
      const changed = sentence.replace(at, `$1$2${wrong}`);
      if (changed !== sentence && !source.includes(changed)) return changed;
    }
    return null;
  },
  direction: (sentence, _, random) => swapWord(sentence, OPPOSITES, random),
  population(sentence, _, random) {
    // Vietnamese "men" is an enzyme.
    const language = detectLanguage(sentence);
    const own = OTHER_PEOPLE.filter(([word]) => /[^a-z]/u.test(word) === (language === 'vi'));
    return swapWord(sentence, own, random);
  },
  'denial-removed': (sentence) => replaceFirst(sentence, UNDENIED),
  'denial-added': (sentence, _, random) => replaceFirst(sentence, shuffled(DENIED, random)),
  drug(sentence, source, random) {
    const lower = source.toLowerCase();
    for (const family of LOOK_ALIKES) {
      for (const drug of family) {
        const at = new RegExp(`(?<!\\p{L})${drug}(?!\\p{L})`, 'iu').exec(sentence);
        const other = pickFrom(
          family.filter((name) => !lower.includes(name)),
          random,
        );
        if (!at || other === undefined) continue;
        const name = /^\p{Lu}/u.test(at[0]) ? other[0]?.toUpperCase() + other.slice(1) : other;
        return sentence.slice(0, at.index) + name + sentence.slice(at.index + at[0].length);
      }
    }
    return null;
  },
};

/** The sentence with one error of this kind; null where it offers no place for one. `source` is what it came from. */
export function mutateSentence(
  kind: Mutation,
  sentence: string,
  source: string,
  random: () => number,
): string | null {
  return MUTATE[kind](sentence, source, random);
}

function changeNumber(pattern: RegExp): Mutate {
  return (sentence, source, random) => {
    const found = pickFrom([...sentence.matchAll(pattern)], random);
    if (!found?.[1]) return null;
    const taken = new Set(source.match(/\d+(?:[.,]\d+)*/gu) ?? []);
    const changed = shuffled(otherNumbers(found[1]), random).find((number) => !taken.has(number));
    if (changed === undefined) return null;
    return sentence.slice(0, found.index) + changed + sentence.slice(found.index + found[1].length);
  };
}

/** Slips of the pen: a digit up, doubled, ten times as much, two digits exchanged. */
function otherNumbers(number: string): string[] {
  const last = Number(number.at(-1));
  const bumped = number.slice(0, -1) + ((last + 3) % 10);
  const exchanged = number.replace(/(\d)(\d)/u, '$2$1');
  const doubled = /^\d+$/u.test(number) ? String(Number(number) * 2) : `1${number}`;
  const tenfold = /^\d+$/u.test(number) ? `${number}0` : number.replace(/[.,](\d)/u, '$1');
  return [bumped, exchanged, doubled, tenfold].filter(
    (other) =>
      Number(other.replaceAll(',', '')) !== Number(number.replaceAll(',', '')) && !/^0\d/u.test(other),
  );
}

function swapWord(
  sentence: string,
  pairs: readonly (readonly [string, string])[],
  random: () => number,
): string | null {
  for (const [word, other] of shuffled(pairs, random)) {
    const at = new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'u');
    if (at.test(sentence)) return sentence.replace(at, other);
  }
  return null;
}

function replaceFirst(sentence: string, rules: readonly (readonly [RegExp, string])[]): string | null {
  for (const [pattern, replacement] of rules) {
    if (pattern.test(sentence)) return sentence.replace(pattern, replacement);
  }
  return null;
}
