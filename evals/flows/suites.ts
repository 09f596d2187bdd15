import type { Galen } from '../../src/app/compose.ts';
import { measureClinicTriage } from './clinic-triage.ts';
import { measureDirectOrRetrieve } from './direct-or-retrieve.ts';
import { measureFollowUps } from './follow-ups.ts';
import type { Split } from './load-set.ts';
import { measureQuestionTypes } from './question-types.ts';
import type { SuiteReport } from './suite.ts';
import { measureTopics } from './topics.ts';

/** Every labelled set of the flows and how it is measured, without a model; a part of it alone where the rest would take long. */
export const SUITES: readonly ((galen: Galen, only?: Split) => SuiteReport | Promise<SuiteReport>)[] = [
  measureQuestionTypes,
  measureDirectOrRetrieve,
  ({ passages }, only) => measureTopics(passages, only),
  measureFollowUps,
  measureClinicTriage,
];
