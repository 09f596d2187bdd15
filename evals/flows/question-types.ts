import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';
import { QuestionType } from '../../src/nodes/research/question-type.ts';
import { typeFromCues } from '../../src/nodes/research/type-from-cues.ts';

export const QUESTION_TYPE_FLOORS = { accuracy: 0.85, certain_precision: 0.98 };

const TypedQuestion = z.object({
  id: z.string(),
  language: Language,
  split: z.enum(['tune', 'held']),
  question: z.string(),
  type: QuestionType,
});
export type TypedQuestion = z.infer<typeof TypedQuestion>;

export interface QuestionTypesReport {
  questions: number;
  right: number;
  accuracy: number;
  by_type: Record<string, { questions: number; right: number }>;
  by_language: Record<string, { questions: number; right: number }>;
  /** Of those where the model would not be asked. */
  certain: { questions: number; right: number; precision: number };
  wrong: string[];
}

/** How often the rules tell the kind of a question, by split. */
export function measureQuestionTypes(
  items = loadTypedQuestions(),
): Record<'tune' | 'held' | 'all', QuestionTypesReport> {
  const judged = items.map((item) => ({ ...item, read: typeFromCues(item.question, item.language) }));
  const of = (split: 'tune' | 'held') => report(judged.filter((item) => item.split === split));
  return { tune: of('tune'), held: of('held'), all: report(judged) };
}

export function loadTypedQuestions(): TypedQuestion[] {
  const file = new URL('./question-types.json', import.meta.url);
  return z.array(TypedQuestion).parse(JSON.parse(readFileSync(file, 'utf8')));
}

type Judged = TypedQuestion & { read: ReturnType<typeof typeFromCues> };

function report(items: readonly Judged[]): QuestionTypesReport {
  const certain = count(items.filter(({ read }) => read.certain));
  return {
    ...count(items),
    accuracy: share(count(items)),
    by_type: countBy(items, ({ type }) => type),
    by_language: countBy(items, ({ language }) => language),
    certain: { ...certain, precision: share(certain) },
    wrong: items
      .filter((item) => !isRight(item))
      .map(
        ({ id, type, read, question }) =>
          `${id} ${type} read as ${read.type}${read.certain ? '!' : ''}: ${question}`,
      ),
  };
}

function isRight({ type, read }: Judged): boolean {
  return type === read.type;
}

function count(items: readonly Judged[]) {
  return { questions: items.length, right: items.filter(isRight).length };
}

function share({ questions, right }: { questions: number; right: number }): number {
  return questions === 0 ? 0 : right / questions;
}

function countBy(items: readonly Judged[], key: (item: Judged) => string) {
  const keys = [...new Set(items.map(key))].sort();
  return Object.fromEntries(keys.map((name) => [name, count(items.filter((item) => key(item) === name))]));
}

/** `npx tsx evals/flows/question-types.ts` prints the figures; `--held` also what was wrong among the held-out ones. */
function print(): void {
  const measured = measureQuestionTypes();
  console.log(`floors ${JSON.stringify(QUESTION_TYPE_FLOORS)}`);
  for (const split of ['tune', 'held', 'all'] as const) {
    const { questions, right, accuracy, certain, by_type, by_language, wrong } = measured[split];
    console.log(
      `\n${split.padEnd(14)} ${right}/${questions} ${accuracy.toFixed(3)}  certain ${certain.right}/${certain.questions} ${certain.precision.toFixed(3)}`,
    );
    for (const [name, part] of [...Object.entries(by_type), ...Object.entries(by_language)])
      console.log(`  ${name.padEnd(12)} ${part.right}/${part.questions}`);
    if (split === 'tune' || (split === 'held' && process.argv.includes('--held')))
      for (const text of wrong) console.log(`  wrong: ${text}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
