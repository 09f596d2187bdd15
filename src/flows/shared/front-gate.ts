import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { AskRequest, type FlowName } from '../../domain/ask.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { FrontGate } from '../../gates/front-gate.port.ts';
import type { NameSeal } from '../../gates/name-seal.port.ts';

export interface FrontGatePorts {
  frontGate: FrontGate;
  flow: FlowName;
  /** Given by flows whose answers name people back to the asker who named them. */
  names?: NameSeal;
}

/** Lets a question in, normalised and redacted, or turns it away. Nothing of it is stored before this. */
export function frontGate({ frontGate: gate, flow, names }: FrontGatePorts) {
  return defineNode({
    step: 'validate',
    reads: z.object({ request: AskRequest, principal: Principal }),
    outcomes: ['pass', 'refuse'],

    async run({ request, principal }, { emit }) {
      const verdict = await gate.check({
        message: request.message,
        language: request.language,
        image: request.image,
        principal,
        flow,
        // Only the clinic asks back for things that two letters say.
        isReply: flow === 'clinic' && request.conversation_id !== null,
      });
      if (verdict.outcome === 'refuse') {
        const { code, details, language } = verdict;
        return { outcome: 'refuse' as const, writes: { refusal: { code, details, language } } };
      }
      const { emergency, emergency_phone = '', suspicions, language_note } = verdict;
      const { identities = {}, degraded = null } = verdict;
      const isNamed = names !== undefined && Object.keys(identities).length > 0;
      // Who is in danger does not wait for the answer.
      if (emergency !== null) emit({ type: 'note', data: { topic: 'emergency', notice: emergency } });
      if (suspicions.length > 0) emit({ type: 'note', data: { topic: 'suspicious', suspicions } });
      if (language_note !== null) emit({ type: 'note', data: { topic: language_note } });
      // Rules alone miss more than half: whoever reads the trace must know.
      if (degraded !== null)
        emit({
          type: 'note',
          data: { topic: 'task-degraded', task: 'validate', reason: 'gate-degraded', detail: degraded },
        });
      return {
        outcome: 'pass' as const,
        writes: {
          // A run that waits for a person is stored with its state: the question as it came must not be in it.
          request: { ...request, message: verdict.message },
          question: verdict.message,
          ...(isNamed ? { sealed_names: names.seal(identities) } : {}),
          language: verdict.language,
          emergency,
          emergency_phone,
          input_redactions: verdict.redactions,
          // What went before may speak of someone even where this message does not.
          about_a_person:
            verdict.about_a_person || request.patient_id !== null || request.conversation_id !== null,
        },
      };
    },
  });
}
