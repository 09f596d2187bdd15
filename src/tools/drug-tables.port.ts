import type { Bilingual } from '../domain/language.ts';

/** What Galen's own tables say, in their words, and whom they have it from. */
export interface TableStatement {
  /** The same for the same row. */
  id: string;
  topic: 'interactions' | 'warnings' | 'pregnancy';
  severity: 'contraindicated' | 'major' | 'moderate';
  title: Bilingual;
  text: Bilingual;
  source: { title: string; organisation: string; year: number };
}

/** The tables that prescriptions are checked by, for whoever asks about drugs. They are not complete, and do not say so. */
export interface DrugTables {
  /** Of two drugs or classes of drugs, the gravest first. Null: the tables do not know one of them. */
  ofPair(a: string, b: string): TableStatement[] | null;
  /** Of one drug or class, the gravest first. Null: the tables do not know it. */
  ofDrug(drug: string): TableStatement[] | null;
}
