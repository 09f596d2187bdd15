import * as texts from '../../../../texts/desk.ts';
import type { DeskSettings } from '../../../domain/desk-agents.ts';
import type { Language } from '../../../domain/language.ts';
import { fillTemplate } from '../../../domain/language.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import { unitWords } from '../../../language/quantities/quantity-words.ts';
import { splitProse } from '../../../language/sentences.ts';
import { earlierVersions, settleConflicts, statementKey } from '../conflicts/settle-conflicts.ts';
import { isAnswering, uniquePassages } from '../desk-work.ts';
import { ownerOf } from '../match-agents.ts';
import { isSynthetic, syntheticPassage } from '../synthetic-passage.ts';
import { wantsCalculation } from '../tool-cues.ts';
import { type DeskTool, ownResults, type ToolCall } from './desk-tool.ts';
import { type CalculationPlan, type PlanInput, planByRules } from './math/plan-by-rules.ts';
import { type Figure, readFigures } from './math/read-figures.ts';

/** Above what a sentence found by search may score: what was asked for comes first. */
const RESULT_SCORE = 3;
const INPUT_SCORE = 2;
const EXACT_DIGITS = 12;
/** Further searches for what a formula names: a rate, and what that rate follows from. */
const MAX_ROUNDS = 3;
/** Compared each with each: beyond this the best of them say what there is. */
const MAX_COMPARED = 60;
const MAX_NAMES = 3;

/** Calculates from figures of the question and of what the agent found. */
export function mathTool({ settings, search }: { settings: DeskSettings; search: DeskTool }): DeskTool {
  return async (call) => {
    const { task, language, context } = call;
    const results = ownResults(call);
    if (!results.some(({ passages }) => passages.length > 0)) return null;
    const found = await withOperands(call, uniquePassages(results.flatMap(({ passages }) => passages)));
    const input = inputOf(call, found);
    const { plan, missing } = planByRules(input);
    const done = plan && calculate(plan);
    // Where nothing of the asker's is to be reckoned with, what was found may well be the answer.
    const isAsked = missing.length > 0 || input.figures.some(({ passage_id }) => passage_id === null);
    const isMissed = wantsCalculation(call.question) && isAsked && results.some(isAnswering);
    if (done === null && !isMissed) return null;
    const inputs = done?.used.filter(({ passage_id }) => passage_id !== null) ?? [];
    const used = found.filter(({ id }) => inputs.some(({ passage_id }) => passage_id === id));
    const lines = done ? describeCalculation(done, language) : [describeMissing(missing, language)];
    const passage = syntheticPassage({
      id: `calculation:${context.runId}:${task.id}`,
      title: texts.CALCULATION_TITLE[language],
      text: lines.join('\n'),
      language,
      source_type: 'calculation',
      scope: narrowestOf(used),
      department: task.agent,
      created_at: new Date(context.clock()).toISOString(),
    });
    const cited = new Map(inputs.map(({ sentence, passage_id }) => [sentence, passage_id ?? '']));
    return {
      answer: lines.join(' '),
      context: texts.CALCULATION_CONTEXT[language],
      passages: [passage, ...used],
      sentences: [
        ...lines.map((text, i) => ({ text, passage_id: passage.id, score: RESULT_SCORE - i / 10 })),
        ...[...cited].map(([text, passage_id]) => ({ text, passage_id, score: INPUT_SCORE })),
      ],
      cached: null,
    };
  };

  /** What the agent found, and what was found besides on what a formula names. */
  async function withOperands(call: ToolCall, own: readonly RankedPassage[]): Promise<RankedPassage[]> {
    let found = [...own];
    const searched = new Set<string>();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const [query] = planByRules(inputOf(call, found)).missing;
      if (query === undefined || searched.has(query)) break;
      searched.add(query);
      const more = await search({ ...call, task: { ...call.task, tool: 'rag_tool', query } });
      found = uniquePassages([...found, ...(more?.passages ?? [])]);
    }
    return found;
  }

  function inputOf(call: ToolCall, found: readonly RankedPassage[]): PlanInput {
    const { question, language } = call;
    const isBelieved = believedStatements(call, found);
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
        .filter(({ text }) => isBelieved(passage, text))
        .map(({ text }) => text),
    );
    return { question, language, figures, statements };
  }

  /** None of an earlier version, none that lost to another, and none that another contradicts undecidedly. */
  function believedStatements(
    { question, language, agents, task, earlier }: ToolCall,
    found: readonly RankedPassage[],
  ): (passage: RankedPassage, text: string) => boolean {
    const others = earlier.flatMap(({ task: { agent }, result }) =>
      (result?.passages ?? []).filter((one) => !isSynthetic(one)).map((passage) => ({ agent, passage })),
    );
    const all = [...others, ...found.map((passage) => ({ agent: task.agent, passage }))];
    // An agent's own finding stands for the same passage of another's.
    const known = [...new Map(all.map((one) => [one.passage.id, one])).values()].reverse();
    const outdated = earlierVersions(known.map(({ passage }) => passage));
    const stated = known
      .filter(({ passage }) => !outdated.has(passage.document_id))
      .flatMap(({ agent, passage }) =>
        splitProse(passage.text, passage.document.language)
          .filter(({ text }) => /\d/u.test(text))
          .map(({ text }) => ({ agent, text, passage })),
      )
      .slice(0, MAX_COMPARED);
    const owner = ownerOf(question, language, agents);
    const doubted = new Set(
      settleConflicts(stated, { owner, agents, settings }).flatMap(({ a, b, winner }) =>
        (winner === 'both' ? [a, b] : [winner === 'a' ? b : a]).map(({ passage_id, text }) =>
          statementKey(passage_id, text),
        ),
      ),
    );
    return ({ id, document_id }, text) => !outdated.has(document_id) && !doubted.has(statementKey(id, text));
  }
}

interface Calculation extends CalculationPlan {
  value: number;
  used: Figure[];
}

/** What the plan comes to; null where there is nothing to work out, or less than nothing comes out. */
export function calculate(plan: CalculationPlan): Calculation | null {
  const { operands, unit, limit } = plan;
  // A figure alone has been found, not calculated.
  if (operands.length < 2) return null;
  const [first = 0, ...others] = operands.map(({ figure }) =>
    figure.unit === '%' ? figure.value / 100 : figure.value,
  );
  const result = others.reduce((sofar, value, i) => {
    const sign = operands[i + 1]?.sign;
    return sign === '−' ? sofar - value : sign === '÷' ? sofar / value : sofar * value;
  }, first);
  if (!Number.isFinite(result) || result <= 0) return null;
  // Fractions of two have no tenths: the last digits are noise.
  const value = Number((unit === '%' ? result * 100 : result).toPrecision(EXACT_DIGITS));
  return { ...plan, value, used: [...operands.map(({ figure }) => figure), ...(limit ? [limit] : [])] };
}

/** What was calculated from what, and how the result stands to a limit. */
function describeCalculation({ operands, value, unit, limit }: Calculation, language: Language): string[] {
  const working = operands
    .map(
      ({ sign, figure }, i) =>
        `${i === 0 ? '' : ` ${sign} `}${amount(figure.value, figure.unit === '%' ? '%' : '', language)}`,
    )
    .join('');
  const result = amount(value, unit, language);
  const first = fillTemplate(texts.CALCULATED[language], { working, result });
  if (limit === null) return [first];
  const distance = value - limit.value;
  const template = distance > 0 ? texts.ABOVE_LIMIT : distance < 0 ? texts.BELOW_LIMIT : texts.AT_LIMIT;
  const gap = amount(Math.abs(distance), unit, language);
  const told = { result, gap, limit: amount(limit.value, limit.unit, language) };
  return [first, fillTemplate(template[language], told)];
}

function describeMissing(names: readonly string[], language: Language): string {
  const told = names.slice(0, MAX_NAMES).join('", "');
  return told === ''
    ? texts.NOT_WORKED_OUT[language]
    : fillTemplate(texts.VALUE_MISSING[language], { names: told });
}

function amount(value: number, unit: string, language: Language): string {
  const figures = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US', {
    // Nobody is paid a part of a đồng.
    maximumFractionDigits: unit === 'VND' ? 0 : 4,
  }).format(value);
  return figures + unitWords(unit, language);
}

/** A result is as closed as the most closed of what it was calculated from. */
function narrowestOf(passages: readonly RankedPassage[]): RankedPassage['document']['scope'] {
  const scopes = new Set(passages.map(({ document }) => document.scope));
  return scopes.has('private') ? 'private' : scopes.has('internal') ? 'internal' : 'public';
}
