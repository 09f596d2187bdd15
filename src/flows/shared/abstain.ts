import { z } from 'zod';
import {
  ALL_SOURCES,
  NEAREST_TITLES,
  NOT_FOUND,
  SOURCE_NAMES,
  WHY_ABSTAINED,
  WITHIN_LEVEL,
  WITHIN_YEARS,
  WITHOUT_LEVEL,
} from '../../../texts/answer.ts';
import type { Searched } from '../../domain/answer.ts';
import { fillTemplate, type Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { TurnState } from './turn-state.ts';

/** Says what was searched, what was not found and what to ask instead; never that nothing exists. */
export function abstain() {
  return defineNode({
    reads: TurnState.pick({ searched: true, language: true, evidence: true }).extend({
      must_tell: z.string().default(''),
    }),
    outcomes: ['done'],

    run({ searched, language, evidence, must_tell }) {
      const reason = evidence.length === 0 ? ('nothing-found' as const) : ('insufficient' as const);
      const said = fillTemplate(NOT_FOUND[language], {
        ...whereIn(searched, language),
        query: searched.query,
        missing: WHY_ABSTAINED[reason][language],
        nearest: nearestIn(searched, language),
      });
      const draft = must_tell === '' ? said : `${must_tell}\n\n${said}`;
      return { outcome: 'done' as const, writes: { draft, abstained: { reason, searched } } };
    },
  });
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

function nearestIn({ nearest = [] }: Searched, language: Language): string {
  const titles = nearest.map((title) => `"${title}"`).join('; ');
  return titles === '' ? '' : fillTemplate(NEAREST_TITLES[language], { titles });
}
