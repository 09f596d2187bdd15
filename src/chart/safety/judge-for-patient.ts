import type { Principal } from '../../domain/access.ts';
import { byGravity, needsReason, type SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';
import { type PeopleGroups, readPopulations, splitWords } from '../../language/claim-words.ts';
import type { Chart } from '../chart.port.ts';
import { conditionsOf } from './check-against-chart.ts';
import { checkDrug } from './check-prescription.ts';
import { createDrugBook, hasPhrase, type KnownDrug } from './drug-book.ts';
import { type PatientFacts, patientFacts } from './facts/patient-facts.ts';
import { readDosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

/** A drug that is not for this patient, or a class, and the gravest reason. */
export interface HeldDrug {
  /** What the text names: a drug, or the key of a class. */
  key: string;
  /** What is held: it, or some drugs of the class. */
  name: string;
  isPart: boolean;
  finding: SafetyFinding;
}

/** What the tables and one patient's chart say of the words of a text. */
export interface PatientJudge {
  /** The drugs and classes that a text names. */
  namedIn(text: string): string[];
  /** Of them what is contraindicated or a major risk for this patient, as the tables have it. */
  heldIn(text: string): HeldDrug[];
  /** Whether a drug or class is among what `namedIn` gave of another text, itself or by a drug of the class. */
  isAmong(key: string, named: readonly string[]): boolean;
  /** Whom the patient belongs to, by what people are told apart by; of what is absent nothing is known. */
  groups: PeopleGroups;
  /** The conditions of the tables that a text names, and those that the chart has. */
  conditionsIn(text: string): string[];
  conditions: ReadonlySet<string>;
}

export type JudgeFor = (
  asker: Principal,
  patientId: string,
  language: Language,
) => Promise<PatientJudge | null>;

/** Reads a chart once, to hold against it what documents and models say. */
export function createJudge(from: { chart: Chart; tables: SafetyTables; clock: Clock }): JudgeFor {
  const { chart, tables, clock } = from;
  return async (asker, patientId, language) => {
    const parts = await chart.parts(asker, patientId);
    return parts === null ? null : judgeBy(patientFacts(parts, clock()), tables, language);
  };
}

export function judgeBy(facts: PatientFacts, tables: SafetyTables, language: Language): PatientJudge {
  const book = createDrugBook(tables);
  const known = new Map<string, SafetyFinding | null>();
  const classes = new Map<string, HeldDrug[]>();
  // What was not checked of a high-alert drug holds an order back; it says nothing against the drug.
  const withoutAlerts = { ...tables, highAlert: [] };
  const membersOf = new Map(tables.classes.map((row) => [row.class, row.members]));
  const judge: PatientJudge = {
    namedIn: (text) => [...book.resolve(text).drugs.map(({ name }) => name), ...book.classesIn(text)],

    heldIn(text) {
      const { drugs } = book.resolve(text);
      const dosed = drugs.length === 1 ? text : '';
      const held = drugs.flatMap((drug): HeldDrug[] => {
        const finding = against(drug) ?? (dosed === '' ? null : gravest(drug, dosed));
        return finding ? [{ key: drug.name, name: drug.name, isPart: false, finding }] : [];
      });
      return [...held, ...book.classesIn(text).flatMap(heldOf)];
    },

    isAmong: (key, named) => named.includes(key) || named.some((name) => membersOf.get(key)?.includes(name)),

    groups: groupsOf(facts),
    conditionsIn: (text) =>
      tables.conditions
        .filter(({ words, not_words = [] }) => {
          const isMeant = words.some((word) => hasPhrase(text, word));
          return isMeant && !not_words.some((word) => hasPhrase(text, word));
        })
        .map(({ condition }) => condition),
    conditions: new Set(facts.conditions.flatMap((entry) => [...conditionsOf(entry, tables)])),
  };
  return judge;

  function against(drug: KnownDrug): SafetyFinding | null {
    const found = known.has(drug.name) ? (known.get(drug.name) ?? null) : gravest(drug, '');
    known.set(drug.name, found);
    return found;
  }

  /** A class is held where a row speaks of it as a whole, or every drug of it is held; else those that are. */
  function heldOf(key: string): HeldDrug[] {
    const seen = classes.get(key);
    if (seen !== undefined) return seen;
    // One of it that is taken is no second one.
    const others = facts.medication.filter(
      ({ text }) => !book.resolve(text).drugs.some((drug) => drug.classes.includes(key)),
    );
    const name = book.className(key)[language];
    const whole = gravest({ name: book.className(key).en, classes: [key] }, '', others);
    const members = (membersOf.get(key) ?? []).flatMap((member) => book.resolve(member).drugs);
    const parts = members.flatMap((drug): HeldDrug[] => {
      const finding = gravest(drug, '', others);
      return finding ? [{ key, name: drug.name, isPart: true, finding }] : [];
    });
    const [first] = parts.sort((a, b) => byGravity(a.finding, b.finding));
    const isAll = parts.length === members.length;
    const finding = whole ?? (isAll ? first?.finding : undefined);
    const held = finding ? [{ key, name, isPart: false, finding }] : parts.slice(0, PARTS_NAMED);
    classes.set(key, held);
    return held;
  }

  function gravest(
    drug: KnownDrug,
    dose: string,
    medication: PatientFacts['medication'] = facts.medication,
  ): SafetyFinding | null {
    const dosage = readDosage(dose);
    const findings = checkDrug({
      ...{ drug, dosage, book, language, asked: drug.name },
      facts: { ...facts, medication },
      tables: withoutAlerts,
    });
    return findings.filter(isHeld).sort(byGravity)[0] ?? null;
  }
}

/** Of a class of which not all is held, the gravest. */
const PARTS_NAMED = 3;

/** A second order of a drug is no reason against advice on it, and what the tables do not know of the chart is none either. */
function isHeld(finding: SafetyFinding): boolean {
  const { check, evidence } = finding;
  const isOfTables = check === 'allergy' || evidence.some(({ reference }) => reference === null);
  return needsReason(finding) && isOfTables && check !== 'duplicate';
}

const AGES = [
  { group: 'infant', from: 0, to: 2 },
  { group: 'child', from: 0, to: 18 },
  { group: 'adolescent', from: 10, to: 18 },
  { group: 'adult', from: 18, to: Number.POSITIVE_INFINITY },
  { group: 'older', from: 65, to: Number.POSITIVE_INFINITY },
];

function groupsOf({ age_years, sex, pregnancy, lactation, conditions }: PatientFacts) {
  const noted = conditions.flatMap(({ text }) => readPopulations(splitWords(text)));
  const notedOf = (line: string) => noted.filter((group) => group.startsWith(`${line}:`));
  const groups = new Map([
    ['state', new Set(notedOf('state'))],
    ['care', new Set(notedOf('care'))],
  ]);
  if (pregnancy !== null) groups.get('state')?.add('state:pregnant');
  if (lactation !== null) groups.get('state')?.add('state:breastfeeding');
  if (sex !== null) groups.set('sex', new Set([sex === 'female' ? 'sex:women' : 'sex:men']));
  if (age_years !== null) {
    const own = AGES.filter(({ from, to }) => age_years >= from && age_years < to);
    groups.set('age', new Set(own.map(({ group }) => `age:${group}`)));
  }
  return groups;
}
