import type { SafetyFinding } from '../../domain/approval.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { DrugBook } from './drug-book.ts';
import type { Dosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

interface RouteInput {
  medication: string;
  dosage: Dosage;
  tables: Pick<SafetyTables, 'doses'>;
  book: DrugBook;
  language: Language;
}

const AS_ORAL: Bilingual = {
  en: 'The route is not stated. The dose was checked as if {drug} were taken by mouth.',
  vi: 'Chưa nêu đường dùng. Liều được kiểm tra như khi dùng {drug} đường uống.',
};
const NOT_STATED: Bilingual = {
  en: 'The route is not stated. The tables know {drug} by: {routes}.',
  vi: 'Chưa nêu đường dùng. Bảng dữ liệu có {drug} theo đường: {routes}.',
};
const OTHER_ROUTE: Bilingual = {
  en: 'The tables know {drug} only by: {routes}. The dose was not checked for the route ordered.',
  vi: 'Bảng dữ liệu chỉ có {drug} theo đường: {routes}. Chưa kiểm tra liều theo đường được kê.',
};

/** That a route is not stated, and as what the dose was checked; or that it is none the tables know for the drug. */
export function checkRoute({ medication, dosage, tables, book, language }: RouteInput): SafetyFinding[] {
  return book.resolve(medication).drugs.flatMap((drug) => {
    const known = tables.doses.filter((row) => book.covers(row.drug, drug)).map(({ route }) => route);
    const routes = [...new Set(known)];
    const isKnown = routes.some((route) => route === dosage.route);
    if (routes.length === 0 || isKnown) return [];
    const notStated = routes.includes('oral') ? AS_ORAL : NOT_STATED;
    const wording = dosage.route === null ? notStated : OTHER_ROUTE;
    return [
      {
        check: 'dose' as const,
        severity: dosage.route === null ? ('info' as const) : ('moderate' as const),
        message: fillTemplate(wording[language], { drug: drug.name, routes: routes.join(', ') }),
        evidence: [],
      },
    ];
  });
}
