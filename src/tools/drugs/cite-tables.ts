import type { Principal } from '../../domain/access.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { TableStatement } from '../drug-tables.port.ts';
import { type Citable, makeCitable } from '../make-citable.ts';

const TABLES: Bilingual = { en: 'drug safety tables of Galen', vi: 'bảng an toàn thuốc của Galen' };
const AFTER: Bilingual = { en: 'After', vi: 'Theo' };

/** A statement of the tables as a source that is cited like any other, with whom it was taken from. */
export function citeTable(
  { id, topic, title, text, source }: TableStatement,
  { language, principal, at }: { language: Language; principal: Principal; at: string },
): Citable {
  return makeCitable(
    {
      id: `drug-table-${id}-${language}`,
      tenant_id: principal.tenant_id,
      title: `${title[language]} (${TABLES[language]})`,
      source_type: 'drug_table',
      // What it was taken from are labels, formularies and guidelines.
      evidence_level: 'clinical_guideline',
      journal: source.organisation,
      year: source.year,
      url: null,
      reference: `${AFTER[language]}: ${source.organisation}. ${source.title}. ${source.year}.`,
      created_at: at,
      language,
    },
    [{ heading: topic, text: text[language] }],
  );
}
