import { describe, expect, it } from 'vitest';
import { withDecided } from './with-decided.ts';

const card = (call_id: string, state = 'pending') => ({
  run_id: 'run',
  call_id,
  created_at: `2026-01-0${call_id}`,
  state,
});

describe('the list of what waits', () => {
  it('keeps what was decided here, in its place', () => {
    const shown = withDecided([card('3'), card('1')], [card('2', 'approved')]);
    expect(shown.map(({ call_id, state }) => [call_id, state])).toEqual([
      ['1', 'pending'],
      ['2', 'approved'],
      ['3', 'pending'],
    ]);
  });

  it('shows what still waits as it is now', () => {
    expect(withDecided([card('1')], [card('1', 'approved')])).toEqual([card('1')]);
  });
});
