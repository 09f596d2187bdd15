import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { AskRequest } from '../../src/domain/ask.ts';
import { PAIR_PREFIX } from '../../src/domain/passage.ts';
import { loadSets } from '../desk/load-sets.ts';

/** Written by people who saw the documents and nothing else: neither code nor rules nor each other's questions. */
const Question = z.object({
  id: z.string(),
  language: z.enum(['en', 'vi']),
  as: z.enum(['patient', 'clinician', 'researcher', 'staff-general', 'staff-hr', 'staff-it', 'admin']),
  /** `held` is looked at once; `seen` is what was held for versions before. */
  split: z.enum(['tune', 'seen', 'held']),
  message: z.string(),
  answerable: z.boolean(),
  document: z.string().nullable(),
  /** Of each list one must stand in a right answer, letter case aside. */
  facts: z.array(z.array(z.string()).min(1)),
});
type Question = z.infer<typeof Question>;
export type Part = Question['split'];
/** `staff`: the sample knowledge, asked of the desk as people at work put it (evals/desk). */
export type Corpus = 'sample' | 'foreign' | 'staff';

export interface Outcome {
  asked: Question;
  isRefused: boolean;
  /** Said to come near, and perhaps not to answer. */
  isRelated: boolean;
  isRight: boolean;
  /** The document that holds the fact is among those cited. */
  isCited: boolean;
  confidence: number;
  level: string;
  /** Who answered whom: `desk, staff-hr`; none where no flow did. */
  by?: string;
  /** A part of the search or of the checks did not take place. */
  isDegraded?: boolean;
}

interface Counts {
  answerable: number;
  right: number;
  refused: number;
  /** Answered from other documents and without the fact; and how many of them were given as an answer, not as related. */
  beside: number;
  beside_as_answer: number;
  unanswerable: number;
  unanswerable_refused: number;
  /** Refused, or called related. */
  unanswerable_not_answered: number;
  related: number;
  high: number;
  high_right: number;
  /** The gap between confidence and share of right answers, over ten bins, weighted. */
  calibration_error: number;
  /** Of each bin that has any: how many, their mean confidence, and the share that was right. */
  reliability: { answers: number; confidence: number; right: number }[];
}

export interface AnswersReport extends Counts {
  /** The same for each flow and role of asker. */
  by: Record<string, Counts>;
  /** Where a part of the search or of the checks did not take place: more than a few, and the machine was too busy. */
  degraded: number;
  wrong: string[];
}

const AT_ONCE = 2;
const BINS = 10;

export async function loadQuestions(corpus: Corpus, part: Part): Promise<Question[]> {
  if (corpus === 'staff') return staffQuestions(part);
  const text = await readFile(new URL(`./${corpus}.json`, import.meta.url), 'utf8');
  return z
    .array(Question)
    .parse(JSON.parse(text))
    .filter(({ split }) => split === part);
}

/** Of someone who may read everything. Some rules stand in two documents: either is right. */
async function staffQuestions(part: Part): Promise<Question[]> {
  const { everydayQuestions, unanswerable } = await loadSets();
  const rows = [
    ...everydayQuestions.map(({ must_contain, documents, ...asked }) => ({
      ...asked,
      answerable: true,
      facts: [[must_contain]],
      document: documents.join('|'),
    })),
    ...unanswerable.map((asked) => ({ ...asked, answerable: false, facts: [], document: null })),
  ];
  return rows
    .filter(({ split }) => split === part)
    .map(({ question, ...row }) => Question.parse({ ...row, as: 'admin', message: question }));
}

/** Asks every question as its asker would, without naming a flow, and counts what came of it. */
export async function measureAnswers(galen: Galen, questions: readonly Question[]): Promise<AnswersReport> {
  const outcomes: Outcome[] = [];
  for (let i = 0; i < questions.length; i += AT_ONCE) {
    const some = questions.slice(i, i + AT_ONCE).map((question) => ask(galen, question));
    outcomes.push(...(await Promise.all(some)));
  }
  return reportOn(outcomes);
}

async function ask({ turns }: Galen, asked: Question): Promise<Outcome> {
  // Who may do everything is asked for their flow; the others have theirs.
  const flow = asked.as === 'admin' ? 'desk' : 'auto';
  const request = AskRequest.parse({ message: asked.message, flow });
  const answer = await (await turns.start(request, demoPrincipal(asked.as))).answer;
  const hasFacts = saysFacts(answer.message, asked.facts);
  const isCited = answer.sources.some((source) => asked.document !== null && isFrom(source, asked.document));
  const isRefused = answer.abstained !== null;
  const isRelated = answer.route === 'related';
  return {
    asked,
    isRefused,
    isRelated,
    isCited,
    isRight: asked.answerable && !isRefused && hasFacts && isCited,
    confidence: answer.confidence,
    level: answer.confidence_level,
    by: `${answer.flow}, ${asked.as}`,
    isDegraded: answer.degraded?.tasks.some((task) => ['search', 'verify'].includes(task)) ?? false,
  };
}

export function saysFacts(text: string, facts: Question['facts']): boolean {
  const said = text.toLowerCase();
  return facts.every((either) => either.some((fact) => said.includes(fact.toLowerCase())));
}

/**
 * By title or by id (`hr-payday-2025`, in whichever language), or, of a file of questions and answers, by that file
 * (`patient_dental.en.csv`) or one pair of it (`patient_dental.en.csv#PT-001-EN`).
 */
export function isFrom(
  { document_id, title }: { document_id: string; title: string },
  document: string,
): boolean {
  if (document.includes('|')) return document.split('|').some((one) => isFrom({ document_id, title }, one));
  const [file = '', pair] = document.split('.csv');
  const pairs = `${PAIR_PREFIX}${file}.`;
  if (pair !== undefined && pair !== '') return document_id === `${pairs}${pair.slice(1)}`;
  return title === document || document_id.startsWith(document) || document_id.startsWith(pairs);
}

export function reportOn(outcomes: readonly Outcome[]): AnswersReport {
  const groups = [...new Set(outcomes.flatMap(({ by }) => by ?? []))].sort();
  const wrong = outcomes.filter(({ asked, isRight }) => asked.answerable && !isRight);
  const answered = outcomes.filter(
    ({ asked, isRefused, isRelated }) => !asked.answerable && !isRefused && !isRelated,
  );
  return {
    ...countIn(outcomes),
    by: Object.fromEntries(
      groups.map((group) => [group, countIn(outcomes.filter(({ by }) => by === group))]),
    ),
    degraded: outcomes.filter(({ isDegraded }) => isDegraded).length,
    wrong: [
      ...wrong.map(
        ({ asked, isRefused }) => `${asked.id} ${isRefused ? 'refused' : 'not said'}: ${asked.message}`,
      ),
      ...answered.map(({ asked }) => `${asked.id} answered: ${asked.message}`),
    ],
  };
}

function countIn(outcomes: readonly Outcome[]): Counts {
  const answerable = outcomes.filter(({ asked }) => asked.answerable);
  const answered = outcomes.filter(({ isRefused }) => !isRefused);
  const high = answered.filter(({ level }) => level === 'high');
  const beside = answerable.filter(({ isRefused, isRight, isCited }) => !isRefused && !isRight && !isCited);
  const unanswerable = outcomes.filter(({ asked }) => !asked.answerable);
  return {
    answerable: answerable.length,
    right: answerable.filter(({ isRight }) => isRight).length,
    refused: answerable.filter(({ isRefused }) => isRefused).length,
    beside: beside.length,
    beside_as_answer: beside.filter(({ isRelated }) => !isRelated).length,
    unanswerable: unanswerable.length,
    unanswerable_refused: unanswerable.filter(({ isRefused }) => isRefused).length,
    unanswerable_not_answered: unanswerable.filter(({ isRefused, isRelated }) => isRefused || isRelated)
      .length,
    related: answerable.filter(({ isRelated }) => isRelated).length,
    high: high.length,
    high_right: high.filter(({ isRight }) => isRight).length,
    ...calibrationOf(answered),
  };
}

function calibrationOf(answered: readonly Outcome[]): Pick<Counts, 'calibration_error' | 'reliability'> {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const reliability = Array.from({ length: BINS }, (_, bin) =>
    answered.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin),
  )
    .filter((inBin) => inBin.length > 0)
    .map((inBin) => ({
      answers: inBin.length,
      confidence: mean(inBin.map(({ confidence }) => confidence)),
      right: mean(inBin.map(({ isRight }) => (isRight ? 1 : 0))),
    }));
  const error = reliability.reduce(
    (sum, { answers, confidence, right }) => sum + answers * Math.abs(confidence - right),
    0,
  );
  return { calibration_error: error / Math.max(1, answered.length), reliability };
}

export function summaryOf(of: string, r: AnswersReport): string {
  const share = (part: number, of: number) => `${part}/${of} = ${(part / Math.max(1, of)).toFixed(3)}`;
  return [
    of,
    `  the fact is said, its document cited ${share(r.right, r.answerable)}`,
    `  answerable: refused               ${share(r.refused, r.answerable)}`,
    `  neither the fact nor its document ${share(r.beside, r.answerable)}`,
    `  … of them given as an answer      ${share(r.beside_as_answer, r.answerable)}`,
    `  answerable: called related        ${share(r.related, r.answerable)}`,
    `  not answerable: refused           ${share(r.unanswerable_refused, r.unanswerable)}`,
    `  not answerable: refused or related ${share(r.unanswerable_not_answered, r.unanswerable)}`,
    `  right among "high"                ${share(r.high_right, r.high)}`,
    `  calibration error                 ${r.calibration_error.toFixed(3)}`,
    `  given up in part for want of time ${r.degraded}`,
    ...r.reliability.map(
      ({ answers, confidence, right }) =>
        `    ${String(answers).padStart(4)} answers at ${confidence.toFixed(2)}: ${right.toFixed(2)} right`,
    ),
    ...Object.entries(r.by).map(([by, own]) =>
      [
        `  ${by}: right ${share(own.right, own.answerable)}`,
        `refused ${own.refused}, related ${own.related}, beside ${own.beside_as_answer}`,
        `not answerable: refused or related ${share(own.unanswerable_not_answered, own.unanswerable)}`,
        `right among "high" ${share(own.high_right, own.high)}`,
        `calibration error ${own.calibration_error.toFixed(3)}`,
      ].join('; '),
    ),
  ].join('\n');
}
