import type { Chart } from '../../chart/chart.port.ts';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import { maskNames } from './mask-names.ts';
import { readDrugs } from './read-mentions.ts';

/** Which words of a text are names of the hospital's own patients. */
export type NamesOnFile = (principal: Principal, text: string) => Promise<string[]>;

/** A longer text is asked about by its first words: what leaves is a query, not a letter. */
const MAX_WORDS = 24;
const MIN_LETTERS = 3;

/** Looks every word up in the charts, so that a name nobody can tell by its form does not leave. */
export function createNamesOnFile({ chart }: { chart: Pick<Chart, 'searchPatients'> }): NamesOnFile {
  return async (principal, text) => {
    const drugs = new Set(readDrugs(text).flatMap((drug) => drug.split(' ')));
    const words = [...new Set(text.match(/[\p{L}\p{M}]+/gu) ?? [])]
      .filter((word) => word.length >= MIN_LETTERS && !drugs.has(word.toLowerCase()) && couldBeMasked(word))
      .slice(0, MAX_WORDS);
    const known = await Promise.all(words.map((word) => isName(principal, word)));
    return words.filter((_, i) => known[i]);
  };

  async function isName(principal: Principal, word: string): Promise<boolean> {
    try {
      const patients = await chart.searchPatients(principal, { name: word });
      return patients.some(({ name = [] }) =>
        name
          .flatMap(({ text, family, given = [] }) => [text ?? '', family ?? '', ...given])
          .some((part) => partsOf(part).includes(plain(word))),
      );
    } catch (error) {
      // Without the charts there is only the form of a name to go by, which the client looks at in any case.
      if (error instanceof GalenError) return false;
      throw error;
    }
  }
}

/** A small word of the language stays in a query, whoever is called by it. */
function couldBeMasked(word: string): boolean {
  return maskNames(word, [word], '') === '';
}

function partsOf(name: string): string[] {
  return name.split(/\s+/u).map(plain);
}

function plain(word: string): string {
  return foldDiacritics(word).toLowerCase();
}
