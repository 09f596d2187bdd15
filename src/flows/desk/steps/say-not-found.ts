import { z } from 'zod';
import { WHOM_TO_ASK } from '../../../../texts/answer.ts';
import { DESK_NOT_FOUND, NO_DEPARTMENT, NOBODY_REACHED } from '../../../../texts/desk.ts';
import { AFTER_NOTICE } from '../../../../texts/gates.ts';
import type { NotFoundCard } from '../../../domain/answer.ts';
import { fillTemplate, inLanguage } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { urgentHelp } from '../../shared/abstain.ts';
import { isAlarmed } from '../../shared/turn-state.ts';
import { agentName, DeskState, unreachedIn } from '../desk-work.ts';

/** Says that nothing was found, in the same words whether or not there is something that the asker may not read. */
export function sayNotFound() {
  return defineNode({
    step: 'abstain',
    reads: DeskState.pick({ frame: true, routed: true, outcomes: true, language: true }).extend({
      emergency: DeskState.shape.emergency.default(null),
      emergency_phone: z.string().default(''),
    }),
    outcomes: ['done'],

    run({ frame, routed, outcomes, language, ...turn }) {
      const asked = new Set(routed.agents.map(({ agent }) => agentName(frame, agent, language)));
      const agents = [...asked].join(', ') || NO_DEPARTMENT[language];
      const searched = { query: frame.asked, source_types: null, min_evidence_level: null };
      const abstained = { reason: 'nothing-found' as const, searched };
      const saying = (draft: string, card?: NotFoundCard) => ({
        outcome: 'done' as const,
        writes: { draft, abstained: { ...abstained, ...(card && { card }) }, follow_up_questions: [] },
      });
      if (isAlarmed(turn.emergency)) return saying(AFTER_NOTICE[language]);
      const what = unreachedIn(outcomes, frame, language).join(', ');
      if (what !== '') return saying(fillTemplate(NOBODY_REACHED[language], { what }));
      const said = inLanguage(DESK_NOT_FOUND, language);
      const card: NotFoundCard = {
        title: said.title,
        searched: fillTemplate(said.searched, { agents }),
        ask_better: said.askBetter,
        whom_to_ask: WHOM_TO_ASK.staff[language],
        // Of a rule of the house nobody's health depends, unless it was no question about one.
        urgent: urgentHelp({ ...turn, question: frame.asked, language }, null),
      };
      const parts = [card.title, card.searched, card.ask_better, card.whom_to_ask, card.urgent?.text ?? ''];
      return saying(parts.filter((part) => part !== '').join(' '), card);
    },
  });
}
