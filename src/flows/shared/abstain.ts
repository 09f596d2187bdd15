import { z } from 'zod';
import {
  ALL_SOURCES,
  NOT_FOUND,
  SOURCE_NAMES,
  URGENT_ABOUT,
  WHOM_TO_ASK,
  WHY_ABSTAINED,
  WITHIN_LEVEL,
  WITHIN_YEARS,
  WITHOUT_LEVEL,
} from '../../../texts/answer.ts';
import { AFTER_NOTICE } from '../../../texts/gates.ts';
import type { NotFoundCard, Searched } from '../../domain/answer.ts';
import { type Bilingual, fillTemplate, inLanguage, type Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { judgeEmergency } from '../../gates/front/emergency/detect-emergency.ts';
import { isAlarmed, TurnState } from './turn-state.ts';

const LONGEST_QUERY = 100;

/** Says what was searched, what came near, how to ask better and whom to ask; never that nothing exists. */
export function abstain() {
  return defineNode({
    reads: TurnState.pick({ searched: true, language: true, evidence: true, principal: true }).extend({
      must_tell: z.string().default(''),
      question: z.string().default(''),
      emergency: TurnState.shape.emergency.default(null),
      emergency_phone: z.string().default(''),
    }),
    outcomes: ['done'],

    run({ searched, language, evidence, principal, must_tell, question, emergency, emergency_phone }) {
      const reason = evidence.length === 0 ? ('nothing-found' as const) : ('insufficient' as const);
      if (isAlarmed(emergency)) {
        const draft = [must_tell, AFTER_NOTICE[language]].filter((part) => part !== '').join('\n\n');
        return { outcome: 'done' as const, writes: { draft, abstained: { reason, searched } } };
      }
      const said = inLanguage(NOT_FOUND, language);
      const where = whereIn(searched, language);
      const missing = WHY_ABSTAINED[reason][language];
      const card: NotFoundCard = {
        title: said.title,
        searched: fillTemplate(said.searched, { ...where, query: shortened(searched.query), missing }),
        ask_better: fillTemplate(said.askBetter, where),
        whom_to_ask: WHOM_TO_ASK[principal.audience][language],
        urgent: urgentHelp({ question, language, emergency, emergency_phone }),
      };
      const draft = [
        must_tell,
        card.title,
        card.searched,
        nearestIn(searched, said.nearest),
        card.ask_better,
        card.whom_to_ask,
        card.urgent?.text ?? '',
      ]
        .filter((part) => part !== '')
        .join('\n\n');
      const abstained = { reason, searched, ...(must_tell === '' ? { card } : {}) };
      return { outcome: 'done' as const, writes: { draft, abstained } };
    },
  });
}

/** When not to wait for an answer; nothing where the emergency notice has said so already. */
export function urgentHelp(
  {
    question,
    language,
    emergency,
    emergency_phone: phone,
  }: Pick<TurnState, 'question' | 'language' | 'emergency' | 'emergency_phone'>,
  otherwise: Bilingual | null = NOT_FOUND.urgent,
): NotFoundCard['urgent'] {
  // What the gate took for harmless may still be about someone who must not wait.
  const { hint } = judgeEmergency(question, { language });
  const words = URGENT_ABOUT[hint ?? ''] ?? otherwise;
  if (isAlarmed(emergency) || phone === '' || words === null) return null;
  return { text: fillTemplate(words[language], { phone }), phone };
}

function whereIn({ source_types, years, min_evidence_level }: Searched, language: Language) {
  const names = source_types?.map((type) => SOURCE_NAMES[type]?.[language] ?? type).join(', ');
  const isLimited = min_evidence_level !== null;
  return {
    where: names ?? ALL_SOURCES[language],
    years: years === undefined ? '' : fillTemplate(WITHIN_YEARS[language], years),
    level: isLimited ? fillTemplate(WITHIN_LEVEL[language], { level: min_evidence_level }) : '',
    wider: isLimited ? WITHOUT_LEVEL[language] : '',
  };
}

/** Enough of a long message to know it by. */
function shortened(query: string): string {
  return query.length <= LONGEST_QUERY ? query : `${query.slice(0, LONGEST_QUERY).replace(/\s+\S*$/u, '')} …`;
}

function nearestIn({ closest = [], nearest = [] }: Searched, template: string): string {
  const known = closest.length > 0 ? closest.map(({ title }) => title) : nearest;
  const titles = known.map((title) => `"${title}"`).join('; ');
  return titles === '' ? '' : fillTemplate(template, { titles });
}
