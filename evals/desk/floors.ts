import type { DeskReport } from './measure.ts';

export interface Floor {
  /** What the held part must reach; of false conflicts, the most it may have. */
  floor: number;
  /** What was asked of it and is not reached: written down as missed in docs/flows/desk.md. */
  missed?: number;
}

/** Of the held parts alone. */
export const FLOORS: Readonly<Record<keyof DeskReport, Floor>> = {
  routing: { floor: 0.85 },
  conflicts_detected: { floor: 0.46, missed: 0.85 },
  right_winner: { floor: 0.9 },
  false_conflicts: { floor: 0.05 },
  across_languages: { floor: 0, missed: 0.75 },
  false_across_languages: { floor: 0.1 },
  /** Formulas, counts at a rate and differences alone are worked out. */
  arithmetic: { floor: 0.3, missed: 0.9 },
};

/** A figure of a part with its floor, as it is printed: `held routing: 66/68 = 0.971 (at least 0.85)`. */
export function figureOf(
  part: string,
  name: keyof DeskReport,
  { right, of }: DeskReport[keyof DeskReport],
): string {
  const { floor, missed } = FLOORS[name];
  const bound = name.startsWith('false_') ? 'at most' : 'at least';
  const told = missed === undefined ? `${bound} ${floor}` : `${bound} ${floor}; misses ${missed}`;
  return `${part} ${name}: ${right}/${of} = ${(right / of).toFixed(3)} (${told})`;
}
