import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import type { Abstention } from '../../src/domain/answer.ts';
import { AskRequest } from '../../src/domain/ask.ts';
import type { AnswerableQuestion, CalibrationSet, OffTopicQuestion, Split } from './load-questions.ts';

/** Enough to keep the database busy while answers are put together. */
const AT_ONCE = 4;

/** What became of one question: why it was not answered, if so, and which documents the answer rests on. */
interface Outcome<Q> {
  asked: Q;
  abstained: Abstention['reason'] | null;
  documents: string[];
}

export interface SplitReport {
  off_topic: { asked: number; refused: number; answered: string[] };
  answerable: { asked: number; refused: string[]; named_document_cited: number; other_documents: string[] };
}

export type CalibrationReport = Record<Split | 'all', SplitReport>;

/** Asks every question as a patient would and counts who was told that nothing was found. */
export async function measureCalibration(galen: Galen, set: CalibrationSet): Promise<CalibrationReport> {
  const offTopic = await askAll(galen, set.offTopic);
  const answerable = await askAll(galen, set.answerable);
  const of = (split: Split) =>
    reportOn(
      offTopic.filter(({ asked }) => asked.split === split),
      answerable.filter(({ asked }) => asked.split === split),
    );
  return { tune: of('tune'), held: of('held'), all: reportOn(offTopic, answerable) };
}

async function askAll<Q extends { question: string }>(
  { turns }: Galen,
  questions: readonly Q[],
): Promise<Outcome<Q>[]> {
  const ask = async (asked: Q): Promise<Outcome<Q>> => {
    const request = AskRequest.parse({ message: asked.question, flow: 'evidence' });
    const { abstained, sources } = await (await turns.start(request, demoPrincipal('patient'))).answer;
    const documents = [...new Set(sources.map(({ document_id }) => document_id))];
    return { asked, abstained: abstained?.reason ?? null, documents };
  };
  const outcomes: Outcome<Q>[] = [];
  for (let i = 0; i < questions.length; i += AT_ONCE) {
    outcomes.push(...(await Promise.all(questions.slice(i, i + AT_ONCE).map(ask))));
  }
  return outcomes;
}

function reportOn(
  offTopic: readonly Outcome<OffTopicQuestion>[],
  answerable: readonly Outcome<AnswerableQuestion>[],
): SplitReport {
  // The stricter count for either: off the subject only "nothing found" is right, on it every refusal is wrong.
  const isRefused = ({ abstained }: Outcome<unknown>) => abstained === 'nothing-found';
  const isAnswered = ({ abstained }: Outcome<unknown>) => abstained === null;
  const kept = answerable.filter(isAnswered);
  const missed = kept.filter(({ asked, documents }) => !documents.includes(asked.document));
  return {
    off_topic: {
      asked: offTopic.length,
      refused: offTopic.filter(isRefused).length,
      answered: offTopic
        .filter((outcome) => !isRefused(outcome))
        .map(({ asked, documents }) => `${asked.id} ${asked.question} (${documents.join(', ')})`),
    },
    answerable: {
      asked: answerable.length,
      refused: answerable
        .filter((outcome) => !isAnswered(outcome))
        .map(({ asked }) => `${asked.id} ${asked.question} (${asked.document})`),
      named_document_cited: kept.length - missed.length,
      other_documents: missed.map(
        ({ asked, documents }) =>
          `${asked.id} ${asked.question} (${asked.document}; cited ${documents.join(', ') || 'none'})`,
      ),
    },
  };
}
