import type { Texts } from '../text/texts.en.ts';

/** A step in the asker's words; a step the page does not know keeps its own name. */
export function stepLabel(step: string, t: Texts): string {
  const known = t.steps[step] ?? t.steps[step.split(/[-_/]/u)[0] ?? ''];
  return known ?? step.replaceAll(/[-_]/gu, ' ');
}
