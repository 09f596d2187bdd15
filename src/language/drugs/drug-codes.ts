import { once, readLexicon } from '../read-lexicon.ts';
import { drugNamesIn } from './drug-names.ts';

/** RxNorm's codes of substances, by each name that they have. */
const codes = once(
  () => new Map(readLexicon('drugs/drug-codes', ['name', 'rxnorm']).map((row) => [row.name, row])),
);

/** The RxNorm code of the one substance that a text names; null where it names several, or one that the table lacks. */
export function rxNormOf(text: string): { code: string; display: string } | null {
  const whole = codes().get(text.toLowerCase().trim());
  const [only, ...others] = drugNamesIn(text);
  const known = whole ?? (only !== undefined && others.length === 0 ? codes().get(only) : undefined);
  return known === undefined ? null : { code: known.rxnorm, display: known.name };
}
