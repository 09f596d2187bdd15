import { z } from 'zod';
import type { RunContext } from '../../domain/run-context.ts';

/** A step as the flow's own output tells it: what was done, with its counts, and when. */
export const ResearchStep = z.looseObject({ step: z.string(), timestamp: z.string() });
export type ResearchStep = z.infer<typeof ResearchStep>;

export function researchStep(
  { clock }: Pick<RunContext, 'clock'>,
  step: string,
  told: Readonly<Record<string, unknown>>,
): ResearchStep {
  return { step, ...told, timestamp: new Date(clock()).toISOString() };
}
