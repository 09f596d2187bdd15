import { z } from 'zod';
import type { DeskSettings } from '../../domain/desk-agents.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { quarantineNote } from '../shared/mark-quarantined.ts';
import { type ChosenStatement, chooseStatements } from './choose-statements.ts';
import { composeAnswerTask } from './compose-answer.task.ts';
import { DeskFrame, isAnswering, ORCHESTRATOR, Resolution, TaskOutcome } from './desk-work.ts';
import { explainReplaced, replacedIn } from './explain-replaced.ts';
import { explainResolution, SOURCES_DIFFER } from './explain-resolution.ts';
import { madePassage } from './made-passage.ts';
import { nameMissing } from './name-missing.ts';
import { suggestQuestions } from './suggest-questions.ts';

/** Said before what is no answer: the reader judges whether it helps. */
const CLOSEST: Bilingual = {
  en: 'No rule that you may read answers this directly; these come closest.',
  vi: 'Không có quy định nào bạn được đọc trả lời thẳng câu hỏi này; gần nhất là những quy định sau.',
};

/** Writes the answer from what was found and believed. Its sources are the passages its statements stand in. */
export function formatFinal({ gateway, settings }: { gateway: Gateway; settings: DeskSettings }) {
  const { enable_follow_up_questions, max_follow_up_questions } = settings.workflow_config;
  return defineNode({
    step: 'format',
    reads: z.object({
      frame: DeskFrame,
      outcomes: z.array(TaskOutcome),
      resolution: Resolution,
      language: Language,
      about_a_person: z.boolean(),
    }),
    outcomes: ['answered', 'nothing-found'],

    async run({ frame, outcomes, resolution, language, about_a_person }, context) {
      const started_at = context.clock();
      const found = passagesOf(outcomes);
      const replaced = replacedIn(outcomes);
      const chosen = chooseStatements(outcomes, resolution);
      const told = new Set(chosen.map(({ passage }) => passage.document_id));
      const earlier = explainReplaced(
        replaced.filter(({ document_id, is_told }) => !is_told || told.has(document_id)),
        language,
      );
      const reasoning = sentencesOf([explainResolution(resolution, found, language), earlier.leftOut]);
      const formatted = () => ({ reasoning, started_at, finished_at: context.clock() });
      if (chosen.length === 0)
        return { outcome: 'nothing-found' as const, writes: { formatted: formatted() } };
      const isClosest = !outcomes.some(({ result }) => isAnswering(result));
      if (isClosest) chosen.unshift(noted('closest', CLOSEST[language], language, context));
      if (resolution.conflicts.some(({ winner }) => winner === 'both'))
        chosen.unshift(noted('resolution', SOURCES_DIFFER[language], language, context));
      const evidence = [...new Map(chosen.map(({ passage }) => [passage.id, passage])).values()];
      const statements = chosen.map(({ text, passage }) => ({ text, source: placeOf(passage, evidence) }));
      const quarantined = quarantineNote(evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const input = { question: frame.asked, language, statements, about_a_person };
      const { output } = await gateway.run(composeAnswerTask, input, context);
      const said = statements.map(({ text }) => text);
      const follow_up_questions = enable_follow_up_questions
        ? suggestQuestions(
            currentOf(outcomes).filter(
              (passage) => !replaced.some((one) => one.document_id === passage.document_id),
            ),
            said,
            language,
            max_follow_up_questions,
          )
        : [];
      const missing = isClosest ? '' : nameMissing(outcomes, language);
      const writes = {
        draft: output.trim(),
        closing: sentencesOf([earlier.told, missing]),
        is_partial: missing !== '',
        is_nearest: isClosest,
        evidence,
        statements,
        follow_up_questions,
        formatted: formatted(),
      };
      return { outcome: 'answered' as const, writes };
    },
  });
}

function passagesOf(outcomes: readonly TaskOutcome[]): RankedPassage[] {
  const all = outcomes.flatMap(({ result }) => result?.passages ?? []);
  return [...new Map(all.map((passage) => [passage.id, passage])).values()];
}

/** What is worth asking on about: not the pages that were only held against what was asked for. */
function currentOf(outcomes: readonly TaskOutcome[]): RankedPassage[] {
  return passagesOf(outcomes.filter(({ task }) => !task.is_second && task.agent !== ORCHESTRATOR));
}

function sentencesOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function placeOf({ id }: RankedPassage, evidence: readonly RankedPassage[]): number {
  return evidence.findIndex((passage) => passage.id === id) + 1;
}

/** What code found out about the sources, that they differ, say, is a statement with a source of its own. */
function noted(
  about: 'closest' | 'resolution',
  text: string,
  language: Language,
  { runId, clock }: RunContext,
): ChosenStatement {
  const passage = madePassage({
    id: `${about}:${runId}`,
    title: language === 'vi' ? 'So sánh các nguồn' : 'Comparison of the sources',
    text,
    language,
    source_type: 'resolution',
    scope: 'public',
    department: null,
    created_at: new Date(clock()).toISOString(),
  });
  return { text, passage };
}
