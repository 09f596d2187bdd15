import { once, readPatterns } from '../../language/read-lexicon.ts';
import { namesPeriod } from '../../language/read-period.ts';

const NAMES = 'calculation asks_how_much number_word asks_what log_events speaks_of_logs asks_summary';
const cues = once(() => readPatterns('language/desk-cues', [NAMES], 'iu'));
const FIGURE = /\d/u;

/** Something is to be worked out from figures, not only looked up. */
export function wantsCalculation(question: string): boolean {
  return cues().calculation.test(question) || (FIGURE.test(question) && cues().asks_how_much.test(question));
}

/** A calculation may answer it: worth a try, and no word where none can be made. */
export function mayCalculate(question: string): boolean {
  const hasNumber = FIGURE.test(question) || cues().number_word.test(question);
  return (
    wantsCalculation(question) ||
    cues().asks_how_much.test(question) ||
    (hasNumber && cues().asks_what.test(question))
  );
}

/** What happened is asked, not what the rule is. */
export function wantsLogs(question: string): boolean {
  return cues().speaks_of_logs.test(question) && (cues().log_events.test(question) || namesPeriod(question));
}

export function wantsSummary(question: string): boolean {
  return cues().asks_summary.test(question);
}
