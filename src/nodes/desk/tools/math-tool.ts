import type { Bilingual } from '../../../domain/language.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import { splitProse } from '../../../domain/sentences.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { madePassage } from '../made-passage.ts';
import { type DeskTool, ownResults } from './desk-tool.ts';
import { describeCalculation } from './math/describe-calculation.ts';
import { evaluateExpression } from './math/evaluate-expression.ts';
import type { Figure } from './math/figure.ts';
import { planCalculationTask } from './math/plan-calculation.task.ts';
import { readFigures } from './math/read-figures.ts';

const TITLE: Bilingual = { en: 'Calculation', vi: 'Phép tính' };
const CONTEXT: Bilingual = { en: 'Calculated from the figures cited', vi: 'Tính từ các số liệu được dẫn' };
/** Above what a sentence found by search may score: what was asked for comes first. */
const RESULT_SCORE = 3;
const INPUT_SCORE = 2;

/** Calculates from figures of the question and of what the agent found. A plan names figures; code does the arithmetic. */
export function mathTool({ gateway }: { gateway: Gateway }): DeskTool {
  return async (call) => {
    const { task, question, language, about_a_person, context } = call;
    const found = uniquePassages(ownResults(call).flatMap(({ passages }) => passages));
    const figures = readFigures([
      { passage_id: null, text: question, language },
      ...found.map(({ id, text }) => ({ passage_id: id, text, language })),
    ]);
    const statements = found.flatMap(({ text }) =>
      splitProse(text, language).map((sentence) => sentence.text),
    );
    const input = { question, language, figures, statements, about_a_person };
    const { output } = await gateway.run(planCalculationTask, input, context);
    const calculated = calculate(output, figures);
    // A plan of a model's that does not hold is made again by rules.
    const done = calculated ?? calculate(planCalculationTask.twin(input), figures);
    if (done === null) return null;
    const lines = describeCalculation(done, figures, language);
    const now = new Date(context.clock()).toISOString();
    const passage = madePassage({
      id: `calculation:${context.runId}:${task.id}`,
      title: TITLE[language],
      text: lines.join('\n'),
      language,
      source_type: 'calculation',
      scope: narrowestOf(found),
      department: task.agent,
      created_at: now,
    });
    const inputs = done.used.filter(({ passage_id }) => passage_id !== null);
    return {
      answer: lines.join(' '),
      context: CONTEXT[language],
      passages: [passage, ...found.filter(({ id }) => inputs.some(({ passage_id }) => passage_id === id))],
      sentences: [
        ...lines.map((text, i) => ({ text, passage_id: passage.id, score: RESULT_SCORE - i / 10 })),
        ...uniqueInputs(inputs),
      ],
      cached: null,
    };
  };
}

/** What the plan comes to, if it holds: names that exist, a number at the end. */
export function calculate(
  { expression, unit, compare_with }: { expression: string; unit: string; compare_with: string | null },
  figures: readonly Figure[],
) {
  // A figure alone has been found, not calculated.
  if (!/[*/+-]/u.test(expression)) return null;
  const values = new Map(figures.map(({ id, value, unit: of }) => [id, of === '%' ? value / 100 : value]));
  const evaluation = evaluateExpression(expression, values);
  if (!evaluation.ok) return null;
  const named = new Set(expression.match(/n\d+/gu));
  const limit = figures.find(({ id }) => id === compare_with) ?? null;
  const used = figures.filter(({ id }) => named.has(id) || id === limit?.id);
  return { expression, unit, value: unit === '%' ? evaluation.value * 100 : evaluation.value, limit, used };
}

function uniqueInputs(inputs: readonly Figure[]) {
  const seen = new Set<string>();
  return inputs
    .filter(({ sentence }) => !seen.has(sentence) && seen.add(sentence))
    .map(({ sentence, passage_id }) => ({
      text: sentence,
      passage_id: passage_id ?? '',
      score: INPUT_SCORE,
    }));
}

function uniquePassages(passages: readonly RankedPassage[]): RankedPassage[] {
  return [...new Map(passages.map((passage) => [passage.id, passage])).values()];
}

/** A result is as closed as the most closed of what it was calculated from. */
function narrowestOf(passages: readonly RankedPassage[]): RankedPassage['document']['scope'] {
  const scopes = new Set(passages.map(({ document }) => document.scope));
  return scopes.has('private') ? 'private' : scopes.has('internal') ? 'internal' : 'public';
}
