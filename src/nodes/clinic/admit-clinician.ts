import { z } from 'zod';
import { mayUseCharts, Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';

/** Lets only those who treat patients go on: before anything is stored, read or looked up. */
export function admitClinician() {
  return defineNode({
    step: 'admit',
    reads: z.object({ principal: Principal, language: Language }),
    outcomes: ['admitted'],

    run({ principal, language }) {
      if (!mayUseCharts(principal)) throw new GalenError('CLINICIANS_ONLY', {}, { language });
      return { outcome: 'admitted' as const };
    },
  });
}
