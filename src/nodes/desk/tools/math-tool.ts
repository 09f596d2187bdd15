import type { DeskSettings } from '../../../domain/desk-agents.ts';
import type { Bilingual } from '../../../domain/language.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import { splitProse } from '../../../domain/sentences.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { isAnswering, type ToolResult } from '../desk-work.ts';
import { isMade, madePassage } from '../made-passage.ts';
import { ownerOf } from '../match-agents.ts';
import { UNITS } from '../quantities/units.ts';
import { wantsCalculation } from '../tool-cues.ts';
import { type DeskTool, ownResults, type ToolCall } from './desk-tool.ts';
import { askingClause } from './math/asking-clause.ts';
import { believedStatements, type Found } from './math/believed-statements.ts';
import { describeCalculation } from './math/describe-calculation.ts';
import { describeMissing } from './math/describe-missing.ts';
import { evaluateExpression } from './math/evaluate-expression.ts';
import type { Figure } from './math/figure.ts';
import { measuresUnit } from './math/measures-unit.ts';
import { missingOperands } from './math/plan-by-rules.ts';
import { type PlanInput, planCalculationTask } from './math/plan-calculation.task.ts';
import { readFigures } from './math/read-figures.ts';
import { comparesVersions } from './math/rules/between-versions.ts';

const TITLE: Bilingual = { en: 'Calculation', vi: 'Phép tính' };
const CONTEXT: Bilingual = { en: 'Calculated from the figures cited', vi: 'Tính từ các số liệu được dẫn' };
/** Above what a sentence found by search may score: what was asked for comes first. */
const RESULT_SCORE = 3;
const INPUT_SCORE = 2;
/** Further searches for what a formula names: a rate, and what that rate follows from. */
const MAX_ROUNDS = 3;

interface MathPorts {
  gateway: Gateway;
  settings: DeskSettings;
  search: DeskTool;
}

/** Calculates from figures of the question and of what the agent found. A plan names figures; code does the arithmetic. */
export function mathTool({ gateway, settings, search }: MathPorts): DeskTool {
  return async (call) => {
    const { task, language, context } = call;
    const results = ownResults(call);
    // A sum of what only comes closest would be a guess.
    if (!results.some(isAnswering)) return null;
    const own = uniquePassages(results.flatMap(({ passages }) => passages));
    const found = await withOperands(call, own);
    const input = inputOf(call, found);
    const { figures } = input;
    const missing = missingOperands(input);
    const done = missing.length > 0 ? null : await calculated(input, call);
    const inputs = done?.used.filter(({ passage_id }) => passage_id !== null) ?? [];
    const used = found.filter(({ id }) => inputs.some(({ passage_id }) => passage_id === id));
    // Where nothing of the asker's is to be reckoned with, what was found may well be the answer.
    const isAsked =
      wantsCalculation(call.question) &&
      (missing.length > 0 || figures.some(({ passage_id }) => passage_id === null));
    if (done === null && !isAsked) return null;
    const lines = done ? describeCalculation(done, figures, language) : [describeMissing(missing, language)];
    const passage = madePassage({
      id: `calculation:${context.runId}:${task.id}`,
      title: TITLE[language],
      text: lines.join('\n'),
      language,
      source_type: 'calculation',
      scope: narrowestOf(used),
      department: task.agent,
      created_at: new Date(context.clock()).toISOString(),
    });
    const result: ToolResult = {
      answer: lines.join(' '),
      context: CONTEXT[language],
      passages: [passage, ...used],
      sentences: [
        ...lines.map((text, i) => ({ text, passage_id: passage.id, score: RESULT_SCORE - i / 10 })),
        ...uniqueInputs(inputs),
      ],
      cached: null,
    };
    return result;
  };

  async function calculated(input: PlanInput, { context }: ToolCall) {
    const { output } = await gateway.run(planCalculationTask, input, context);
    // A plan of a model's that does not hold, or that puts together what measures different things, is made again by rules.
    const { expression } = output;
    const unit = UNITS[output.unit.toLowerCase()]?.[0] ?? output.unit;
    const holds = measuresUnit(expression, unit, input.figures, input.question);
    return (
      (holds ? calculate(output, input.figures) : null) ??
      calculate(planCalculationTask.twin(input), input.figures)
    );
  }

  /** What the agent found, and, where that gives no sum, what was found besides on what is missing. */
  async function withOperands(call: ToolCall, own: readonly RankedPassage[]): Promise<RankedPassage[]> {
    let found = [...own];
    const searched = new Set<string>(['', call.task.query]);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const input = inputOf(call, found);
      if (calculate(planCalculationTask.twin(input), input.figures) !== null) break;
      const query = missingOperands(input)[0] ?? askingClause(call.question);
      if (searched.has(query)) break;
      searched.add(query);
      const more = await search({ ...call, task: { ...call.task, tool: 'rag_tool', query } });
      found = uniquePassages([...found, ...(more?.passages ?? [])]);
    }
    return found;
  }

  function inputOf(
    { question, task, agents, language, about_a_person, earlier }: ToolCall,
    found: RankedPassage[],
  ): PlanInput {
    const others = earlier.flatMap(({ task: { agent }, result }): Found[] =>
      (result?.passages ?? []).filter((one) => !isMade(one)).map((passage) => ({ agent, passage })),
    );
    const owner = ownerOf(question, language, agents);
    const isBelieved = comparesVersions(question)
      ? () => true
      : believedStatements(
          uniqueFound([...found.map((passage) => ({ agent: task.agent, passage })), ...others]),
          {
            owner,
            agents,
            settings,
          },
        );
    const byId = new Map(found.map((passage) => [passage.id, passage]));
    const figures = readFigures([
      { passage_id: null, text: question, language },
      ...found.map(({ id, text }) => ({ passage_id: id, text, language })),
    ]).filter(({ passage_id, sentence }) => {
      const passage = byId.get(passage_id ?? '');
      return passage === undefined || isBelieved(passage, sentence);
    });
    const statements = found.flatMap((passage) =>
      splitProse(passage.text, language)
        .map(({ text }) => text)
        .filter((text) => isBelieved(passage, text)),
    );
    return { question, language, figures, statements, about_a_person };
  }
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
  // Less than nothing is no answer to how much.
  if (!evaluation.ok || evaluation.value <= 0) return null;
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

function uniqueFound(found: readonly Found[]): Found[] {
  const byPassage = new Map<string, Found>();
  for (const one of found) if (!byPassage.has(one.passage.id)) byPassage.set(one.passage.id, one);
  return [...byPassage.values()];
}

/** A result is as closed as the most closed of what it was calculated from. */
function narrowestOf(passages: readonly RankedPassage[]): RankedPassage['document']['scope'] {
  const scopes = new Set(passages.map(({ document }) => document.scope));
  return scopes.has('private') ? 'private' : scopes.has('internal') ? 'internal' : 'public';
}
