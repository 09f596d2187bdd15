import type { SafetyFinding } from '../../domain/approval.ts';
import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import type { CheckInput } from './check-prescription.ts';
import type { SafetyTables } from './safety-tables.ts';
import { entryOf, say, sourceOf } from './say.ts';

const SEVERITY = { contraindicated: 'contraindicated', caution: 'major', low: 'info' } as const;

/** Recorded allergies to the drug itself, to its class and to what cross-reacts with it. */
export function checkAllergies(input: CheckInput): SafetyFinding[] {
  const { facts, language } = input;
  if (facts.allergies.length > 0) return facts.allergies.flatMap((allergy) => against(input, allergy));
  if (facts.says_no_allergies) return [];
  return [
    {
      check: 'missing-data',
      severity: 'unknown',
      message: say(language, {
        en: 'No allergies are recorded, which does not mean that there are none: ask the patient.',
        vi: 'Chưa ghi nhận dị ứng nào, điều này không có nghĩa là không có: hãy hỏi người bệnh.',
      }),
      evidence: [],
    },
  ];
}

function against(input: CheckInput, allergy: { text: string; reference: string }): SafetyFinding[] {
  const { drug, book, tables, language } = input;
  const culprit = book.find(allergy.text);
  if (culprit?.name === drug.name) {
    const message = {
      en: `The chart records an allergy to ${allergy.text}.`,
      vi: `Hồ sơ ghi dị ứng với ${allergy.text}.`,
    };
    const evidence = [entryOf(allergy)];
    return [{ check: 'allergy', severity: 'contraindicated', message: say(language, message), evidence }];
  }
  const worst = tables.allergies
    .filter((row) => book.covers(row.to, drug) && isMeant(row, allergy.text))
    .sort((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk))[0];
  if (!worst) return [];
  const message = {
    en: `Allergy to ${allergy.text} is recorded. ${worst.explanation.en}`,
    vi: `Hồ sơ ghi dị ứng ${allergy.text}. ${worst.explanation.vi}`,
  };
  return [
    {
      check: 'allergy',
      severity: SEVERITY[worst.risk],
      message: say(language, message),
      evidence: [entryOf(allergy), ...sourceOf(tables, worst.source)],
    },
  ];
}

const RISKS = ['contraindicated', 'caution', 'low'];

/** Whether what the chart says is one of the row's words: whole words, marks or not. */
function isMeant({ allergy }: SafetyTables['allergies'][number], recorded: string): boolean {
  const words = ` ${plain(recorded)} `;
  return allergy.some((spelling) => words.includes(` ${plain(spelling)} `));
}

function plain(text: string): string {
  return foldDiacritics(text.toLowerCase())
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();
}
