const BINS = 10;
const SIZE = 320;
const MARGIN = 40;

export interface Judged {
  confidence: number;
  isRight: boolean;
}

export interface ReliabilityBin {
  count: number;
  /** Mean of what was said, and the share that was right. */
  confidence: number;
  right: number;
}

/** Answers by how sure Galen was of them, in ten steps; empty ones are left out. */
export function reliabilityOf(judged: readonly Judged[]): ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, bin) =>
    judged.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin),
  )
    .filter((inBin) => inBin.length > 0)
    .map((inBin) => ({
      count: inBin.length,
      confidence: inBin.reduce((sum, { confidence }) => sum + confidence, 0) / inBin.length,
      right: inBin.filter(({ isRight }) => isRight).length / inBin.length,
    }));
}

/** How far, on average, what was said is from what was right. */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce(
    (sum, { count, confidence, right }) => sum + (count / total) * Math.abs(confidence - right),
    0,
  );
}

/** The reliability curve; on the dashed line what was said is what was right. A point's area is its share of the answers. */
export function drawReliability(bins: readonly ReliabilityBin[], caption: string): string {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const x = (value: number) => (MARGIN + value * SIZE).toFixed(1);
  const y = (value: number) => (MARGIN + (1 - value) * SIZE).toFixed(1);
  const points = bins.map(({ confidence, right }) => `${x(confidence)},${y(right)}`).join(' ');
  const marks = bins.map(
    ({ confidence, right, count }) =>
      `<circle cx="${x(confidence)}" cy="${y(right)}" r="${(2 + 16 * Math.sqrt(count / total)).toFixed(1)}" fill="#1f6f8b" fill-opacity="0.5"><title>${count} answers, said ${confidence.toFixed(2)}, right ${right.toFixed(2)}</title></circle>`,
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
    `<text x="${x(value)}" y="${MARGIN + SIZE + 18}" text-anchor="middle">${value}</text>`,
    `<text x="${MARGIN - 8}" y="${y(value)}" text-anchor="end" dominant-baseline="middle">${value}</text>`,
  ]);
  const side = SIZE + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side + 20}" font-family="sans-serif" font-size="12">`,
    `<text x="${side / 2}" y="20" text-anchor="middle">${caption}</text>`,
    `<rect x="${MARGIN}" y="${MARGIN}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#999"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#999" stroke-dasharray="4 4"/>`,
    `<polyline points="${points}" fill="none" stroke="#1f6f8b"/>`,
    ...marks,
    ...ticks,
    `<text x="${side / 2}" y="${side + 8}" text-anchor="middle">confidence said (up: share right)</text>`,
    '</svg>',
  ].join('\n');
}
