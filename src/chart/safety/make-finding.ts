import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { CheckInput } from './check-prescription.ts';
import type { SafetyTables } from './safety-tables.ts';

export function say(language: Language, text: Bilingual): string {
  return text[language];
}

/** The table's source as evidence. */
export function sourceOf({ sources }: SafetyTables, key: string): SafetyFinding['evidence'] {
  const source = sources.get(key);
  return source === undefined
    ? []
    : [{ title: `${source.organisation}. ${source.title}. ${source.year}`, reference: null }];
}

/** A chart entry as evidence. */
export function entryOf({ text, reference }: { text: string; reference: string }) {
  return { title: text, reference };
}

/** An `unknown` of a high-alert drug, of which an error does the gravest harm, takes a reason to go on. */
export function raisedIfHighAlert(input: CheckInput, finding: SafetyFinding): SafetyFinding {
  const { drug, dosage, tables, book, language } = input;
  const row = tables.highAlert.find(
    (one) =>
      book.covers(aboutOf(one), drug) &&
      (one.routes === undefined || dosage.route === null || one.routes.includes(dosage.route)),
  );
  if (row === undefined || finding.severity !== 'unknown') return finding;
  const why = {
    en: ` High-alert drug: ${row.why.en}`,
    vi: ` Thuốc nguy cơ cao: ${row.why.vi}`,
  };
  return {
    ...finding,
    severity: 'major',
    message: `${finding.message}${say(language, why)}`,
    evidence: [...finding.evidence, ...sourceOf(tables, row.source)],
  };
}

/** What a row is about: a drug or a class, by its key. */
export function aboutOf(row: { drug: string } | { class: string }): string {
  return 'drug' in row ? row.drug : row.class;
}
