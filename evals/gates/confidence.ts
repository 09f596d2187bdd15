import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import { compose } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import type { Principal } from '../../src/domain/access.ts';
import type { Answer } from '../../src/domain/answer.ts';
import { CALIBRATED_SIGNALS, calibrateConfidence } from '../../src/gates/back/measure-confidence.ts';
import { loadQuestions } from '../calibration/load-questions.ts';
import { type JudgedQuery, loadBeir, type RetrievalSet } from '../retrieval/load-beir.ts';
import { EVAL_TENANT, loadCorpus } from '../retrieval/our-stages.ts';
import { type AnsweredQuestion, collectOutcomes, type LabelledQuestion } from './collect-outcomes.ts';
import { fitLogistic } from './fit-logistic.ts';
import { calibrationError, drawReliability, type ReliabilityBin, reliabilityOf } from './reliability.ts';

const QUESTIONS_PER_HALF = 500;
/** Of every so many questions one finds none of its sources in the library: confidence must tell that too. */
const HIDDEN_OF = 4;

export interface ConfidenceReport {
  /** Expected calibration error on the half that the weights were not fitted on. */
  held: { answers: number; right: number; error: number; bins: ReliabilityBin[] };
  tune: { answers: number; right: number; error: number };
  /** The weights that the first half gives, to compare with the committed ones. */
  fitted: number[];
  /** The reliability curve of the held half. */
  svg: string;
}

/**
 * Asks judged questions without a model and compares what Galen says of its own answers with whether their sources were
 * relevant. Null where the shared data are absent.
 */
export async function measureConfidence(data: string): Promise<ConfidenceReport | null> {
  const folder = join(data, 'retrieval', 'bioasq');
  const [train, test] = await Promise.all([loadBeir(folder, 'train'), loadBeir(folder, 'test')]);
  if (train === null || test === null) return null;
  const tuneQueries = train.queries.slice(0, QUESTIONS_PER_HALF);
  const heldQueries = test.queries.slice(0, QUESTIONS_PER_HALF);
  const ours = await loadQuestions();
  const outcomes = await withGalen(async (galen) => {
    await loadCorpus(galen, withoutHidden(train, [...tuneQueries, ...heldQueries]), 'en');
    const patient = demoPrincipal('patient');
    const reader: Principal = { ...patient, tenant_id: EVAL_TENANT };
    const of = async (split: 'tune' | 'held', queries: readonly JudgedQuery[]) => [
      ...(await collectOutcomes(galen, reader, queries.map(judgedQuestion))),
      ...(await collectOutcomes(galen, patient, ourQuestions(ours, split))),
    ];
    return { tune: await of('tune', tuneQueries), held: await of('held', heldQueries) };
  });
  const tune = figuresOf(outcomes.tune);
  const held = figuresOf(outcomes.held);
  const caption = `Confidence, ${held.answers} held-out answers, error ${held.error.toFixed(3)}`;
  return {
    held,
    tune: { answers: tune.answers, right: tune.right, error: tune.error },
    fitted: fitLogistic(
      outcomes.tune
        .filter(({ signals }) => signals.held > 0)
        .map(({ signals, isRight }) => ({
          features: CALIBRATED_SIGNALS.map((name) => signals[name]),
          isRight,
        })),
    ),
    svg: drawReliability(held.bins, caption),
  };
}

function figuresOf(outcomes: readonly AnsweredQuestion[]) {
  const judged = outcomes.map(({ signals, isRight }) => ({
    confidence: calibrateConfidence(signals),
    isRight,
  }));
  const bins = reliabilityOf(judged);
  const right = judged.filter(({ isRight }) => isRight).length;
  return { answers: judged.length, right, error: calibrationError(bins), bins };
}

/** Right when most citations rest on snippets that the experts judged relevant. */
function judgedQuestion({ id, text, judgements }: JudgedQuery): LabelledQuestion {
  return {
    id,
    question: text,
    isRight({ citations, sources }: Answer) {
      const relevant = citations.filter(({ source_index }) =>
        judgements.has(sources[source_index - 1]?.document_id ?? ''),
      );
      return relevant.length * 2 >= citations.length;
    },
  };
}

/** Right when the first source is the document that holds the answer; off the subject no answer is. */
function ourQuestions(
  set: Awaited<ReturnType<typeof loadQuestions>>,
  split: 'tune' | 'held',
): LabelledQuestion[] {
  return [
    ...set.answerable.map((one) => ({
      ...one,
      isRight: ({ sources }: Answer) => sources[0]?.document_id === one.document,
    })),
    ...set.offTopic.map((one) => ({ ...one, isRight: () => false })),
  ].filter((one) => one.split === split);
}

function withoutHidden({ corpus, queries }: RetrievalSet, asked: readonly JudgedQuery[]): RetrievalSet {
  const hidden = new Set(
    asked.filter((_, i) => i % HIDDEN_OF === 0).flatMap(({ judgements }) => [...judgements.keys()]),
  );
  return { queries, corpus: corpus.filter(({ id }) => !hidden.has(id)) };
}

async function withGalen<T>(use: (galen: Awaited<ReturnType<typeof compose>>) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-eval-'));
  // Nothing but Galen's own rules; and no answer is held back, or nothing would be known of those it is unsure of.
  const config = loadConfig({
    GALEN_DATA_DIR: dataDir,
    GALEN_EMBED_MODEL: 'hash',
    GALEN_RERANK_MODEL: 'words',
    GALEN_MIN_CONFIDENCE: '0',
  });
  const galen = await compose({ config, log: createLog('error'), attach: false });
  try {
    return await use(galen);
  } finally {
    await galen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const data = loadConfig().GALEN_EVAL_DATA;
  const report = await measureConfidence(data);
  if (report === null) {
    console.log(`confidence: no data under ${data}; not measured`);
    process.exitCode = 1;
  } else {
    const folder = fileURLToPath(new URL('../../reports', import.meta.url));
    mkdirSync(folder, { recursive: true });
    const { svg, ...figures } = report;
    writeFileSync(join(folder, 'confidence.svg'), `${svg}\n`);
    writeFileSync(join(folder, 'confidence.json'), `${JSON.stringify(figures, null, 2)}\n`);
    console.log(JSON.stringify(figures, null, 2));
  }
}
