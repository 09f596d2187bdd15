import type { SafetyFinding } from '../../domain/approval.ts';
import type { CheckInput } from './check-prescription.ts';
import { hasPhrase } from './has-phrase.ts';
import { isPlainlyNoDrug } from './non-drug-allergens.ts';
import type { SafetyTables } from './safety-tables.ts';
import { entryOf, say, sourceOf } from './say.ts';

const SEVERITY = { contraindicated: 'contraindicated', caution: 'major', low: 'info' } as const;
const RISKS = ['contraindicated', 'caution', 'low'];

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
  const culprits = book.resolve(allergy.text).drugs;
  if (culprits.some(({ name }) => name === drug.name)) return [recorded(input, allergy)];
  const rows = tables.allergies.filter((row) => row.allergy.some((word) => hasPhrase(allergy.text, word)));
  const worst = rows
    .filter((row) => book.covers(row.to, drug))
    .sort((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk))[0];
  if (worst) {
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
  const classes = tables.classes.filter((row) =>
    wordsForClass(row).some((word) => hasPhrase(allergy.text, word)),
  );
  if (classes.some((row) => drug.classes.includes(row.class))) return [recorded(input, allergy)];
  const isRead = culprits.length + rows.length + classes.length > 0;
  return isRead || isPlainlyNoDrug(allergy.text) ? [] : [unread(input, allergy)];
}

function recorded({ language }: CheckInput, allergy: { text: string; reference: string }): SafetyFinding {
  const message = {
    en: `The chart records an allergy to ${allergy.text}.`,
    vi: `Hồ sơ ghi dị ứng với ${allergy.text}.`,
  };
  const evidence = [entryOf(allergy)];
  return { check: 'allergy', severity: 'contraindicated', message: say(language, message), evidence };
}

function unread({ language }: CheckInput, allergy: { text: string; reference: string }): SafetyFinding {
  const message = {
    en: `The tables cannot read the recorded allergy "${allergy.text}": it was not checked.`,
    vi: `Bảng dữ liệu không đọc được dị ứng đã ghi "${allergy.text}": chưa kiểm tra được.`,
  };
  const evidence = [entryOf(allergy)];
  return { check: 'allergy', severity: 'unknown', message: say(language, message), evidence };
}

/** What a class is called, also one member of it: "statins", "statin". */
function wordsForClass({ names, spoken }: SafetyTables['classes'][number]): string[] {
  return [names.en, names.vi, ...spoken].flatMap((name) => [name, name.replace(/s$/u, '')]);
}
