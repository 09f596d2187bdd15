import { answerChance, type RankedPassage } from '../../domain/passage.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { lostIn, statementKey } from './conflicts/settle-conflicts.ts';
import { isAnswering, ORCHESTRATOR, type Resolution, type TaskOutcome } from './desk-work.ts';
import { isSynthetic } from './synthetic-passage.ts';

const PER_QUERY = 3;
const MAX_STATEMENTS = 8;
/** Beside a calculation and its figures little else is worth saying. */
const BESIDE_CALCULATION = 1;
/** Above this share of common terms two statements say the same. */
const REDUNDANT_FROM = 0.8;

export interface ChosenStatement {
  text: string;
  passage: RankedPassage;
}

/** The statements an answer is made of: calculations first, then what each agent found, without what lost a conflict. */
export function chooseStatements(
  outcomes: readonly TaskOutcome[],
  { conflicts, owner }: Resolution,
): ChosenStatement[] {
  const lost = lostIn(conflicts);
  const passages = new Map(
    outcomes.flatMap(({ result }) => (result?.passages ?? []).map((passage) => [passage.id, passage])),
  );
  const own = outcomes.filter(({ task }) => task.agent !== ORCHESTRATOR);
  const sums = soundSums(own, lost, owner);
  const logs = own.filter(({ task }) => task.tool === 'log_tool');
  const calculates = sums.some(({ result }) => isCalculated(result));
  const weighed = new Set(
    conflicts.flatMap(({ a, b }) => [a, b].map((one) => statementKey(one.passage_id, one.text))),
  );
  const searched = own.filter(({ task }) => task.tool === 'rag_tool');
  const answering = searched.filter(({ result }) => isAnswering(result));
  const answered = new Set(answering.filter(({ task }) => !task.is_second).map(({ task }) => task.query));
  // Who was searched beside the others speaks where it contradicts them, or where they have nothing to say.
  const found = answering.map(({ task, result }) => ({
    result:
      result !== null && task.is_second && answered.has(task.query)
        ? {
            ...result,
            sentences: result.sentences.filter(({ text, passage_id }) =>
              weighed.has(statementKey(passage_id, text)),
            ),
          }
        : result,
  }));
  const chosen: ChosenStatement[] = [];
  // A sentence whose figure was used stays, whatever it lost to: in a sum that stands it was asked for.
  for (const { result } of sums) take(result, Number.POSITIVE_INFINITY, new Map());
  for (const { result } of logs) take(result, Number.POSITIVE_INFINITY, lost);
  // What our own ranker chose is worth saying.
  const most = answerChance([...passages.values()]) === null ? PER_QUERY : MAX_STATEMENTS;
  for (const { result } of found) take(result, calculates ? BESIDE_CALCULATION : most, lost);
  return chosen.slice(
    0,
    Math.max(MAX_STATEMENTS, chosen.filter(({ passage }) => isSynthetic(passage)).length),
  );

  function take(result: TaskOutcome['result'], most: number, without: typeof lost): void {
    let taken = 0;
    for (const found of result?.sentences ?? []) {
      if (taken === most) return;
      // What won speaks in the place of what lost to it, however far down it was found itself.
      const { text, passage_id } = without.get(statementKey(found.passage_id, found.text)) ?? found;
      const passage = passages.get(passage_id);
      const isLost = without.has(statementKey(passage_id, text));
      if (!passage || isLost || chosen.some((other) => saysTheSame(other, text))) continue;
      chosen.push({ text, passage });
      taken += 1;
    }
  }
}

/** In other words or in the same; with other numbers it is another statement. */
function saysTheSame({ text, passage }: ChosenStatement, other: string): boolean {
  const { language } = passage.document;
  const [a, b] = [new Set(analyzeText(text, language)), new Set(analyzeText(other, language))];
  const numbers = (terms: ReadonlySet<string>) =>
    [...terms]
      .filter((term) => /^\d/u.test(term))
      .sort()
      .join(' ');
  const shared = [...a].filter((term) => b.has(term)).length;
  return numbers(a) === numbers(b) && shared / Math.max(1, Math.max(a.size, b.size)) >= REDUNDANT_FROM;
}

/**
 * The calculations that may be stated: none of which an input lost, and of several that come to different results only
 * that of the agent whose subject it is.
 */
export function soundSums(
  outcomes: readonly TaskOutcome[],
  lost: Pick<ReadonlySet<string>, 'has'>,
  owner: string | null,
): TaskOutcome[] {
  const standing = outcomes.filter(
    ({ task, result }) =>
      task.tool === 'math_tool' &&
      result !== null &&
      !result.sentences.some(({ passage_id, text }) => lost.has(statementKey(passage_id, text))),
  );
  const made = standing.filter(({ result }) => isCalculated(result));
  if (made.length === 0) return standing.slice(0, 1);
  const results = new Set(made.map(({ result }) => result?.answer.split(' = ').at(-1)));
  if (results.size === 1) return made;
  return made.filter(({ task }) => task.agent === owner);
}

/** Rests on figures, rather than saying that some are missing. */
function isCalculated(result: TaskOutcome['result']): boolean {
  const [first] = result?.passages ?? [];
  return first !== undefined && isSynthetic(first) && / = /u.test(first.text);
}
