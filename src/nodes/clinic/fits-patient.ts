import type { RankedPassage } from '../../domain/passage.ts';
import { foldForCues } from './fold-for-cues.ts';

/** People whom a document is about by its title, and words by which a request or a chart is about them too. */
const POPULATIONS: readonly (readonly [title: RegExp, asked: RegExp])[] = [
  [
    /\bpregnan|\bantenatal|\bpostpartum|\bthai ky\b|\bmang thai\b|\bsau sinh\b/u,
    /\bpregnan|\bpre-?eclamp|\bgestation|\bconceiv|\bpostpartum|\bweeks\b|\bthai\b|\bsau sinh\b/u,
  ],
  [
    /\bchild|\binfant|\bnewborn|\bunder-?5|\bpaediatric|\bpediatric|\btre em\b|\bso sinh\b/u,
    /\bchild|\binfant|\bbaby\b|\bnewborn|\bmonths\b|\bpaediatric|\bpediatric|\bkg\b|\btre\b|\bbe\b|\bthang tuoi\b/u,
  ],
  [
    /\bdiabet|\bdai thao duong\b/u,
    /\bdiabet|\bglyca?em|\bglucose|\bhba1c\b|\binsulin|\bmetformin|\bgli[fp]t|\bgliflozin|\bsglt2?\b|\bglp-?1\b|\bsulfonylurea|\bdai thao duong\b|\btieu duong\b|\bduong huyet\b/u,
  ],
];

/** False for a document about people of whom neither the request nor the chart speaks: it says nothing for this patient. */
export function fitsPatient({ document }: RankedPassage, about: string): boolean {
  const title = foldForCues(document.title);
  const asked = foldForCues(about);
  return POPULATIONS.every(([titled, spoken]) => !titled.test(title) || spoken.test(asked));
}
