import {
  allergyExplained,
  allergyRecorded,
  allergyUnread,
  NO_ALLERGIES_RECORDED,
} from '../../../texts/safety.ts';
import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import type { CheckInput } from './check-prescription.ts';
import { type DrugBook, hasPhrase } from './drug-book.ts';
import { isPlainlyNoDrug } from './facts/allergy-words.ts';
import type { AllergyEntry } from './facts/patient-facts.ts';
import { entryOf, finding, raisedIfHighAlert, sourceOf } from './make-finding.ts';
import type { SafetyTables } from './safety-tables.ts';

type AllergyRow = SafetyTables['allergies'][number];

const SEVERITY = { contraindicated: 'contraindicated', caution: 'major', low: 'info' } as const;
const RISKS = ['contraindicated', 'caution', 'low'];

/** Recorded allergies to the drug itself, to its class and to what cross-reacts with it. */
export function checkAllergies(input: CheckInput): SafetyFinding[] {
  const { facts } = input;
  if (facts.allergies.length > 0) return facts.allergies.flatMap((allergy) => against(input, allergy));
  return facts.says_no_allergies ? [] : [finding(input, ['missing-data', 'unknown'], NO_ALLERGIES_RECORDED)];
}

function against(input: CheckInput, allergy: AllergyEntry): SafetyFinding[] {
  const found = riskOf(allergy, input);
  if (found === null) return [];
  const told = allergy.reaction === undefined ? allergy.text : `${allergy.text} (${allergy.reaction})`;
  const of = (
    severity: SafetyFinding['severity'],
    message: Bilingual,
    source: SafetyFinding['evidence'] = [],
  ) => finding(input, ['allergy', severity], message, [entryOf(allergy), ...source]);
  if (found === 'unread') return [raisedIfHighAlert(input, of('unknown', allergyUnread(told)))];
  const { risk, row } = found;
  if (row === undefined) return [of('contraindicated', allergyRecorded(told))];
  const source = sourceOf(input.tables, row.source);
  return [of(SEVERITY[risk], allergyExplained(told, row.explanation), source)];
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

function riskAfter({ risk, after_anaphylaxis, after_severe_skin }: AllergyRow, { graveness }: AllergyEntry) {
  if (graveness === 'severe-skin') return after_severe_skin ?? risk;
  return graveness === 'anaphylaxis' ? (after_anaphylaxis ?? risk) : risk;
}

export interface AllergyMeaning {
  /** With the names of what its short forms mean: "PCN" is also "penicillins". */
  text: string;
  drugs: readonly string[];
  /** The keys of the classes that it names as a whole. */
  classes: readonly string[];
}

export function meaningOf(allergy: string, tables: SafetyTables, book: DrugBook): AllergyMeaning {
  const also = tables.allergyWords
    .filter(({ words }) => words.some((word) => hasPhrase(allergy, word)))
    .flatMap(({ means }) => means.flatMap((key) => wordsFor(tables, key)));
  const text = [allergy, ...also].join('; ');
  return {
    text,
    drugs: book.resolve(text).drugs.map(({ name }) => name),
    classes: tables.classes
      .filter((row) => wordsForClass(row).some((word) => hasPhrase(text, word)))
      .map((row) => row.class),
  };
}

function wordsFor({ classes }: SafetyTables, key: string): string[] {
  const row = classes.find((one) => one.class === key);
  return row === undefined ? [key] : wordsForClass(row);
}

/** What a class is called, also one member of it: "statins", "statin". */
function wordsForClass({ names, spoken }: SafetyTables['classes'][number]): string[] {
  return [names.en, names.vi, ...spoken].flatMap((name) => [name, name.replace(/s$/u, '')]);
}
