import { defaultDeskSettings } from '../../src/flows/desk/agents/default-settings.ts';
import { detectConflict } from '../../src/flows/desk/conflicts/detect-conflict.ts';
import { weighConflict } from '../../src/flows/desk/conflicts/settle-conflicts.ts';
import { ownerOf } from '../../src/flows/desk/match-agents.ts';
import { routeQuestionTask } from '../../src/flows/desk/steps/reflect-and-route.ts';
import { planByRules } from '../../src/flows/desk/tools/math/plan-by-rules.ts';
import { readFigures } from '../../src/flows/desk/tools/math/read-figures.ts';
import { calculate } from '../../src/flows/desk/tools/math-tool.ts';
import { splitProse } from '../../src/language/sentences.ts';
import type {
  ArithmeticCase,
  ConflictCase,
  CrossCase,
  DeskSets,
  PolicyConflict,
  RoutingCase,
  Split,
} from './load-sets.ts';

export interface Share {
  right: number;
  of: number;
  wrong: string[];
}

export interface DeskReport {
  routing: Share;
  conflicts_detected: Share;
  right_winner: Share;
  false_conflicts: Share;
  /** Between a Vietnamese and an English source. */
  across_languages: Share;
  false_across_languages: Share;
  arithmetic: Share;
}

const { agents, conflict_weights: weights, workflow_config } = defaultDeskSettings();

/** Nothing but rules: no model, and for arithmetic the named documents rather than a search. */
export function measureParts(sets: DeskSets, ...splits: readonly Split[]): DeskReport {
  const inSplit = ({ split }: { split: Split }) => splits.includes(split);
  const conflicts = sets.conflicts.filter(inSplit);
  const real = conflicts.filter(({ conflict }) => conflict);
  return {
    routing: share(sets.routing.filter(inSplit), isRoutedRight),
    conflicts_detected: share(real, detects),
    right_winner: share(real, picksRightWinner),
    false_conflicts: share(
      conflicts.filter(({ conflict }) => !conflict),
      detects,
    ),
    across_languages: share(
      sets.acrossLanguages.filter(inSplit).filter(({ conflict }) => conflict),
      detectsAcross,
    ),
    false_across_languages: share(
      sets.acrossLanguages.filter(inSplit).filter(({ conflict }) => !conflict),
      detectsAcross,
    ),
    arithmetic: share(sets.arithmetic.filter(inSplit), (one) => isCalculatedRight(one, sets.policies)),
  };
}

export function measureDesk(sets: DeskSets): Record<Split | 'all', DeskReport> {
  return {
    tune: measureParts(sets, 'tune'),
    held: measureParts(sets, 'held'),
    all: measureParts(sets, 'tune', 'held'),
  };
}

/** Contradictions in one language that were put into the shipped policies on purpose. */
export function measurePolicyConflicts(cases: readonly PolicyConflict[]): Share {
  const comparable = cases.filter(({ a, b }) => languageOf(a.document) === languageOf(b.document));
  return share(comparable, ({ a, b }) => detectConflict(stated(a), stated(b)) !== null);
}

function isRoutedRight({ question, language, agents: wanted, chitchat }: RoutingCase): boolean {
  const input = { question, language, history: [], agents, about_a_person: false };
  const routed = routeQuestionTask.twin(input);
  const named = routed.agents.map(({ agent }) => agent).sort();
  return routed.is_chitchat === chitchat && named.join() === [...wanted].sort().join();
}

function detects({ a, b, language }: ConflictCase): boolean {
  return detectConflict({ text: a.text, language }, { text: b.text, language }) !== null;
}

function detectsAcross({ vi, en }: CrossCase): boolean {
  return detectConflict({ text: vi, language: 'vi' }, { text: en, language: 'en' }) !== null;
}

function picksRightWinner({ question, language, a, b, winner }: ConflictCase): boolean {
  const side = ({ text: _, ...known }: ConflictCase['a']) => ({
    ...known,
    evidence_level: 'expert_opinion' as const,
  });
  const owner = ownerOf(question, language, agents);
  const threshold = workflow_config.conflict_resolution_threshold;
  return weighConflict(side(a), side(b), { owner, agents, weights, threshold }).winner === winner;
}

function isCalculatedRight(
  { question, language, documents, expected, unit, tolerance }: ArithmeticCase,
  policies: ReadonlyMap<string, string>,
): boolean {
  const texts = documents.map((id) => policies.get(id) ?? '');
  const figures = readFigures([
    { passage_id: null, text: question, language },
    ...texts.map((text, i) => ({ passage_id: documents[i] ?? '', text, language })),
  ]);
  const statements = texts.flatMap((text) => splitProse(text, language).map((sentence) => sentence.text));
  const { plan } = planByRules({ question, language, figures, statements });
  const done = plan && calculate(plan);
  return done !== null && done.unit === unit && Math.abs(done.value - expected) <= tolerance;
}

function share<Case extends { id: string }>(cases: readonly Case[], isRight: (one: Case) => boolean): Share {
  const wrong = cases.filter((one) => !isRight(one)).map(({ id }) => id);
  return { right: cases.length - wrong.length, of: cases.length, wrong };
}

function stated({ text, document }: PolicyConflict['a']) {
  return { text, language: languageOf(document) };
}

function languageOf(document: string): 'en' | 'vi' {
  return document.endsWith('-en') ? 'en' : 'vi';
}
