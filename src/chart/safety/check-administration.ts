import type { SafetyFinding } from '../../domain/approval.ts';
import { byGravity } from '../../domain/severity.ts';
import { aboutOf } from './about-of.ts';
import type { CheckInput } from './check-prescription.ts';
import { ROUTE_NAMES } from './dose-texts.ts';
import { say, sourceOf } from './say.ts';

/** The way a drug is to be given: one that it does not exist for, or one that harms. */
export function checkAdministration(input: CheckInput): SafetyFinding[] {
  const { drug, dosage, facts, tables, book, language } = input;
  const { route, is_bolus } = dosage;
  const taken = facts.medication.flatMap(({ text }) => book.resolve(text).drugs);
  const found = tables.administration
    .filter((row) => book.covers(aboutOf(row), drug))
    .filter(({ only_routes, routes, bolus, without_class }) => {
      if (route === null || (only_routes?.includes(route) ?? false)) return false;
      if (routes !== undefined && !routes.includes(route)) return false;
      if (bolus && !is_bolus) return false;
      return without_class === undefined || !taken.some(({ classes }) => classes.includes(without_class));
    })
    .sort(byGravity)[0];
  if (found === undefined || route === null) return [];
  const { en, vi } = ROUTE_NAMES[route];
  const message = {
    en: `${drug.name} ${en}: ${found.advice.en}`,
    vi: `${drug.name} ${vi}: ${found.advice.vi}`,
  };
  const evidence = sourceOf(tables, found.source);
  return [{ check: 'route', severity: found.severity, message: say(language, message), evidence }];
}
