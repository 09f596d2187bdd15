import { setTimeout } from 'node:timers/promises';
import { CRISIS_ANSWER } from '../../../texts/gates.ts';
import type { FlowName } from '../../domain/ask.ts';
import { defineNode } from '../../engine/define-node.ts';
import { detectLanguage } from '../../gates/front/detect-language.ts';
import { SUICIDE } from '../../gates/front/emergency/write-notice.ts';
import { restoreMarks } from '../../language/restore-marks.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import { TurnState } from './turn-state.ts';

/** How many earlier messages a flow gets to see. */
export const REMEMBERED_MESSAGES = 6;

/** How soon to look again whether the turn before this one has ended. */
const LOOK_AGAIN_MS = 100;

/** The note that says the turn is stored: from then on it may be acknowledged. */
export const ACCEPTED = 'accepted';

/** Makes the turn durable: from here on a crash loses neither the question nor the knowledge that it was asked. */
export function openTurn({ records, flow }: { records: RunRecords; flow: FlowName }) {
  return defineNode({
    step: 'open',
    reads: TurnState.pick({
      request: true,
      principal: true,
      conversation_id: true,
      question: true,
      language: true,
    }).extend({ emergency: TurnState.shape.emergency.default(null) }),
    outcomes: ['opened', 'crisis'],

    async run(
      { request, principal, conversation_id, question, language, emergency },
      { runId, newId, clock, emit, signal },
    ) {
      const isNew = request.conversation_id === null;
      await records.begin(principal, {
        id: runId,
        conversation_id,
        new_conversation: isNew,
        message_id: newId(),
        flow,
        patient_id: request.patient_id,
        question,
        created_at: new Date(clock()).toISOString(),
      });
      emit({ type: 'note', data: { topic: ACCEPTED, run_id: runId, conversation_id, language } });
      // Whoever thinks of suicide gets care and a person to call, never something that was searched.
      if (emergency?.category === SUICIDE && emergency.quiet !== true) {
        const writes = {
          draft: CRISIS_ANSWER[language],
          is_ours: true,
          route: 'crisis',
          follow_up_questions: [],
        };
        return { outcome: 'crisis' as const, writes };
      }
      const history = isNew ? [] : await whatWasSaid();
      // Stored as they were typed, read with their marks; in a search for a patient no name may be guessed at.
      if (flow === 'clinic') return { outcome: 'opened' as const, writes: { history, question } };
      const read = history.map((message) =>
        message.author === 'asker'
          ? { ...message, text: restoreMarks(message.text, detectLanguage(message.text)) }
          : message,
      );
      const asked = restoreMarks(question, language);
      return { outcome: 'opened' as const, writes: { history: read, question: asked } };

      /** Waits for the turns before this one: it may lean on what they answer. */
      async function whatWasSaid() {
        for (let looks = 0; ; looks += 1) {
          const { messages, isUnderWay } = await records.history(principal, runId, REMEMBERED_MESSAGES);
          if (!isUnderWay) return messages;
          if (looks === 0) emit({ type: 'note', data: { topic: 'waits-for-earlier-turn' } });
          await setTimeout(LOOK_AGAIN_MS, undefined, { signal });
        }
      }
    },
  });
}
