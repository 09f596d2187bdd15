const MOST = 4;

/** Round numbers for an axis from one value to another, and the ends of the axis: with some air where all values are alike. */
export function ticksBetween(low: number, high: number): { ticks: number[]; from: number; to: number } {
  // A change of a few hundredths must not look like a fall.
  const air = Math.max((high - low) * 0.12, Math.abs(high) * 0.04, 0.01);
  const [from, to] = [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
  const power = 10 ** Math.floor(Math.log10((to - from) / MOST));
  const fits = (step: number) => Math.floor(to / step) - Math.ceil(from / step) < MOST;
  const step = [1, 2, 5, 10].map((digit) => digit * power).find(fits) ?? 10 * power;
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  // Without the tail of a binary fraction.
  const ticks = Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(6)));
  return { ticks, from, to };
}
