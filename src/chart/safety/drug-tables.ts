import { INTERVALS, ROUTE_NAMES } from '../../../texts/doses.ts';
import * as texts from '../../../texts/safety.ts';
import { byGravity } from '../../domain/approval.ts';
import { type Bilingual, capitalised } from '../../domain/language.ts';
import type { DrugTables, TableStatement } from '../../tools/drug-tables.port.ts';
import { createDrugBook, type KnownDrug, nameWords } from './drug-book.ts';
import { aboutOf } from './make-finding.ts';
import type { SafetyTables } from './safety-tables.ts';

type Subject = { drug: KnownDrug } | { class: string };

export function createDrugTables(tables: SafetyTables): DrugTables {
  const book = createDrugBook(tables);
  const statements = tableStatements(tables, book.className);
  const classes = new Map(
    tables.classes.flatMap(({ class: key, names, spoken }) =>
      [key, names.en, names.vi, ...spoken]
        .map(phrase)
        .flatMap((name) => [[name, key] as const, [name.replace(/s$/u, ''), key] as const]),
    ),
  );

  return {
    ofPair(a, b) {
      const first = subjectsOf(a);
      const second = subjectsOf(b);
      if (first.length === 0 || second.length === 0) return null;
      return about(([x, y]) => {
        if (y === undefined) return false;
        return (isOf(x, first) && isOf(y, second)) || (isOf(y, first) && isOf(x, second));
      });
    },

    ofDrug(drug) {
      const subjects = subjectsOf(drug);
      return subjects.length === 0 ? null : about((names) => names.some((name) => isOf(name, subjects)));
    },
  };

  function about(isMeant: (names: AboutDrugs['about']) => boolean): TableStatement[] {
    const meant = statements.filter((one) => isMeant(one.about));
    return meant.map(({ statement }) => statement).toSorted(byGravity);
  }

  function subjectsOf(text: string): Subject[] {
    const drugs = book.resolve(text).drugs.map((drug) => ({ drug }));
    const key = drugs.length === 0 ? classes.get(phrase(text)) : undefined;
    return key === undefined ? drugs : [{ class: key }];
  }

  function isOf(drugOrClass: string, subjects: readonly Subject[]): boolean {
    return subjects.some((subject) =>
      'drug' in subject ? book.covers(drugOrClass, subject.drug) : drugOrClass === subject.class,
    );
  }
}

/** As names are compared: without marks, and whatever joins their words. */
function phrase(text: string): string {
  return nameWords(text).join(' ');
}

/** A row in words, with the drugs or classes it is about: two of them for an interaction. */
interface AboutDrugs {
  about: readonly [string] | readonly [string, string];
  statement: TableStatement;
}

function tableStatements(tables: SafetyTables, nameOf: (key: string) => Bilingual): AboutDrugs[] {
  return [
    ...tables.interactions.map(({ a, b, beside_class = [], effect, action, ...row }) =>
      // What needs a third drug is no statement about two.
      statement(row, 'interactions', beside_class.length === 0 ? [a, b] : [a], {
        title: bothOf((l) => {
          const beside = beside_class.map((key) => nameOf(key)[l]).join(', ');
          return capitalised(`${texts.withAnother(nameOf(a), nameOf(b))[l]}${texts.besideDrugs(beside)[l]}`);
        }),
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
    return bothOf((l) => `${texts.inCondition(names)[l]}${inRoutes(routes)[l]}`);
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
    const beside = (with_class ?? []).map((key) => nameOf(key)[l]).join(', ');
    return `${texts.egfrUnder(below_egfr)[l]}${texts.takenBeside(beside)[l]}${inRoutes(routes)[l]}`;
  });
}

/** Where it may not be given, or where alone it may. */
function route({
  only_routes,
  routes,
  bolus,
  without_class,
}: SafetyTables['administration'][number]): Bilingual {
  const named = (list: Routes) => bothOf((l) => (list ?? []).map((one) => ROUTE_NAMES[one][l]).join(', '));
  const at = bolus ? texts.AT_ONCE : { en: '', vi: '' };
  const alone = without_class ? texts.AS_FIRST_OPIOID : { en: '', vi: '' };
  return only_routes === undefined
    ? bothOf((l) => `${named(routes)[l]}${at[l]}${alone[l]}`)
    : texts.byAnotherRoute(named(only_routes));
}

function inRoutes(routes: Routes): Bilingual {
  return bothOf((l) =>
    routes === undefined ? '' : `, ${routes.map((one) => ROUTE_NAMES[one][l]).join(', ')}`,
  );
}

function age({ min_age_years: min, max_age_years: max }: SafetyTables['age'][number]): Bilingual {
  return min === undefined ? texts.fromAge(max ?? 0) : texts.underAge(min);
}

function state({ state: which, trimesters, from_weeks }: SafetyTables['pregnancy'][number]): Bilingual {
  if (which === 'lactation') return texts.WHILE_BREAST_FEEDING;
  if (from_weeks !== undefined) return texts.pregnantFromWeek(from_weeks);
  const list = trimesters?.join(', ');
  return list === undefined ? texts.IN_PREGNANCY : texts.pregnantInTrimesters(list);
}

function bothOf(text: (language: 'en' | 'vi') => string): Bilingual {
  return { en: text('en'), vi: text('vi') };
}
