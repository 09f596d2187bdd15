import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { accessOf } from '../../src/domain/access.ts';
import { fillTemplate, Language } from '../../src/domain/language.ts';
import { foldDiacritics } from '../../src/language/fold-diacritics.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import { readInteractions } from '../../src/retrieval/ingest/formats/read-interactions.ts';
import { findPassages } from '../../src/retrieval/search/find-passages.ts';
import { INTERACTION_LINE, SEVERITY_WORDS } from '../../texts/safety.ts';

/** A question about two kinds of medicine by the everyday names of the tables, and the rows that answer it. */
export interface PairQuestion {
  language: Language;
  isUnmarked: boolean;
  message: string;
  /** Sentences of the interaction documents, in either language. */
  right: ReadonlySet<string>;
}

export interface PairReport {
  asked: number;
  /** A right row is in the first passage; is its likeliest sentence; is read at all. */
  first_passage: number;
  first_sentence: number;
  among_kept: number;
  degraded: number;
  missed: string[];
}

const WORDINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['can I take {a} and {b} together', '{a} with {b}, is that safe?'],
  vi: ['đang uống {a} thì dùng thêm {b} được không?', '{a} và {b} uống chung có sao không'],
};

/** Every pair of different everyday names for which two classes have a row, once, in each of these ways of writing. */
export function pairQuestions(): PairQuestion[] {
  const { pairs, lines } = readTables();
  return Language.options.flatMap((language) => {
    const named = new Map(
      pairs.map(([a, b]) => {
        const pair = [shortest(a[language]), shortest(b[language])].sort() as [string, string];
        return [pair.join(' | '), pair];
      }),
    );
    const different = [...named].filter(([, [a, b]]) => a !== b);
    return different.flatMap(([key, [a, b]]) => {
      const right = lines.filter(
        ({ halves: [one, other], language: its }) =>
          its === language &&
          ((one.includes(a) && other.includes(b)) || (one.includes(b) && other.includes(a))),
      );
      const wording = WORDINGS[language][byteOf(key) % WORDINGS[language].length] ?? '';
      const message = fillTemplate(wording, byteOf(`${key}.`) % 2 === 0 ? { a, b } : { a: b, b: a });
      const question = { language, right: new Set(right.flatMap(({ number }) => sisters(number))) };
      const unmarked = { ...question, isUnmarked: true, message: foldDiacritics(message) };
      return [{ ...question, isUnmarked: false, message }, ...(language === 'vi' ? [unmarked] : [])];
    });
  });

  /** The row in both languages. */
  function sisters(number: number): string[] {
    return lines.filter((line) => line.number === number).map(({ text }) => text);
  }
}

/** "blood pressure tablets, also for the heart": what stands before the comma is what somebody would say. */
function shortest(plain: string): string {
  return (plain.split(',')[0] ?? plain).toLowerCase();
}

function byteOf(text: string): number {
  return createHash('sha256').update(text).digest()[0] ?? 0;
}

/** The pairs of classes that have everyday names, and the table's rows as sentences with the two sides of each. */
function readTables() {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../knowledge/drug-safety/${name}`, import.meta.url), 'utf8'));
  const table: { rows: { a: string; b: string }[] } = read('interactions.json');
  const known: { rows: { class: string; plain?: Record<Language, string> }[] } = read('drug-classes.json');
  const plainOf = new Map(known.rows.flatMap(({ class: name, plain }) => (plain ? [[name, plain]] : [])));
  const counted = new Map<Language, number>();
  const lines = readInteractions(table, known).flatMap(({ text, language }) =>
    text
      .trim()
      .split('\n\n')
      .slice(1)
      .map((line) => {
        const number = counted.get(language) ?? 0;
        counted.set(language, number + 1);
        return { language, number, text: line, halves: halvesOf(line, language) };
      }),
  );
  const pairs = table.rows.flatMap(({ a, b }) => {
    const [one, other] = [plainOf.get(a), plainOf.get(b)];
    return one && other ? [[one, other] as const] : [];
  });
  return { pairs, lines };
}

/** What the sentence says interacts, without what comes of it. */
function halvesOf(line: string, language: Language): readonly [string, string] {
  const joint = INTERACTION_LINE[language].slice('{a}'.length).split('{b}')[0] ?? '';
  const [a = '', b = ''] = line.split(joint);
  const ends = Object.values(SEVERITY_WORDS).map((word) => b.indexOf(`, ${word[language]}: `));
  return [a.toLowerCase(), b.slice(0, Math.max(...ends)).toLowerCase()];
}

/** Asks for each pair as a patient would, and counts where a right row comes. */
export async function measurePairs(galen: Galen, questions: readonly PairQuestion[]): Promise<PairReport> {
  const report: PairReport = {
    asked: 0,
    first_passage: 0,
    first_sentence: 0,
    among_kept: 0,
    degraded: 0,
    missed: [],
  };
  for (const { language, message, right } of questions) {
    const { read, degraded } = await findPassages(galen, {
      query: message,
      expansions: expandQuery(message, language),
      language,
      access: accessOf(demoPrincipal('patient')),
      filters: {},
      limit: 40,
      signal: new AbortController().signal,
    });
    const holds = ({ text }: { text: string }) => [...right].some((line) => text.includes(line));
    const sentences = read.flatMap((passage) => passage.sentences ?? []);
    const likeliest = sentences.toSorted((a, b) => b.answers - a.answers)[0];
    report.asked += 1;
    if (read[0] && holds(read[0])) report.first_passage += 1;
    if (likeliest && [...right].some((line) => line.startsWith(likeliest.text))) report.first_sentence += 1;
    else report.missed.push(`${message} → ${likeliest?.text ?? 'nothing'}`);
    if (read.some(holds)) report.among_kept += 1;
    if (degraded.length > 0) report.degraded += 1;
  }
  return report;
}
