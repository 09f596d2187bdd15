import type { SafetyFinding } from '../../domain/approval.ts';
import type { AllergyEntry } from './allergy-entries.ts';
import { meaningOf } from './allergy-meaning.ts';
import type { CheckInput } from './check-prescription.ts';
import { hasPhrase } from './has-phrase.ts';
import { raisedIfHighAlert } from './high-alert.ts';
import { isPlainlyNoDrug } from './non-drug-allergens.ts';
import type { SafetyTables } from './safety-tables.ts';
import { entryOf, say, sourceOf } from './say.ts';

type AllergyRow = SafetyTables['allergies'][number];

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

function against(input: CheckInput, allergy: AllergyEntry): SafetyFinding[] {
  const { tables, language } = input;
  const found = riskOf(allergy, input);
  if (found === null) return [];
  if (found === 'unread') return [raisedIfHighAlert(input, unread(input, allergy))];
  const { risk, row } = found;
  if (row === undefined) return [recorded(input, allergy)];
  const message = {
    en: `Allergy to ${described(allergy)} is recorded. ${row.explanation.en}`,
    vi: `Hồ sơ ghi dị ứng ${described(allergy)}. ${row.explanation.vi}`,
  };
  return [
    {
      check: 'allergy',
      severity: SEVERITY[risk],
      message: say(language, message),
      evidence: [entryOf(allergy), ...sourceOf(tables, row.source)],
    },
  ];
}

interface Risk {
  risk: AllergyRow['risk'];
  /** None where the allergy is to the drug itself, or to its class by name. */
  row?: AllergyRow;
}

/** What an allergy means for a drug; null where nothing, `unread` where its words say nothing to the tables. */
export function riskOf(
  allergy: AllergyEntry,
  { drug, book, tables }: Pick<CheckInput, 'drug' | 'book' | 'tables'>,
): Risk | 'unread' | null {
  const { text, drugs, classes } = meaningOf(allergy.text, tables, book);
  if (drugs.includes(drug.name)) return { risk: 'contraindicated' };
  const rows = tables.allergies.filter((row) => row.allergy.some((word) => hasPhrase(text, word)));
  const worst = rows
    .filter((row) => book.covers(row.to, drug))
    .map((row) => ({ risk: riskAfter(row, allergy), row }))
    .sort((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk))[0];
  if (worst) return worst;
  if (classes.some((key) => drug.classes.includes(key))) return { risk: 'contraindicated' };
  const isRead = drugs.length + rows.length + classes.length > 0;
  return isRead || isPlainlyNoDrug(allergy.text) ? null : 'unread';
}

/** What a grave reaction makes of the risk. */
function riskAfter({ risk, after_anaphylaxis, after_severe_skin }: AllergyRow, { graveness }: AllergyEntry) {
  if (graveness === 'severe-skin') return after_severe_skin ?? risk;
  return graveness === 'anaphylaxis' ? (after_anaphylaxis ?? risk) : risk;
}

function described({ text, reaction }: AllergyEntry): string {
  return reaction === undefined ? text : `${text} (${reaction})`;
}

function recorded({ language }: CheckInput, allergy: AllergyEntry): SafetyFinding {
  const message = {
    en: `The chart records an allergy to ${described(allergy)}.`,
    vi: `Hồ sơ ghi dị ứng với ${described(allergy)}.`,
  };
  const evidence = [entryOf(allergy)];
  return { check: 'allergy', severity: 'contraindicated', message: say(language, message), evidence };
}

function unread({ language }: CheckInput, allergy: AllergyEntry): SafetyFinding {
  const message = {
    en: `The tables cannot read the recorded allergy "${described(allergy)}": it was not checked.`,
    vi: `Bảng dữ liệu không đọc được dị ứng đã ghi "${described(allergy)}": chưa kiểm tra được.`,
  };
  const evidence = [entryOf(allergy)];
  return { check: 'allergy', severity: 'unknown', message: say(language, message), evidence };
}
