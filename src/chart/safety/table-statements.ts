import type { Bilingual } from '../../domain/language.ts';
import type { TableStatement } from '../../tools/drug-tables.port.ts';
import { aboutOf } from './about-of.ts';
import { INTERVALS, ROUTE_NAMES } from './dose-texts.ts';
import type { SafetyTables } from './safety-tables.ts';

/** A row in words, with the drugs or classes it is about: two of them for an interaction. */
export interface AboutDrugs {
  about: readonly [string] | readonly [string, string];
  statement: TableStatement;
}

/** Every row that speaks of a risk, as a sentence that can be quoted. */
export function tableStatements(tables: SafetyTables, nameOf: (key: string) => Bilingual): AboutDrugs[] {
  return [
    ...tables.interactions.map(({ a, b, effect, action, ...row }) =>
      statement(row, 'interactions', [a, b], {
        title: bothOf((l) => capitalised(`${nameOf(a)[l]} ${l === 'en' ? 'with' : 'với'} ${nameOf(b)[l]}`)),
        text: bothOf((l) => `${effect[l]} ${action[l]}`),
      }),
    ),
    ...tables.renal.map((row) => aboutOne(row, 'warnings', aboutOf(row), kidneys(row, nameOf))),
    ...tables.age.map((row) => aboutOne(row, 'warnings', aboutOf(row), age(row))),
    ...tables.diseases.map((row) => aboutOne(row, 'warnings', aboutOf(row), disease(row))),
    ...tables.administration.map((row) => aboutOne(row, 'warnings', aboutOf(row), route(row))),
    ...tables.doses.flatMap(({ interval, note, ...row }) =>
      interval === undefined || note === undefined
        ? []
        : [
            aboutOne(
              { severity: 'contraindicated', advice: note, source: row.source },
              'warnings',
              row.drug,
              bothOf((l) => `${ROUTE_NAMES[row.route][l]}, ${INTERVALS[interval][l]}`),
            ),
          ],
    ),
    ...tables.pregnancy.map((row) => aboutOne(row, 'pregnancy', aboutOf(row), state(row))),
  ];

  function disease({ condition, routes }: SafetyTables['diseases'][number]): Bilingual {
    const names = tables.conditions.find((row) => row.condition === condition)?.names;
    if (names === undefined)
      throw new Error(`the drug tables name a condition they do not have: ${condition}`);
    return bothOf((l) => `${l === 'en' ? 'in' : 'khi có'} ${names[l]}${inRoutes(routes)[l]}`);
  }

  function aboutOne(
    row: { severity: TableStatement['severity']; advice: Bilingual; source: string },
    topic: TableStatement['topic'],
    key: string,
    when: Bilingual,
  ): AboutDrugs {
    const title = bothOf((l) => capitalised(`${nameOf(key)[l]}, ${when[l]}`));
    return statement(row, topic, [key], { title, text: row.advice });
  }

  function statement(
    { severity, source: key }: { severity: TableStatement['severity']; source: string },
    topic: TableStatement['topic'],
    about: AboutDrugs['about'],
    { title, text }: { title: Bilingual; text: Bilingual },
  ): AboutDrugs {
    const source = tables.sources.get(key);
    if (source === undefined) throw new Error(`the drug tables name a source they do not have: ${key}`);
    const id = title.en.toLowerCase().replace(/[^a-z0-9]+/gu, '-');
    const said = bothOf((l) => `${title[l]}: ${text[l]}`);
    return { about, statement: { id, topic, severity, title, text: said, source } };
  }
}

type Routes = SafetyTables['administration'][number]['routes'];

function kidneys(
  { below_egfr, with_class, routes }: SafetyTables['renal'][number],
  nameOf: (key: string) => Bilingual,
): Bilingual {
  return bothOf((l) => {
    const threshold =
      l === 'en' ? `eGFR below ${below_egfr} mL/min/1.73 m²` : `eGFR dưới ${below_egfr} mL/phút/1,73 m²`;
    const beside = with_class?.map((key) => nameOf(key)[l]).join(', ');
    const joined = beside === undefined ? '' : ` ${l === 'en' ? 'beside' : 'khi dùng cùng'} ${beside}`;
    return `${threshold}${joined}${inRoutes(routes)[l]}`;
  });
}

/** Where it may not be given, or where alone it may. */
function route({
  only_routes,
  routes,
  bolus,
  without_class,
}: SafetyTables['administration'][number]): Bilingual {
  const named = (list: Routes, l: 'en' | 'vi') => (list ?? []).map((one) => ROUTE_NAMES[one][l]).join(', ');
  const at = bolus ? { en: ' at once', vi: ' tiêm nhanh' } : { en: '', vi: '' };
  const alone = without_class
    ? { en: ' as the first opioid', vi: ' khi chưa dùng opioid' }
    : { en: '', vi: '' };
  return only_routes === undefined
    ? bothOf((l) => `${named(routes, l)}${at[l]}${alone[l]}`)
    : {
        en: `by another route than ${named(only_routes, 'en')}`,
        vi: `theo đường khác ngoài ${named(only_routes, 'vi')}`,
      };
}

function inRoutes(routes: Routes): Bilingual {
  return bothOf((l) =>
    routes === undefined ? '' : `, ${routes.map((one) => ROUTE_NAMES[one][l]).join(', ')}`,
  );
}

function age({ min_age_years: min, max_age_years: max }: SafetyTables['age'][number]): Bilingual {
  return min === undefined
    ? { en: `from the age of ${max}`, vi: `từ ${max} tuổi` }
    : { en: `under the age of ${min}`, vi: `dưới ${min} tuổi` };
}

function state({ state: which, trimesters, from_weeks }: SafetyTables['pregnancy'][number]): Bilingual {
  if (which === 'lactation') return { en: 'while breast-feeding', vi: 'khi cho con bú' };
  if (from_weeks !== undefined) {
    return { en: `in pregnancy from ${from_weeks} weeks`, vi: `khi mang thai từ tuần ${from_weeks}` };
  }
  const list = trimesters?.join(', ');
  return list === undefined
    ? { en: 'in pregnancy', vi: 'khi mang thai' }
    : { en: `in pregnancy (trimester ${list})`, vi: `khi mang thai (tam cá nguyệt ${list})` };
}

function bothOf(text: (language: 'en' | 'vi') => string): Bilingual {
  return { en: text('en'), vi: text('vi') };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
