import { describe, expect, it } from 'vitest';
import { EN } from '../text/texts.en.ts';
import { VI } from '../text/texts.vi.ts';
import { sayCounts } from './count-tasks.ts';
import type { PlanTask } from './read-plan.ts';

const tasks = (...all: PlanTask['status'][]) => all.map((status) => ({ status }));

describe('sayCounts', () => {
  it('counts as done only what was done', () => {
    expect(sayCounts(tasks('completed', 'skipped', 'skipped'), EN)).toBe('1 of 3 tasks done · 2 skipped');
    expect(sayCounts(tasks('completed', 'failed', 'running'), VI)).toBe('xong 1 trên 3 việc · 1 lỗi');
  });

  it('says no more than that where all went well', () => {
    expect(sayCounts(tasks('completed', 'completed'), EN)).toBe('2 of 2 tasks done');
  });
});
