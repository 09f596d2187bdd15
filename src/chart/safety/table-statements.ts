import type { Bilingual } from '../../domain/language.ts';
import type { TableStatement } from '../../tools/drug-tables.port.ts';
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
    ...tables.renal.map((row) => aboutOne(row, 'warnings', row.drug, kidneys(row))),
    ...tables.age.map((row) => aboutOne(row, 'warnings', keyOf(row), age(row))),
    ...tables.pregnancy.map((row) => aboutOne(row, 'pregnancy', keyOf(row), state(row))),
  ];

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

function kidneys({ below_egfr }: SafetyTables['renal'][number]): Bilingual {
  return {
    en: `eGFR below ${below_egfr} mL/min/1.73 m²`,
    vi: `eGFR dưới ${below_egfr} mL/phút/1,73 m²`,
  };
}

function age({ min_age_years: min, max_age_years: max }: SafetyTables['age'][number]): Bilingual {
  return min === undefined
    ? { en: `from the age of ${max}`, vi: `từ ${max} tuổi` }
    : { en: `under the age of ${min}`, vi: `dưới ${min} tuổi` };
}

function state({ state: which, trimesters }: SafetyTables['pregnancy'][number]): Bilingual {
  if (which === 'lactation') return { en: 'while breast-feeding', vi: 'khi cho con bú' };
  const list = trimesters?.join(', ');
  return list === undefined
    ? { en: 'in pregnancy', vi: 'khi mang thai' }
    : { en: `in pregnancy (trimester ${list})`, vi: `khi mang thai (tam cá nguyệt ${list})` };
}

function keyOf(row: { drug: string } | { class: string }): string {
  return 'drug' in row ? row.drug : row.class;
}

function bothOf(text: (language: 'en' | 'vi') => string): Bilingual {
  return { en: text('en'), vi: text('vi') };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
