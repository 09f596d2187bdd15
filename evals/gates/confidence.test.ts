import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/domain/testing/seeded-random.ts';
import { measureConfidence } from './confidence.ts';
import { fitLogistic } from './fit-logistic.ts';
import { calibrationError, drawReliability, reliabilityOf } from './reliability.ts';

const judged = (confidence: number, right: number, wrong: number) => [
  ...Array.from({ length: right }, () => ({ confidence, isRight: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, isRight: false })),
];

describe('how confidence is measured', () => {
  it('finds no error where as many are right as was said', () => {
    const bins = reliabilityOf([...judged(0.75, 3, 1), ...judged(0.25, 1, 3)]);
    expect(bins).toHaveLength(2);
    expect(calibrationError(bins)).toBeCloseTo(0);
  });

  it('weighs each step by its answers', () => {
    const bins = reliabilityOf([...judged(0.95, 0, 1), ...judged(0.5, 4, 5)]);
    expect(calibrationError(bins)).toBeCloseTo((1 * 0.95 + 9 * Math.abs(0.5 - 4 / 9)) / 10);
  });

  it('draws a point for each step', () => {
    const svg = drawReliability(reliabilityOf([...judged(0.9, 9, 1), ...judged(0.1, 1, 9)]), 'a curve');
    expect(svg.match(/<circle/gu)).toHaveLength(2);
    expect(svg).toMatch(/^<svg [^>]*>[\s\S]*a curve[\s\S]*<\/svg>$/u);
  });

  it('fits the weights that the data were made with, and none below zero', () => {
    const random = seededRandom(7);
    const examples = Array.from({ length: 3_000 }, () => {
      const features = [random(), random()];
      const [first = 0, second = 0] = features;
      return { features, isRight: random() < 1 / (1 + Math.exp(1 - 3 * first + 2 * second)) };
    });
    const [constant = 0, useful = 0, harmful = 0] = fitLogistic(examples);
    expect(useful).toBeGreaterThan(2);
    expect(harmful).toBe(0);
    expect(constant).toBeLessThan(-1);
  });

  it('says so where the data are absent', async () => {
    expect(await measureConfidence('/nowhere')).toBeNull();
  });
});
