import { drugNamesIn, isDrugName } from '../domain/drug-names.ts';
import { numbersExchanged } from './numbers-exchanged.ts';
import { denialsDiffer, readDenials } from './read-denials.ts';
import { type Direction, pointsTheOtherWay, readDirections } from './read-directions.ts';
import { carriesNumber, type ReadNumber, readMeasures } from './read-measures.ts';
import { populationsDiffer, readPopulations } from './read-populations.ts';
import { splitWords, type Word } from './split-words.ts';

/** Given as drugs, and not among the names of drugs. */
const ELEMENTS = new Set('calcium potassium sodium canxi kali natri kẽm sắt magie'.split(' '));

/** What must be the same in a claim and in the words it rests on. */
export interface HardFacts {
  numbers: readonly ReadNumber[];
  drugs: readonly string[];
  words: readonly Word[];
  denials: readonly string[][];
  directions: readonly Direction[];
  populations: readonly string[];
}

/** What stands around a quote and holds for it too: drugs and people that its sentence leaves unsaid. */
export interface Surroundings {
  drugs: readonly string[];
  populations: readonly string[];
}

export function hardFactsOf(text: string): HardFacts {
  const words = splitWords(text);
  return {
    numbers: readMeasures(text),
    drugs: drugsOf(text, words),
    words,
    denials: readDenials(words),
    directions: readDirections(words),
    populations: readPopulations(words),
  };
}

/** Whether a quote carries every hard fact of a claim. */
export function carries(quote: HardFacts, claim: HardFacts, around: Surroundings): boolean {
  const drugs = [...quote.drugs, ...around.drugs];
  return (
    claim.numbers.every((number) => carriesNumber(quote.numbers, number)) &&
    claim.drugs.every((drug) => drugs.some((other) => sameDrug(drug, other))) &&
    !numbersExchanged(claim.words, quote.words) &&
    !denialsDiffer(claim, quote) &&
    !pointsTheOtherWay(quote.directions, claim.directions) &&
    !populationsDiffer(claim.populations, quote.populations, around.populations)
  );
}

/** Vietnamese writes many names without their last letter: spironolacton, omeprazol. */
function drugsOf(text: string, words: readonly Word[]): string[] {
  const cut = words.map((word) => `${word.text}e`).filter((name) => name.length > 7 && isDrugName(name));
  const elements = words.map((word) => word.text).filter((word) => ELEMENTS.has(word));
  return [...new Set([...drugNamesIn(text), ...cut, ...elements])];
}

function sameDrug(a: string, b: string): boolean {
  return a.replace(/s$/u, '') === b.replace(/s$/u, '');
}
