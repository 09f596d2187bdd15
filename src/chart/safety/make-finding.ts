import { highAlert } from '../../../texts/safety.ts';
import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { CheckInput } from './check-prescription.ts';
import type { Route } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

/** What a check found, in the asker's language; on what it rests, where it rests on something. */
export function finding(
  { language }: { language: Language },
  [check, severity]: readonly [SafetyFinding['check'], SafetyFinding['severity']],
  message: Bilingual | string,
  evidence: SafetyFinding['evidence'] = [],
): SafetyFinding {
  return { check, severity, message: typeof message === 'string' ? message : message[language], evidence };
}

/** Whether a row of the tables holds for the route; one that is not known may be any. */
export function isForRoute(
  { routes }: { routes?: readonly Route[] | undefined },
  route: Route | null,
): boolean {
  return routes === undefined || route === null || routes.includes(route);
}

export function sourceOf({ sources }: SafetyTables, key: string): SafetyFinding['evidence'] {
  const source = sources.get(key);
  return source === undefined
    ? []
    : [{ title: `${source.organisation}. ${source.title}. ${source.year}`, reference: null }];
}

export function entryOf({ text, reference }: { text: string; reference: string }) {
  return { title: text, reference };
}

/** An `unknown` of a high-alert drug, of which an error does the gravest harm, takes a reason to go on. */
export function raisedIfHighAlert(input: CheckInput, found: SafetyFinding): SafetyFinding {
  const { drug, dosage, tables, book, language } = input;
  const row = tables.highAlert.find(
    (one) => book.covers(aboutOf(one), drug) && isForRoute(one, dosage.route),
  );
  if (row === undefined || found.severity !== 'unknown') return found;
  return {
    ...found,
    severity: 'major',
    message: `${found.message}${highAlert(row.why)[language]}`,
    evidence: [...found.evidence, ...sourceOf(tables, row.source)],
  };
}

/** What a row is about: a drug or a class, by its key. */
export function aboutOf(row: { drug: string } | { class: string }): string {
  return 'drug' in row ? row.drug : row.class;
}
