import type { ChartParts } from '../chart.port.ts';
import { codesOf, isRefuted, nameOf, textOf } from './chart-entries.ts';
import { deniesAllergies, isNoAllergyCode } from './denies-allergies.ts';
import { type Graveness, gravenessOf } from './grave-reactions.ts';

/** An allergy of the chart, with what happened where it says so. */
export interface AllergyEntry {
  text: string;
  reference: string;
  /** In the chart's words. */
  reaction?: string;
  graveness?: Graveness;
}

/** The allergies that stand, and whether the chart says outright that there are none. */
export function allergyEntries({ allergies }: Pick<ChartParts, 'allergies'>): {
  allergies: AllergyEntry[];
  says_no_allergies: boolean;
} {
  const standing = allergies
    .filter((entry) => !isRefuted(entry) && !codesOf(entry.clinicalStatus).includes('resolved'))
    .map((entry) => ({
      entry: entryOf(entry),
      isDenial: codesOf(entry.code).some(isNoAllergyCode) || deniesAllergies(textOf(entry.code)),
    }));
  return {
    allergies: standing.filter(({ isDenial }) => !isDenial).map(({ entry }) => entry),
    says_no_allergies: standing.some(({ isDenial }) => isDenial),
  };
}

function entryOf({ id, code, reaction = [], criticality }: ChartParts['allergies'][number]): AllergyEntry {
  const what = reaction.flatMap(({ manifestation = [], substance }) => [
    ...manifestation.map(nameOf),
    nameOf(substance),
  ]);
  const words = [...new Set(what)].filter((word) => word !== '');
  const told = reaction.map(({ description }) => description ?? '');
  const codes = reaction.flatMap(({ manifestation = [] }) => manifestation.flatMap(codesOf));
  const graveness = gravenessOf({
    text: [textOf(code), ...words, ...told].join('; '),
    codes,
    isHigh: criticality === 'high',
    isSevere: reaction.some(({ severity }) => severity === 'severe'),
  });
  return {
    text: nameOf(code),
    reference: `AllergyIntolerance/${id}`,
    ...(words.length === 0 ? {} : { reaction: words.join(', ') }),
    ...(graveness === null ? {} : { graveness }),
  };
}
